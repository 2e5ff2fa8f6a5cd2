#pragma once

#include <cstddef>
#include <string_view>

/// Lines `[Name "value"]` of PGN: headers, and the scores that XQN writes before a move.
namespace xq::format {

/// A header line as the splitter and the parser see it.
struct TagLine {
  std::string_view name;
  std::string_view value;   ///< between the quotes, escapes as they stand
  std::size_t length = 0;   ///< bytes up to the end of the header, a closing bracket included
  bool quoted = false;      ///< has an opening quote: `[Name "`
  bool closed_quote = true; ///< false: no `"` ends the value
  bool closed_bracket = true;
};

/// `line` begins with `[`, a name, blanks and a quote.
[[nodiscard]] bool is_tag_start(std::string_view line) noexcept;
/// `line` is `[Name "value"]`, without quotes in the value, and nothing else.
[[nodiscard]] bool is_plain_tag(std::string_view line) noexcept;
/// The name of the header that `line`, which begins with `[`, begins with.
[[nodiscard]] std::string_view tag_name(std::string_view line) noexcept;
/// Whether the value of this header line goes on in the next line.
[[nodiscard]] bool has_open_value(std::string_view line) noexcept;
/// Whether `line` ends the value that a header line before it left open.
[[nodiscard]] bool ends_value(std::string_view line) noexcept;
/// `line` begins with a move number: digits, ASCII or full-width, and a dot.
[[nodiscard]] bool begins_with_number(std::string_view line) noexcept;
/// `line` begins with a move number in square brackets and a move: `[1] h2e2`.
[[nodiscard]] bool is_bracketed_number(std::string_view line) noexcept;
/// Take apart the header at the front of `text`, which begins with `[`. A value ends at the last
/// `"]` of its line, or of the next line when its own has none.
[[nodiscard]] TagLine read_tag_line(std::string_view text) noexcept;
/// Length of the `[Score "8=-2"]` that XQN writes before a move; 0 where `text` begins otherwise.
[[nodiscard]] std::size_t score_length(std::string_view text) noexcept;
/// What follows the scores at the front of `line`, without blanks; empty when no score is there or
/// nothing, or another header, follows it.
[[nodiscard]] std::string_view behind_scores(std::string_view line) noexcept;

} // namespace xq::format
