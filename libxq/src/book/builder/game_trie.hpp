#pragma once

#include "book/builder/key_walk.hpp"
#include "book/builder/move_sequences.hpp"
#include "book/rows/row_codec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xq::book {

/// Turns sorted sequences into rows by walking them as a trie: a common prefix is played and
/// counted once for all of its sequences. One row for each position (up to mirroring) and move of a
/// sequence; a sequence that comes to the same position again and makes the same move there counts
/// once. Keeps its memory, so one object serves many pieces of work.
class GameTrie {
public:
  /// Hand to `rows`, in no order, what the sequences add up to; a place that is reached by
  /// different prefixes has several rows. `sequences` are in the order of SequenceList::sort() and
  /// have this start. Throws Error for more games than a row can count, and what `rows` throws.
  void count(const Position& start, const SequenceList& sequences,
             std::span<const SequenceList::Sequence> sorted, RowSink& rows);

private:
  /// What the games that pass a move add up to. Levels of both sides, as a sequence has moves of
  /// both.
  struct Sum {
    Counts counts;
    Years years;
    std::array<Levels, color_count> levels;
  };
  /// What ends or branches off behind a move of the walk.
  struct Node {
    Sum sum;
    bool empty = true;
  };
  static Sum sum_of(const GameFacts& facts) noexcept;
  static void add(Sum& to, const Sum& from);
  static void add(Node& to, const Sum& from);
  void unwind(std::size_t plies, RowSink& rows);

  KeyWalk m_walk;
  std::array<RowPacker, color_count> m_packers; ///< one for the moves of each side
  std::vector<Node> m_nodes;                    ///< one for each step of the walk
};

} // namespace xq::book
