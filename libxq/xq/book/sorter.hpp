#pragma once

#include <xq/book/buckets.hpp>
#include <xq/book/row_source.hpp>
#include <xq/book/spill_file.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace xq::book {

/// External sort of records into rows. Records are dealt out to buckets by the first bits of their
/// keys; when `memory` bytes are full, all buckets go to a temporary file in `folder`. At the end
/// each part (a bucket, or a slice of a large one) is read back, sorted and counted by itself, on
/// any thread. The rows depend neither on the order in which the records came nor on `memory`.
class Sorter {
public:
  static constexpr std::size_t least_memory = std::size_t{1} << 20U;

  /// Throws UsageError when `memory` is less than least_memory.
  Sorter(std::size_t memory, std::string folder);

  /// For one thread. Throws FileError when there is no room in the file.
  void add(std::span<const Record> records);

  /// Rows that were added up elsewhere, in any order; they stay in memory.
  void add_rows(std::vector<Row> rows);

  /// Times that the memory was full and went to disk.
  [[nodiscard]] std::size_t runs_written() const noexcept {
    return m_spilled ? m_spilled->runs() : 0;
  }

  /// No more records come. `at_once`: how many parts will be in work at a time.
  void finish(std::size_t at_once);

  /// What a thread needs to make parts; keeps its memory from part to part.
  struct Scratch {
    std::vector<Record> unsorted, sorted, buffer;
    std::vector<std::uint32_t> starts;
    std::vector<Row> rows;
  };
  /// After finish(): parts in the order of the book, some of them empty.
  [[nodiscard]] std::size_t parts() const noexcept { return m_parts.size(); }
  /// Append the rows of a part to `out`, each part once, on any thread. Throws FileError.
  void part(std::size_t number, Scratch& scratch, std::vector<Row>& out);

  /// The same as one stream, instead of finish() and part(). The sorter must outlive it.
  [[nodiscard]] std::unique_ptr<RowSource> rows();

private:
  /// The records of a bucket whose next `bits` bits of the key are `slice`.
  struct Part {
    std::uint16_t bucket = 0;
    std::uint16_t slice = 0;
    unsigned bits = 0;
  };
  [[nodiscard]] std::span<const Row> rows_of(const Part& part) const noexcept;
  void make_room(const Record& record);
  void put_back(const Record& record);
  bool condense(std::size_t bucket);
  void spill();

  std::string m_folder;
  std::size_t m_memory;
  std::unique_ptr<Buckets> m_buckets;
  std::unique_ptr<SpillFile> m_spilled;
  std::vector<Part> m_parts;
  std::vector<Row> m_rows; ///< of add_rows(); sorted by finish()
  Scratch m_scratch;
};

} // namespace xq::book
