#pragma once

#include <xq/book/book.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace xq::book {

/// A stream of rows in the order of the book, no two of them in the same place, a block at a time.
class RowSource {
public:
  virtual ~RowSource() = default;
  /// Replace `block` by the next rows, at least one; false at the end, then `block` is empty.
  virtual bool next(std::vector<Row>& block) = 0;
};

/// Throws Error for more games than a row can count.
void require_counted(std::uint64_t games);

/// Add counts up. Throws Error when a sum does not fit into 32 bits.
void add(Counts& to, const Counts& from);

/// The span of both.
void add(Years& to, const Years& from) noexcept;
/// The levels of all these games.
void add(Levels& to, const Levels& from) noexcept;
/// All of these.
void add(Row& to, const Row& from);

/// Merge of several sources; rows in the same place are added up.
[[nodiscard]] std::unique_ptr<RowSource> merge(std::vector<std::unique_ptr<RowSource>> sources);

/// Gives the rows of `source`, made ready on a thread of its own, a few blocks ahead. What the
/// source throws is thrown by next().
[[nodiscard]] std::unique_ptr<RowSource> read_ahead(std::unique_ptr<RowSource> source);

} // namespace xq::book
