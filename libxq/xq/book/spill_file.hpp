#pragma once

#include <xq/base/unnamed_file.hpp>
#include <xq/book/buckets.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::book {

/// Where the disk has no room for what memory could not hold.
inline constexpr std::string_view spill_advice = "Make room there or allow more memory (--memory).";

/// Rows on disk, in runs; a run has them bucket after bucket, in no order within one. All in one
/// temporary file in `folder`, packed. Written first; then any number of threads may read it.
class SpillFile {
public:
  /// Throws FileError.
  explicit SpillFile(const std::string& folder) : m_file{folder, std::string{spill_advice}} {}

  /// Append a run: the words that `for_bucket(number, append)` hands to `append` for each bucket in
  /// turn.
  using Append = std::function<void(std::span<const std::uint64_t>)>;
  void write_run(const std::function<void(std::size_t bucket, const Append& append)>& for_bucket);

  [[nodiscard]] std::size_t runs() const noexcept { return m_runs.size(); }
  /// Words of a bucket in all runs.
  [[nodiscard]] std::uint64_t size(std::size_t bucket) const noexcept;

  /// Hand the words of a bucket to `f` in pieces of whole rows, which stand in `buffer`. Throws
  /// FileError.
  void read(std::size_t bucket, std::vector<std::uint64_t>& buffer,
            const std::function<void(std::span<const std::uint64_t>)>& f) const;
  /// A bucket will not be read again.
  void discard(std::size_t bucket) const noexcept;

private:
  /// The words of the file before each bucket, and behind the last one.
  using Run = std::array<std::uint64_t, Buckets::count + 1>;
  void flush();

  UnnamedFile m_file;
  std::vector<std::uint64_t> m_buffer; ///< to be written
  std::uint64_t m_end = 0;             ///< words that are written
  std::vector<Run> m_runs;
};

} // namespace xq::book
