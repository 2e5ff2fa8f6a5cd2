#pragma once

#include <xq/board/position.hpp>
#include <xq/book/build.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xq::book {

/// The moves of games and what counts of them, back to back: two bytes a ply.
class SequenceList {
public:
  /// Number of a start position; usual_start is the one of most games.
  using StartId = std::uint32_t;
  static constexpr StartId usual_start = 0;

  struct Sequence {
    std::size_t first = 0; ///< of its moves
    std::uint32_t plies = 0;
    StartId start = usual_start;
    GameFacts facts;
  };

  void add(StartId start, std::span<const Move> moves, const GameFacts& facts) {
    m_sequences.push_back({m_moves.size(), static_cast<std::uint32_t>(moves.size()), start, facts});
    m_moves.insert(m_moves.end(), moves.begin(), moves.end());
  }
  void clear() noexcept {
    m_moves.clear();
    m_sequences.clear();
  }

  [[nodiscard]] std::span<const Sequence> sequences() const noexcept { return m_sequences; }
  [[nodiscard]] std::span<const Move> moves(const Sequence& sequence) const noexcept {
    return std::span{m_moves}.subspan(sequence.first, sequence.plies);
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return m_moves.size() * sizeof(Move) + m_sequences.size() * sizeof(Sequence);
  }

  /// Sorts by start and moves, so that sequences that begin alike stand together.
  void sort();

private:
  std::vector<Move> m_moves;
  std::vector<Sequence> m_sequences;
};

/// Sequences with the start positions that their ids mean.
class SequenceBatch {
public:
  void add(const Position& start, std::span<const Move> moves, const GameFacts& facts);
  void clear() noexcept {
    m_sequences.clear();
    m_starts.clear();
  }

  [[nodiscard]] const SequenceList& sequences() const noexcept { return m_sequences; }
  [[nodiscard]] const Position& start(SequenceList::StartId id) const noexcept {
    return id == SequenceList::usual_start ? Position::start() : m_starts[id - 1];
  }

private:
  SequenceList m_sequences;
  std::vector<Position> m_starts; ///< from id 1 on
};

} // namespace xq::book
