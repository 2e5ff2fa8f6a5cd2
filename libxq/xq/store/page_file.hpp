#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xq::store {

/// The pages behind the last one of a database file, written by us and not by SQLite, a megabyte at
/// a time: where BulkTree and BulkTable put theirs. No connection may be open until finish()
/// returns. Functions throw FileError.
class PageFile {
public:
  /// `page_size` and `pages`: of the file.
  PageFile(const std::string& path, std::uint32_t page_size, std::uint32_t pages);
  ~PageFile();
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;

  [[nodiscard]] std::uint32_t page_size() const noexcept { return m_page_size; }
  /// Append a page; returns its number.
  std::uint32_t append(std::span<const unsigned char> page);
  /// Replace a page that was there before.
  void write_root(std::uint32_t root, std::span<const unsigned char> page);
  /// Write what is left and set the size of the database; returns its pages.
  std::uint32_t finish();

private:
  [[nodiscard]] std::uint64_t offset_of(std::uint32_t page) const noexcept {
    return std::uint64_t{page - 1} * m_page_size;
  }
  void flush();

  std::string m_path;
  std::uint32_t m_page_size;
  std::uint32_t m_next;          ///< number of the next page
  std::uint32_t m_buffered_from; ///< number of the first page in the buffer
  int m_file = -1;
  std::vector<unsigned char> m_buffer;
};

/// Numbers of a page and its cells: big-endian, as the format has them.
void put16(unsigned char* out, std::size_t value) noexcept;
void put32(unsigned char* out, std::uint32_t value) noexcept;

} // namespace xq::store
