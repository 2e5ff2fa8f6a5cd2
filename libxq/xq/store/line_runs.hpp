#pragma once

#include <xq/base/unnamed_file.hpp>
#include <xq/store/line_index.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xq::store {

/// Rows of table line on disk, in sorted runs, found by line or by line and record: where LineIndex
/// puts its rows when they are many. Eight bytes of memory for every 256 rows. Looking for a row
/// reads one block of each run, so ask only for lines that are probably there. Functions throw
/// FileError.
class LineRuns {
public:
  /// `folder`: for the temporary file.
  explicit LineRuns(std::string folder) : m_folder{std::move(folder)} {}

  /// Append a run; `rows` are in the order of the table.
  void add(std::span<const LineIndex::Row> rows);
  [[nodiscard]] std::size_t runs() const noexcept { return m_runs.size(); }

  /// Append the games with this line and record, in no order.
  void find(const LineIndex::Key& key, std::vector<std::int64_t>& games);
  /// Append the games with this line, in no order, until `games` has `limit`.
  void find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games);

  /// Call f(key, game) for all rows of all runs and of `others`, in the order of the table.
  using Visit = std::function<void(const LineIndex::Key& key, std::int64_t game)>;
  void for_each(std::span<const LineIndex::Row> others, const Visit& f) const;

private:
  struct Stored {
    LineIndex::Key key;
    std::int64_t game = 0;
  };
  static constexpr std::size_t block_rows = 256;
  struct Run {
    std::uint64_t begin = 0; ///< of its rows, counted over all runs
    std::size_t size = 0;
    std::vector<std::int64_t> first_lines; ///< of each block
  };
  class Cursor;

  void read(std::uint64_t begin, std::size_t count, std::vector<Stored>& rows) const;
  /// Call f(row) for the rows with this line until it returns false.
  template <typename F>
  void visit(std::int64_t line, F&& f);

  std::string m_folder;
  std::optional<UnnamedFile> m_file;
  std::uint64_t m_size = 0; ///< rows of all runs
  std::vector<Run> m_runs;
  std::vector<Stored> m_block; ///< scratch
};

} // namespace xq::store
