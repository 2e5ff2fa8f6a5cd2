#include "base/text/compose.hpp"
#include "base/text/printable.hpp"
#include "base/text/text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <ostream>

namespace xq {
namespace {

constexpr std::size_t max_token_bytes = 200;

// NOLINTBEGIN(readability-identifier-naming): columns of the table below
constexpr auto N = Severity::note;
constexpr auto W = Severity::warning;
constexpr auto E = Severity::error;
using C = ProblemCode;
// NOLINTEND(readability-identifier-naming)

constexpr auto table = std::to_array<ProblemCodeInfo>({
    {C::unknown_format, E, "unknown-format", "no reader recognises the file",
     "Name its format with --from, or convert it first."},
    {C::unreadable_file, E, "unreadable-file", "the file or a member of an archive cannot be read",
     "Check the path, its permissions and that the file is complete."},
    {C::bad_encoding, E, "bad-encoding", "bytes that are no text in the file's encoding",
     "Name the right encoding with --encoding, or repair the bytes."},
    {C::nul_byte, E, "nul-byte", "a NUL byte in text",
     "Remove it; if the whole file is UTF-16, say --encoding utf-16le or utf-16be."},
    {C::invisible_character, W, "invisible-character",
     "a zero-width or control character in a move", "It was skipped; remove it."},
    {C::damaged_text, W, "damaged-text",
     "text that was decoded wrongly, or lost characters, before it came here",
     "Get it from another copy, or read the original with --encoding."},
    {C::no_games, E, "no-games", "the file holds no game", "Check that it is the file you meant."},
    {C::truncated, E, "truncated", "the file ends in the middle of a record",
     "Get a complete copy; what came before is kept."},
    {C::too_large, E, "too-large", "a game, token or archive exceeds a limit on size",
     "Split the input, or raise the limit if you trust it."},
    {C::too_deep, E, "too-deep", "nesting exceeds the limit on depth",
     "Remove the innermost variations or elements."},
    {C::bad_xml, E, "bad-xml", "the XML is not well-formed", "Repair the markup there."},
    {C::bad_json, E, "bad-json", "a line of JSON that is no game", "Repair the line."},
    {C::entity_refused, E, "entity-refused", "the XML declares entities or a document type",
     "Remove the declaration; records need none."},
    {C::bad_tag, E, "bad-tag", "a header line that is not [Name \"value\"]",
     "Write it as [Name \"value\"] on a line of its own."},
    {C::duplicate_tag, W, "duplicate-tag", "a header given twice; the first counts",
     "Remove one of the two."},
    {C::missing_tag, W, "missing-tag", "a header that every game should have is missing",
     "Add it."},
    {C::bad_date, W, "bad-date", "the date header is not a date",
     "Write it as yyyy.mm.dd with ?? for what is not known."},
    {C::implausible_date, W, "implausible-date",
     "a day that its month lacks, or a year in which no such game can have been recorded",
     "Correct the date."},
    {C::date_conflict, W, "date-conflict",
     "the year in the Event header and the one in the Date header are more than a year apart",
     "Correct the one that is wrong."},
    {C::header_conflict, W, "header-conflict", "headers contradict each other or the moves",
     "Correct the one that is wrong."},
    {C::bad_result, W, "bad-result", "the result is none of 1-0, 0-1, 1/2-1/2 and *",
     "Write one of 1-0, 0-1, 1/2-1/2 and *."},
    {C::missing_result, N, "missing-result", "neither a header nor the moves say how it ended",
     "Add a Result header if the result is known."},
    {C::result_conflict, W, "result-conflict",
     "the result header and the result after the moves differ",
     "Correct the one that is wrong; the header counts."},
    {C::format_tag_conflict, W, "format-tag-conflict",
     "the Format header names another notation than the moves use", "Correct the Format header."},
    {C::bad_fen, E, "bad-fen", "the start position cannot be read", "Correct the FEN header."},
    {C::impossible_position, E, "impossible-position", "the start position cannot occur in a game",
     "Correct the FEN header."},
    {C::fen_no_side, W, "fen-no-side", "the FEN names no side to move; Red is taken",
     "Add w or b after the board."},
    {C::fen_bad_counters, W, "fen-bad-counters", "the FEN's move counters are not sensible numbers",
     "Write them as in `0 1`."},
    {C::unknown_move, E, "unknown-move", "a token that names no move in any style",
     "Correct the move."},
    {C::ambiguous_move, E, "ambiguous-move", "a move that several pieces can make",
     "Write it so that it says which piece moves."},
    {C::illegal_move, E, "illegal-move", "a move that the rules do not allow there",
     "Check this move and the ones before it."},
    {C::wrong_side, E, "wrong-side", "a move by the side that is not to move",
     "Check for a move that is missing or given twice."},
    {C::no_such_piece, E, "no-such-piece", "no piece of that kind stands where the move says",
     "Check this move and the ones before it."},
    {C::move_after_mate, E, "move-after-mate", "a move after checkmate or stalemate",
     "Remove the moves after the end of the game."},
    {C::move_number, W, "move-number", "a move number out of order", "Renumber the moves."},
    {C::number_gap, W, "number-gap", "move numbers skip ahead, as if moves had been left out",
     "Compare with the source: moves may be missing."},
    {C::wrong_numerals, W, "wrong-numerals", "Red's move in Black's numerals, or the reverse",
     "Write Red's columns as 一 to 九 and Black's as １ to ９."},
    {C::unknown_token, E, "unknown-token", "text between the moves that is no move",
     "Remove it, or put it into a {comment}."},
    {C::bad_nag, W, "bad-nag", "an annotation glyph outside $0 to $255", "Correct the number."},
    {C::unterminated_comment, E, "unterminated-comment", "a comment without its closing brace",
     "Add the } that is missing."},
    {C::unterminated_variation, E, "unterminated-variation",
     "a variation without its closing parenthesis", "Add the ) that is missing."},
    {C::unexpected_parenthesis, E, "unexpected-parenthesis",
     "a closing parenthesis that closes nothing", "Remove it, or add the ( that is missing."},
    {C::variation_without_move, E, "variation-without-move",
     "a variation before any move that it could replace", "Put it after the move it replaces."},
    {C::text_after_result, W, "text-after-result", "text after the result of the game",
     "Remove it, or put it into a {comment}."},
    {C::missing_start_position, E, "missing-start-position",
     "the moves do not fit the usual start and no position is given", "Add a FEN header."},
    {C::not_representable, W, "not-representable", "something the target format has no place for",
     "Write a format that can hold it, such as pgn."},
    {C::result_contradicts_position, W, "result-contradicts-position",
     "the result is not the one on the board at the end", "Check the result and the last moves."},
    {C::result_contradicts_repetition, W, "result-contradicts-repetition",
     "the game ends in a repetition that the rules decide otherwise",
     "Check the result; --rules chooses the rules."},
    {C::result_without_force, W, "result-without-force",
     "a win for a side that has no piece left to attack with", "Check the result."},
    {C::result_contradicts_ending, N, "result-contradicts-ending",
     "another result than the pieces left at the end nearly always give",
     "Check the result; time, a mistake or an agreement may explain it."},
    {C::forbidden_repetition, N, "forbidden-repetition",
     "a side repeated moves in a forbidden way, and the game went on", "Nothing needs to be done."},
    {C::past_natural_limit, N, "past-natural-limit",
     "a decision after the natural limit of moves without a capture had made a draw",
     "Nothing needs to be done where the limit was not in force."},
    {C::implausible_result, W, "implausible-result",
     "the loser is winning by far in the final position (--engine)",
     "Check the result; the loser may have run out of time."},
    {C::implausible_move, W, "implausible-move",
     "a move so bad that it looks like an error of transcription (--engine)",
     "Compare it with the source."},
    {C::ecco_conflict, W, "ecco-conflict",
     "the ECCO header names another opening than the moves make",
     "Correct the ECCO header, or check the first moves."},
    {C::duplicate_game, N, "duplicate-game",
     "the same moves as an earlier game, and no header says it is another",
     "To leave it out: `xq convert --unique`."},
    {C::near_duplicate_game, N, "near-duplicate-game",
     "almost the moves of an earlier game: cut short, or other headers",
     "Compare the two. To leave one out: `xq convert --unique`."},
});

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].code) != i) {
      return false;
    }
  }
  return true;
}
static_assert(in_order(), "info() indexes the table by the code");
static_assert(table.back().code == C::near_duplicate_game, "a code has no row");

/// The longest beginning of `text` of at most `bytes` bytes that does not split a character.
std::string_view clip(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) {
    return text;
  }
  std::size_t end = bytes;
  while (end > 0 && bytes - end < 4 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return text.substr(0, end);
}

} // namespace

std::span<const ProblemCodeInfo> problem_codes() noexcept { return table; }

const ProblemCodeInfo& info(ProblemCode code) noexcept {
  return table[static_cast<std::size_t>(code)];
}

std::string_view to_text(Severity severity) noexcept {
  constexpr std::array<std::string_view, 3> names{"note", "warning", "error"};
  return names[static_cast<std::size_t>(severity)];
}

Problem make_problem(ProblemCode code, std::string message, std::string_view token, Location where,
                     int ply) {
  const auto& row = info(code);
  return {code,
          row.severity,
          where,
          ply,
          std::string{clip(token, max_token_bytes)},
          std::move(message),
          std::string{translate(row.advice)}};
}

std::string format_problem(std::string_view source, std::uint64_t game_number,
                           const Problem& problem) {
  std::string out{source};
  if (problem.where.line != 0) {
    append_format(out, "{}{}", out.empty() ? "" : ":", problem.where.line);
    if (problem.where.column != 0) {
      append_format(out, ":{}", problem.where.column);
    }
  }
  if (!out.empty()) {
    out += ": ";
  }
  if (game_number != 0 && problem.ply != 0) {
    out += localized("game {}, ply {}: ", game_number, problem.ply);
  } else if (game_number != 0) {
    out += localized("game {}: ", game_number);
  } else if (problem.ply != 0) {
    out += localized("ply {}: ", problem.ply);
  }
  out += problem.message;
  if (!problem.token.empty()) {
    out += localized(R"( (token "{}"))", excerpt(problem.token, max_token_bytes));
  }
  if (!out.empty() && !out.ends_with('.') && !out.ends_with("。")) {
    out = localized("{}.", out);
  }
  if (!problem.advice.empty()) {
    out = localized("{} {}", out, problem.advice);
  }
  return printable(out);
}

std::string to_text(const Problem& problem) { return format_problem({}, 0, problem); }

std::ostream& operator<<(std::ostream& out, const Problem& problem) {
  return out << to_text(problem);
}

bool has_error(std::span<const Problem> problems) noexcept {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& p) { return p.severity == Severity::error; });
}

} // namespace xq
