#pragma once

#include <xq/base/problem.hpp>

#include <cstdint>

namespace xq {

/// Everything that can be wrong with a record, once. Names in text (`illegal-move`), the usual
/// severity and a one-line meaning stand in the table behind problem_codes().
enum class ProblemCode : std::uint8_t {
  // bytes and containers
  unknown_format,
  unreadable_file,
  bad_encoding,
  nul_byte,
  invisible_character,
  damaged_text,
  no_games,
  truncated,
  too_large,
  too_deep,
  // XML
  bad_xml,
  bad_json,
  entity_refused,
  // headers
  bad_tag,
  duplicate_tag,
  missing_tag,
  bad_date,
  implausible_date,
  date_conflict,
  header_conflict,
  bad_result,
  missing_result,
  result_conflict,
  format_tag_conflict,
  // positions
  bad_fen,
  impossible_position,
  fen_no_side,
  fen_bad_counters,
  // moves
  unknown_move,
  ambiguous_move,
  illegal_move,
  wrong_side,
  no_such_piece,
  move_after_mate,
  move_number,
  number_gap,
  wrong_numerals,
  unknown_token,
  bad_nag,
  // structure of the movetext
  unterminated_comment,
  unterminated_variation,
  unexpected_parenthesis,
  variation_without_move,
  text_after_result,
  missing_start_position,
  // writing
  not_representable,
  // verdicts on whole games
  result_contradicts_position,
  result_contradicts_repetition,
  result_without_force,
  result_contradicts_ending,
  forbidden_repetition,
  past_natural_limit,
  implausible_result,
  implausible_move,
  ecco_conflict,
  // a game among others
  duplicate_game,
  near_duplicate_game,
};

} // namespace xq
