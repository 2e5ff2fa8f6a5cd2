#pragma once

#include <xq/book/row_source.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xq::book {

/// A sorted run on disk: a file without a name in `folder`, so that nothing is left behind,
/// whatever happens to the process. Written once, then read once.
///
/// Rows are key and lock in eight bytes each and a head of two bytes, all little-endian: the move
/// plus 8192 times the result for one single game, and its year in two bytes; or the move plus
/// 8192 * 4, the first and the last year, and the four counts in four bytes each.
class RunFile {
public:
  /// Throws FileError.
  explicit RunFile(const std::string& folder);
  ~RunFile();
  RunFile(RunFile&& other) noexcept;
  RunFile& operator=(RunFile&&) = delete;

  void write(std::span<const Row> rows);
  /// The run is complete; gives back the memory.
  void finish();
  /// Turn a finished run into a source.
  [[nodiscard]] static std::unique_ptr<RowSource> read(RunFile run);

private:
  class Reader;
  void flush();

  std::string m_folder; ///< for messages
  int m_file = -1;
  std::vector<unsigned char> m_buffer;
  std::uint64_t m_bytes = 0; ///< in the file
};

} // namespace xq::book
