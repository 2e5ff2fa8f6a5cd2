#include <xq/store/page_file.hpp>
#include <xq/store/table_leaf.hpp>

namespace xq::store {

namespace {

constexpr unsigned char leaf_page = 13;
constexpr std::size_t header_bytes = 8;
constexpr std::size_t pointer_bytes = 2; ///< of a cell, in the array behind the page's header
constexpr std::size_t page_number_bytes = 4;

} // namespace

std::size_t local_bytes(std::size_t size, std::size_t page_size) noexcept {
  const std::size_t most = page_size - 35;
  if (size <= most) {
    return size;
  }
  const std::size_t least = (page_size - 12) * 32 / 255 - 23;
  const std::size_t local = least + (size - least) % (page_size - page_number_bytes);
  return local <= most ? local : least;
}

std::optional<std::uint64_t> take_varint(std::span<const unsigned char>& in) noexcept {
  constexpr std::size_t most = 9;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < in.size() && i < most; ++i) {
    const unsigned byte = in[i];
    const bool last = byte < 0x80 || i + 1 == most;
    value = i + 1 == most ? value << 8U | byte : value << 7U | (byte & 0x7FU);
    if (last) {
      in = in.subspan(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

TableLeaf::TableLeaf(std::span<const unsigned char> page) noexcept : m_page{page} {
  if (page.size() >= header_bytes && page[0] == leaf_page) {
    const std::size_t cells = get16(page.data() + 3);
    m_ok = header_bytes + pointer_bytes * cells <= page.size();
    m_cells = m_ok ? cells : 0;
  }
}

std::optional<TableLeaf::Cell> TableLeaf::cell(std::size_t i) const noexcept {
  const std::size_t at = get16(m_page.data() + header_bytes + pointer_bytes * i);
  if (at >= m_page.size()) {
    return std::nullopt;
  }
  auto rest = m_page.subspan(at);
  const auto bytes = take_varint(rest);
  const auto rowid = take_varint(rest);
  if (!bytes || !rowid) {
    return std::nullopt;
  }
  Cell cell;
  cell.rowid = static_cast<std::int64_t>(*rowid);
  cell.bytes = static_cast<std::size_t>(*bytes);
  const std::size_t local = local_bytes(cell.bytes, m_page.size());
  const std::size_t more = local < cell.bytes ? page_number_bytes : 0;
  if (local > rest.size() || more > rest.size() - local) {
    return std::nullopt;
  }
  cell.local = {reinterpret_cast<const char*>(rest.data()), local};
  cell.overflow = more == 0 ? 0 : get32(rest.data() + local);
  return cell;
}

std::size_t TableLeaf::lower_bound(std::int64_t rowid) const noexcept {
  std::size_t begin = 0;
  std::size_t end = m_cells;
  while (begin < end) {
    const std::size_t middle = (begin + end) / 2;
    const auto found = cell(middle);
    if (found && found->rowid < rowid) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

} // namespace xq::store
