#include "book/builder/game_pool.hpp"

#include "base/spare_pool.hpp"
#include "base/workers.hpp"
#include "book/builder/game_trie.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace xq::book {

SequenceList::StartId GamePool::id_of(const Position& start) {
  const auto& hashes = start.hashes();
  const auto next = static_cast<SequenceList::StartId>(m_starts.size() + 1);
  const auto [at, added] = m_start_ids.try_emplace({Key{hashes.key}, Key{hashes.lock}}, next);
  if (added) {
    m_starts.push_back(start);
    m_bytes += sizeof(Position) + 2 * sizeof(Place);
  }
  return at->second;
}

void GamePool::add(const SequenceBatch& sequences) {
  for (const auto& sequence : sequences.sequences().sequences()) {
    const auto start = sequence.start == SequenceList::usual_start
                           ? sequence.start
                           : id_of(sequences.start(sequence.start));
    const auto moves = sequences.sequences().moves(sequence);
    std::uint64_t hash = start;
    for (const Move move : moves.first(std::min(moves.size(), class_plies))) {
      hash = (hash ^ move.raw()) * 0x9E3779B97F4A7C15U;
    }
    auto& to = m_classes[(hash >> 32U) % class_count];
    m_bytes -= to.bytes();
    to.add(start, moves, sequence.facts);
    m_bytes += to.bytes();
  }
}

class GamePool::Sorting final : public Job {
public:
  explicit Sorting(SequenceList& sequences) : m_sequences{sequences} {}
  void run() override { m_sequences.sort(); }

private:
  SequenceList& m_sequences;
};

/// What one thread needs to count pieces.
struct GamePool::Counter {
  GameTrie trie;
  RowSink* rows = nullptr;
};

class GamePool::Counting final : public Job {
public:
  Counting(const GamePool& pool, SparePool<Counter>& counters, const Piece& piece)
      : m_pool{pool}, m_counters{counters}, m_piece{piece} {}

  void run() override {
    const SparePool<Counter>::Lease counter{m_counters};
    for (auto left = m_piece.sorted; !left.empty();) {
      const auto id = left.front().start;
      const auto others = std::find_if(left.begin(), left.end(),
                                       [&](const auto& sequence) { return sequence.start != id; });
      const auto alike = left.first(static_cast<std::size_t>(others - left.begin()));
      counter->trie.count(m_pool.start(id), *m_piece.sequences, alike, *counter->rows);
      left = left.subspan(alike.size());
    }
  }

private:
  const GamePool& m_pool;
  SparePool<Counter>& m_counters;
  Piece m_piece;
};

/// Cut sorted sequences where a piece has plies enough.
void GamePool::cut(const SequenceList& sequences, std::size_t piece_plies,
                   std::vector<Piece>& pieces) {
  const auto all = sequences.sequences();
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    for (std::size_t plies = 0; end < all.size() && plies < piece_plies; ++end) {
      plies += all[end].plies;
    }
    pieces.push_back({&sequences, all.subspan(begin, end - begin)});
    begin = end;
  }
}

void GamePool::count(std::span<RowSink* const> sinks, std::size_t piece_plies) {
  const auto threads = static_cast<unsigned>(sinks.size());
  const auto drop = [](const std::unique_ptr<Job>&) {};
  auto unsorted = m_classes.begin();
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        return unsorted == m_classes.end() ? nullptr : std::make_unique<Sorting>(*unsorted++);
      },
      drop);

  std::vector<Piece> pieces;
  for (const auto& sequences : m_classes) {
    cut(sequences, piece_plies, pieces);
  }
  auto sink = sinks.begin(); // no more counters are made than there are threads
  SparePool<Counter> counters{[&sink] { return std::make_unique<Counter>(Counter{{}, *sink++}); }};
  auto piece = pieces.begin();
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        return piece == pieces.end() ? nullptr
                                     : std::make_unique<Counting>(*this, counters, *piece++);
      },
      drop);

  for (auto& sequences : m_classes) {
    sequences.clear();
  }
  m_starts.clear();
  m_start_ids.clear();
  m_bytes = 0;
}

} // namespace xq::book
