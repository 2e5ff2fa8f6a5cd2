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
/// temporary file in `folder`, in the form of row_words. Written first; then any number of threads
/// may read it.
class SpillFile {
public:
  /// Throws FileError.
  explicit SpillFile(const std::string& folder) : m_file{folder, std::string{spill_advice}} {}

  /// Append a run: what `for_bucket(number, append)` hands to `append` for each bucket in turn.
  using Append = std::function<void(std::span<const Row>)>;
  void write_run(const std::function<void(std::size_t bucket, const Append& append)>& for_bucket);

  [[nodiscard]] std::size_t runs() const noexcept { return m_runs.size(); }
  /// Rows of a bucket in all runs.
  [[nodiscard]] std::uint64_t size(std::size_t bucket) const noexcept;

  /// What reading needs; keeps its memory from one time to the next.
  struct Buffer {
    std::vector<std::uint64_t> words;
    std::vector<Row> rows;
  };
  /// Hand the rows of a bucket to `f` in pieces, which `buffer` holds. Throws FileError.
  void read(std::size_t bucket, Buffer& buffer,
            const std::function<void(std::span<const Row>)>& f) const;

private:
  /// What comes before each bucket of a run, and behind the last one.
  struct Mark {
    std::uint64_t words = 0; ///< of the file
    std::uint64_t rows = 0;
  };
  using Run = std::array<Mark, Buckets::count + 1>;
  void flush();

  UnnamedFile m_file;
  std::vector<std::uint64_t> m_buffer; ///< to be written
  Mark m_end;                          ///< of what is written
  std::vector<Run> m_runs;
};

} // namespace xq::book
