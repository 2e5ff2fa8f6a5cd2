#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/pgn/pgn.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/line_scan.hpp"
#include "format/text/line_records.hpp"
#include "record/header_names.hpp"
#include "record/rewrite.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using notation::Style;
using record::Result;
constexpr std::size_t most_in_layout = 64;

std::optional<Style> style_of_format_tag(std::string_view value) noexcept {
  struct Name {
    std::string_view text;
    Style style;
  };
  constexpr auto names = std::to_array<Name>({{"Chinese", Style::chinese},
                                              {"WXF", Style::wxf},
                                              {"ICCS", Style::iccs},
                                              {"UCI", Style::uci},
                                              {"Coordinate", Style::coordinate}});
  for (const auto& n : names) {
    if (equal_ignoring_case(n.text, value)) {
      return n.style;
    }
  }
  return std::nullopt;
}

/// A header that has nothing else on its line.
bool is_whole_header(std::string_view line) {
  line = trim(line);
  return is_tag_start(line) && line.ends_with(']');
}

class PgnParser final : public SliceParser {
public:
  explicit PgnParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override;

private:
  void headers();
  void known_headers();
  void header_line();
  /// What a header means to this parser.
  enum class Meaning : std::uint8_t { any, game, format, fen, result };
  [[nodiscard]] static Meaning meaning_of(std::string_view name) noexcept;
  void add_header(std::string_view name, std::string_view value, std::size_t value_offset);
  [[nodiscard]] std::string written_as(std::string_view usual) const;
  void give_back_name(std::string_view usual);
  void take_header(Meaning meaning, std::string_view name, std::string_view value,
                   std::size_t value_offset);
  std::string_view unescape(std::string_view value);
  void finish(std::optional<Result> token);

  [[nodiscard]] std::string_view rest() const noexcept { return m_text.substr(m_at); }

  MovetextReader m_moves;
  Reporter m_report;
  record::Game* m_game = nullptr;
  std::string_view m_text;
  std::size_t m_at = 0;
  bool m_cut = false;     ///< the text ends early, before unreadable bytes
  bool m_damaged = false; ///< U+FFFD stands for bytes that are no text
  bool m_has_bad_bytes = false;
  std::optional<Style> m_declared; ///< by the Format header
  std::size_t m_fen_offset = npos;
  Result m_tag_result = Result::unknown;
  std::string m_scratch;

  /// A header of the game before.
  struct Header {
    std::string front; ///< `[Name "`, as it was written
    std::string name;  ///< the usual one
    Meaning meaning = Meaning::any;
    [[nodiscard]] std::string_view written() const noexcept {
      return std::string_view{front}.substr(1, front.size() - 3);
    }
  };
  /// The headers of the game before as far as they were in order: games of one archive have the
  /// same ones, and what each is need not be found out again.
  std::vector<Header> m_layout;
  std::vector<std::string> m_own_names; ///< that give_back_name() looked at
  std::size_t m_headers = 0; ///< of this game, while they are those of m_layout; else npos
};

void PgnParser::parse(const Slice& slice, record::Game& game) {
  m_game = &game;
  const auto [text, cut] = begin_game(slice, game, m_report, is_whole_header);
  m_text = text;
  m_cut = cut;
  m_damaged = slice.damaged;
  m_has_bad_bytes = !game.problems.empty();
  m_at = 0;
  m_declared.reset();
  m_fen_offset = npos;
  m_tag_result = Result::unknown;
  m_headers = 0;
  m_own_names.clear();

  m_moves.begin(m_text, game, m_report);
  headers();
  const auto fen = trim(game.tag("FEN"));
  if (!fen.empty() && !set_up_start(fen, m_fen_offset, game, m_report)) {
    game.set_result(m_tag_result); // without a position the moves mean nothing
    return;
  }
  const MovetextReader::Setting setting{m_declared, m_fen_offset != npos, m_cut,
                                        m_game->tag_count() > 0};
  finish(m_moves.read_moves(m_at, setting));
}

/// Reads headers that are those of the game before, each a line in its usual form. Saves 13 % of
/// the instructions of `xq verify`; relies on archives whose games have the same headers.
/// header_line() reads any header with the same result.
void PgnParser::known_headers() {
  while (!m_has_bad_bytes && m_headers < m_layout.size()) {
    const Header& header = m_layout[m_headers];
    const auto line = rest();
    if (!line.starts_with(header.front)) {
      return;
    }
    const auto line_end = line.find('\n');
    if (line_end == npos) { // the text ends here; the place behind it would be none
      return;
    }
    const auto content = line.substr(header.front.size(), line_end - header.front.size());
    const auto value = content.substr(0, std::min(content.find('"'), content.size()));
    if (content.substr(value.size()) != "\"]" || value.find('\\') != npos) {
      return;
    }
    ++m_headers;
    take_header(header.meaning, header.name, value, m_at + header.front.size());
    m_at += header.front.size() + value.size() + std::string_view{"\"]\n"}.size();
  }
}

void PgnParser::headers() {
  while (m_at < m_text.size()) {
    known_headers();
    const auto line = rest();
    const auto content = skip_blanks(line);
    const auto indent = line.size() - content.size();
    if (content.empty() || content[0] == '\n') {
      m_at += std::min(indent + 1, line.size());
    } else if (line[0] == '%' || frame_length(content) != 0) {
      m_at = std::min(m_text.find('\n', m_at), m_text.size());
    } else if (content[0] == '[' || is_tag_start(content)) {
      if (!behind_scores(content).empty() || is_bracketed_number(content)) {
        return;
      }
      m_at += indent;
      header_line();
    } else if (content[0] == '{' || content[0] == ';') { // on the start position, as before moves
      m_at = m_moves.read_comment(m_at + indent);
    } else {
      return;
    }
  }
}

void PgnParser::header_line() {
  const auto start = m_at;
  const auto tag = read_tag_line(rest());
  m_at += tag.length;
  if (m_cut && m_at == m_text.size()) {
    return; // cut off in the middle of a header, which was reported
  }
  if (!tag.quoted) {
    m_report.add(ProblemCode::bad_tag, localized("a header line that is not [Name \"value\"]"),
                 m_text.substr(start, tag.length), start);
    return;
  }
  auto value = tag.value;
  if (!tag.closed_quote || !tag.closed_bracket) {
    value.remove_suffix(!tag.closed_quote && value.ends_with(']') ? 1 : 0);
    auto problem = make_problem(
        ProblemCode::bad_tag,
        tag.closed_quote ? localized("header {} has no closing bracket", tag.name)
                         : localized("the value of header {} has no closing quote", tag.name),
        m_text.substr(start, tag.length), m_report.location(start));
    const bool whole = tag.closed_quote || value.size() != tag.value.size();
    problem.severity = whole ? Severity::warning : Severity::error;
    m_report.add(std::move(problem));
    if (!whole) {
      return;
    }
  }
  if (find_invalid_utf8(value) != npos || (m_damaged && value.find("\uFFFD") != npos)) {
    return; // which was reported
  }
  const auto value_offset = static_cast<std::size_t>(value.data() - m_text.data());
  auto name = header_of_chinese(tag.name);
  if (name == "Position" && looks_like_fen(value)) { // 局面
    name = "FEN";
  }
  add_header(name.empty() ? tag.name : name, unescape(value), value_offset);
}

/// Mostly the next header of the layout; any other begins another layout here.
void PgnParser::add_header(std::string_view name, std::string_view value,
                           std::size_t value_offset) {
  if (m_headers < m_layout.size() && m_layout[m_headers].written() == name) {
    const Header& header = m_layout[m_headers++];
    take_header(header.meaning, header.name, value, value_offset);
    return;
  }
  const auto meant = unescape_name(name);
  const auto usual = record::name_as_read(meant);
  const bool taken = m_game->has_tag(usual);
  if (usual == meant && taken) {
    give_back_name(usual);
  }
  // `[White "A"]` twice: the first is Red, and the second is that again, no header of its own.
  const bool again = taken && usual != meant && equal_ignoring_case(written_as(usual), meant);
  const auto stored = taken && !again ? std::string_view{meant} : usual;
  const auto meaning = meaning_of(stored);
  const bool is_new = !m_game->has_tag(stored);
  if (m_headers != npos) {
    m_layout.resize(std::min(m_layout.size(), m_headers));
    if (is_new && m_layout.size() < most_in_layout) {
      m_layout.push_back({fmt::format("[{} \"", name), std::string{stored}, meaning});
      ++m_headers;
    } else {
      m_headers = npos; // no more of this game
    }
  }
  if (is_new || meaning == Meaning::game || meaning == Meaning::format) {
    take_header(meaning, stored, value, value_offset);
  } else {
    m_report.add(ProblemCode::duplicate_tag,
                 localized("header {} is given twice; the first counts", stored), value,
                 value_offset);
  }
}

/// The name that the first header of this game which is read as `usual` has in the text.
std::string PgnParser::written_as(std::string_view usual) const {
  std::string written;
  for (std::size_t at = 0; at < m_at && written.empty();) {
    const auto line = m_text.substr(at, m_at - at);
    const auto tag = read_tag_line(line);
    auto name = tag.quoted ? unescape_name(tag.name) : std::string{};
    written = equal_ignoring_case(record::name_as_read(name), usual) ? std::move(name) : "";
    at += std::max<std::size_t>(tag.length, 1);
    at += m_text.substr(at).starts_with('\n') ? 1U : 0U;
  }
  return written;
}

/// `[White "A"]` was taken for Red, and now comes `[Red "B"]`: both stay under their own names.
void PgnParser::give_back_name(std::string_view usual) {
  if (std::find(m_own_names.begin(), m_own_names.end(), usual) != m_own_names.end()) {
    return; // a header that is given often
  }
  m_own_names.emplace_back(usual);
  const auto written = written_as(usual);
  if (written.empty() || equal_ignoring_case(written, usual)) {
    return;
  }
  auto tags = record::tags_of(*m_game);
  std::find_if(tags.begin(), tags.end(), [&](const record::OwnTag& tag) {
    return equal_ignoring_case(tag.name, usual);
  })->name = written;
  *m_game = record::rewritten(*m_game, tags);
  // The next game may have one of the two alone.
  m_layout.erase(std::find_if(m_layout.begin(), m_layout.end(),
                              [&](const Header& header) { return header.name == usual; }),
                 m_layout.end());
  m_headers = npos;
}

PgnParser::Meaning PgnParser::meaning_of(std::string_view name) noexcept {
  struct Name {
    std::string_view name;
    Meaning meaning;
  };
  constexpr auto names = std::to_array<Name>({{"Game", Meaning::game},
                                              {"Format", Meaning::format},
                                              {"FEN", Meaning::fen},
                                              {"Result", Meaning::result}});
  const auto* const found = std::find_if(
      names.begin(), names.end(), [&](const Name& n) { return equal_ignoring_case(n.name, name); });
  return found == names.end() ? Meaning::any : found->meaning;
}

void PgnParser::take_header(Meaning meaning, std::string_view name, std::string_view value,
                            std::size_t value_offset) {
  switch (meaning) {
  case Meaning::game: // about the file, not about this game
    return;
  case Meaning::format: // how this file writes the moves
    m_declared = style_of_format_tag(value);
    return;
  case Meaning::fen:
    m_fen_offset = value_offset;
    break;
  case Meaning::result:
    m_tag_result = read_result(value, value_offset, m_report);
    break;
  case Meaning::any:
    break;
  }
  m_game->add_tag(name, value);
}

/// `\"` and `\\` are escapes; a value over two lines is joined by a blank.
std::string_view PgnParser::unescape(std::string_view value) {
  if (value.find('\\') == npos && value.find('\n') == npos) { // find_first_of() asks for each byte
    return value;
  }
  m_scratch.clear();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\')) {
      m_scratch += value[++i];
    } else if (c == '\n') {
      m_scratch += ' ';
    } else if (c != '\r') {
      m_scratch += c;
    }
  }
  return m_scratch;
}

void PgnParser::finish(std::optional<Result> token) {
  if (token && *token != Result::unknown && m_tag_result != Result::unknown &&
      *token != m_tag_result) {
    m_report.add(ProblemCode::result_conflict,
                 localized("the header says {}, the end of the moves {}", to_text(m_tag_result),
                           to_text(*token)),
                 {}, 0);
  }
  m_game->set_result(m_tag_result != Result::unknown ? m_tag_result
                                                     : token.value_or(Result::unknown));
}

} // namespace

std::unique_ptr<SliceParser> make_pgn_parser(const ReadOptions& options) {
  return std::make_unique<PgnParser>(options);
}

} // namespace xq::format
