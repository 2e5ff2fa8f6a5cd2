#pragma once

#include <xq/book/lines.hpp>
#include <xq/book/packed_rows.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace xq::book {

/// Lines until there are enough of them to be counted together. Lines that begin alike come to the
/// same class, so that the classes are small enough for a near cache, and threads can share them.
class LinePool {
public:
  void add(const LineBatch& lines);

  [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

  /// Hand the rows that all lines add up to (see LineTree) to `sinks`, in no order, and forget the
  /// lines. On as many threads as there are sinks; a sink serves one thread at a time.
  /// `piece_plies`: what is counted in one go, about. Throws what a sink throws.
  void count(std::span<RowSink* const> sinks, std::size_t piece_plies);

private:
  static constexpr std::size_t class_count = 64;
  static constexpr std::size_t class_plies = 6; ///< at the front of a line that tell its class

  /// Lines that are counted in one go.
  struct Piece {
    const LineList* lines = nullptr;
    std::span<const LineList::Line> sorted;
  };
  struct Place {
    Key key, lock;
    friend bool operator==(const Place&, const Place&) noexcept = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& p) const noexcept {
      return static_cast<std::size_t>(p.key); // random as it is
    }
  };
  class Sorting;
  struct Counter;
  class Counting;
  [[nodiscard]] LineList::StartId id_of(const Position& start);
  [[nodiscard]] const Position& start(LineList::StartId id) const noexcept {
    return id == LineList::usual_start ? Position::start() : m_starts[id - 1];
  }
  static void cut(const LineList& lines, std::size_t piece_plies, std::vector<Piece>& pieces);

  std::array<LineList, class_count> m_classes;
  std::vector<Position> m_starts; ///< from id 1 on
  std::unordered_map<Place, LineList::StartId, PlaceHash> m_start_ids;
  std::size_t m_bytes = 0;
};

} // namespace xq::book
