#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace xq::store {

/// A leaf page of a table with rowids, which may be damaged: nothing beyond it is read.
/// Source: https://www.sqlite.org/fileformat2.html, section 1.6.
class TableLeaf {
public:
  struct Cell {
    std::int64_t rowid = 0;
    std::size_t bytes = 0;      ///< of the whole record
    std::string_view local;     ///< what of it stands here
    std::uint32_t overflow = 0; ///< page with the rest; 0 when there is none
  };

  /// `page` is not the first page of a file.
  explicit TableLeaf(std::span<const unsigned char> page) noexcept;

  /// Whether it is such a page.
  [[nodiscard]] bool ok() const noexcept { return m_ok; }
  [[nodiscard]] std::size_t size() const noexcept { return m_cells; }
  /// Nothing when it is damaged.
  [[nodiscard]] std::optional<Cell> cell(std::size_t i) const noexcept;
  /// The place of the first cell whose rowid is `rowid` or more; size() when there is none.
  [[nodiscard]] std::size_t lower_bound(std::int64_t rowid) const noexcept;

private:
  std::span<const unsigned char> m_page;
  std::size_t m_cells = 0;
  bool m_ok = false;
};

/// How much of a record of `size` bytes stands in its leaf; the rest is in overflow pages.
[[nodiscard]] std::size_t local_bytes(std::size_t size, std::size_t page_size) noexcept;

/// Reads a number of seven bits a byte, the highest first, the ninth byte with eight, off the front
/// of `in`; nothing when it ends too early.
[[nodiscard]] std::optional<std::uint64_t> take_varint(std::span<const unsigned char>& in) noexcept;

} // namespace xq::store
