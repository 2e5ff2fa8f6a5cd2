#include "sqlitefile/table_writer.hpp"

#include "sqlitefile/page_file.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace xq::sqlitefile {

namespace {

constexpr unsigned char leaf_page = 10;
constexpr unsigned char interior_page = 2;
// In the header of a page:
constexpr std::size_t right_child_at = 8;
constexpr std::size_t interior_header = 12;
constexpr std::size_t pointer_bytes = 2; ///< of a cell, in the array behind the page's header
constexpr std::size_t child_bytes = 4;
constexpr std::size_t fewest_cell_bytes = 4;

/// The page in work of one level of the tree, and a cell for which it has no room. Cells are kept
/// back so that the last page of a level never comes out empty: see close().
class Level {
public:
  Level(std::uint32_t page_size, bool leaf)
      : m_leaf{leaf}, m_header{leaf ? leaf_header : interior_header}, m_page(page_size) {
    clear();
  }

  [[nodiscard]] bool empty() const noexcept { return m_cells == 0; }
  [[nodiscard]] bool leaf() const noexcept { return m_leaf; }

  /// False when there is no room. `child` is left of the cell; leaves have none.
  bool add(std::uint32_t child, std::span<const unsigned char> cell) noexcept {
    const std::size_t bytes = room_for(cell.size());
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
    const std::size_t bytes = room_for(length);
    std::memset(m_page.data() + m_content, 0,
                bytes); // cleared, so that the same rows give the same bytes
    m_content += bytes;
    --m_cells;
    std::memset(m_page.data() + m_header + pointer_bytes * m_cells, 0, pointer_bytes);
    return child;
  }

  /// The finished page; `right_child` is right of its last cell.
  [[nodiscard]] std::span<const unsigned char> page(std::uint32_t right_child) noexcept {
    m_page[0] = m_leaf ? leaf_page : interior_page;
    put16(m_page.data() + cells_at, m_cells);
    put16(m_page.data() + content_at, m_content); // 65536 is written as 0
    if (!m_leaf) {
      put32(m_page.data() + right_child_at, right_child);
    }
    return m_page;
  }

  void clear() noexcept {
    std::fill(m_page.begin(), m_page.end(), static_cast<unsigned char>(0));
    m_cells = 0;
    m_content = m_page.size();
  }

private:
  /// What a cell takes: as much as a freed one needs at least.
  [[nodiscard]] std::size_t room_for(std::size_t row_bytes) const noexcept {
    return std::max(row_bytes + (m_leaf ? 0 : child_bytes), fewest_cell_bytes);
  }

  bool m_leaf;
  std::size_t m_header;
  std::vector<unsigned char> m_page;
  std::size_t m_cells = 0;
  std::size_t m_content = 0; ///< where the cells begin
  std::uint32_t m_held_child = 0;
  std::vector<unsigned char> m_held;
};

} // namespace

/// The b-tree of the table.
class TableWriter::Tree {
public:
  Tree(const std::string& path, std::string_view table)
      : m_file{path}, m_root{empty_root(m_file, table)} {
    m_levels.push_back(std::make_unique<Level>(m_file.page_size(), true));
  }

  void add(std::span<const unsigned char> row) { push(0, 0, row); }
  void finish();

private:
  static std::uint32_t empty_root(const PageFile& file, std::string_view table);
  void push(std::size_t number, std::uint32_t child, std::span<const unsigned char> cell);
  void pass_up(std::size_t number, std::span<const unsigned char> divider,
               std::uint32_t right_child);

  PageFile m_file;
  std::uint32_t m_root;
  std::vector<std::unique_ptr<Level>> m_levels; ///< leaves first
};

std::uint32_t TableWriter::Tree::empty_root(const PageFile& file, std::string_view table) {
  const auto root = find_root(file, table);
  const auto page = root == 0 ? std::vector<unsigned char>(leaf_header) : file.read(root);
  if (page[0] != leaf_page || get16(page.data() + cells_at) != 0) {
    throw make_error<FileError>(
        "{}: table {} is missing, has rows or is not one WITHOUT ROWID. Make "
        "the file anew.",
        file.path(), table);
  }
  return root;
}

/// Append a cell to a level. When its page is full, one cell is held back; the next one to come
/// shows that the page has a successor: the held one goes up as the divider between the two.
void TableWriter::Tree::push(std::size_t number, std::uint32_t child,
                             std::span<const unsigned char> cell) {
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
void TableWriter::Tree::pass_up(std::size_t number, std::span<const unsigned char> divider,
                                std::uint32_t right_child) {
  Level& level = *m_levels[number];
  const std::uint32_t page = m_file.append(level.page(right_child));
  level.clear();
  if (number + 1 == m_levels.size()) {
    m_levels.push_back(std::make_unique<Level>(m_file.page_size(), false));
  }
  push(number + 1, page, divider);
}

/// A level that still holds a cell has one cell too many for its page and nothing for the next: the
/// last cell of the page becomes the divider, and the held one the first of the new page.
void TableWriter::Tree::finish() {
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
      m_file.replace(m_root, page);
    } else {
      right_child = m_file.append(page);
    }
  }
  m_file.finish();
}

TableWriter::TableWriter(const std::string& path, std::string_view table)
    : m_tree{std::make_unique<Tree>(path, table)} {}

TableWriter::~TableWriter() = default;

void TableWriter::add(const RowBlock& rows) {
  rows.for_each([this](std::span<const unsigned char> row) { m_tree->add(row); });
}

void TableWriter::finish() { m_tree->finish(); }

} // namespace xq::sqlitefile
