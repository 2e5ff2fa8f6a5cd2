#pragma once

#include <xq/book/row.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace xq::book {

/// Words of the longest row.
inline constexpr std::size_t most_row_words = 7;

/// Append a row in the form in which it waits on disk: three words where its games have one result,
/// one year and one level of the mover, as nearly all rows of single games do, else seven.
void append_words(std::vector<std::uint64_t>& out, const Row& row);

/// Append the rows at the front of `words` to `rows`; words of them, fewer than there are when the
/// last row is not whole.
[[nodiscard]] std::size_t read_words(std::span<const std::uint64_t> words, std::vector<Row>& rows);

} // namespace xq::book
