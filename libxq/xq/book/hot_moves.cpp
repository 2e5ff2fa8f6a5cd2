#include <xq/book/hot_moves.hpp>

#include <algorithm>

namespace xq::book {

namespace {

void count(Row& row, const Record& r) noexcept {
  using enum record::Result;
  const auto result = static_cast<record::Result>(r.result);
  const auto games = static_cast<std::uint32_t>(r.games);
  const auto year = static_cast<std::uint16_t>(r.year);
  row.counts.games += games;
  row.counts.red_wins += result == red_wins ? games : 0;
  row.counts.draws += result == draw ? games : 0;
  row.counts.black_wins += result == black_wins ? games : 0;
  if (year != 0) {
    row.years.first = row.years.first == 0 ? year : std::min(row.years.first, year);
    row.years.last = std::max(row.years.last, year);
  }
  if (r.level != 0) {
    row.levels.sum += std::uint64_t{r.level} * games;
    row.levels.games += games;
    row.levels.best = std::max(row.levels.best, static_cast<std::uint16_t>(r.level));
  }
}

} // namespace

bool HotMoves::add(const Record& record) {
  // Keys are random as they are; the moves of one position go to neighbouring slots.
  const std::size_t slot = (static_cast<std::uint64_t>(record.key) + record.move * 0x9E37U) % slots;
  Row& row = m_rows[slot];
  std::uint8_t& credit = m_credits[slot];
  if (row.counts.games != 0 && same_place(row, record)) {
    count(row, record);
    credit = std::min<std::uint8_t>(static_cast<std::uint8_t>(credit + 1), most_credit);
    return true;
  }
  if (row.counts.games != 0) {
    if (credit > 0) {
      --credit;
      return false;
    }
    if (m_replaced.size() == most_replaced) {
      return false;
    }
    m_replaced.push_back(row);
  }
  row = {};
  row.key = record.key;
  row.lock = record.lock;
  row.move = static_cast<std::uint16_t>(record.move);
  count(row, record);
  credit = 1;
  return true;
}

void HotMoves::take(std::vector<Row>& out) {
  out.insert(out.end(), m_replaced.begin(), m_replaced.end());
  m_replaced.clear();
  for (Row& row : m_rows) {
    if (row.counts.games != 0) {
      out.push_back(row);
      row = {};
    }
  }
}

HotPool::Handle HotPool::take() {
  const std::lock_guard lock{m_mutex};
  if (m_free.empty()) {
    m_free.reserve(m_all.size() + 1);
    m_all.push_back(std::make_unique<HotMoves>());
    return Handle{m_all.back().get(), Return{this}};
  }
  HotMoves* const table = m_free.back();
  m_free.pop_back();
  return Handle{table, Return{this}};
}

std::vector<Row> HotPool::rows() {
  const std::lock_guard lock{m_mutex};
  std::vector<Row> rows;
  for (const auto& table : m_all) {
    table->take(rows);
  }
  return rows;
}

void HotPool::give_back(HotMoves* table) noexcept {
  const std::lock_guard lock{m_mutex};
  m_free.push_back(table);
}

} // namespace xq::book
