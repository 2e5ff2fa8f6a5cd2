#include "format/movetext/movetext.hpp"

#include "base/text/npos.hpp"
#include "format/movetext/move_numbers.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/shared/move_tree.hpp"
#include "notation/reading.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace xq::format {
namespace {

using Kind = MovetextToken::Kind;
using notation::Style;
using record::Result;

/// Red writes 一 to 九, Black １ to ９ or 1 to 9; `text` ends with a digit.
bool has_wrong_numerals(std::string_view text, Color side) noexcept {
  const bool chinese =
      static_cast<unsigned char>(text.back()) >= 0x80U && text[text.size() - 3] != '\xEF';
  return chinese != (side == Color::red);
}

/// `h2e2`, as in `[a-i][0-9][a-i][0-9]`, whatever follows.
bool begins_with_squares(std::string_view text) noexcept {
  const auto file = [](char c) { return c >= 'a' && c <= 'i'; };
  const auto rank = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() >= 4 && file(text[0]) && rank(text[1]) && file(text[2]) && rank(text[3]);
}

/// Some word has the square `h10`.
bool names_rank_ten(std::string_view text) noexcept {
  for (auto ten = text.find("10", 1); ten != npos; ten = text.find("10", ten + 2)) {
    const char file = static_cast<char>(text[ten - 1] | 0x20);
    if (file >= 'a' && file <= 'i') {
      return true;
    }
  }
  return false;
}

/// One dot behind a sentence.
bool is_full_stop(const MovetextToken& token) noexcept {
  return token.kind == Kind::dots && token.value == 1;
}

/// Whether a line is prose as a whole, the moves in it included: `黑如改走车8平9，则红多兵占优。`
bool is_sentence(std::string_view line) noexcept {
  constexpr auto ends = std::to_array<std::string_view>({"。", "！", "？", "；", "”", "…"});
  line = trim(line);
  return !line.empty() && is_ideograph_lead(line[0]) && !begins_with_move(line) &&
         side_label_length(line) == 0 && spelled_move_length(line) == 0 &&
         std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view end) { return line.ends_with(end); });
}

/// What dpxq writes below a game.
bool is_signature(std::string_view line) noexcept {
  return line.starts_with("棋谱由") && trim(line).ends_with("生成");
}

/// What stands within wide or unlike brackets of a comment; null data where one is missing.
std::string_view between_brackets(std::string_view text) noexcept {
  const std::size_t front = static_cast<unsigned char>(text[0]) < 0x80U ? 1 : 3;
  const auto ends = [&](std::string_view bracket) {
    return text.size() >= front + bracket.size() && text.ends_with(bracket);
  };
  const std::size_t back = ends("}") || ends(")") || ends("]")                    ? 1
                           : ends("）") || ends("｝") || ends("】") || ends("］") ? 3
                                                                                  : 0;
  return back == 0 ? std::string_view{} : text.substr(front, text.size() - front - back);
}

} // namespace

MovetextReader::MovetextReader(const ReadOptions& options)
    : m_moves{options},
      m_max_ply{options.max_ply == 0 ? -1 : options.max_ply},
      m_try_chinese{!options.style || *options.style == Style::chinese ||
                    *options.style == Style::traditional},
      m_try_squares{!options.style || *options.style == Style::uci},
      m_cache{options.cache} {}

void MovetextReader::begin(std::string_view text, record::Game& game, Reporter& report) {
  m_lexer = MovetextLexer{text};
  m_game = &game;
  m_report = &report;
  m_setting = {};
  m_tree.begin(game);
  m_moves.begin();
  m_result.reset();
  m_score = {};
  m_prose = {};
  m_spoken.reset();
  m_branches.clear();
  m_in_branch = false;
  m_format_reported = m_numerals_reported = m_number_reported = m_number_seen = false;
}

std::size_t MovetextReader::read_comment(std::size_t at) {
  m_lexer.seek(at);
  step();
  return m_lexer.at();
}

std::optional<Result> MovetextReader::read_moves(std::size_t at, const Setting& setting) {
  m_setting = setting;
  m_moves.set_declared(setting.declared);
  m_lexer.seek(at);
  m_lexer.set_semicolons_divide(!setting.has_tags);
  m_tree.set_start();
  const auto key = m_cache ? cache_key() : Hash128{};
  if (m_cache && recall(key)) {
    return m_result;
  }
  const auto problems_before = m_game->problems.size();
  if (!m_game->standard_start() && names_rank_ten(m_lexer.rest())) {
    m_moves.expect_ranks_from_one(m_tree.position(), TextAhead{m_lexer.text()}, at);
  }
  for (m_lexer.skip_blanks(); !m_lexer.at_end(); m_lexer.skip_blanks()) {
    if (m_tree.ply() == m_max_ply && m_tree.depth() == 0) {
      leave_out_rest();
      break;
    }
    if (!plain_move() && !sentence_or_branch()) {
      step();
    }
    if (!m_score.empty() && m_tree.ply() != m_score_ply) {
      add_score();
    }
  }
  if (!m_score.empty()) {
    add_score();
  }
  close_branch();
  if (m_tree.depth() > 0 && !m_setting.cut) {
    m_report->add(ProblemCode::unterminated_variation,
                  localized("a variation without its closing parenthesis"), {}, m_tree.opened_at(),
                  m_tree.ply());
  }
  if (m_prose.kind == Kind::prose) {
    end_prose();
  }
  if (!m_result && m_spoken && (m_spoken_ply == m_tree.ply() || m_spoken_ply == 0) &&
      m_tree.ply() != 0) {
    m_result = m_spoken;
  }
  m_tree.end();
  if (m_cache) {
    remember(key, problems_before);
  }
  return m_result;
}

/// The key of the text that is still to be read. The start position's counters do not matter to it.
Hash128 MovetextReader::cache_key() const noexcept {
  const auto& start = m_tree.position().hashes();
  const auto declared =
      m_setting.declared ? static_cast<std::uint64_t>(*m_setting.declared) + 1 : 0;
  const auto tags = m_setting.has_tags ? std::uint64_t{1} << 32U : 0U;
  return m_cache->key(m_lexer.rest(), {start.key, start.lock + declared + tags});
}

/// Takes the result of an earlier reading of the same text from the same position, if there is one.
bool MovetextReader::recall(const Hash128& key) {
  if (!m_cache->find(key, m_known)) {
    return false;
  }
  auto node = record::root_node;
  for (const Move move : m_known.moves) {
    node = m_game->add_move(node, move);
  }
  m_lexer.skip_to_end();
  m_result = m_known.result;
  return true;
}

void MovetextReader::remember(const Hash128& key, std::size_t problems_before) {
  const bool plain = m_game->problems.size() == problems_before && !m_game->has_notes() &&
                     !m_game->has_variations() && !m_setting.cut && m_lexer.at_end();
  if (plain) {
    m_game->main_moves(m_known.moves);
    m_known.result = m_result;
    m_cache->remember(key, m_known);
  }
}

/// A move in one of the two usual forms, which needs no token. Saves 42 % of `xq verify` on PGN
/// with Chinese moves. Relies on readers that leave every other form to step(), which reads these
/// forms, too.
bool MovetextReader::plain_move() {
  const char c = m_lexer.rest()[0];
  return (m_try_chinese && is_ideograph_lead(c) && chinese_move()) ||
         (m_try_squares && c >= 'a' && c <= 'i' && square_move());
}

/// Read a line that is no moves among lines that begin with numbers: a sentence, or the heading of
/// a variation.
bool MovetextReader::sentence_or_branch() {
  if (!m_number_seen || !is_ideograph_lead(m_lexer.rest()[0])) {
    return false;
  }
  const auto line = m_lexer.line_ahead();
  if (line.empty() || open_branch(line)) {
    return !line.empty();
  }
  const bool signature = is_signature(line);
  if (!signature && !is_sentence(line)) {
    return false;
  }
  if (!signature) {
    prose({Kind::prose, 0, m_lexer.at(), trim(line)});
  }
  m_lexer.seek(m_lexer.at() + line.size());
  return true;
}

/// `变①接主变第7回合`: what follows is a variation of the line that the heading names. False, and
/// nothing is read, where the line is no heading or the place cannot be found.
bool MovetextReader::open_branch(std::string_view line) {
  const auto heading = branch_heading(line);
  const auto behind = m_lexer.at() + line.size();
  const auto node = heading.length == 0
                        ? std::nullopt
                        : m_branches.node_at(heading.parent, branch_ply(behind), *m_game);
  if (!node) {
    return false;
  }
  close_branch();
  if (m_tree.depth() == GameTreeBuilder::max_depth) {
    return false;
  }
  m_branches.add(heading.label, *node, *m_game);
  m_tree.open_branch(*node, m_lexer.at());
  m_in_branch = true;
  m_lexer.seek(behind);
  m_lexer.skip_blanks();
  if (auto ahead = m_lexer; ahead.next().kind == Kind::comment && m_lexer.rest()[0] == '{') {
    m_lexer = ahead; // the position, which is known
  }
  return true;
}

void MovetextReader::close_branch() {
  if (m_in_branch && m_tree.depth() > 0) {
    m_tree.close_variation();
  }
  m_in_branch = false;
}

/// Plies before the variation whose moves begin behind `from` with a number, and dots if Black
/// moves; -1 where no number is near.
int MovetextReader::branch_ply(std::size_t from) const {
  auto ahead = m_lexer;
  ahead.seek(from);
  auto token = ahead.next();
  token = token.kind == Kind::comment ? ahead.next() : token;
  if (token.kind != Kind::number) {
    return -1;
  }
  const auto dots = ahead.next();
  const bool black = dots.kind == Kind::dots && dots.value > 1;
  const bool black_first = m_game->start().side_to_move() == Color::black;
  return 2 * (token.value - 1) + (black ? 1 : 0) - (black_first ? 1 : 0);
}

/// The moves are enough: only a result as the last word is read.
void MovetextReader::leave_out_rest() {
  const auto text = trim(m_lexer.rest());
  const auto word = text.substr(text.find_last_of(" \t\r\n") + 1); // npos + 1 is 0
  if (const auto result = record::find_result(word); result && !word.empty()) {
    m_result = result;
  }
  m_lexer.skip_to_end();
}

/// Read one token.
void MovetextReader::step() {
  const auto token = m_lexer.next();
  switch (token.kind) {
  case Kind::end:
  case Kind::separator:
  case Kind::mark:
  case Kind::escape:
    break;
  case Kind::invisible:
    report_invisible(token.offset);
    break;
  case Kind::decoration:
    if (m_tree.ply() == 0) {
      word(m_lexer.as_word(token));
    }
    break;
  case Kind::number:
    number(token);
    break;
  case Kind::dots:
    if (token.value > 1 && (m_number_seen || m_tree.ply() == 0 || m_tree.depth() > 0) &&
        move_follows()) { // between moves without numbers they only divide
      check_black_marker(token.offset);
    }
    break;
  case Kind::comment:
    comment(token);
    break;
  case Kind::line_comment:
    line_comment(token.text);
    break;
  case Kind::prose:
    prose(token);
    break;
  case Kind::variation_begin:
    open_variation(token.offset);
    break;
  case Kind::variation_end:
    close_variation(token.offset);
    break;
  case Kind::nag:
    nag(token);
    break;
  case Kind::glyph:
    glyph(token);
    break;
  case Kind::score:
    score(token.text);
    break;
  case Kind::opening_bracket:
    fail(ProblemCode::bad_tag, localized("a header among the moves"),
         m_lexer.text().substr(token.offset,
                               read_tag_line(m_lexer.text().substr(token.offset)).length),
         token.offset);
    break;
  case Kind::footer:
    m_lexer.skip_to_end();
    break;
  case Kind::result:
    if (is_heading(token)) {
      prose(token);
    } else if (m_tree.depth() == 0) { // inside a variation it says nothing about the game
      m_result = static_cast<Result>(token.value);
      after_result();
    }
    break;
  case Kind::closing_bracket:
  case Kind::word:
    word(token);
    break;
  }
}

/// `胡荣华 先胜 吕钦` before the first move: the words do not end the game.
bool MovetextReader::is_heading(const MovetextToken& token) const {
  const bool words = static_cast<unsigned char>(token.text[0]) >= 0x80U;
  return words && m_tree.ply() == 0 && m_tree.depth() == 0 && !trim(m_lexer.rest()).empty();
}

/// Dots that no move follows are an ellipsis.
bool MovetextReader::move_follows() const {
  auto ahead = m_lexer;
  const auto kind = ahead.next().kind;
  return kind == Kind::word || kind == Kind::number || kind == Kind::decoration ||
         kind == Kind::score;
}

/// `[Score "8=-2"]` belongs to the move behind it.
void MovetextReader::score(std::string_view text) {
  if (!m_score.empty()) {
    add_score();
  }
  m_score = text.substr(1, text.size() - 2);
  m_score_ply = m_tree.ply();
}

void MovetextReader::add_score() {
  std::string text{m_score};
  text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
  m_tree.add_comment(text);
  m_score = {};
}

void MovetextReader::report_invisible(std::size_t offset) {
  m_report->add(ProblemCode::invisible_character, localized("a zero-width character in the moves"),
                {}, offset, m_tree.ply() + 1);
}

/// `炮二平五`, resolved from the bitboards.
bool MovetextReader::chinese_move() {
  const auto text = m_lexer.rest();
  const auto fast = notation::read_chinese_fast(m_tree.position(), text);
  if (fast.bytes == 0 || takes_king(m_tree.position(), fast.move)) {
    return false;
  }
  if (m_setting.declared && *m_setting.declared != Style::chinese && !m_format_reported) {
    m_format_reported = true;
    m_report->add(ProblemCode::format_tag_conflict,
                  localized("the Format header says {}, the moves are Chinese",
                            notation::name(*m_setting.declared)),
                  text.substr(0, fast.bytes), m_lexer.at(), m_tree.ply() + 1);
  }
  if (!m_numerals_reported &&
      has_wrong_numerals(text.substr(0, fast.bytes), m_tree.position().side_to_move())) {
    m_numerals_reported = true;
    m_report->add(ProblemCode::wrong_numerals, localized("a move in the other side's numerals"),
                  text.substr(0, fast.bytes), m_lexer.at(), m_tree.ply() + 1);
  }
  m_lexer.seek(m_lexer.at() + fast.bytes);
  m_tree.play(fast.move);
  return true;
}

/// `h2e2`, whatever follows.
bool MovetextReader::square_move() {
  const auto text = m_lexer.rest();
  if (!begins_with_squares(text)) {
    return false;
  }
  const Move move{make_square(text[0] - 'a', text[1] - '0'),
                  make_square(text[2] - 'a', text[3] - '0')};
  if (m_moves.language().first_rank == notation::FirstRank::one) {
    return false;
  }
  const bool alone = text.size() == 4 || ends_word(text[4]) || begins_with_squares(text.substr(4));
  if (!alone || !m_tree.position().is_legal(move) || takes_king(m_tree.position(), move)) {
    return false;
  }
  m_lexer.seek(m_lexer.at() + 4);
  m_tree.play(move);
  return true;
}

std::string_view MovetextReader::without_invisible(const MovetextToken& token) {
  const auto text = token.text;
  if (text.find_first_of("\xE2\xEF") == npos) {
    return text;
  }
  m_token.clear();
  for (std::size_t i = 0; i < text.size();) {
    const auto n = invisible_length(text.substr(i));
    if (n == 0) {
      m_token += text[i++];
    } else {
      report_invisible(token.offset + i);
      i += n;
    }
  }
  return m_token.size() == text.size() ? text : std::string_view{m_token};
}

/// Play the move that a reading of `text`, `length` bytes at `offset`, found, or report why there
/// is none.
void MovetextReader::play(const notation::Reading& reading, std::string_view text,
                          std::size_t offset, std::size_t length) {
  Move move = reading.move;
  if (!move || takes_king(m_tree.position(), move)) { // only then a place is needed
    move = m_moves.settle(m_tree.position(), text, reading,
                          {m_report->location(offset), m_tree.ply() + 1, m_tree.depth() > 0},
                          TextAhead{m_lexer.text()}, offset + length, *m_report);
  }
  if (!move) {
    give_up_moves();
    return;
  }
  if (reading.wrong_numerals && !m_numerals_reported) {
    m_numerals_reported = true;
    m_report->add(ProblemCode::wrong_numerals, localized("a move in the other side's numerals"),
                  text, offset, m_tree.ply() + 1);
  }
  const auto& language = m_moves.language();
  if (const auto declared = language.declared;
      reading && declared && !language.style && !m_format_reported &&
      !notation::read_token(m_tree.position(), text, declared, language.wxf)) {
    m_format_reported = true;
    m_report->add(ProblemCode::format_tag_conflict,
                  localized("the Format header says {}, the moves are written otherwise",
                            notation::name(*declared)),
                  text, offset, m_tree.ply() + 1);
  }
  m_lexer.seek(offset + length);
  m_tree.play(move);
}

/// A move that is not of the plain Chinese form, or something that is no move at all.
void MovetextReader::word(const MovetextToken& token) {
  const auto raw = token.text;
  auto front = read_front(m_tree.position(), raw, m_moves.language());
  const TextAhead ahead{m_lexer.text()};
  if (m_moves.find_first_rank(m_tree.position(), front.reading, ahead, token.offset) ||
      m_moves.find_dialect(m_tree.position(), front.reading, ahead, token.offset,
                           m_tree.ply() == 0)) {
    front = read_front(m_tree.position(), raw, m_moves.language());
  }
  const auto text =
      front.bytes == raw.size() ? without_invisible(token) : raw.substr(0, front.bytes);
  play(front.reading, text, token.offset, front.bytes);
}

/// A move number, or, in keypad notation, a move.
void MovetextReader::number(const MovetextToken& token) {
  if (m_moves.language().style == Style::keypad) {
    const auto text = word_at(m_lexer.text().substr(token.offset));
    const auto reading = notation::read_token(m_tree.position(), text, Style::keypad);
    if (reading) {
      play(reading, text, token.offset, text.size());
      return;
    }
  }
  check_number(token.value, token.offset);
}

/// Two dots or more say that Black moves.
void MovetextReader::check_black_marker(std::size_t offset) {
  if (m_tree.position().side_to_move() == Color::black) {
    return;
  }
  const auto move = word_at(m_lexer.rest());
  const auto at =
      move.empty() ? offset : static_cast<std::size_t>(move.data() - m_lexer.text().data());
  if (m_tree.depth() == 0 && m_tree.ply() == 0 && !m_setting.has_position) {
    fail(ProblemCode::missing_start_position,
         localized("Black is to move first, but no position is given"), move, at);
  } else {
    fail(ProblemCode::wrong_side,
         localized("a move number says that Black moves, but Red is to move"), move, at);
  }
}

void MovetextReader::check_number(int value, std::size_t offset) {
  if (m_number_reported || m_tree.depth() > 0) {
    return;
  }
  const bool too_long = value < 0;
  const int side = m_game->start().side_to_move() == Color::black ? 1 : 0;
  const int base = value - (m_tree.ply() + side) / 2;
  if (too_long || (m_number_seen && base != m_number_base)) {
    m_number_reported = true;
    const bool gap = !too_long && base > m_number_base;
    const auto message =
        too_long ? localized("a move number that no game reaches")
        : gap ? localized("move number {} where {} is next", value, value - (base - m_number_base))
              : localized("a move number out of order");
    m_report->add(gap ? ProblemCode::number_gap : ProblemCode::move_number, message,
                  word_at(m_lexer.text().substr(offset)), offset, m_tree.ply() + 1);
  }
  m_number_seen = true;
  m_number_base = base;
}

/// Comments may follow the result; anything else is no part of the game.
void MovetextReader::after_result() {
  for (auto token = m_lexer.next(); token.kind != Kind::end; token = m_lexer.next()) {
    if (token.kind == Kind::comment) {
      comment(token);
    } else if (token.kind == Kind::line_comment) {
      line_comment(token.text);
    } else if (token.kind != Kind::invisible && token.kind != Kind::escape &&
               token.kind != Kind::separator && !is_full_stop(token)) {
      text_after_result(token.offset);
      m_lexer.skip_to_end();
    }
  }
}

void MovetextReader::text_after_result(std::size_t offset) {
  const auto text = m_lexer.text().substr(offset);
  if (is_footer_line(text)) {
    return;
  }
  const auto word = word_at(text);
  const auto left_out =
      begins_with_first_move(text) ? trim(text.substr(0, text.find('\n'))) : word; // a game's
  auto problem = make_problem(ProblemCode::text_after_result, localized("text after the result"),
                              left_out, m_report->location(offset));
  if (m_moves.read(m_tree.position(), word)) {
    problem.message = localized("a move after the result");
    problem.ply = m_tree.ply() + 1;
    problem.severity = Severity::error; // either the result or the move is wrong
  }
  m_report->add(std::move(problem));
}

void MovetextReader::comment(const MovetextToken& token) {
  if (token.text.ends_with('}') && token.text.starts_with('{')) {
    m_tree.add_comment(token.text.substr(1, token.text.size() - 2));
  } else if (const auto inside = between_brackets(token.text); inside.data() != nullptr) {
    m_tree.add_comment(inside);
    hear_result(inside);
  } else if (!m_setting.cut) {
    const auto line = token.text.substr(0, token.text.find('\n'));
    m_report->add(ProblemCode::unterminated_comment,
                  localized("a comment without its closing brace"), line, token.offset);
  }
}

/// Words behind the last move may say how the game ended.
void MovetextReader::hear_result(std::string_view text) {
  if (const auto result = record::find_outcome(trim(text));
      result && *result != Result::unknown && m_tree.depth() == 0) {
    m_spoken = result;
    m_spoken_ply = m_tree.ply();
  }
}

/// A sentence becomes a comment.
void MovetextReader::prose(const MovetextToken& token) {
  if (m_prose.kind != Kind::prose) {
    m_prose = token;
  }
  m_tree.add_comment(token.text);
  hear_result(token.text);
}

/// Where prose is all there is, the text is no game.
void MovetextReader::end_prose() {
  const bool alone = m_tree.ply() == 0 && m_game->usable();
  auto problem = make_problem(ProblemCode::unknown_token,
                              alone ? localized("text, and no move")
                                    : localized("text among the moves, kept as a comment"),
                              m_prose.text, m_report->location(m_prose.offset), alone ? 1 : 0);
  problem.severity = alone ? Severity::error : Severity::warning;
  m_report->add(std::move(problem));
}

/// Lines of this kind that follow each other are one comment.
void MovetextReader::line_comment(std::string_view text) {
  std::string content;
  while (!text.empty()) {
    content.append(take_line(text).substr(1)).append("\n");
  }
  m_tree.add_comment(content);
}

void MovetextReader::nag(const MovetextToken& token) {
  if (token.value < 0 || token.value > 255) {
    m_report->add(ProblemCode::bad_nag, localized("an annotation glyph outside $0 to $255"),
                  token.text.substr(0, 20), token.offset, m_tree.ply());
  } else {
    m_tree.add_nag(static_cast<std::uint16_t>(token.value));
  }
}

void MovetextReader::glyph(const MovetextToken& token) {
  constexpr auto glyphs = std::to_array<std::string_view>({"!", "?", "!!", "??", "!?", "?!"});
  const auto* const found = std::find(glyphs.begin(), glyphs.end(), token.text);
  if (found == glyphs.end()) {
    m_report->add(ProblemCode::bad_nag, localized("marks that are none of ! ? !! ?? !? ?!"),
                  token.text, token.offset, m_tree.ply());
  } else {
    m_tree.add_nag(static_cast<std::uint16_t>(found - glyphs.begin() + 1));
  }
}

void MovetextReader::open_variation(std::size_t offset) {
  if (m_tree.at_start()) {
    m_report->add(ProblemCode::variation_without_move,
                  localized("a variation before any move that it could replace"), {}, offset);
    if (!skip_variation() && !m_setting.cut) {
      m_report->add(ProblemCode::unterminated_variation,
                    localized("a variation without its closing parenthesis"), {}, offset);
    }
  } else if (m_tree.depth() == GameTreeBuilder::max_depth) {
    report_too_deep(offset);
  } else {
    m_tree.open_variation(offset);
  }
}

void MovetextReader::close_variation(std::size_t offset) {
  if (m_tree.depth() == 0) {
    m_report->add(ProblemCode::unexpected_parenthesis,
                  localized("a closing parenthesis that closes nothing"), {}, offset, m_tree.ply());
  } else {
    m_tree.close_variation();
  }
}

/// Report it and stop reading the game.
void MovetextReader::report_too_deep(std::size_t offset) {
  m_report->add(ProblemCode::too_deep,
                localized("variations nested more than {} deep", GameTreeBuilder::max_depth), {},
                offset, m_tree.ply());
  m_lexer.skip_to_end();
  m_setting.cut = true; // no finding about open variations follows
}

/// Skips the variation; false if its closing parenthesis is missing.
bool MovetextReader::skip_variation() {
  const auto end = m_lexer.skip_variation();
  if (end == MovetextLexer::VariationEnd::too_deep) {
    report_too_deep(m_lexer.at());
  }
  return end == MovetextLexer::VariationEnd::closed;
}

void MovetextReader::fail(ProblemCode code, std::string message, std::string_view text,
                          std::size_t offset) {
  auto problem =
      make_problem(code, std::move(message), text, m_report->location(offset), m_tree.ply() + 1);
  m_report->add(m_tree.depth() > 0 ? ending_variation(std::move(problem)) : std::move(problem));
  give_up_moves();
}

/// Read no more of the variation, or of the game.
void MovetextReader::give_up_moves() {
  if (m_tree.depth() == 0) {
    m_lexer.skip_to_end();
  } else if (skip_variation()) {
    m_tree.close_variation();
  }
}

} // namespace xq::format
