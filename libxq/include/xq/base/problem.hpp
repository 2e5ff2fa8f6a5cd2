#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// How much a finding weighs: a game with an error is not usable as it stands, one with a warning
/// is; a note is worth knowing and wrong with nothing.
enum class Severity : std::uint8_t { note, warning, error };

/// Everything that can be wrong with a record. The codes stand in xq/base/problem_code.hpp, so that
/// a new one recompiles only what names a code.
enum class ProblemCode : std::uint8_t;

/// Where in the decoded text: byte offset, line and column from 1 (a column is a character, not a
/// byte). Zero means unknown.
struct Location {
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// One finding about one game (or one file). `message` says what, `advice` says what to do; `token`
/// is the offending text, at most 200 bytes of it, cut at a character.
struct Problem {
  ProblemCode code{};
  Severity severity = Severity::error;
  Location where;
  int ply = 0; ///< counted from 1; 0: not about a move
  std::string token;
  std::string message;
  std::string advice;
};

/// A row of the documentation of problem codes.
struct ProblemCodeInfo {
  ProblemCode code;
  Severity severity;        ///< unless the Problem says otherwise
  std::string_view name;    ///< stable, lower case, hyphens
  std::string_view meaning; ///< one line for the manual
  std::string_view advice;  ///< used where a Problem brings none of its own
};

/// All codes, in the order of the enumeration.
[[nodiscard]] std::span<const ProblemCodeInfo> problem_codes() noexcept;
[[nodiscard]] const ProblemCodeInfo& info(ProblemCode code) noexcept;

/// `note`, `warning`, `error`.
[[nodiscard]] std::string_view to_text(Severity severity) noexcept;

/// A Problem with the table's severity and advice; `token` is clipped to 200 bytes.
[[nodiscard]] Problem make_problem(ProblemCode code, std::string message,
                                   std::string_view token = {}, Location where = {}, int ply = 0);

/// `FILE:LINE:COLUMN: game N, ply P: message (token "..."). Advice.` without a newline; parts that
/// are unknown are left out.
[[nodiscard]] std::string format_problem(std::string_view source, std::uint64_t game_number,
                                         const Problem& problem);

/// format_problem() where neither the file nor the game is known.
[[nodiscard]] std::string to_text(const Problem& problem);
std::ostream& operator<<(std::ostream& out, const Problem& problem);

[[nodiscard]] bool has_error(std::span<const Problem> problems) noexcept;

} // namespace xq
