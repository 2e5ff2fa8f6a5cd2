#pragma once

#include "base/os/file.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::sqlitefile {

/// An SQLite database as a row of pages: reads those that are there and appends new ones, a
/// megabyte at a time. Functions throw FileError. Source: https://www.sqlite.org/fileformat2.html,
/// sections 1.2 to 1.4.
class PageFile {
public:
  using Bytes = std::span<const unsigned char>;

  /// Throws for a file that is not as create_database() makes it: see docs/sqlite_pages.md.
  explicit PageFile(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return m_path; }
  /// The number of pages when the file was opened.
  [[nodiscard]] std::uint32_t pages() const noexcept { return m_pages; }
  [[nodiscard]] std::uint32_t page_size() const noexcept { return m_page_size; }
  /// A page that was there when the file was opened.
  [[nodiscard]] std::vector<unsigned char> read(std::uint32_t number) const;
  /// Append a page; returns its number.
  std::uint32_t append(Bytes page);
  /// Replace a page that was there when the file was opened.
  void replace(std::uint32_t number, Bytes page);
  /// Write what is left and set the size of the database.
  void finish();

private:
  [[nodiscard]] std::uint64_t offset_of(std::uint32_t page) const noexcept {
    return std::uint64_t{page - 1} * m_page_size;
  }
  void check_header();
  void read(std::uint64_t offset, std::span<unsigned char> out) const;
  void write(std::uint64_t offset, Bytes bytes);
  void flush();

  std::string m_path;
  std::uint32_t m_page_size = 0;
  std::uint32_t m_pages = 0;         ///< when it was opened
  std::uint32_t m_next = 0;          ///< number of the next page
  std::uint32_t m_buffered_from = 0; ///< number of the first page in the buffer
  os::File m_file;
  std::vector<unsigned char> m_buffer;
};

/// The number of the first page of a table that SQLite has made; 0 when there is none of this name,
/// or when it cannot be told from the first page of the file.
[[nodiscard]] std::uint32_t find_root(const PageFile& file, std::string_view table);

/// Numbers of a page and its cells: big-endian, as the format has them.
void put16(unsigned char* out, std::size_t value) noexcept;
void put32(unsigned char* out, std::uint32_t value) noexcept;
[[nodiscard]] std::size_t get16(const unsigned char* in) noexcept;
[[nodiscard]] std::uint32_t get32(const unsigned char* in) noexcept;

// In the header of a page that holds cells: section 1.6 of the file format.
inline constexpr std::size_t cells_at = 3;    ///< their number
inline constexpr std::size_t content_at = 5;  ///< where they begin; 0 stands for 65536
inline constexpr std::size_t leaf_header = 8; ///< its bytes where the page is a leaf

/// The first 100 bytes of a file, and where the pages of its tables begin with.
inline constexpr std::size_t header_bytes = 100;

} // namespace xq::sqlitefile
