#include <xq/base/error.hpp>
#include <xq/store/bulk_tree.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace xq::store {

namespace {

constexpr unsigned char leaf_page = 10;
constexpr unsigned char interior_page = 2;
constexpr std::size_t leaf_header = 8;
constexpr std::size_t interior_header = 12;
constexpr std::size_t pointer_bytes = 2; ///< of a cell, in the array behind the page's header
constexpr std::size_t child_bytes = 4;
constexpr std::uint64_t lock_byte = 0x40000000; ///< its page is SQLite's for locking
constexpr std::size_t buffer_bytes = std::size_t{1} << 20U;

void put16(unsigned char* out, std::size_t value) noexcept {
  out[0] = static_cast<unsigned char>(value >> 8U);
  out[1] = static_cast<unsigned char>(value);
}

void put32(unsigned char* out, std::uint32_t value) noexcept {
  value = __builtin_bswap32(value);
  std::memcpy(out, &value, sizeof value);
}

[[noreturn]] void fail(const std::string& path, int code) {
  throw make_error<FileError>(
      "{}: {}. Free some space there or check the permissions, then run the command again.", path,
      std::strerror(code));
}

void write_at(int file, const std::string& path, std::span<const unsigned char> bytes,
              std::uint64_t offset) {
  while (!bytes.empty()) {
    const auto n = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno != EINTR) {
      fail(path, errno);
    }
    const auto done = n > 0 ? static_cast<std::size_t>(n) : 0;
    bytes = bytes.subspan(done);
    offset += done;
  }
}

} // namespace

void CellBuilder::integer(std::int64_t value) noexcept {
  assert(m_columns < most_columns);
  if (value == 0 || value == 1) { // the type says it all
    m_types[m_columns++] = static_cast<unsigned char>(8 + value);
    return;
  }
  const auto magnitude = static_cast<std::uint64_t>(value < 0 ? ~value : value);
  const auto bits = static_cast<unsigned>(std::bit_width(magnitude)) + 1; // and one for the sign
  struct Width {
    unsigned char type, bytes;
  };
  constexpr std::array<Width, 9> widths{
      {{1, 1}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {5, 6}, {6, 8}, {6, 8}}};
  const Width width = widths[(bits + 7) / 8];
  m_types[m_columns++] = width.type;
  // The leading bytes of the big-endian number are left out; all eight fit behind any value.
  const std::uint64_t big =
      __builtin_bswap64(static_cast<std::uint64_t>(value) << (64U - 8U * width.bytes));
  std::memcpy(m_values.data() + m_bytes, &big, sizeof big);
  m_bytes += width.bytes;
}

std::size_t CellBuilder::finish(unsigned char* out) noexcept {
  const std::size_t header = 1 + m_columns;
  const std::size_t record = header + m_bytes;
  assert(record < most_bytes); // one byte holds each of the two lengths
  out[0] = static_cast<unsigned char>(record);
  out[1] = static_cast<unsigned char>(header);
  std::memcpy(out + 2, m_types.data(), m_columns);
  std::memcpy(out + 1 + header, m_values.data(), m_bytes);
  m_columns = m_bytes = 0;
  return record + 1;
}

/// Numbers pages as they are completed and writes them, a megabyte at a time.
class BulkTree::Pages {
public:
  Pages(const std::string& path, std::uint32_t page_size, std::uint32_t pages)
      : m_path{path}, m_page_size{page_size}, m_next{pages + 1}, m_buffered_from{pages + 1} {
    m_file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (m_file < 0) {
      fail(path, errno);
    }
    m_buffer.reserve(buffer_bytes + page_size);
  }
  ~Pages() { ::close(m_file); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  [[nodiscard]] std::uint32_t page_size() const noexcept { return m_page_size; }

  /// Append a page; returns its number.
  std::uint32_t append(std::span<const unsigned char> page) {
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

  void write_root(std::uint32_t root, std::span<const unsigned char> page) {
    write_at(m_file, m_path, page, offset_of(root));
  }

  /// Write the rest; the database has so many pages.
  std::uint32_t finish() {
    flush();
    std::array<unsigned char, 4> size{};
    put32(size.data(), m_next - 1);
    constexpr std::uint64_t size_at = 28; // in the header of the file
    write_at(m_file, m_path, size, size_at);
    return m_next - 1;
  }

private:
  [[nodiscard]] std::uint64_t offset_of(std::uint32_t page) const noexcept {
    return std::uint64_t{page - 1} * m_page_size;
  }
  void flush() {
    const std::uint64_t offset = offset_of(m_buffered_from);
    write_at(m_file, m_path, m_buffer, offset);
    // Have the disk begin now: the sync at the end then finds little to wait for. A hint only.
    static_cast<void>(::sync_file_range(m_file, static_cast<off_t>(offset),
                                        static_cast<off_t>(m_buffer.size()),
                                        SYNC_FILE_RANGE_WRITE));
    m_buffered_from += static_cast<std::uint32_t>(m_buffer.size() / m_page_size);
    m_buffer.clear();
  }

  std::string m_path;
  std::uint32_t m_page_size;
  std::uint32_t m_next;          ///< number of the next page
  std::uint32_t m_buffered_from; ///< number of the first page in the buffer
  int m_file = -1;
  std::vector<unsigned char> m_buffer;
};

/// The page in work of one level of the tree, and a cell for which it has no room. Cells are kept
/// back so that the last page of a level never comes out empty: see close().
class BulkTree::Level {
public:
  Level(std::uint32_t page_size, bool leaf)
      : m_leaf{leaf}, m_header{leaf ? leaf_header : interior_header}, m_page(page_size) {
    clear();
  }

  [[nodiscard]] bool empty() const noexcept { return m_cells == 0; }
  [[nodiscard]] bool leaf() const noexcept { return m_leaf; }

  /// False when there is no room. `child` is left of the cell; leaves have none.
  bool add(std::uint32_t child, std::span<const unsigned char> cell) noexcept {
    const std::size_t bytes = cell.size() + (m_leaf ? 0 : child_bytes);
    const std::size_t pointers_end = m_header + pointer_bytes * (m_cells + 1);
    if (pointers_end + bytes > m_content) {
      return false;
    }
    m_content -= bytes;
    put16(m_page.data() + pointers_end - pointer_bytes, m_content);
    unsigned char* out = m_page.data() + m_content;
    if (!m_leaf) {
      put32(out, child);
      out += child_bytes;
    }
    std::memcpy(out, cell.data(), cell.size());
    ++m_cells;
    return true;
  }

  /// A cell that the full page has no room for.
  void hold(std::uint32_t child, std::span<const unsigned char> cell) {
    m_held_child = child;
    m_held.assign(cell.begin(), cell.end());
  }
  [[nodiscard]] bool holds() const noexcept { return !m_held.empty(); }
  [[nodiscard]] std::uint32_t held_child() const noexcept { return m_held_child; }
  [[nodiscard]] const std::vector<unsigned char>& held() const noexcept { return m_held; }
  void drop_held() noexcept { m_held.clear(); }

  /// Take the last cell off the page; returns its child (0 for a leaf) and puts it into `cell`.
  std::uint32_t pop(std::vector<unsigned char>& cell) {
    const unsigned char* in = m_page.data() + m_content;
    const std::size_t length = std::size_t{in[m_leaf ? 0 : child_bytes]} + 1;
    std::uint32_t child = 0;
    if (!m_leaf) {
      std::memcpy(&child, in, sizeof child);
      child = __builtin_bswap32(child);
      in += child_bytes;
    }
    cell.assign(in, in + length);
    const std::size_t bytes = length + (m_leaf ? 0 : child_bytes);
    std::memset(m_page.data() + m_content, 0, bytes); // no trace: same rows, same bytes
    m_content += bytes;
    --m_cells;
    std::memset(m_page.data() + m_header + pointer_bytes * m_cells, 0, pointer_bytes);
    return child;
  }

  /// The finished page; `right_child` is right of its last cell.
  [[nodiscard]] std::span<const unsigned char> page(std::uint32_t right_child) noexcept {
    m_page[0] = m_leaf ? leaf_page : interior_page;
    put16(m_page.data() + 3, m_cells);
    put16(m_page.data() + 5, m_content); // 65536 is written as 0
    if (!m_leaf) {
      put32(m_page.data() + 8, right_child);
    }
    return m_page;
  }

  void clear() noexcept {
    std::fill(m_page.begin(), m_page.end(), static_cast<unsigned char>(0));
    m_cells = 0;
    m_content = m_page.size();
  }

private:
  bool m_leaf;
  std::size_t m_header;
  std::vector<unsigned char> m_page;
  std::size_t m_cells = 0;
  std::size_t m_content = 0; ///< where the cells begin
  std::uint32_t m_held_child = 0;
  std::vector<unsigned char> m_held;
};

BulkTree::BulkTree(const std::string& path, std::uint32_t root, std::uint32_t page_size,
                   std::uint32_t pages)
    : m_pages{std::make_unique<Pages>(path, page_size, pages)}, m_root{root} {
  m_levels.push_back(std::make_unique<Level>(page_size, true));
}

BulkTree::~BulkTree() = default;

void BulkTree::add(std::span<const unsigned char> cell) {
  assert(cell.size() <= CellBuilder::most_bytes);
  push(0, 0, cell);
}

/// Append a cell to a level. When its page is full, one cell is held back; the next one to come
/// shows that the page has a successor: the held one goes up as the divider between the two.
void BulkTree::push(std::size_t number, std::uint32_t child, std::span<const unsigned char> cell) {
  Level& level = *m_levels[number];
  if (!level.holds()) {
    if (!level.add(child, cell)) {
      level.hold(child, cell);
    }
    return;
  }
  const std::vector<unsigned char> divider = level.held();
  const std::uint32_t right = level.held_child();
  level.drop_held();
  pass_up(number, divider, right);
  [[maybe_unused]] const bool added = level.add(child, cell);
  assert(added); // an empty page has room
}

/// Write the page of a level and put its number and the divider behind it into the level above.
void BulkTree::pass_up(std::size_t number, std::span<const unsigned char> divider,
                       std::uint32_t right_child) {
  Level& level = *m_levels[number];
  const std::uint32_t page = m_pages->append(level.page(right_child));
  level.clear();
  if (number + 1 == m_levels.size()) {
    m_levels.push_back(std::make_unique<Level>(m_pages->page_size(), false));
  }
  push(number + 1, page, divider);
}

/// A level that still holds a cell has one cell too many for its page and nothing for the next: the
/// last cell of the page becomes the divider, and the held one the first of the new page.
std::uint32_t BulkTree::finish() {
  std::uint32_t right_child = 0;
  for (std::size_t number = 0; number < m_levels.size(); ++number) {
    Level& level = *m_levels[number];
    if (level.holds()) {
      const std::vector<unsigned char> held = level.held();
      const std::uint32_t held_child = level.held_child();
      level.drop_held();
      std::vector<unsigned char> divider;
      const std::uint32_t divider_child = level.pop(divider);
      pass_up(number, divider, divider_child);
      [[maybe_unused]] const bool added = m_levels[number]->add(held_child, held);
      assert(added);
    }
    const auto page = m_levels[number]->page(right_child);
    if (number + 1 == m_levels.size()) {
      m_pages->write_root(m_root, page);
    } else {
      right_child = m_pages->append(page);
    }
  }
  return m_pages->finish();
}

} // namespace xq::store
