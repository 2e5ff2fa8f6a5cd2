#include "store/import/sequence_index.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace xq::store {

namespace {

constexpr std::size_t fewest_chains = 4096; // a power of two

bool precedes(const SequenceIndex::Row& a, const SequenceIndex::Row& b) noexcept {
  return std::tie(a.key.sequence, a.key.record, a.game) <
         std::tie(b.key.sequence, b.key.record, b.game);
}

} // namespace

void SequenceIndex::clear() {
  m_rows.clear();
  const std::size_t chains = std::max(m_sequences.size(), fewest_chains);
  m_sequences.assign(chains, nothing);
  m_records.assign(chains, nothing);
}

void SequenceIndex::find(const Key& key, std::vector<std::int64_t>& games) const {
  for (auto i = m_records[chain_of(key)]; i != nothing; i = m_rows[i].previous_of_record) {
    if (m_rows[i].key == key) {
      games.push_back(m_rows[i].game);
    }
  }
}

void SequenceIndex::find_sequence(std::int64_t sequence, std::size_t limit,
                                  std::vector<std::int64_t>& games) const {
  for (auto i = m_sequences[chain_of(sequence)]; i != nothing && games.size() < limit;
       i = m_rows[i].previous_of_sequence) {
    // A game has a row for each record that it stood for.
    if (m_rows[i].key.sequence == sequence &&
        std::find(games.begin(), games.end(), m_rows[i].game) == games.end()) {
      games.push_back(m_rows[i].game);
    }
  }
}

void SequenceIndex::add(const Key& key, std::int64_t game) {
  if (m_rows.size() == m_sequences.size()) {
    grow();
  }
  m_rows.push_back({{key, game}, nothing, nothing});
  link(static_cast<std::uint32_t>(m_rows.size() - 1));
}

void SequenceIndex::link(std::uint32_t index) {
  Entry& row = m_rows[index];
  row.previous_of_sequence = std::exchange(m_sequences[chain_of(row.key.sequence)], index);
  row.previous_of_record = std::exchange(m_records[chain_of(row.key)], index);
}

void SequenceIndex::grow() {
  const std::size_t chains = m_sequences.size() * 4;
  m_sequences.assign(chains, nothing);
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

GameHashes hashes_of(std::string_view bytes, std::size_t begin, const SequenceSpan& span) {
  // The counters of the start position are no part of the sequence.
  return {content_hash(bytes.substr(span.moves, span.moves_end - span.moves)) ^
              content_hash(bytes.substr(span.start, span.start_end - span.start)),
          content_hash(bytes.substr(begin))};
}

} // namespace xq::store
