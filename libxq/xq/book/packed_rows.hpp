#pragma once

#include <xq/book/row.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xq::book {

/// A row in the form in which rows wait to be sorted, in memory and on disk: three words where its
/// games have one result, one year and one level of the mover, as nearly all rows of single games
/// do, else seven. A view of the words, which stand somewhere else.
class PackedRow {
public:
  static constexpr std::size_t short_words = 3;
  static constexpr std::size_t long_words = 7;

  /// `words`: as many as size() says.
  explicit PackedRow(const std::uint64_t* words) noexcept : m_words{words} {}

  [[nodiscard]] std::int64_t key() const noexcept { return static_cast<std::int64_t>(m_words[0]); }
  [[nodiscard]] std::int64_t lock() const noexcept { return static_cast<std::int64_t>(m_words[1]); }
  [[nodiscard]] std::uint16_t move() const noexcept {
    return static_cast<std::uint16_t>(m_words[2] & (is_long - 1));
  }
  [[nodiscard]] std::size_t size() const noexcept {
    return (m_words[2] & is_long) == 0 ? short_words : long_words;
  }
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return {m_words, size()}; }
  [[nodiscard]] Row unpack() const noexcept;

private:
  friend class PackedRows;
  static constexpr std::uint64_t is_long = std::uint64_t{1} << 13U; ///< in the third word

  const std::uint64_t* m_words;
};

/// Call f(PackedRow) for each of the rows that `words` are; returns the words of a last row that is
/// not whole.
template <typename F>
std::size_t for_each_row(std::span<const std::uint64_t> words, F&& f) {
  while (words.size() >= PackedRow::short_words) {
    const PackedRow row{words.data()};
    const std::size_t size = row.size();
    if (size > words.size()) {
      break;
    }
    f(row);
    words = words.subspan(size);
  }
  return words.size();
}

/// Packed rows one behind another.
class PackedRows {
public:
  void add(const Row& row);
  void clear() noexcept {
    m_words.clear();
    m_games = 0;
  }

  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return m_words; }
  /// Sum of the games of all rows.
  [[nodiscard]] std::uint64_t games() const noexcept { return m_games; }

private:
  std::vector<std::uint64_t> m_words;
  std::uint64_t m_games = 0;
};

} // namespace xq::book
