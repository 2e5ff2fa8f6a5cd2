#pragma once

// The moves of games as rows that base/sort/byte_sorter.hpp puts in order by position.

#include <xq/board/position.hpp>
#include <xq/book/book.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace xq::reports {

/// A move in a position, the same in its mirror image.
struct Edge {
  std::uint64_t key = 0;
  std::uint64_t lock = 0;
  std::uint16_t move = 0;

  friend auto operator<=>(const Edge&, const Edge&) = default; // NOLINT(modernize-use-nullptr)
  [[nodiscard]] bool same_position(const Edge& o) const noexcept {
    return key == o.key && lock == o.lock;
  }
};

inline Edge edge_of(const Position& before, Move move) {
  const CanonicalKey key = before.canonical();
  return {to_integer(key.key), to_integer(key.lock),
          static_cast<std::uint16_t>(book::to_canonical(key, move).disk())};
}

// A row of the sorter: Edge and place of the game, big-endian, so that bytes compare as numbers.

inline void append_number(std::string& out, std::uint64_t number, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out += static_cast<char>((number >> static_cast<unsigned>(shift)) & 0xFFU);
  }
}

inline std::uint64_t take_number(std::string_view& row, std::size_t bytes) {
  std::uint64_t number = 0;
  for (const char c : row.substr(0, bytes)) {
    number = number << 8U | static_cast<unsigned char>(c);
  }
  row.remove_prefix(bytes);
  return number;
}

using Place = std::uint32_t; ///< of a game among those that are compared

inline std::string row_of(const Edge& edge, Place game) {
  std::string row;
  append_number(row, edge.key, 8);
  append_number(row, edge.lock, 8);
  append_number(row, edge.move, 2);
  append_number(row, game, 4);
  return row;
}

/// A game and a move that it makes.
struct MoveRow {
  Edge edge;
  Place game = 0;
};

inline MoveRow read_row(std::string_view text) {
  MoveRow row;
  row.edge.key = take_number(text, 8);
  row.edge.lock = take_number(text, 8);
  row.edge.move = static_cast<std::uint16_t>(take_number(text, 2));
  row.game = static_cast<Place>(take_number(text, 4));
  return row;
}

} // namespace xq::reports
