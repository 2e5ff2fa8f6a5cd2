#include <xq/store/page_file.hpp>
#include <xq/store/table_reader.hpp>

#include <algorithm>
#include <cstring>

namespace xq::store {

namespace {

constexpr unsigned char interior_page = 5;
constexpr std::size_t interior_header = 12;
constexpr std::size_t right_child_at = 8;
constexpr std::size_t pointer_bytes = 2;
constexpr std::size_t page_number_bytes = 4;
constexpr int most_levels = 20;

/// The child of an interior page that leads to a rowid; 0 for a damaged page.
std::uint32_t child_for(std::span<const unsigned char> page, std::int64_t rowid) noexcept {
  if (page.size() < interior_header || page[0] != interior_page) {
    return 0;
  }
  const std::size_t cells = get16(page.data() + 3);
  if (interior_header + pointer_bytes * cells > page.size()) {
    return 0;
  }
  std::size_t begin = 0; // the first cell whose rowid is not less
  std::uint32_t child = get32(page.data() + right_child_at);
  for (std::size_t end = cells; begin < end;) {
    const std::size_t middle = (begin + end) / 2;
    const std::size_t at = get16(page.data() + interior_header + pointer_bytes * middle);
    if (at + page_number_bytes >= page.size()) {
      return 0;
    }
    auto rest = page.subspan(at + page_number_bytes);
    const auto last = take_varint(rest);
    if (!last) {
      return 0;
    }
    if (static_cast<std::int64_t>(*last) < rowid) {
      begin = middle + 1;
    } else {
      end = middle;
      child = get32(page.data() + at);
    }
  }
  return child;
}

} // namespace

void TableReader::begin() {
  constexpr std::size_t header_bytes = 100;
  constexpr std::size_t page_size_at = 16;
  constexpr std::size_t versions_at = 18;
  constexpr std::size_t reserved_at = 20;
  constexpr std::size_t pages_at = 28;
  m_root = 0;
  m_leaf.number = 0;
  for (auto& page : m_interior) {
    page.number = 0;
  }
  std::array<unsigned char, header_bytes> header{};
  if (!m_db.read_file(0, header)) {
    return;
  }
  // A file of rollback journals, without bytes at the ends of pages that are somebody else's.
  const bool plain = std::memcmp(header.data(), "SQLite format 3", page_size_at) == 0 &&
                     header[versions_at] == 1 && header[versions_at + 1] == 1 &&
                     header[reserved_at] == 0;
  const std::size_t size = get16(header.data() + page_size_at);
  m_page_size = size == 1 ? std::size_t{1} << 16U : size;
  if (!plain || m_page_size < 512) {
    return;
  }
  m_file_bytes = std::uint64_t{get32(header.data() + pages_at)} * m_page_size;
  Statement query{m_db, "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?"};
  auto row = query.use();
  m_root = row(m_table).next() ? static_cast<std::uint32_t>(row.integer(0)) : 0;
}

bool TableReader::read(std::uint32_t number, Page& page) {
  if (page.number == number) {
    return true;
  }
  page.bytes.resize(m_page_size);
  page.number = 0;
  if (!m_db.read_file(std::uint64_t{number - 1} * m_page_size, page.bytes)) {
    return false;
  }
  page.number = number;
  return true;
}

/// Make m_leaf the page where the row is, if it is anywhere.
bool TableReader::find_leaf(std::int64_t rowid) {
  std::uint32_t number = m_root;
  for (int level = 0; level < most_levels && number > 1; ++level) {
    Page& page = m_interior[number % m_interior.size()];
    if (page.number != number) { // a leaf, unless it turns out to be something else
      if (!read(number, m_leaf)) {
        return false;
      }
      if (TableLeaf{m_leaf.bytes}.ok()) {
        m_at = 0;
        return true;
      }
      std::swap(page, m_leaf);
      m_leaf.number = 0;
    }
    number = child_for(page.bytes, rowid);
  }
  return false;
}

std::optional<std::string_view> TableReader::find(std::int64_t rowid) {
  if (m_root == 0) {
    return std::nullopt;
  }
  if (m_leaf.number != 0) { // rows are asked for one after another
    const TableLeaf leaf{m_leaf.bytes};
    for (const auto at : {m_at, m_at + 1}) {
      const auto cell = at < leaf.size() ? leaf.cell(at) : std::nullopt;
      if (cell && cell->rowid == rowid) {
        m_at = at;
        return whole(*cell);
      }
    }
  }
  if (!find_leaf(rowid)) {
    return std::nullopt;
  }
  const TableLeaf leaf{m_leaf.bytes};
  m_at = leaf.lower_bound(rowid);
  const auto cell = m_at < leaf.size() ? leaf.cell(m_at) : std::nullopt;
  return cell && cell->rowid == rowid ? whole(*cell) : std::nullopt;
}

std::optional<std::string_view> TableReader::whole(const TableLeaf::Cell& cell) {
  if (cell.overflow == 0) {
    return cell.local;
  }
  if (cell.bytes > m_file_bytes) { // damaged: its pages may go in a circle
    return std::nullopt;
  }
  m_record = cell.local;
  for (std::uint32_t next = cell.overflow; m_record.size() < cell.bytes;) {
    m_overflow.number = 0;
    if (next < 2 || !read(next, m_overflow)) {
      return std::nullopt;
    }
    const auto bytes = std::min(m_page_size - page_number_bytes, cell.bytes - m_record.size());
    m_record.append(reinterpret_cast<const char*>(m_overflow.bytes.data()) + page_number_bytes,
                    bytes);
    next = get32(m_overflow.bytes.data());
  }
  return m_record;
}

} // namespace xq::store
