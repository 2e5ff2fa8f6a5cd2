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

/// External sort of rows, which adds up those of one place. Rows are dealt out to buckets by the
/// first bits of their keys; when `memory` bytes are full, all buckets go to a temporary file in
/// `folder`. At the end each part (a bucket, or a slice of a large one) is read back, sorted and
/// added up by itself, on any thread. What comes out depends neither on the order in which the rows
/// came nor on `memory`.
class Sorter {
public:
  static constexpr std::size_t least_memory = std::size_t{1} << 20U;

  /// Throws UsageError when `memory` is less than least_memory.
  Sorter(std::size_t memory, std::string folder);

  /// For one thread. Throws FileError when there is no room in the file, Error for more games than
  /// a row can count.
  void add(const PackedRows& rows);

  /// Times that the memory was full and went to disk.
  [[nodiscard]] std::size_t runs_written() const noexcept {
    return m_spilled ? m_spilled->runs() : 0;
  }

  /// No more rows come. `at_once`: how many parts will be in work at a time.
  void finish(std::size_t at_once);

  /// What a thread needs to make parts; keeps its memory from part to part.
  struct Scratch {
    std::vector<std::uint64_t> unsorted;
    std::vector<std::uint64_t> buffer;
    SortScratch sort;
  };
  /// After finish(): parts in the order of the book, some of them empty.
  [[nodiscard]] std::size_t parts() const noexcept { return m_parts.size(); }
  /// Append the rows of a part to `out`, each part once, on any thread. Throws FileError, or Error
  /// for more games than a row can count.
  void part(std::size_t number, Scratch& scratch, std::vector<Row>& out);

  /// The same as one stream, instead of finish() and part(). The sorter must outlive it.
  [[nodiscard]] std::unique_ptr<RowSource> rows();

private:
  /// The rows of a bucket whose next `bits` bits of the key are `slice`.
  struct Part {
    std::uint16_t bucket = 0;
    std::uint16_t slice = 0;
    unsigned bits = 0;
  };
  void make_room(PackedRow row);
  void put_back(PackedRow row);
  bool condense(std::size_t bucket);
  void spill();

  std::string m_folder;
  std::size_t m_memory;
  std::unique_ptr<Buckets> m_buckets;
  std::unique_ptr<SpillFile> m_spilled;
  std::vector<Part> m_parts;
  std::vector<Row> m_condensed; ///< scratch of condense(), like the next
  PackedRows m_repacked;
  SortScratch m_scratch;
};

} // namespace xq::book
