#include "book/builder/game_trie.hpp"

#include "book/rows/row_source.hpp"

#include <algorithm>

namespace xq::book {

GameTrie::Sum GameTrie::sum_of(const GameFacts& facts) noexcept {
  using enum record::Result;
  Sum sum;
  sum.counts = {1, facts.result == red_wins ? 1U : 0U, facts.result == draw ? 1U : 0U,
                facts.result == black_wins ? 1U : 0U};
  sum.years = {facts.year, facts.year};
  for (std::size_t c = 0; c < color_count; ++c) {
    const auto level = facts.levels[c];
    sum.levels[c] = {level, level == 0 ? 0U : 1U, level};
  }
  return sum;
}

void GameTrie::add(Sum& to, const Sum& from) {
  book::add(to.counts, from.counts);
  book::add(to.years, from.years);
  for (std::size_t c = 0; c < color_count; ++c) {
    book::add(to.levels[c], from.levels[c]);
  }
}

void GameTrie::add(Node& to, const Sum& from) {
  if (to.empty) {
    to = {from, false};
  } else {
    add(to.sum, from);
  }
}

/// Take moves back until `plies` of them are left; each is counted now, as no other sequence has
/// it.
void GameTrie::unwind(std::size_t plies, RowSink& rows) {
  if (m_walk.size() == plies) {
    return;
  }
  Sum sum = m_nodes[m_walk.size() - 1].sum; // never empty: some sequence ended or branched there
  const auto pack = [&] {
    for (std::size_t c = 0; c < color_count; ++c) {
      m_packers[c].set(sum.years, sum.counts, sum.levels[c]);
    }
  };
  pack();
  while (true) {
    const auto& step = m_walk.last();
    if (!step.again) {
      rows.add(m_packers[to_index(step.side)].row(step.key, step.lock, step.move));
    }
    m_walk.undo();
    if (m_walk.size() == plies) {
      break;
    }
    if (const Node& node = m_nodes[m_walk.size() - 1]; !node.empty) {
      add(sum, node.sum);
      pack();
    }
  }
  if (plies > 0) {
    add(m_nodes[plies - 1], sum);
  }
}

void GameTrie::count(const Position& start, const SequenceList& sequences,
                     std::span<const SequenceList::Sequence> sorted, RowSink& rows) {
  m_walk.begin(start);
  std::span<const Move> path;
  for (const auto& sequence : sorted) {
    const auto moves = sequences.moves(sequence);
    const auto fork = std::mismatch(path.begin(), path.end(), moves.begin(), moves.end()).second;
    const auto common = static_cast<std::size_t>(fork - moves.begin());
    unwind(common, rows);
    m_nodes.resize(std::max(m_nodes.size(), moves.size()));
    for (const Move move : moves.subspan(common)) {
      m_nodes[m_walk.size()].empty = true;
      m_walk.play(move);
    }
    if (!moves.empty()) {
      add(m_nodes[moves.size() - 1], sum_of(sequence.facts));
    }
    path = moves;
  }
  unwind(0, rows);
}

} // namespace xq::book
