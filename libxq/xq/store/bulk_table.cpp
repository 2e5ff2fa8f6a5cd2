#include <xq/store/bulk_table.hpp>
#include <xq/store/integer_form.hpp>
#include <xq/store/table_leaf.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <span>

namespace xq::store {

namespace {

constexpr unsigned char leaf_page = 13;
constexpr unsigned char interior_page = 5;
constexpr std::size_t leaf_header = 8;
constexpr std::size_t interior_header = 12;
constexpr std::size_t pointer_bytes = 2; ///< of a cell, in the array behind the page's header
constexpr std::size_t page_number_bytes = 4;
constexpr std::size_t most_varint = 9;

/// Seven bits a byte, the highest first; the ninth byte has eight.
std::size_t put_varint(unsigned char* out, std::uint64_t value) noexcept {
  if (value < 0x80) {
    out[0] = static_cast<unsigned char>(value);
    return 1;
  }
  if (value >> 56U != 0) {
    out[8] = static_cast<unsigned char>(value);
    value >>= 8U;
    for (std::size_t i = 8; i-- > 0; value >>= 7U) {
      out[i] = static_cast<unsigned char>(value | 0x80U);
    }
    return most_varint;
  }
  std::size_t size = 1;
  for (auto left = value >> 7U; left != 0; left >>= 7U) {
    ++size;
  }
  for (std::size_t i = size; i-- > 0; value >>= 7U) {
    out[i] = static_cast<unsigned char>((value & 0x7FU) | (i + 1 == size ? 0U : 0x80U));
  }
  return size;
}

void append_varint(std::string& out, std::uint64_t value) {
  std::array<unsigned char, most_varint> bytes{};
  const auto size = put_varint(bytes.data(), value);
  out.append(reinterpret_cast<const char*>(bytes.data()), size);
}

} // namespace

// ---- records -----------------------------------------------------------------------------------

void RecordBuilder::integer(std::int64_t value) {
  const IntegerForm form = integer_form(value);
  *types(1) = form.type;
  // What is too much of the eight bytes is overwritten by the next value.
  std::memcpy(values(sizeof form.big_endian), &form.big_endian, sizeof form.big_endian);
  m_values_size -= sizeof form.big_endian - form.bytes;
}

void RecordBuilder::bytes_as(std::string_view bytes, std::uint64_t type_of_none) {
  auto* const type = types(most_varint);
  m_types_size -= most_varint - put_varint(type, type_of_none + 2 * bytes.size());
  if (!bytes.empty()) {
    std::memcpy(values(bytes.size()), bytes.data(), bytes.size());
  }
}

/// The header begins with its own size, which counts the bytes of that number, too.
void RecordBuilder::finish(std::string& out) {
  std::size_t header = m_types_size + 1;
  if (header > 127) {
    header += header + 1 > 16383 ? 2 : 1;
  }
  append_varint(out, header);
  out.append(reinterpret_cast<const char*>(m_types.data()), m_types_size);
  out.append(reinterpret_cast<const char*>(m_values.data()), m_values_size);
  m_types_size = m_values_size = 0;
}

// ---- pages -------------------------------------------------------------------------------------

/// The leaf in work.
class BulkTable::Leaf {
public:
  explicit Leaf(std::uint32_t page_size) : m_page(page_size) { clear(); }

  [[nodiscard]] bool empty() const noexcept { return m_cells == 0; }
  [[nodiscard]] std::int64_t last() const noexcept { return m_last; }

  [[nodiscard]] bool has_room(std::size_t bytes) const noexcept {
    return leaf_header + pointer_bytes * (m_cells + 1) + bytes <= m_content;
  }
  /// Room for `bytes`, which are the cell of `rowid`.
  unsigned char* add(std::int64_t rowid, std::size_t bytes) noexcept {
    assert(has_room(bytes));
    m_content -= bytes;
    put16(m_page.data() + leaf_header + pointer_bytes * m_cells, m_content);
    ++m_cells;
    m_last = rowid;
    return m_page.data() + m_content;
  }
  [[nodiscard]] std::span<const unsigned char> page() noexcept {
    m_page[0] = leaf_page;
    put16(m_page.data() + 3, m_cells);
    put16(m_page.data() + 5, m_content); // 65536 is written as 0
    return m_page;
  }
  void clear() noexcept {
    std::fill(m_page.begin(), m_page.end(), static_cast<unsigned char>(0));
    m_cells = 0;
    m_content = m_page.size();
  }

private:
  std::vector<unsigned char> m_page;
  std::size_t m_cells = 0;
  std::size_t m_content = 0; ///< where the cells begin
  std::int64_t m_last = 0;
};

/// The page in work of one level above the leaves: its children, each with the last rowid below it.
/// The last child of a page has no cell, it is its right pointer.
class BulkTable::Interior {
public:
  struct Child {
    std::uint32_t page = 0;
    std::int64_t last = 0;
  };

  explicit Interior(std::uint32_t page_size) : m_page_size{page_size}, m_used{interior_header} {}

  [[nodiscard]] std::size_t size() const noexcept { return m_children.size(); }
  [[nodiscard]] const Child& last() const noexcept { return m_children.back(); }

  /// False when there is no room.
  [[nodiscard]] bool add(const Child& child) {
    if (!m_children.empty()) { // the one before gets a cell now
      const auto bytes = pointer_bytes + cell_of(m_children.back(), nullptr);
      if (m_used + bytes > m_page_size) {
        return false;
      }
      m_used += bytes;
    }
    m_children.push_back(child);
    return true;
  }
  /// Take the last child off.
  Child pop() {
    const Child child = m_children.back();
    m_children.pop_back();
    m_used -= pointer_bytes + cell_of(m_children.back(), nullptr);
    return child;
  }

  void write(std::vector<unsigned char>& page) const {
    page.assign(m_page_size, 0);
    std::size_t content = m_page_size;
    const std::size_t cells = m_children.size() - 1;
    for (std::size_t i = 0; i < cells; ++i) {
      content -= cell_of(m_children[i], nullptr);
      static_cast<void>(cell_of(m_children[i], page.data() + content));
      put16(page.data() + interior_header + pointer_bytes * i, content);
    }
    page[0] = interior_page;
    put16(page.data() + 3, cells);
    put16(page.data() + 5, content);
    put32(page.data() + 8, m_children.back().page);
  }
  void clear() noexcept {
    m_children.clear();
    m_used = interior_header;
  }

private:
  /// Bytes of a cell, written to `out` where that is not null.
  static std::size_t cell_of(const Child& child, unsigned char* out) noexcept {
    std::array<unsigned char, most_varint> scratch{};
    unsigned char* const key = out == nullptr ? scratch.data() : out + page_number_bytes;
    if (out != nullptr) {
      put32(out, child.page);
    }
    return page_number_bytes + put_varint(key, static_cast<std::uint64_t>(child.last));
  }

  std::size_t m_page_size;
  std::size_t m_used; ///< bytes of the page
  std::vector<Child> m_children;
};

// ---- the table ---------------------------------------------------------------------------------

BulkTable::BulkTable(PageFile& file, std::uint32_t root)
    : m_file{file}, m_root{root}, m_leaf{std::make_unique<Leaf>(file.page_size())} {}

BulkTable::~BulkTable() = default;

void BulkTable::add(std::int64_t rowid, std::string_view record) {
  std::array<unsigned char, 2 * most_varint> head{};
  std::size_t head_size = put_varint(head.data(), record.size());
  head_size += put_varint(head.data() + head_size, static_cast<std::uint64_t>(rowid));
  const std::size_t local = local_bytes(record.size(), m_file.page_size());
  const bool overflows = local < record.size();
  constexpr std::size_t least_cell =
      4; // what a deleted cell needs to say where the next free one is
  const std::size_t bytes =
      std::max(head_size + local + (overflows ? page_number_bytes : 0), least_cell);
  const std::uint32_t rest = overflows ? write_overflow(record.substr(local)) : 0;
  if (!m_leaf->has_room(bytes)) {
    const auto page = m_file.append(m_leaf->page());
    m_leaves.push_back({m_leaf->last(), page});
    pass_up(0, page, m_leaf->last());
    m_leaf->clear();
  }
  unsigned char* out = m_leaf->add(rowid, bytes);
  std::memcpy(out, head.data(), head_size);
  std::memcpy(out + head_size, record.data(), local);
  if (overflows) {
    put32(out + head_size + local, rest);
  }
}

std::string_view BulkTable::read(std::int64_t rowid) {
  std::size_t begin = 0; // the first leaf whose last row is not before this one
  for (std::size_t end = m_leaves.size(); begin < end;) {
    const std::size_t middle = (begin + end) / 2;
    if (m_leaves[middle].last < rowid) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  const TableLeaf leaf{begin < m_leaves.size() ? m_file.page(m_leaves[begin].page, m_page)
                                               : m_leaf->page()};
  const auto last = begin < m_leaves.size() ? m_leaves[begin].last : m_leaf->last();
  const auto behind = static_cast<std::uint64_t>(last - rowid); // where rowids have no gaps
  auto cell = behind < leaf.size() ? leaf.cell(leaf.size() - 1 - behind) : std::nullopt;
  if (!cell || cell->rowid != rowid) {
    const auto at = leaf.lower_bound(rowid);
    cell = at < leaf.size() ? leaf.cell(at) : std::nullopt;
  }
  if (!cell || cell->rowid != rowid) {
    return {};
  }
  if (cell->overflow == 0) {
    return cell->local;
  }
  m_record = cell->local;
  for (std::uint32_t next = cell->overflow; next != 0;) {
    const auto page = m_file.page(next, m_overflow_page);
    const auto bytes = std::min(page.size() - page_number_bytes, cell->bytes - m_record.size());
    m_record.append(reinterpret_cast<const char*>(page.data()) + page_number_bytes, bytes);
    next = get32(page.data());
  }
  return m_record;
}

/// From the last page to the first: each holds the number of the next. Returns that of the first.
std::uint32_t BulkTable::write_overflow(std::string_view rest) {
  const std::size_t room = m_file.page_size() - page_number_bytes;
  std::uint32_t next = 0;
  for (std::size_t end = rest.size(); end > 0;) {
    const std::size_t begin = (end - 1) / room * room;
    m_page.assign(m_file.page_size(), 0);
    put32(m_page.data(), next);
    std::memcpy(m_page.data() + page_number_bytes, rest.data() + begin, end - begin);
    next = m_file.append(m_page);
    end = begin;
  }
  return next;
}

/// Put a finished page into the level above it. A level that is full is written first; that page
/// lets its last child go, and the new one begins with it, so that no page has a single child.
void BulkTable::pass_up(std::size_t level, std::uint32_t child, std::int64_t last) {
  if (level == m_levels.size()) {
    m_levels.push_back(std::make_unique<Interior>(m_file.page_size()));
  }
  if (m_levels[level]->add({child, last})) {
    return;
  }
  const auto first = m_levels[level]->pop();
  m_levels[level]->write(m_page);
  const auto before = m_levels[level]->last();
  m_levels[level]->clear();
  [[maybe_unused]] const bool added =
      m_levels[level]->add(first) && m_levels[level]->add({child, last});
  assert(added);
  pass_up(level + 1, m_file.append(m_page), before.last);
}

void BulkTable::finish() {
  if (m_levels.empty()) {
    m_file.write_root(m_root, m_leaf->page());
    return;
  }
  pass_up(0, m_file.append(m_leaf->page()), m_leaf->last());
  for (std::size_t level = 0; level < m_levels.size(); ++level) {
    m_levels[level]->write(m_page);
    if (level + 1 == m_levels.size()) {
      m_file.write_root(m_root, m_page);
    } else {
      const auto last = m_levels[level]->last().last;
      pass_up(level + 1, m_file.append(m_page), last);
    }
  }
}

} // namespace xq::store
