#include "sqlitefile/page_file.hpp"

#include "base/files/partial_files.hpp"
#include "base/text/system_message.hpp"
#include "sqlitefile/table_writer.hpp"

#include <xq/base/error.hpp>

#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <optional>

namespace xq::sqlitefile {

namespace {

constexpr std::uint64_t lock_byte = 0x40000000; ///< its page is SQLite's for locking
constexpr std::size_t buffer_bytes = std::size_t{1} << 20U;

// The header of a file: section 1.3.
constexpr std::string_view magic{"SQLite format 3\0", 16};
constexpr std::size_t page_size_at = 16; ///< two bytes; 1 stands for 65536
constexpr std::size_t versions_at = 18;  ///< to write, to read: 1 each without a write-ahead log
constexpr std::size_t reserved_at = 20;  ///< bytes at the end of each page
constexpr std::size_t fractions_at = 21; ///< three numbers that never change
constexpr std::size_t pages_at = 28;
constexpr std::size_t schema_format_at = 44;
constexpr std::size_t auto_vacuum_at = 52; ///< 0: none
constexpr std::size_t encoding_at = 56;    ///< 1: UTF-8

// A leaf of a table with rowids: section 1.6.
constexpr unsigned char table_leaf = 13;

void check(const std::string& path, const std::error_code& error) {
  if (error) {
    throw make_error<FileError>("{}: {}. Free some space there or check the permissions, then run "
                                "the command again.",
                                target_of(path), system_message(error));
  }
}

std::string_view as_text(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Takes numbers and bytes off the front of a page. Beyond the end there are zeros, and ok() is
/// false for good.
class PageReader {
public:
  explicit PageReader(std::span<const unsigned char> bytes) noexcept : m_rest{bytes} {}

  [[nodiscard]] bool ok() const noexcept { return m_ok; }
  /// Seven bits a byte, the highest first. (The ninth byte of a larger number would have eight.)
  std::uint64_t varint() noexcept {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) {
      const auto byte = bytes(1);
      if (byte.empty()) {
        return 0;
      }
      value = value << 7U | (byte[0] & 0x7FU);
      if (byte[0] < 0x80) {
        return value;
      }
    }
    m_ok = false;
    return 0;
  }
  std::span<const unsigned char> bytes(std::uint64_t count) noexcept {
    if (count > m_rest.size()) {
      m_ok = false;
      m_rest = {};
      return {};
    }
    const auto taken = m_rest.first(static_cast<std::size_t>(count));
    m_rest = m_rest.subspan(taken.size());
    return taken;
  }

private:
  std::span<const unsigned char> m_rest;
  bool m_ok = true;
};

/// How many bytes a value of this serial type takes: section 2.1.
std::uint64_t value_bytes(std::uint64_t type) noexcept {
  constexpr std::array<std::uint64_t, 12> sizes{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
  return type < sizes.size() ? sizes[type] : (type - 12) / 2;
}

/// The root page in a row of table sqlite_schema (type, name, tbl_name, rootpage, sql) if the row
/// is of this table.
std::optional<std::uint32_t> root_in(PageReader cell, std::string_view table) {
  cell.varint(); // bytes of the row; if they are more than there are here, the values are missing
  cell.varint(); // rowid
  cell.varint(); // bytes of the types: there are five
  std::array<std::uint64_t, 5> types{};
  for (auto& type : types) {
    type = cell.varint();
  }
  std::array<std::span<const unsigned char>, 4> values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = cell.bytes(value_bytes(types[i]));
  }
  const auto text = [&](std::size_t i) {
    return std::string_view{reinterpret_cast<const char*>(values[i].data()), values[i].size()};
  };
  if (!cell.ok() || text(0) != "table" || text(1) != table || values[3].size() > 4) {
    return std::nullopt;
  }
  std::uint32_t root = types[3] == 9 ? 1 : 0; // a type that is the number 1
  for (const auto byte : values[3]) {
    root = root << 8U | byte;
  }
  return root;
}

} // namespace

void put16(unsigned char* out, std::size_t value) noexcept {
  out[0] = static_cast<unsigned char>(value >> 8U);
  out[1] = static_cast<unsigned char>(value);
}

void put32(unsigned char* out, std::uint32_t value) noexcept {
  value = __builtin_bswap32(value);
  std::memcpy(out, &value, sizeof value);
}

std::size_t get16(const unsigned char* in) noexcept {
  return static_cast<std::size_t>(in[0]) << 8U | in[1];
}

std::uint32_t get32(const unsigned char* in) noexcept {
  std::uint32_t value = 0;
  std::memcpy(&value, in, sizeof value);
  return __builtin_bswap32(value);
}

void create_database(const std::string& path, std::uint32_t page_size) {
  assert(std::has_single_bit(page_size) && page_size >= 512 && page_size <= 65536);
  std::vector<unsigned char> page(page_size);
  std::memcpy(page.data(), magic.data(), magic.size());
  put16(page.data() + page_size_at, page_size == 65536 ? 1 : page_size);
  page[versions_at] = page[versions_at + 1] = 1;
  page[fractions_at] = 64;
  page[fractions_at + 1] = page[fractions_at + 2] = 32;
  put32(page.data() + pages_at, 1);
  put32(page.data() + schema_format_at, 4);
  put32(page.data() + encoding_at, 1);
  page[header_bytes] = table_leaf; // of sqlite_schema, without rows
  put16(page.data() + header_bytes + content_at, page_size);
  os::File file;
  check(path, file.open(path, os::File::Mode::open_or_create));
  check(path, file.write_at(0, as_text(page)));
}

PageFile::PageFile(const std::string& path) : m_path{path} {
  check(path, m_file.open(path, os::File::Mode::read_write));
  check_header();
  m_next = m_buffered_from = m_pages + 1;
  m_buffer.reserve(buffer_bytes + m_page_size);
}

void PageFile::check_header() {
  std::array<unsigned char, header_bytes> header{};
  read(0, header);
  const bool as_made = std::memcmp(header.data(), magic.data(), magic.size()) == 0 &&
                       header[versions_at] == 1 && header[versions_at + 1] == 1 &&
                       header[reserved_at] == 0 && get32(header.data() + auto_vacuum_at) == 0 &&
                       get32(header.data() + encoding_at) == 1;
  const std::size_t size = get16(header.data() + page_size_at);
  m_page_size = size == 1 ? 65536 : static_cast<std::uint32_t>(size);
  m_pages = get32(header.data() + pages_at);
  if (!as_made || !std::has_single_bit(m_page_size) || m_page_size < 512 || m_pages == 0) {
    throw make_error<FileError>(
        "{}: not an SQLite database of the form that can be written page by "
        "page (docs/sqlite_pages.md). Make the file anew.",
        m_path);
  }
}

void PageFile::read(std::uint64_t offset, std::span<unsigned char> out) const {
  check(m_path, m_file.read_at(offset, {reinterpret_cast<char*>(out.data()), out.size()}));
}

void PageFile::write(std::uint64_t offset, Bytes bytes) {
  check(m_path, m_file.write_at(offset, as_text(bytes)));
}

std::vector<unsigned char> PageFile::read(std::uint32_t number) const {
  assert(number >= 1 && number <= m_pages);
  std::vector<unsigned char> page(m_page_size);
  read(offset_of(number), page);
  return page;
}

std::uint32_t PageFile::append(Bytes page) {
  assert(page.size() == m_page_size);
  if (m_next == lock_byte / m_page_size + 1) {
    flush();
    m_buffered_from = ++m_next;
  }
  m_buffer.insert(m_buffer.end(), page.begin(), page.end());
  if (m_buffer.size() >= buffer_bytes) {
    flush();
  }
  return m_next++;
}

void PageFile::replace(std::uint32_t number, Bytes page) {
  assert(number >= 1 && number <= m_pages && page.size() == m_page_size);
  write(offset_of(number), page);
}

void PageFile::finish() {
  flush();
  std::array<unsigned char, 4> size{};
  put32(size.data(), m_next - 1);
  write(pages_at, size);
}

void PageFile::flush() {
  const std::uint64_t offset = offset_of(m_buffered_from);
  write(offset, m_buffer);
  m_file.start_writing(offset, m_buffer.size());
  m_buffered_from += static_cast<std::uint32_t>(m_buffer.size() / m_page_size);
  m_buffer.clear();
}

std::uint32_t find_root(const PageFile& file, std::string_view table) {
  const auto page = file.read(1);
  const unsigned char* const header = page.data() + header_bytes;
  const std::size_t cells = header[0] == table_leaf ? get16(header + cells_at) : 0;
  for (std::size_t i = 0; i < cells && header_bytes + leaf_header + 2 * (i + 1) <= page.size();
       ++i) {
    const std::size_t at = get16(header + leaf_header + 2 * i);
    if (at < page.size()) {
      const auto root = root_in(PageReader{std::span{page}.subspan(at)}, table);
      if (root) {
        return *root <= file.pages() ? *root : 0; // in a damaged file it can be any number
      }
    }
  }
  return 0;
}

} // namespace xq::sqlitefile
