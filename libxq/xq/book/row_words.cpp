#include <xq/book/row_words.hpp>

#include <array>
#include <optional>

// The third word of a row, from the lowest bit: 13 bits of the move; one that says whether the row
// is a long one. Then of a short row 2 bits of the result, 14 of the year, 12 of the level, 22 of
// the games; of a long one, from bit 16 on, the last year.

namespace xq::book {

namespace {

constexpr std::uint64_t bits(unsigned n) noexcept { return (std::uint64_t{1} << n) - 1; }
constexpr std::uint64_t is_long = std::uint64_t{1} << 13U;
constexpr std::size_t short_words = 3;

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

/// The third word of a short row; none when the row is not one.
std::optional<std::uint64_t> short_word(const Row& row) noexcept {
  const auto result = only_result(row.counts);
  const auto& levels = row.levels;
  const bool one_level =
      levels == Levels{} ||
      (levels.games == row.counts.games && levels.sum == std::uint64_t{levels.best} * levels.games);
  if (!result || !one_level || row.years.first != row.years.last || row.years.first > bits(14) ||
      levels.best > bits(12) || row.counts.games > bits(22)) {
    return std::nullopt;
  }
  return row.move | *result << 14U | std::uint64_t{row.years.first} << 16U |
         std::uint64_t{levels.best} << 30U | std::uint64_t{row.counts.games} << 42U;
}

Row read_short(std::span<const std::uint64_t> words) noexcept {
  const auto w = words[2];
  const auto games = static_cast<std::uint32_t>(w >> 42U);
  const auto result = w >> 14U & bits(2);
  const auto year = static_cast<std::uint16_t>(w >> 16U & bits(14));
  const auto level = static_cast<std::uint16_t>(w >> 30U & bits(12));
  const auto if_result = [&](std::uint64_t i) { return result == i ? games : 0; };
  Row row;
  row.years = {year, year};
  row.counts = {games, if_result(1), if_result(2), if_result(3)};
  row.levels = {std::uint64_t{level} * games, level == 0 ? 0 : games, level};
  return row;
}

Row read_long(std::span<const std::uint64_t> words) noexcept {
  const auto low = [&](std::size_t i) { return static_cast<std::uint32_t>(words[i]); };
  const auto high = [&](std::size_t i) { return static_cast<std::uint32_t>(words[i] >> 32U); };
  Row row;
  row.years = {static_cast<std::uint16_t>(words[6] >> 48U),
               static_cast<std::uint16_t>(words[2] >> 16U)};
  row.counts = {low(3), high(3), low(4), high(4)};
  row.levels = {words[5], low(6), static_cast<std::uint16_t>(high(6))};
  return row;
}

} // namespace

void append_words(std::vector<std::uint64_t>& out, const Row& row) {
  const std::array<std::uint64_t, 2> place{static_cast<std::uint64_t>(row.key),
                                           static_cast<std::uint64_t>(row.lock)};
  out.insert(out.end(), place.begin(), place.end());
  if (const auto word = short_word(row)) {
    out.push_back(*word);
    return;
  }
  const auto pair = [](std::uint64_t low, std::uint64_t high) { return low | high << 32U; };
  const std::array<std::uint64_t, most_row_words - 2> rest{
      row.move | is_long | std::uint64_t{row.years.last} << 16U,
      pair(row.counts.games, row.counts.red_wins), pair(row.counts.draws, row.counts.black_wins),
      row.levels.sum,
      pair(row.levels.games, row.levels.best | std::uint64_t{row.years.first} << 16U)};
  out.insert(out.end(), rest.begin(), rest.end());
}

std::size_t read_words(std::span<const std::uint64_t> words, std::vector<Row>& rows) {
  std::size_t used = 0;
  while (words.size() - used >= short_words) {
    const auto left = words.subspan(used);
    const bool one_kind = (left[2] & is_long) == 0;
    const auto size = one_kind ? short_words : most_row_words;
    if (left.size() < size) {
      break;
    }
    Row& row = rows.emplace_back(one_kind ? read_short(left) : read_long(left));
    row.key = static_cast<std::int64_t>(left[0]);
    row.lock = static_cast<std::int64_t>(left[1]);
    row.move = static_cast<std::uint16_t>(left[2] & bits(13));
    used += size;
  }
  return used;
}

} // namespace xq::book
