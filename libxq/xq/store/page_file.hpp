#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace xq::store {

/// The pages behind the last one of a database file, written by us and not by SQLite, a megabyte at
/// a time: where BulkTree and BulkTable put theirs. No connection may be open until finish()
/// returns. Functions throw FileError.
class PageFile {
public:
  /// `page_size` and `pages`: of the file. `keep`: bytes of the last pages that stay in memory for
  /// page(), about.
  PageFile(const std::string& path, std::uint32_t page_size, std::uint32_t pages,
           std::size_t keep = 0);
  ~PageFile();
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;

  [[nodiscard]] std::uint32_t page_size() const noexcept { return m_page_size; }
  /// Append a page; returns its number.
  std::uint32_t append(std::span<const unsigned char> page);
  /// A page that append() took; valid until the next call, or until `scratch` changes.
  [[nodiscard]] std::span<const unsigned char> page(std::uint32_t number,
                                                    std::vector<unsigned char>& scratch) const;
  /// Replace a page that was there before.
  void write_root(std::uint32_t root, std::span<const unsigned char> page);
  /// Write what is left and set the size of the database; returns its pages.
  std::uint32_t finish();

private:
  [[nodiscard]] std::uint64_t offset_of(std::uint32_t page) const noexcept {
    return std::uint64_t{page - 1} * m_page_size;
  }
  void flush();
  void keep_buffer(std::uint32_t first);

  /// Pages that are written.
  struct Chunk {
    std::uint32_t first = 0; ///< number of the first page
    std::vector<unsigned char> bytes;
  };

  std::string m_path;
  std::uint32_t m_page_size;
  std::uint32_t m_next;          ///< number of the next page
  std::uint32_t m_buffered_from; ///< number of the first page in the buffer
  int m_file = -1;
  std::vector<unsigned char> m_buffer;
  std::size_t m_keep;
  std::deque<Chunk> m_kept;
};

/// Numbers of a page and its cells: big-endian, as the format has them.
void put16(unsigned char* out, std::size_t value) noexcept;
void put32(unsigned char* out, std::uint32_t value) noexcept;
[[nodiscard]] std::size_t get16(const unsigned char* in) noexcept;
[[nodiscard]] std::uint32_t get32(const unsigned char* in) noexcept;

} // namespace xq::store
