#pragma once

#include <xq/book/buckets.hpp>
#include <xq/book/row_source.hpp>
#include <xq/book/run_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace xq::book {

/// External sort of records into rows: fills `memory` bytes, then writes sorted runs to temporary
/// files in `folder`, and merges them at the end. The rows depend neither on the order in which
/// the records came nor on `memory`. For one thread.
class Sorter {
public:
  static constexpr std::size_t least_memory = std::size_t{1} << 20U;

  /// Throws UsageError when `memory` is less than least_memory.
  Sorter(std::size_t memory, std::string folder);

  /// Throws FileError when a run cannot be written.
  void add(std::span<const Record> records);

  /// Runs written to disk so far.
  [[nodiscard]] std::size_t runs_written() const noexcept { return m_runs_written; }

  /// All rows. The sorter is used up and only good for destruction afterwards.
  [[nodiscard]] std::unique_ptr<RowSource> finish();

private:
  void make_room(const Record& record);
  void put_back(const Record& record);
  void put_back(Record sum, std::array<std::uint64_t, 4> games, const Years& years);
  bool condense(std::size_t bucket);
  void spill();
  void write_run(RowSource& rows);
  std::unique_ptr<RowSource> merge_runs();

  std::string m_folder;
  std::unique_ptr<Buckets> m_buckets;
  std::vector<RunFile> m_runs;
  std::size_t m_runs_written = 0;
};

} // namespace xq::book
