#include <xq/store/bulk_tree.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

namespace xq::store {

namespace {

constexpr unsigned char leaf_page = 10;
constexpr unsigned char interior_page = 2;
constexpr std::size_t leaf_header = 8;
constexpr std::size_t interior_header = 12;
constexpr std::size_t pointer_bytes = 2; ///< of a cell, in the array behind the page's header
constexpr std::size_t child_bytes = 4;

} // namespace

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

BulkTree::BulkTree(PageFile& file, std::uint32_t root) : m_file{file}, m_root{root} {
  m_levels.push_back(std::make_unique<Level>(file.page_size(), true));
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
  const std::uint32_t page = m_file.append(level.page(right_child));
  level.clear();
  if (number + 1 == m_levels.size()) {
    m_levels.push_back(std::make_unique<Level>(m_file.page_size(), false));
  }
  push(number + 1, page, divider);
}

/// A level that still holds a cell has one cell too many for its page and nothing for the next: the
/// last cell of the page becomes the divider, and the held one the first of the new page.
void BulkTree::finish() {
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
      m_file.write_root(m_root, page);
    } else {
      right_child = m_file.append(page);
    }
  }
}

} // namespace xq::store
