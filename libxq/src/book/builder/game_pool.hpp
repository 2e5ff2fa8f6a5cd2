#pragma once

#include "book/builder/move_sequences.hpp"
#include "book/rows/row_codec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace xq::book {

/// Collects sequences until there are enough of them to be counted together. Sequences with the
/// same first moves come to the same class: a class is small enough to be sorted in the cache, and
/// each is sorted and counted by one thread.
class GamePool {
public:
  void add(const SequenceBatch& sequences);

  [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

  /// Hand the rows that all sequences add up to (see GameTrie) to `sinks`, in no order, and forget
  /// the sequences. On as many threads as there are sinks; a sink serves one thread at a time.
  /// `piece_plies`: what is counted in one go, about. Throws what a sink throws.
  void count(std::span<RowSink* const> sinks, std::size_t piece_plies);

private:
  static constexpr std::size_t class_count = 64;
  static constexpr std::size_t class_plies = 6; ///< at the front of a sequence that tell its class

  /// Sequences that are counted in one go.
  struct Piece {
    const SequenceList* sequences = nullptr;
    std::span<const SequenceList::Sequence> sorted;
  };
  struct Place {
    Key key, lock;
    friend bool operator==(const Place&, const Place&) noexcept = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& p) const noexcept {
      return static_cast<std::size_t>(p.key); // keys are random
    }
  };
  class Sorting;
  struct Counter;
  class Counting;
  [[nodiscard]] SequenceList::StartId id_of(const Position& start);
  [[nodiscard]] const Position& start(SequenceList::StartId id) const noexcept {
    return id == SequenceList::usual_start ? Position::start() : m_starts[id - 1];
  }
  static void cut(const SequenceList& sequences, std::size_t piece_plies,
                  std::vector<Piece>& pieces);

  std::array<SequenceList, class_count> m_classes;
  std::vector<Position> m_starts; ///< from id 1 on
  std::unordered_map<Place, SequenceList::StartId, PlaceHash> m_start_ids;
  std::size_t m_bytes = 0;
};

} // namespace xq::book
