#pragma once

#include "base/files/unnamed_file.hpp"
#include "book/builder/radix_buckets.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace xq::book {

/// Rows on disk, in runs; a run has them bucket after bucket, in no order within one. All in one
/// temporary file in `folder`, packed. Written first, by one thread at a time; then any number of
/// threads may read it.
class SpillFile {
public:
  /// `bits`: so many at the front of a key tell the bucket, no fewer than
  /// RadixBuckets::bucket_bits. Throws FileError.
  SpillFile(const std::string& folder, unsigned bits)
      : m_file{folder, std::string{spill_advice}}, m_bits{bits} {}

  /// Append all rows of `buckets` as a run. Throws FileError.
  void write_run(const RadixBuckets& buckets);

  [[nodiscard]] unsigned bits() const noexcept { return m_bits; }
  [[nodiscard]] std::size_t runs() const noexcept { return m_runs.size(); }
  /// Words of a bucket in all runs.
  [[nodiscard]] std::uint64_t size(std::size_t bucket) const noexcept;

  /// Hand the words of a bucket to `f` in pieces of whole rows, which stand in `buffer`. Throws
  /// FileError.
  void read(std::size_t bucket, std::vector<std::uint64_t>& buffer,
            const std::function<void(std::span<const std::uint64_t>)>& f) const;
  /// `count` buckets from this one on will not be read again.
  void discard(std::size_t bucket, std::size_t count) const noexcept;

private:
  /// The words of the file before each bucket, and behind the last one.
  using Run = std::vector<std::uint64_t>;
  void deal(const RadixBuckets& buckets, std::size_t number, Run& run);
  void flush();

  UnnamedFile m_file;
  unsigned m_bits;
  std::vector<std::uint64_t> m_buffer; ///< to be written; what is behind m_used is old
  std::size_t m_used = 0;              ///< words of m_buffer
  std::uint64_t m_end = 0;             ///< words that are written
  std::vector<Run> m_runs;
};

} // namespace xq::book
