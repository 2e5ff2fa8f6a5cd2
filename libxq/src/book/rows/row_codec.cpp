#include "book/rows/row_codec.hpp"

#include <array>
#include <optional>

// The third word of a row, from the lowest bit: 13 bits of the move; one that says whether the row
// is a long one. Then of a short row 2 bits of the result, 14 of the year, 12 of the level, 22 of
// the games; of a long one, from bit 16 on, the last year.

namespace xq::book {

namespace {

constexpr std::uint64_t bits(unsigned n) noexcept { return (std::uint64_t{1} << n) - 1; }

/// Which of Counts all games are: 0 none, 1 Red's wins, 2 draws, 3 Black's wins.
std::optional<std::uint64_t> only_result(const Counts& c) noexcept {
  const std::array<std::uint32_t, 4> of{0, c.red_wins, c.draws, c.black_wins};
  if (c.red_wins == 0 && c.draws == 0 && c.black_wins == 0) {
    return 0;
  }
  for (std::uint64_t i = 1; i < of.size(); ++i) {
    if (of[i] == c.games) {
      return std::uint64_t{c.red_wins} + c.draws + c.black_wins == c.games ? std::optional{i}
                                                                           : std::nullopt;
    }
  }
  return std::nullopt;
}

/// The third word of a short row without the move; none when the row is not one.
std::optional<std::uint64_t> short_facts(const Years& years, const Counts& counts,
                                         const Levels& levels) noexcept {
  const auto result = only_result(counts);
  const bool one_level =
      levels == Levels{} ||
      (levels.games == counts.games && levels.sum == std::uint64_t{levels.best} * levels.games);
  if (!result || !one_level || years.first != years.last || years.first > bits(14) ||
      levels.best > bits(12) || counts.games > bits(22)) {
    return std::nullopt;
  }
  return *result << 14U | std::uint64_t{years.first} << 16U | std::uint64_t{levels.best} << 30U |
         std::uint64_t{counts.games} << 42U;
}

void unpack_short(const std::uint64_t* words, Row& row) noexcept {
  const auto w = words[2];
  const auto games = static_cast<std::uint32_t>(w >> 42U);
  const auto result = w >> 14U & bits(2);
  const auto year = static_cast<std::uint16_t>(w >> 16U & bits(14));
  const auto level = static_cast<std::uint16_t>(w >> 30U & bits(12));
  const auto if_result = [&](std::uint64_t i) { return result == i ? games : 0; };
  row.years = {year, year};
  row.counts = {games, if_result(1), if_result(2), if_result(3)};
  row.levels = {std::uint64_t{level} * games, level == 0 ? 0 : games, level};
}

void unpack_long(const std::uint64_t* words, Row& row) noexcept {
  const auto low = [&](std::size_t i) { return static_cast<std::uint32_t>(words[i]); };
  const auto high = [&](std::size_t i) { return static_cast<std::uint32_t>(words[i] >> 32U); };
  row.years = {static_cast<std::uint16_t>(words[6] >> 48U),
               static_cast<std::uint16_t>(words[2] >> 16U)};
  row.counts = {low(3), high(3), low(4), high(4)};
  row.levels = {words[5], low(6), static_cast<std::uint16_t>(high(6))};
}

} // namespace

Row PackedRow::unpack() const noexcept {
  Row row;
  row.key = key();
  row.lock = lock();
  row.move = move();
  if (size() == short_words) {
    unpack_short(m_words, row);
  } else {
    unpack_long(m_words, row);
  }
  return row;
}

void RowPacker::set(const Years& years, const Counts& counts, const Levels& levels) noexcept {
  if (const auto facts = short_facts(years, counts, levels)) {
    m_facts = *facts;
    return;
  }
  const auto pair = [](std::uint64_t low, std::uint64_t high) { return low | high << 32U; };
  m_facts = PackedRow::is_long | std::uint64_t{years.last} << 16U;
  m_words[3] = pair(counts.games, counts.red_wins);
  m_words[4] = pair(counts.draws, counts.black_wins);
  m_words[5] = levels.sum;
  m_words[6] = pair(levels.games, levels.best | std::uint64_t{years.first} << 16U);
}

} // namespace xq::book
