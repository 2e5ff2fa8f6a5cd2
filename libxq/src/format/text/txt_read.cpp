#include "base/text/text.hpp"
#include "format/movetext/chinese_header.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/movetext_lexer.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/text/line_records.hpp"
#include "format/text/text_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/result.hpp>

#include <algorithm>

namespace xq::format {
namespace {

using record::Result;
constexpr auto npos = std::string_view::npos;
/// A colon of either kind; bytes 0: there is none.
struct Colon {
  std::size_t at = npos;
  std::size_t bytes = 0;
};
Colon find_colon(std::string_view line) noexcept {
  const auto plain = line.find(':');
  const auto wide = line.find("：");
  return plain == npos && wide == npos ? Colon{} : plain < wide ? Colon{plain, 1} : Colon{wide, 3};
}

/// The header of `红方：...`; empty where the key is not known.
std::string_view header_of_line(std::string_view line) {
  const auto colon = find_colon(line.substr(0, 64));
  return colon.bytes == 0 ? std::string_view{} : header_of_chinese(line.substr(0, colon.at));
}

bool is_header_line(std::string_view line) { return !header_of_line(line).empty(); }

/// `局面：FEN`
bool is_position_line(std::string_view line) {
  const auto colon = find_colon(line);
  return header_of_line(line) == "Position" &&
         looks_like_fen(trim(line.substr(colon.at + colon.bytes)));
}

/// A number, or a move without one.
bool is_moves_line(std::string_view line) noexcept {
  const auto content = skip_blanks(line);
  return begins_with_number(content) || begins_with_move(content);
}

/// `第二局`, with what it is called behind it.
bool is_game_title(std::string_view line) {
  constexpr std::string_view ordinal = "第";
  constexpr std::size_t longest_number = 12; // bytes
  const auto unit = std::min({line.find("局"), line.find("盘"), line.find("题"), line.find("例")});
  int ignored = 0;
  return line.starts_with(ordinal) && unit != npos && unit > ordinal.size() &&
         unit <= ordinal.size() + longest_number &&
         number_length(line.substr(ordinal.size()), ignored) == unit - ordinal.size();
}

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
    m_moves_at = npos;
    m_comment.clear();
    m_heading = {};
    std::size_t at = 0;
    while (at < m_text.size()) {
      const auto end = std::min(m_text.find('\n', at), m_text.size());
      const auto line = trim(skip_blanks(m_text.substr(at, end - at)));
      if (is_moves_line(line)) {
        break;
      }
      read_line(line);
      at = std::min(end + 1, m_text.size());
      if (m_moves_at != npos) { // `着法：炮二平五`
        at = m_moves_at;
        break;
      }
    }
    if (m_failed) {
      return;
    }
    if (!m_heading.empty() && !game.has_tag("Title")) {
      game.add_tag("Title", m_heading);
    } else if (!m_heading.empty() && m_heading.find(' ') == npos) { // a program's name is spaced
      m_comment = std::string{m_heading} + "\n" + m_comment;
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
    } else if (looks_like_fen(line)) {
      header("Position", line);
    } else if (!line.empty() && line[0] != '%' && line[0] != '#' && !is_frame(line)) {
      if (!m_headers_begun && m_heading.empty()) {
        m_heading = line;
      } else {
        m_comment.append(line).append("\n");
      }
    }
  }

  /// Rules, and the heading of the columns of moves.
  static bool is_frame(std::string_view line) noexcept {
    return line.find_first_not_of("-=_ *") == npos || line.starts_with("棋谱") ||
           line.find("对局记录") != npos || line.find("对 局 记 录") != npos;
  }

  /// `key：value key：value`: a value goes up to the word before the next colon.
  void headers(std::string_view line) {
    auto colon = find_colon(line);
    auto key = line.substr(0, colon.at);
    while (colon.bytes != 0) {
      line.remove_prefix(colon.at + colon.bytes);
      colon = find_colon(line);
      auto value = line;
      std::string_view next;
      if (colon.bytes != 0) {
        const auto word = last_word(line.substr(0, colon.at));
        next = line.substr(word, colon.at - word);
        if (header_of_chinese(next).empty()) { // a colon within the value, which goes up to the end
          colon = {};
        } else {
          value = line.substr(0, word);
        }
      }
      header(header_of_chinese(key), trim(value));
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
    if (name == "Moves") {
      m_moves_at = begins_with_number(value) || begins_with_move(value)
                       ? static_cast<std::size_t>(value.data() - m_text.data())
                       : npos;
      return;
    }
    const auto at = static_cast<std::size_t>(value.data() - m_text.data());
    if (name == "FEN" || (name == "Position" && looks_like_fen(value))) {
      m_has_fen = true;
      m_failed = !set_up_start(value, at, *m_game, m_report) || m_failed;
    } else if (name == "Result") {
      const auto result = record::find_outcome(value);
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
  std::string_view m_heading; ///< the first words before all headers
  bool m_has_fen = false;
  bool m_headers_begun = false;
  bool m_failed = false;
  std::size_t m_moves_at = npos; ///< behind a key that says so
};

} // namespace

bool looks_like_moves(std::string_view text) noexcept {
  constexpr int most_lines = 40; // of a heading
  for (int lines = 0; !text.empty() && lines < most_lines; ++lines) {
    auto line = skip_blanks(take_line(text));
    int ignored = 0;
    line = skip_blanks(line.substr(number_length(line, ignored)));
    if (begins_with_move(line)) {
      const auto next = skip_blanks(line.substr(word_at(line).size()));
      return is_ideograph_lead(line[0]) ||
             begins_with_move(next.empty() ? skip_blanks(text) : next) ||
             separator_length(next) != 0 || next.starts_with(',');
    }
  }
  return false;
}

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
  const auto header = header_of_line(content);
  const bool position =
      (header == "Position" && is_position_line(content)) || looks_like_fen(content);
  const bool moves = is_moves_line(content) || header == "Moves";
  const bool heading =
      (!header.empty() && header != "Result" && header != "Moves") || is_game_title(trim(content));
  const bool again = moves && (m_ended || begins_with_first_move(content));
  const bool begins = !m_started || (m_has_moves && (heading || again)) ||
                      (position && (m_has_position || m_has_moves));
  m_has_position = position || (m_has_position && !begins);
  m_has_moves = moves || (m_has_moves && !begins);
  m_ended = ends_with_result(content) && (moves || m_has_moves);
  m_started = true;
  return begins;
}

std::unique_ptr<SliceParser> make_txt_parser(const ReadOptions& options) {
  return std::make_unique<TxtParser>(options);
}

} // namespace xq::format
