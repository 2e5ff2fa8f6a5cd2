#include "base/script/latin.hpp"
#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/branches.hpp"
#include "format/movetext/move_numbers.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/shared/header_name.hpp"
#include "format/text/csv_table.hpp"
#include "format/text/line_records.hpp"
#include "format/text/text_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using record::Result;
/// A colon of either kind; bytes 0: there is none.
struct Colon {
  std::size_t at = npos;
  std::size_t bytes = 0;
};
Colon find_colon(std::string_view line) noexcept {
  const auto plain = line.find(':');
  const auto wide = std::min(line.find("："), line.find("】"));
  return plain == npos && wide == npos ? Colon{} : plain < wide ? Colon{plain, 1} : Colon{wide, 3};
}

/// The key of `红方：...`, and of `【红方】...`, before the colon or the bracket.
std::string_view key_of(std::string_view text) noexcept {
  constexpr std::string_view bracket = "【";
  const auto key = trim(text);
  return key.starts_with(bracket) ? key.substr(bracket.size()) : key;
}

/// The header that a key names, in Chinese, Vietnamese or English; empty where it is not known.
std::string_view header_of_key(std::string_view key) {
  const auto chinese = header_of_chinese(key);
  const auto column = chinese.empty() ? known_column(key) : std::nullopt;
  if (!column) {
    return chinese;
  }
  switch (column->meaning) {
  case CsvMeaning::moves:
    return "Moves";
  case CsvMeaning::fen:
    return "Position";
  case CsvMeaning::header:
  case CsvMeaning::date:
  case CsvMeaning::result:
    return column->header;
  default: // of other columns
    return {};
  }
}

/// The header of `红方：...`; empty where the key is not known.
std::string_view header_of_line(std::string_view line) {
  const auto colon = find_colon(line.substr(0, 64));
  return colon.bytes == 0 || side_label_length(line) != 0
             ? std::string_view{}
             : header_of_key(key_of(line.substr(0, colon.at)));
}

/// Whether the line has a colon with something behind it.
bool has_value(std::string_view line) {
  const auto colon = find_colon(line);
  return colon.bytes != 0 && !trim(line.substr(colon.at + colon.bytes)).empty();
}

bool is_header_line(std::string_view line) { return !header_of_line(line).empty(); }

/// `局面：FEN`
bool is_position_line(std::string_view line) {
  const auto colon = find_colon(line);
  const auto header = header_of_line(line);
  return (header == "Position" || header == "FEN") &&
         looks_like_fen(trim(line.substr(colon.at + colon.bytes)));
}

/// A number, or a move without one; a number without its dot needs the move.
bool begins_with_moves(std::string_view line) noexcept {
  auto content = skip_blanks(line);
  content.remove_prefix(leading_signs_length(content)); // 「炮二平五」
  int ignored = 0;
  return begins_with_number(content) || side_label_length(content) != 0 ||
         spelled_move_length(content) != 0 ||
         begins_with_move(content.substr(number_length(content, ignored)));
}

/// `Ván 2`, `Trận số 2`
bool is_vietnamese_title(std::string_view line) {
  constexpr auto words = std::to_array<std::string_view>(
      {"van ", "van co ", "van dau ", "tran ", "tran dau ", "bai ", "the co "});
  constexpr std::size_t longest = 40; // bytes
  const auto front = line.substr(0, std::min(longest, line.find_first_of("0123456789")));
  if (front.size() == line.size() || !has_marked_letter(front)) {
    return false;
  }
  auto title = without_marks(front);
  constexpr std::string_view number = "so ";
  title.resize(title.ends_with(number) ? title.size() - number.size() : title.size());
  return std::find(words.begin(), words.end(), title) != words.end();
}

/// `第二局`, with what it is called behind it.
bool is_game_title(std::string_view line) {
  constexpr std::string_view bracket = "【";
  constexpr std::string_view game = "game ";
  line.remove_prefix(line.starts_with(bracket) ? bracket.size() : 0);
  if (is_vietnamese_title(line) ||
      (equal_ignoring_case(line.substr(0, game.size()), game) && line.size() > game.size() &&
       (is_digit(line[game.size()]) || line[game.size()] == '#'))) {
    return true;
  }
  constexpr std::string_view ordinal = "第";
  constexpr std::size_t longest_number = 12; // bytes
  const auto unit = std::min({line.find("局"), line.find("盘"), line.find("题"), line.find("例")});
  int ignored = 0;
  return line.starts_with(ordinal) && unit != npos && unit > ordinal.size() &&
         unit <= ordinal.size() + longest_number &&
         number_length(line.substr(ordinal.size()), ignored) == unit - ordinal.size();
}

/// `第1局：`, `Game 1:` with moves behind it on the line.
struct LabelledMoves {
  std::string_view label;
  std::size_t moves = 0; ///< offset in the line; 0: it is no such line
};
LabelledMoves labelled_moves(std::string_view line) {
  if (!is_game_title(line)) {
    return {};
  }
  const auto colon = find_colon(line.substr(0, 64));
  const auto blank = line.find(' ');
  const auto end = colon.bytes != 0 ? colon.at : blank;
  const auto behind = colon.bytes != 0 ? colon.at + colon.bytes : blank;
  if (end == npos || !begins_with_moves(line.substr(behind))) {
    return {};
  }
  const auto moves = skip_blanks(line.substr(behind));
  return {trim(line.substr(0, end)), line.size() - moves.size()};
}

bool is_moves_line(std::string_view line) {
  return begins_with_moves(line) || labelled_moves(line).moves != 0;
}

/// Signs between headers on one line.
constexpr auto header_signs =
    std::to_array<std::string_view>({" ", "\t", "\u3000", ",", ";", "|", "，", "；", "｜", "、"});

/// Where the last word of `text` begins.
std::size_t last_word(std::string_view text) noexcept {
  std::size_t begin = 0;
  for (const auto sign : header_signs) {
    const auto at = text.rfind(sign);
    begin = at == npos ? begin : std::max(begin, at + sign.size());
  }
  return begin;
}

/// A value without the signs that divide it from the next header.
std::string_view without_signs(std::string_view value) noexcept {
  for (bool more = true; more;) {
    more = false;
    for (const auto sign : header_signs) {
      more = more || value.ends_with(sign);
      value.remove_suffix(value.ends_with(sign) ? sign.size() : 0);
    }
  }
  return value;
}

/// Title words without the brackets about them: `【全国赛】`.
std::string_view without_brackets(std::string_view line) noexcept {
  constexpr std::string_view open = "【";
  constexpr std::string_view close = "】";
  const bool whole = line.starts_with(open) && line.ends_with(close) &&
                     line.find(close) == line.size() - close.size();
  return whole ? trim(line.substr(open.size(), line.size() - open.size() - close.size())) : line;
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
      if (begins_with_moves(line)) {
        break;
      }
      if (const auto [label, moves] = labelled_moves(line); moves != 0) {
        m_heading = m_heading.empty() ? label : m_heading;
        at = static_cast<std::size_t>(line.data() - m_text.data()) + moves;
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
    read_footer(at);
    m_moves.begin(m_text, game, m_report);
    const auto result = m_moves.read_moves(at, {std::nullopt, m_has_fen, cut});
    if (game.result() == Result::unknown && result) {
      game.set_result(*result);
    }
    if (game.plies() == 0 && !m_has_fen && game.usable()) {
      report_no_moves();
    }
  }

private:
  /// Headers without moves are a game of which little is known; other words alone are none.
  void report_no_moves() {
    auto problem =
        make_problem(ProblemCode::unknown_token, localized("text, and no move"),
                     excerpt(trim(m_text.substr(0, m_text.find('\n')))), m_report.location(0), 1);
    problem.severity = m_headers_begun ? Severity::warning : Severity::error;
    m_report.add(std::move(problem));
  }

  /// Headers behind the moves, which begin at `at`: `结果：红胜`. The text loses them.
  void read_footer(std::size_t at) {
    while (m_text.size() > at) {
      const auto end = m_text.find_last_not_of(" \t\r\n");
      const auto begin = m_text.rfind('\n', end) + 1; // npos + 1 is 0
      const auto line = trim(skip_blanks(m_text.substr(begin)));
      if (begin <= at || !is_header_line(line) || header_of_line(line) == "Moves") {
        return;
      }
      headers(line);
      m_text = m_text.substr(0, begin);
    }
  }

  void read_line(std::string_view line) {
    if (is_header_line(line)) {
      m_headers_begun = true;
      headers(line);
    } else if (looks_like_fen(line)) {
      header("Position", line);
    } else if (!line.empty() && line[0] != '%' && line[0] != '#' && !is_frame(line)) {
      if (!m_headers_begun && m_heading.empty()) {
        m_heading = without_brackets(line);
      } else {
        m_comment.append(line).append("\n");
      }
    }
  }

  /// Rules, and the heading of the columns of moves.
  static bool is_frame(std::string_view line) noexcept {
    const bool title = !has_value(line) && (line.starts_with("棋谱") || line.starts_with("回合"));
    return line.find_first_not_of("-=_ *") == npos || title || line.starts_with("序号") ||
           line.find("对局记录") != npos || line.find("对 局 记 录") != npos;
  }

  /// `key：value key：value`: a value goes up to the word before the next colon.
  void headers(std::string_view line) {
    auto colon = find_colon(line);
    auto key = key_of(line.substr(0, colon.at));
    while (colon.bytes != 0) {
      line.remove_prefix(colon.at + colon.bytes);
      colon = find_colon(line);
      auto value = line;
      std::string_view next;
      if (colon.bytes != 0) {
        const auto word = last_word(line.substr(0, colon.at));
        next = key_of(line.substr(word, colon.at - word));
        if (header_of_key(next).empty()) { // a colon within the value, which goes up to the end
          colon = {};
        } else {
          value = without_signs(line.substr(0, word));
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

/// Words before a game that has no headers: a sentence of Chinese, or the title of a game.
bool is_title(std::string_view line) {
  constexpr std::string_view bracket = "【";
  line = trim(line);
  const auto words = line.starts_with(bracket) ? line.substr(bracket.size()) : line;
  return !words.empty() && (is_ideograph_lead(words[0]) || is_game_title(words));
}

} // namespace

bool looks_like_moves(std::string_view text) noexcept {
  constexpr int most_lines = 40; // of a heading
  constexpr std::string_view marks = ",;/|-\"'";
  for (int lines = 0; !text.empty() && lines < most_lines; ++lines) {
    auto line = skip_blanks(take_line(text));
    int ignored = 0;
    line = skip_blanks(line.substr(number_length(line, ignored)));
    if (side_label_length(line) != 0) {
      return true;
    }
    line.remove_prefix(leading_signs_length(line));
    if (spelled_move_length(line) != 0) {
      return true;
    }
    const auto behind = skip_blanks(line.substr(word_at(line).size()));
    if (begins_with_vietnamese_move(line) &&
        begins_with_vietnamese_move(behind.empty() ? skip_blanks(text) : behind)) {
      return true;
    }
    if (begins_with_move(line)) {
      const auto next = skip_blanks(line.substr(word_at(line).size()));
      return static_cast<unsigned char>(line[0]) >= 0x80U ||
             begins_with_move(next.empty() ? skip_blanks(text) : next) ||
             separator_length(next) != 0 || next.starts_with("…") ||
             (!next.empty() && marks.find(next[0]) != npos);
    }
  }
  return false;
}

bool looks_like_txt(std::string_view text) noexcept {
  bool has_header = false;
  for (int lines = 0; !text.empty() && (has_header || lines < 12); ++lines) {
    const auto line = skip_blanks(take_line(text));
    if (is_moves_line(line)) {
      return has_header || labelled_moves(line).moves != 0;
    }
    if (is_tag_start(line)) {
      return false;
    }
    if (has_header && looks_like_fen(line)) { // a list of positions under their names
      return true;
    }
    has_header = has_header || (lines < 3 && is_title(line));
    const auto header = header_of_line(line);
    if (header == "Red" || header == "Black" || header == "FEN" || is_position_line(line)) {
      return true;
    }
    has_header = has_header || !header.empty(); // a title or a source alone is no game
  }
  return false;
}

/// Behind moves a header that the game has already is the next game's, and so is one that says who
/// plays or where. Others may end a game: `来源：...`.
bool TxtSplitter::begins_heading(std::string_view header) const {
  constexpr auto first_headers = std::to_array<std::string_view>(
      {"Red", "Black", "Event", "Title", "FEN", "Position", "Round", "RedTeam", "BlackTeam"});
  return std::find(first_headers.begin(), first_headers.end(), header) != first_headers.end() ||
         (header != "Result" && header != "Moves" &&
          std::find(m_headers.begin(), m_headers.end(), header) != m_headers.end());
}

bool TxtSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  if (content.empty()) {
    return false;
  }
  m_in_branch = m_in_branch || branch_heading(content).length != 0;
  const auto header = header_of_line(content);
  const bool position = is_position_line(content) || looks_like_fen(content);
  const bool moves =
      is_moves_line(content) || (header == "Moves" && has_value(content)); // `着法：炮二平五`
  const bool title = is_game_title(trim(content));
  const bool heading = title || begins_heading(header);
  const bool again = moves && !m_in_branch && (m_ended || begins_with_first_move(content));
  const bool begins = !m_started || (m_has_moves && (heading || again)) ||
                      (position && (m_has_position || m_has_moves)) || (title && m_has_position);
  if (begins) {
    m_headers.clear();
    m_in_branch = false;
  }
  if (!header.empty() && std::find(m_headers.begin(), m_headers.end(), header) == m_headers.end()) {
    m_headers.push_back(header);
  }
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
