#include "format/movetext/written_moves.hpp"

#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/movetext_lexer.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/movetext/tag_line.hpp"
#include "notation/vietnamese.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>

namespace xq::format {

namespace {

/// Where something but comments stands at `at` or behind it; npos: nowhere.
std::size_t behind_comments(std::string_view text, std::size_t at) noexcept {
  for (at = text.find_first_not_of(" \t\r\n", at);
       at != npos && (text[at] == '{' || text[at] == ';');) {
    const auto end = text.find(text[at] == '{' ? '}' : '\n', at);
    at = end == npos ? npos : text.find_first_not_of(" \t\r\n", end + 1);
  }
  return at;
}

/// The value of the FEN header and the end of the headers.
void find_headers(std::string_view text, WrittenMoves& out) {
  for (std::size_t at = 0;; at = out.headers_end) {
    const auto begin = behind_comments(text, at);
    if (begin == npos || !is_tag_start(text.substr(begin)) ||
        !behind_scores(text.substr(begin)).empty()) {
      return;
    }
    const TagLine line = read_tag_line(text.substr(begin));
    if (equal_ignoring_case(line.name, "FEN") || equal_ignoring_case(line.name, "FenStr")) {
      out.fen = {static_cast<std::size_t>(line.value.data() - text.data()), line.value.size()};
    }
    out.headers_end = std::min(text.find('\n', begin + line.length), text.size() - 1) + 1;
  }
}

constexpr std::size_t move_characters = 4;

/// A word: one move, or several Chinese ones of four characters each.
void add_moves(const MovetextToken& word, std::vector<WrittenMoves::Span>& moves) {
  const bool several =
      is_ideograph_lead(word.text[0]) && count_characters(word.text) % move_characters == 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  for (std::size_t i = 1; end < word.text.size(); ++i) {
    end += decode_utf8(word.text.substr(end)).length;
    if (end == word.text.size() || (several && i % move_characters == 0)) {
      moves.push_back({word.offset + begin, end - begin});
      begin = end;
    }
  }
}

} // namespace

WrittenMoves find_written_moves(std::string_view pgn) {
  using Kind = MovetextToken::Kind;
  WrittenMoves out;
  find_headers(pgn, out);
  MovetextLexer lexer{pgn, out.headers_end};
  while (true) {
    const auto token = lexer.next();
    switch (token.kind) {
    case Kind::word:
      add_moves(token, out.moves);
      break;
    case Kind::prose: // or one or two characters of a move
      if (count_characters(token.text) < move_characters) {
        add_moves(token, out.moves);
      }
      break;
    case Kind::closing_bracket: // a word to the reader; `}` cannot be kept in a comment
      if (token.text == "]") {
        add_moves(token, out.moves);
      }
      break;
    case Kind::decoration:
      if (out.moves.empty()) {
        add_moves(lexer.as_word(token), out.moves);
      }
      break;
    case Kind::variation_begin:
      static_cast<void>(lexer.skip_variation());
      break;
    case Kind::end:
    case Kind::result:
    case Kind::footer:
      return out;
    default:
      break;
    }
  }
}

Expected<std::vector<Move>, Problem> read_move_list(const Position& start, std::string_view text) {
  if (notation::is_spelled_vietnamese(text)) { // one move: a list has a number or a sign in it
    if (const auto move = notation::read_move(start, notation::wxf_of_vietnamese(text))) {
      return std::vector{*move};
    }
  }
  record::Game game;
  Reporter report;
  const auto [readable, cut] = begin_game({text}, game, report);
  game.set_start(start);
  MovetextReader reader{ReadOptions{}};
  reader.begin(readable, game, report);
  static_cast<void>(reader.read_moves(0, {std::nullopt, true, cut}));
  const auto wrong =
      std::find_if(game.problems.begin(), game.problems.end(), [](const Problem& problem) {
        return problem.severity == Severity::error || problem.code == ProblemCode::unknown_token ||
               problem.code == ProblemCode::text_after_result;
      });
  if (wrong != game.problems.end()) {
    return Unexpected{*wrong};
  }
  std::vector<Move> moves;
  game.main_moves(moves);
  if (moves.empty()) {
    return Unexpected{
        make_problem(ProblemCode::unknown_token, localized("text, and no move"), text)};
  }
  return moves;
}

} // namespace xq::format
