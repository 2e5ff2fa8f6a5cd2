#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/text/dpxq_fields.hpp"
#include "format/text/line_records.hpp"
#include "format/text/text_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/result.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using record::Result;
constexpr auto npos = std::string_view::npos;
constexpr std::string_view colon = "：";

struct Key {
  std::string_view key, header;
};
constexpr auto keys = std::to_array<Key>({
    {"标题", "Title"},
    {"对局名称", "Title"},
    {"分类", "Category"},
    {"来源", "Source"},
    {"赛事类型", "EventType"},
    {"赛事", "Event"},
    {"比赛名称", "Event"},
    {"轮次", "Round"},
    {"组别", "Group"},
    {"台次", "Table"},
    {"日期", "Date"},
    {"比赛日期", "Date"},
    {"地点", "Site"},
    {"比赛地点", "Site"},
    {"时间规则", "TimeControl"},
    {"红方", "Red"},
    {"红等级分", "RedElo"},
    {"红方用时", "RedTime"},
    {"红队", "RedTeam"},
    {"黑方", "Black"},
    {"黑等级分", "BlackElo"},
    {"黑方用时", "BlackTime"},
    {"黑队", "BlackTeam"},
    {"解说", "Annotator"},
    {"录入", "Author"},
    {"创建日期", "DateCreated"},
    {"修改日期", "DateModified"},
    {"ECCO", "ECCO"},
    {"棋谱类型", "RecordType"},
    {"对局种类", "RecordKind"},
    {"结果", "Result"},
    {"比赛结果", "Result"},
    {"结束方式", "Termination"},
    {"裁判员", "Referee"},
    {"耗时", "Time"},
    {"FEN", "FEN"},
    {"局面", "Position"},
});

/// The key with the blanks that pad it: `红    方`.
std::string squeeze(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (const auto blank = blank_length(text); blank != 0) {
      text.remove_prefix(blank);
    } else {
      out += text[0];
      text.remove_prefix(1);
    }
  }
  return out;
}

std::string_view header_of_key(std::string_view key) {
  const auto squeezed = squeeze(key);
  const auto* const found =
      std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.key == squeezed; });
  return found == keys.end() ? std::string_view{} : found->header;
}

/// The header of `红方：...`; empty where the key is not known.
std::string_view header_of_line(std::string_view line) {
  const auto at = line.substr(0, 64).find(colon);
  return at == npos ? std::string_view{} : header_of_key(line.substr(0, at));
}

bool is_header_line(std::string_view line) { return !header_of_line(line).empty(); }

/// `局面：FEN`
bool is_position_line(std::string_view line) {
  return header_of_line(line) == "Position" &&
         looks_like_fen(trim(line.substr(line.find(colon) + colon.size())));
}

bool is_moves_line(std::string_view line) noexcept { return begins_with_number(skip_blanks(line)); }

/// Where the last word of `text` begins.
std::size_t last_word(std::string_view text) noexcept {
  const auto blank = text.find_last_of(" \t");
  const auto wide = text.rfind("\u3000");
  const auto behind_blank = blank == npos ? 0 : blank + 1;
  const auto behind_wide = wide == npos ? 0 : wide + 3;
  return std::max(behind_blank, behind_wide);
}

class TxtParser final : public SliceParser {
public:
  explicit TxtParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_text = text;
    m_has_fen = m_headers_begun = m_failed = false;
    m_player = {};
    m_comment.clear();
    std::size_t at = 0;
    while (at < m_text.size()) {
      const auto end = std::min(m_text.find('\n', at), m_text.size());
      const auto line = trim(m_text.substr(at, end - at));
      if (is_moves_line(line)) {
        break;
      }
      read_line(line);
      at = std::min(end + 1, m_text.size());
    }
    if (m_failed) {
      return;
    }
    if (!trim(m_comment).empty()) {
      game.add_comment(record::root_node, trim(m_comment));
    }
    m_moves.begin(m_text, game, m_report);
    const auto result = m_moves.read_moves(at, {std::nullopt, m_has_fen, cut});
    if (game.result() == Result::unknown && result) {
      game.set_result(*result);
    }
  }

private:
  void read_line(std::string_view line) {
    if (is_header_line(line)) {
      m_headers_begun = true;
      headers(line);
    } else if (m_headers_begun && !line.empty() && !is_frame(line)) {
      m_comment.append(line).append("\n");
    }
  }

  /// Rules, and the heading of the columns of moves.
  static bool is_frame(std::string_view line) noexcept {
    return line.find_first_not_of("-=_ *") == npos || line.starts_with("棋谱");
  }

  /// `key：value key：value`: a value goes up to the word before the next colon.
  void headers(std::string_view line) {
    auto at = line.find(colon);
    auto key = line.substr(0, at);
    while (at != npos) {
      line.remove_prefix(at + colon.size());
      at = line.find(colon);
      auto value = line;
      std::string_view next;
      if (at != npos) {
        const auto word = last_word(line.substr(0, at));
        next = line.substr(word, at - word);
        if (header_of_key(next).empty()) { // a colon within the value, which goes up to the end
          at = npos;
        } else {
          value = line.substr(0, word);
        }
      }
      header(header_of_key(key), trim(value));
      key = next;
    }
  }

  void header(std::string_view name, std::string_view value) {
    if (name == "Red" || name == "Black") {
      m_player = name;
    }
    if (value.empty() || value == "(Email:)") {
      return;
    }
    const auto at = static_cast<std::size_t>(value.data() - m_text.data());
    if (name == "FEN" || (name == "Position" && looks_like_fen(value))) {
      m_has_fen = true;
      m_failed = !set_up_start(value, at, *m_game, m_report) || m_failed;
    } else if (name == "Result") {
      const auto result = record::find_result(value);
      if (!result) {
        m_report.add(ProblemCode::bad_result, localized("the result is none that is known"), value,
                     at);
        m_game->add_tag("Result", value);
      }
      m_game->set_result(result.value_or(Result::unknown));
    } else if (name == "Time") { // of the player before it
      if (!m_player.empty()) {
        m_game->set_tag(m_player == "Red" ? "RedTime" : "BlackTime", value);
      }
    } else if (name == "ECCO") { // the code, then the opening's name
      const auto code = value.substr(0, value.find(' '));
      m_game->set_tag("ECCO", code);
      if (const auto opening = trim(value.substr(code.size())); !opening.empty()) {
        m_game->set_tag("Opening", opening);
      }
    } else if (!m_game->has_tag(name)) {
      m_game->add_tag(name, value);
    }
  }

  MovetextReader m_moves;
  Reporter m_report;
  record::Game* m_game = nullptr;
  std::string_view m_text;
  std::string_view m_player; ///< the last that was named
  std::string m_comment;
  bool m_has_fen = false;
  bool m_headers_begun = false;
  bool m_failed = false;
};

} // namespace

bool looks_like_txt(std::string_view text) noexcept {
  bool has_header = false;
  for (int lines = 0; !text.empty() && (has_header || lines < 12); ++lines) {
    const auto line = skip_blanks(take_line(text));
    if (is_moves_line(line)) {
      return has_header;
    }
    const auto header = header_of_line(line);
    if (header == "Red" || header == "Black" || header == "FEN" || is_position_line(line)) {
      return true;
    }
    has_header = has_header || !header.empty(); // a title or a source alone is no game
  }
  return false;
}

bool TxtSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  if (content.empty()) {
    return false;
  }
  const bool position = is_position_line(content);
  const bool begins =
      !m_started || (m_has_moves && is_header_line(content)) || (position && m_has_position);
  m_has_position = position || (m_has_position && !begins);
  m_has_moves = is_moves_line(content) || (m_has_moves && !begins);
  m_started = true;
  return begins;
}

std::unique_ptr<SliceParser> make_txt_parser(const ReadOptions& options) {
  return std::make_unique<TxtParser>(options);
}

} // namespace xq::format
