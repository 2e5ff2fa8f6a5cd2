#include "format/movetext/movetext.hpp"

#include "format/movetext/movetext_lexis.hpp"
#include "format/movetext/tag_line.hpp"

#include <xq/record/result.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

namespace xq::format {
namespace {

using notation::Style;
using record::Result;
constexpr auto npos = std::string_view::npos;

/// Red writes 一 to 九, Black １ to ９ or 1 to 9; `text` ends with a digit.
bool has_wrong_numerals(std::string_view text, Color side) noexcept {
  const bool chinese =
      static_cast<unsigned char>(text.back()) >= 0x80U && text[text.size() - 3] != '\xEF';
  return chinese != (side == Color::red);
}

} // namespace

MovetextReader::MovetextReader(const ReadOptions& options)
    : m_moves{options},
      m_max_ply{options.max_ply == 0 ? -1 : options.max_ply},
      m_try_chinese{!options.style || *options.style == Style::chinese ||
                    *options.style == Style::traditional},
      m_try_squares{!options.style || *options.style == Style::uci},
      m_memo{options.memo} {}

void MovetextReader::skip_line() noexcept {
  m_at = std::min(m_text.find('\n', m_at), m_text.size());
}

void MovetextReader::begin(std::string_view text, record::Game& game, Reporter& report) {
  m_text = text;
  m_game = &game;
  m_report = &report;
  m_setting = {};
  m_line.begin(game);
  m_moves.begin();
  m_result.reset();
  m_score = {};
  m_format_reported = m_numerals_reported = m_number_reported = m_number_seen = false;
}

std::size_t MovetextReader::read_comment(std::size_t at) {
  m_at = at;
  if (m_text[at] == '{') {
    comment();
  } else {
    line_comment();
  }
  return m_at;
}

std::optional<Result> MovetextReader::read_moves(std::size_t at, const Setting& setting) {
  m_setting = setting;
  m_moves.set_declared(setting.declared);
  m_at = at;
  m_line.set_start();
  const auto key = m_memo ? memo_key() : Hash128{};
  if (m_memo && recall(key)) {
    return m_result;
  }
  const auto problems_before = m_game->problems.size();
  while (m_at < m_text.size()) {
    if (m_line.ply() == m_max_ply && m_line.depth() == 0) {
      leave_out_rest();
      break;
    }
    if (m_try_chinese && m_score.empty()) {
      plain_moves();
    }
    if (m_at < m_text.size() && (m_line.ply() != m_max_ply || m_line.depth() > 0)) {
      step();
      if (!m_score.empty() && m_line.ply() != m_score_ply) {
        add_score();
      }
    }
  }
  if (!m_score.empty()) {
    add_score();
  }
  if (m_line.depth() > 0 && !m_setting.cut) {
    m_report->add(ProblemCode::unterminated_variation,
                  "a variation without its closing parenthesis", {}, m_line.opened_at(),
                  m_line.ply());
  }
  m_line.end();
  if (m_memo) {
    remember(key, problems_before);
  }
  return m_result;
}

/// Of the text that is still to be read. The start position's counters do not matter to it.
Hash128 MovetextReader::memo_key() const noexcept {
  const auto& start = m_line.position().hashes();
  const auto declared =
      m_setting.declared ? static_cast<std::uint64_t>(*m_setting.declared) + 1 : 0;
  return m_memo->key(rest(), {start.key, start.lock + declared});
}

/// The same text from the same position was read before: no need to do it again.
bool MovetextReader::recall(const Hash128& key) {
  if (!m_memo->find(key, m_known)) {
    return false;
  }
  auto node = record::root_node;
  for (const Move move : m_known.moves) {
    node = m_game->add_move(node, move);
  }
  m_at = m_text.size();
  m_result = m_known.result;
  return true;
}

void MovetextReader::remember(const Hash128& key, std::size_t problems_before) {
  const bool plain = m_game->problems.size() == problems_before && !m_game->has_notes() &&
                     !m_game->has_variations() && !m_setting.cut && m_at == m_text.size();
  if (plain) {
    m_game->main_line(m_known.moves);
    m_known.result = m_result;
    m_memo->remember(key, m_known);
  }
}

/// Blanks, move numbers and Chinese moves in their usual form, up to the first thing that is none
/// of them: nearly all of most archives. step() reads them in the same way.
void MovetextReader::plain_moves() {
  while (m_at < m_text.size()) {
    const char c = m_text[m_at];
    if (c == ' ' || c == '\n' || c == '\r') {
      ++m_at;
    } else if (is_ideograph_lead(c)) {
      if (m_line.ply() == m_max_ply || !chinese_move()) {
        return;
      }
    } else if (!plain_number()) {
      return;
    }
  }
}

/// `12.` before a Chinese move.
bool MovetextReader::plain_number() {
  const auto text = rest();
  constexpr std::size_t most_digits = 4;
  std::size_t i = 0;
  int value = 0;
  while (i <= most_digits && i < text.size() && text[i] >= '0' && text[i] <= '9') {
    value = value * 10 + (text[i] - '0');
    ++i;
  }
  if (i == 0 || i > most_digits || i == text.size() || text[i] != '.') {
    return false;
  }
  ++i;
  while (i < text.size() && text[i] == ' ') {
    ++i;
  }
  if (i == text.size() || !is_ideograph_lead(text[i])) {
    return false;
  }
  check_number(value, false, m_at);
  m_at += i;
  return true;
}

/// The moves are enough: only a result as the last word is read.
void MovetextReader::leave_out_rest() {
  const auto text = trim(m_text.substr(m_at));
  const auto word = text.substr(text.find_last_of(" \t\r\n") + 1); // npos + 1 is 0
  if (const auto result = record::find_result(word); result && !word.empty()) {
    m_result = result;
  }
  m_at = m_text.size();
}

void MovetextReader::step() {
  const char c = m_text[m_at];
  if (static_cast<unsigned char>(c) >= 0x80U) {
    multibyte();
    return;
  }
  switch (c) {
  case ' ':
  case '\t':
  case '\r':
  case '\n':
  case ',':
    ++m_at;
    return;
  case '+':
  case '#':
  case '=':
    mark();
    return;
  case '.':
    dots();
    return;
  case '{':
    comment();
    return;
  case ';':
    line_comment();
    return;
  case '(':
    open_variation();
    return;
  case ')':
    close_variation();
    return;
  case '$':
    nag_number();
    return;
  case '!':
  case '?':
    glyph();
    return;
  case '[':
    if (const auto length = score_length(rest()); length != 0) {
      score(length);
      return;
    }
    fail(ProblemCode::bad_tag, "a header among the moves",
         m_text.substr(m_at, read_tag_line(rest()).length), m_at);
    return;
  case '%':
    if (at_line_start()) {
      skip_line();
      return;
    }
    break;
  case '*':
    static_cast<void>(result_token());
    return;
  default:
    break;
  }
  if (c >= '0' && c <= '9') {
    number();
  } else if (!m_try_squares || !square_move()) {
    other_move();
  }
}

/// `[Score "8=-2"]` belongs to the move behind it.
void MovetextReader::score(std::size_t length) {
  if (!m_score.empty()) {
    add_score();
  }
  m_score = m_text.substr(m_at + 1, length - 2);
  m_score_ply = m_line.ply();
  m_at += length;
}

void MovetextReader::add_score() {
  std::string text{m_score};
  text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
  m_line.add_comment(text);
  m_score = {};
}

/// `+`, `#` and `=` after a move say what the position says anyway. `+C-2` is a move, though, and a
/// line of `====` ends the game.
void MovetextReader::mark() {
  const auto text = rest();
  const bool after_blank = m_at == 0 || ends_token(m_text[m_at - 1]);
  if (at_line_start() && is_footer_line(text)) {
    m_at = m_text.size();
  } else if (after_blank && text.size() > 1 &&
             (is_double_sign_move(text) ||
              std::isalnum(static_cast<unsigned char>(text[1])) != 0)) {
    other_move();
  } else {
    ++m_at;
  }
}

void MovetextReader::multibyte() {
  if (m_try_chinese && is_ideograph_lead(m_text[m_at]) && chinese_move()) {
    return;
  }
  const auto text = rest();
  if (const auto blank = blank_length(text); blank != 0) {
    m_at += blank;
    return;
  }
  if (const auto invisible = invisible_length(text); invisible != 0) {
    m_report->add(ProblemCode::invisible_character, "a zero-width character in the moves", {}, m_at,
                  m_line.ply() + 1);
    m_at += invisible;
    return;
  }
  int ignored = 0;
  if (digit_length(text, ignored) != 0) {
    number();
    return;
  }
  if (dot_length(text, ignored) != 0) {
    dots();
    return;
  }
  if (const auto mark = separator_length(text); mark != 0) {
    m_at += mark;
    return;
  }
  if (m_line.ply() > 0) {
    for (const auto word : decorations) {
      if (text.starts_with(word)) {
        m_at += word.size();
        return;
      }
    }
  }
  other_move();
}

/// The commonest case: `炮二平五`, resolved from the bitboards.
bool MovetextReader::chinese_move() {
  const auto text = rest();
  const auto fast = notation::read_chinese_fast(m_line.position(), text);
  if (fast.bytes == 0 || m_line.takes_king(fast.move)) {
    return false;
  }
  if (m_setting.declared && *m_setting.declared != Style::chinese && !m_format_reported) {
    m_format_reported = true;
    m_report->add(ProblemCode::format_tag_conflict,
                  fmt::format("the Format header says {}, the moves are Chinese",
                              notation::name(*m_setting.declared)),
                  text.substr(0, fast.bytes), m_at, m_line.ply() + 1);
  }
  if (!m_numerals_reported &&
      has_wrong_numerals(text.substr(0, fast.bytes), m_line.position().side_to_move())) {
    m_numerals_reported = true;
    m_report->add(ProblemCode::wrong_numerals, "a move in the other side's numerals",
                  text.substr(0, fast.bytes), m_at, m_line.ply() + 1);
  }
  m_at += fast.bytes;
  m_line.play(fast.move);
  return true;
}

/// `h2e2`, whatever follows.
bool MovetextReader::square_move() {
  const auto text = rest();
  if (!is_square_move(text)) {
    return false;
  }
  const Move move{make_square(text[0] - 'a', text[1] - '0'),
                  make_square(text[2] - 'a', text[3] - '0')};
  const bool alone = text.size() == 4 || ends_token(text[4]) || is_square_move(text.substr(4));
  if (!alone || !m_line.position().is_legal(move) || m_line.takes_king(move)) {
    return false;
  }
  m_at += 4;
  m_line.play(move);
  return true;
}

std::string_view MovetextReader::without_invisible(std::string_view token) {
  if (token.find_first_of("\xE2\xEF") == npos) {
    return token;
  }
  m_token.clear();
  for (std::size_t i = 0; i < token.size();) {
    const auto n = invisible_length(token.substr(i));
    if (n == 0) {
      m_token += token[i++];
    } else {
      m_report->add(ProblemCode::invisible_character, "a zero-width character in the moves", {},
                    m_at + i, m_line.ply() + 1);
      i += n;
    }
  }
  return m_token.size() == token.size() ? token : std::string_view{m_token};
}

/// The move that a reading of `length` bytes at m_at found, or what there is to say about it.
void MovetextReader::play(const notation::Reading& reading, std::string_view token,
                          std::size_t length) {
  Move move = reading.move;
  if (!move || m_line.takes_king(move)) { // only then a place is needed
    move = m_moves.settle(m_line.position(), token, reading,
                          {m_report->location(m_at), m_line.ply() + 1}, TextAhead{m_text},
                          m_at + length, *m_report);
  }
  if (!move) {
    give_up_line();
    return;
  }
  if (reading.wrong_numerals && !m_numerals_reported) {
    m_numerals_reported = true;
    m_report->add(ProblemCode::wrong_numerals, "a move in the other side's numerals", token, m_at,
                  m_line.ply() + 1);
  }
  const auto& language = m_moves.language();
  if (const auto declared = language.declared;
      reading && declared && !language.style && !m_format_reported &&
      !notation::read_move(m_line.position(), token, declared, language.wxf)) {
    m_format_reported = true;
    m_report->add(ProblemCode::format_tag_conflict,
                  fmt::format("the Format header says {}, the moves are written otherwise",
                              notation::name(*declared)),
                  token, m_at, m_line.ply() + 1);
  }
  m_at += length;
  m_line.play(move);
}

/// A move that is not of the plain Chinese form, or something that is no move at all.
void MovetextReader::other_move() {
  if (result_token()) {
    return;
  }
  const auto raw = token_at(rest());
  auto front = read_front(m_line.position(), raw, m_moves.language());
  if (m_moves.find_first_rank(m_line.position(), front.reading, TextAhead{m_text}, m_at)) {
    front = read_front(m_line.position(), raw, m_moves.language());
  }
  const auto token =
      front.bytes == raw.size() ? without_invisible(raw) : raw.substr(0, front.bytes);
  play(front.reading, token, front.bytes);
}

bool MovetextReader::read_number(int& value, bool& too_long) {
  int digit = 0;
  std::size_t digits = 0;
  value = 0;
  while (const auto n = digit_length(rest(), digit)) {
    value = std::min(value * 10 + digit, 99999);
    ++digits;
    m_at += n;
  }
  too_long = digits > 4;
  int ignored = 0;
  const auto text = rest();
  return text.empty() || text[0] == '\n' || blank_length(text) != 0 ||
         dot_length(text, ignored) != 0;
}

/// A move number, a result, or a move that begins with a digit (Black's ordinals, WXF's index).
void MovetextReader::number() {
  const auto start = m_at;
  if (!is_plain_number(rest()) && result_token()) {
    return;
  }
  if (m_moves.language().style == Style::keypad) {
    const auto token = token_at(rest());
    const auto reading = notation::read_move(m_line.position(), token, Style::keypad);
    if (reading) {
      play(reading, token, token.size());
      return;
    }
  }
  if (is_index_move(rest())) {
    other_move();
    return;
  }
  int value = 0;
  bool too_long = false;
  if (!read_number(value, too_long)) {
    m_at = start;
    other_move();
    return;
  }
  check_number(value, too_long, start);
  int ignored = 0;
  if (dot_length(rest(), ignored) != 0) {
    dots();
  }
}

/// `.` after a number; two or more, in any shape and with blanks between, say that Black moves.
void MovetextReader::dots() {
  const auto start = m_at;
  int count = 0;
  while (true) {
    int dots = 0;
    const auto text = rest();
    if (const auto n = dot_length(text, dots); n != 0) {
      count += dots;
      m_at += n;
    } else if (const auto blank = blank_length(text); blank != 0) {
      m_at += blank;
    } else {
      break;
    }
  }
  if (count > 1) {
    check_black_marker(start);
  }
}

void MovetextReader::check_black_marker(std::size_t offset) {
  if (m_line.position().side_to_move() == Color::black) {
    return;
  }
  if (m_line.ply() == 0 && !m_setting.has_position) {
    fail(ProblemCode::missing_start_position, "Black is to move first, but no position is given",
         token_at(rest()), offset);
  } else {
    fail(ProblemCode::wrong_side, "a move number says that Black moves, but Red is to move",
         token_at(rest()), offset);
  }
}

void MovetextReader::check_number(int value, bool too_long, std::size_t offset) {
  if (m_number_reported || m_line.depth() > 0) {
    return;
  }
  const int side = m_game->start().side_to_move() == Color::black ? 1 : 0;
  const int base = value - (m_line.ply() + side) / 2;
  if (too_long || (m_number_seen && base != m_number_base)) {
    m_number_reported = true;
    const bool gap = !too_long && base > m_number_base;
    const auto message = too_long ? std::string{"a move number that no game reaches"}
                         : gap    ? fmt::format("move number {} where {} is next", value,
                                                value - (base - m_number_base))
                                  : std::string{"a move number out of order"};
    m_report->add(gap ? ProblemCode::number_gap : ProblemCode::move_number, message,
                  token_at(m_text.substr(offset)), offset, m_line.ply() + 1);
  }
  m_number_seen = true;
  m_number_base = base;
}

/// A result where one may stand; inside a variation it says nothing about the game.
bool MovetextReader::result_token() {
  const auto token = m_text[m_at] == '*' ? rest().substr(0, 1) : token_at(rest());
  const auto result = record::find_result(token);
  if (!result) {
    return false;
  }
  m_at += token.size();
  if (m_line.depth() == 0) {
    m_result = result;
    after_result();
  }
  return true;
}

/// Comments may follow the result; anything else is no part of the game.
void MovetextReader::after_result() {
  while (m_at < m_text.size()) {
    const auto text = rest();
    const auto content = skip_blanks(text);
    m_at += text.size() - content.size();
    if (content.empty()) {
      return;
    }
    if (content[0] == '\n') {
      ++m_at;
    } else if (content[0] == '{') {
      comment();
    } else if (content[0] == ';') {
      line_comment();
    } else if (content[0] == '%' && at_line_start()) {
      skip_line();
    } else {
      const auto token = token_at(content);
      if (!is_footer_line(content)) {
        auto problem = make_problem(ProblemCode::text_after_result, "text after the result", token,
                                    m_report->location(m_at));
        if (m_moves.read(m_line.position(), token)) {
          problem.message = "a move after the result";
          problem.ply = m_line.ply() + 1;
          problem.severity = Severity::error; // which of the two is meant, nobody can say
        }
        m_report->add(std::move(problem));
      }
      m_at = m_text.size();
    }
  }
}

void MovetextReader::comment() {
  const auto start = m_at;
  const auto end = m_text.find('}', start);
  if (end == npos) {
    if (!m_setting.cut) {
      m_report->add(
          ProblemCode::unterminated_comment, "a comment without its closing brace",
          m_text.substr(start, std::min<std::size_t>(m_text.find('\n', start) - start, 200)),
          start);
    }
    m_at = m_text.size();
    return;
  }
  m_line.add_comment(m_text.substr(start + 1, end - start - 1));
  m_at = end + 1;
}

/// `;` to the end of the line; lines of this kind that follow each other are one comment.
void MovetextReader::line_comment() {
  std::string text;
  while (true) {
    const auto end = std::min(m_text.find('\n', m_at), m_text.size());
    text += m_text.substr(m_at + 1, end - m_at - 1);
    m_at = end;
    const auto next = m_text.substr(std::min(end + 1, m_text.size()));
    if (!next.starts_with(';')) {
      break;
    }
    text += '\n';
    m_at = end + 1;
  }
  m_line.add_comment(text);
}

void MovetextReader::nag_number() {
  const auto start = m_at++;
  unsigned value = 0;
  bool digits = false;
  while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9') {
    value = std::min(value * 10 + static_cast<unsigned>(m_text[m_at] - '0'), 100000U);
    digits = true;
    ++m_at;
  }
  if (!digits || value > 255) {
    m_report->add(ProblemCode::bad_nag, "an annotation glyph outside $0 to $255",
                  m_text.substr(start, std::min<std::size_t>(m_at - start, 20)), start,
                  m_line.ply());
  } else {
    m_line.add_nag(static_cast<std::uint16_t>(value));
  }
}

void MovetextReader::glyph() {
  constexpr auto glyphs = std::to_array<std::string_view>({"!", "?", "!!", "??", "!?", "?!"});
  const auto start = m_at;
  while (m_at < m_text.size() && (m_text[m_at] == '!' || m_text[m_at] == '?')) {
    ++m_at;
  }
  const auto text = m_text.substr(start, m_at - start);
  const auto* const found = std::find(glyphs.begin(), glyphs.end(), text);
  if (found == glyphs.end()) {
    m_report->add(ProblemCode::bad_nag, "marks that are none of ! ? !! ?? !? ?!", text, start,
                  m_line.ply());
  } else {
    m_line.add_nag(static_cast<std::uint16_t>(found - glyphs.begin() + 1));
  }
}

void MovetextReader::open_variation() {
  const auto start = m_at++;
  if (m_line.at_start()) {
    m_report->add(ProblemCode::variation_without_move,
                  "a variation before any move that it could replace", {}, start);
    if (!skip_variation() && !m_setting.cut) {
      m_report->add(ProblemCode::unterminated_variation,
                    "a variation without its closing parenthesis", {}, start);
    }
    return;
  }
  if (m_line.depth() == GameTreeBuilder::max_depth) {
    report_too_deep(start);
    return;
  }
  m_line.open_variation(start);
}

void MovetextReader::close_variation() {
  if (m_line.depth() == 0) {
    m_report->add(ProblemCode::unexpected_parenthesis, "a closing parenthesis that closes nothing",
                  {}, m_at, m_line.ply());
    ++m_at;
    return;
  }
  ++m_at;
  m_line.close_variation();
}

/// Says so once and reads no more of the game.
void MovetextReader::report_too_deep(std::size_t offset) {
  m_report->add(ProblemCode::too_deep,
                fmt::format("variations nested more than {} deep", GameTreeBuilder::max_depth), {},
                offset, m_line.ply());
  m_at = m_text.size();
  m_setting.cut = true; // what is open stays open, and that was said
}

/// To the parenthesis that closes the variation in which m_at stands.
bool MovetextReader::skip_variation() {
  for (std::size_t depth = 1; m_at < m_text.size();) {
    const auto next = m_text.find_first_of("{;()", m_at);
    if (next == npos) {
      break;
    }
    m_at = next;
    switch (m_text[next]) {
    case '{':
      m_at = std::min(m_text.find('}', next), m_text.size());
      break;
    case ';':
      skip_line();
      break;
    case '(':
      if (++depth > GameTreeBuilder::max_depth) {
        report_too_deep(next);
        return false;
      }
      ++m_at;
      break;
    default:
      ++m_at;
      if (--depth == 0) {
        return true;
      }
    }
  }
  m_at = m_text.size();
  return false;
}

void MovetextReader::fail(ProblemCode code, std::string message, std::string_view token,
                          std::size_t offset) {
  m_report->add(code, std::move(message), token, offset, m_line.ply() + 1);
  give_up_line();
}

void MovetextReader::give_up_line() {
  if (m_line.depth() == 0) {
    m_at = m_text.size();
    return;
  }
  if (skip_variation()) {
    --m_at; // close_variation() wants to see it
  }
}

} // namespace xq::format
