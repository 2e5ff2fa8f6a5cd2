#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/shared/header_name.hpp"
#include "format/text/text_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>

namespace xq::format {
namespace {

using record::Result;
constexpr std::string_view moves_begin = "START{";
constexpr std::string_view moves_end = "}END";

/// The text before the next semicolon, which is taken away.
std::string_view take_part(std::string_view& value) noexcept {
  const auto end = value.find(';');
  const auto part = trim(value.substr(0, end));
  value.remove_prefix(end == npos ? value.size() : end + 1);
  return part;
}

/// `RED` is Red and `REDTEAM` is RedTeam; a name that is not known is capitalised.
std::string header_name(std::string_view word) {
  std::string name = lower(word);
  if (name == "game") {
    return "Title";
  }
  if (auto header = header_of_field(name); header != name) {
    return header;
  }
  name[0] = name[0] >= 'a' && name[0] <= 'z' ? static_cast<char>(name[0] - 32) : name[0];
  return name;
}

class WxfParser final : public SliceParser {
public:
  explicit WxfParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    m_has_fen = false;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_text = text;
    const auto begin = text.find(moves_begin);
    const auto bare = begin == npos ? bare_moves(text) : npos;
    if (!headers(text.substr(0, std::min(begin, bare)))) {
      return;
    }
    if (bare != npos) {
      read_moves(text, bare, cut);
      return;
    }
    if (begin == npos) {
      if (!cut) {
        auto problem = make_problem(ProblemCode::bad_tag, localized("no START{{ with the moves"),
                                    {}, m_report.location(text.size()));
        problem.advice = localized("Put the moves between START{{ and }}END.");
        m_report.add(std::move(problem));
      }
      return;
    }
    const auto end = text.find(moves_end, begin);
    if (end == npos && !cut) {
      m_report.add(ProblemCode::truncated, localized("no }}END after the moves"), {}, text.size());
    }
    read_moves(text.substr(0, end), begin + moves_begin.size(), cut || end == npos);
  }

private:
  /// Where moves begin without START{: at the line that begins with `1.`.
  static std::size_t bare_moves(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size();) {
      if (skip_blanks(text.substr(at)).starts_with("1.")) {
        return at;
      }
      const auto end = text.find('\n', at);
      at = end == npos ? text.size() : end + 1;
    }
    return npos;
  }

  void read_moves(std::string_view text, std::size_t at, bool cut) {
    m_moves.begin(text, *m_game, m_report);
    const auto result = m_moves.read_moves(at, {notation::Style::wxf, m_has_fen, cut});
    if (m_game->result() == Result::unknown && result) {
      m_game->set_result(*result);
    }
  }

  bool headers(std::string_view text) {
    while (!text.empty()) {
      const auto line = trim(take_line(text));
      const auto word = line.substr(0, line.find_first_of(" \t:"));
      auto value = trim(line.substr(word.size()));
      if (value.starts_with(':')) {
        value = trim(value.substr(1));
      }
      while (value.ends_with(';') || value.ends_with(' ')) { // parts that are not given
        value.remove_suffix(1);
      }
      if (word.starts_with("SETUP{")) { // the moves would not be from the usual start
        m_report.add(ProblemCode::bad_fen,
                     localized("a SETUP{{ block is not understood, only FEN is"), word,
                     static_cast<std::size_t>(word.data() - m_text.data()));
        return false;
      }
      if (!word.empty() && !value.empty() && word != "FORMAT" && !header(word, value)) {
        return false;
      }
    }
    return true;
  }

  bool header(std::string_view word, std::string_view value) {
    const auto at = static_cast<std::size_t>(value.data() - m_text.data());
    const auto name = header_name(word);
    if (equal_ignoring_case(name, "FEN")) {
      m_has_fen = true;
      return set_up_start(value, at, *m_game, m_report);
    }
    if (equal_ignoring_case(name, "Result")) {
      m_game->set_result(read_result(value, at, m_report));
    } else if (m_game->has_tag(name)) {
      m_report.add(ProblemCode::duplicate_tag,
                   localized("a header is given twice; the first counts"), word, at);
    } else {
      parts(name, value);
    }
    return true;
  }

  /// `RED name; 1200; team` and `EVENT name; time control`.
  void parts(std::string_view name, std::string_view value) {
    const bool player = name == "Red" || name == "Black";
    if (!player && name != "Event") {
      m_game->add_tag(name, value);
      return;
    }
    m_game->add_tag(name, take_part(value));
    while (!value.empty()) {
      const auto part = take_part(value);
      std::string header{player ? name : "TimeControl"};
      if (player) {
        header += is_number(part) ? "Elo" : "Team";
      }
      if (!part.empty() && !m_game->has_tag(header)) {
        m_game->add_tag(header, part);
      }
    }
  }

  MovetextReader m_moves;
  Reporter m_report;
  record::Game* m_game = nullptr;
  std::string_view m_text;
  bool m_has_fen = false;
};

} // namespace

bool looks_like_wxf(std::string_view line) noexcept {
  return line.starts_with("START{") ||
         (line.starts_with("FORMAT") && trim(line.substr(6)).starts_with("WXF"));
}

bool WxfSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  const bool begins =
      !content.empty() && content[0] != '%' && (!m_started || content.starts_with("FORMAT"));
  m_started = m_started || begins;
  return begins;
}

std::unique_ptr<SliceParser> make_wxf_parser(const ReadOptions& options) {
  return std::make_unique<WxfParser>(options);
}

} // namespace xq::format
