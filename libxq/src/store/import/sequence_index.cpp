#include "store/import/sequence_index.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace xq::store {

namespace {

constexpr std::size_t fewest_chains = 4096; // a power of two

bool precedes(const SequenceIndex::Row& a, const SequenceIndex::Row& b) noexcept {
  return std::tie(a.key.line, a.key.record, a.game) < std::tie(b.key.line, b.key.record, b.game);
}

} // namespace

void SequenceIndex::clear() {
  m_rows.clear();
  const std::size_t chains = std::max(m_lines.size(), fewest_chains);
  m_lines.assign(chains, nothing);
  m_records.assign(chains, nothing);
}

void SequenceIndex::find(const Key& key, std::vector<std::int64_t>& games) const {
  for (auto i = m_records[chain_of(key)]; i != nothing; i = m_rows[i].before_of_record) {
    if (m_rows[i].key == key) {
      games.push_back(m_rows[i].game);
    }
  }
}

void SequenceIndex::find_line(std::int64_t line, std::size_t limit,
                              std::vector<std::int64_t>& games) const {
  for (auto i = m_lines[chain_of(line)]; i != nothing && games.size() < limit;
       i = m_rows[i].before_of_line) {
    if (m_rows[i].key.line == line) {
      games.push_back(m_rows[i].game);
    }
  }
}

void SequenceIndex::add(const Key& key, std::int64_t game) {
  if (m_rows.size() == m_lines.size()) {
    grow();
  }
  m_rows.push_back({{key, game}, nothing, nothing});
  link(static_cast<std::uint32_t>(m_rows.size() - 1));
}

void SequenceIndex::link(std::uint32_t index) {
  Entry& row = m_rows[index];
  row.before_of_line = std::exchange(m_lines[chain_of(row.key.line)], index);
  row.before_of_record = std::exchange(m_records[chain_of(row.key)], index);
}

void SequenceIndex::grow() {
  const std::size_t chains = m_lines.size() * 4;
  m_lines.assign(chains, nothing);
  m_records.assign(chains, nothing);
  for (std::uint32_t i = 0; i < m_rows.size(); ++i) {
    link(i);
  }
}

std::vector<SequenceIndex::Row> SequenceIndex::sorted_from(std::size_t count) const {
  std::vector<Row> rows(m_rows.begin() + static_cast<std::ptrdiff_t>(count), m_rows.end());
  std::sort(rows.begin(), rows.end(), precedes);
  return rows;
}

} // namespace xq::store
