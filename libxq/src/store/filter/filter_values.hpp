#pragma once

#include <xq/store/query.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What people write behind the name of a filter. All throw UsageError with a sentence that says
/// what to write and does not name the filter.
namespace xq::store {

/// Numbers of games: `17` or `3,7,10-20`, `10-` for 10 and all behind.
[[nodiscard]] std::vector<GameRange> read_numbers(std::string_view text);

/// Whole numbers: `40`, `40-60`, or `40-` for 40 and more.
[[nodiscard]] Range read_range(std::string_view text);

/// A number of plies.
[[nodiscard]] int read_plies(std::string_view text);

/// As read_filter_date().
[[nodiscard]] std::int64_t read_date(std::string_view text);

/// `1-0`, `0-1`, `1/2-1/2`, `*`.
[[nodiscard]] record::Result read_result(std::string_view text);

/// The beginning of a code, or a part of an opening's name: sets Filter::ecco or Filter::openings.
void read_code(std::string_view text, Filter& filter);

/// Words of comments, see WordQuery.
[[nodiscard]] std::string read_words(std::string_view text);

/// `?`, `??,?!`: see Filter::marks.
[[nodiscard]] std::vector<std::uint16_t> read_marks(std::string_view text);

/// `!` for 1 and so on; nothing for a glyph that is no mark.
[[nodiscard]] std::string_view mark_of(std::uint16_t glyph) noexcept;

} // namespace xq::store
