#pragma once

// The moves that the rules allow, one by one.
//
//     for (const Move move : legal_moves(position)) {
//       std::cout << notation::to_text(position, move, notation::Style::wxf) << '\n';
//     }

#include <xq/board/position.hpp>

#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <optional>

namespace xq {

/// A fixed array of moves; no position that validate() accepts has more than 119 pseudo-legal ones.
class MoveList {
public:
  void push(Move m) noexcept {
    assert(m_size < m_moves.size());
    m_moves[m_size++] = m;
  }
  void clear() noexcept { m_size = 0; }
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
  [[nodiscard]] Move operator[](std::size_t i) const noexcept { return m_moves[i]; }
  [[nodiscard]] Move& operator[](std::size_t i) noexcept { return m_moves[i]; }
  [[nodiscard]] const Move* begin() const noexcept { return m_moves.data(); }
  [[nodiscard]] const Move* end() const noexcept { return m_moves.data() + m_size; }
  [[nodiscard]] Move* begin() noexcept { return m_moves.data(); }
  [[nodiscard]] Move* end() noexcept { return m_moves.data() + m_size; }
  [[nodiscard]] bool contains(Move m) const noexcept {
    for (const Move x : *this) {
      if (x == m) {
        return true;
      }
    }
    return false;
  }

private:
  std::array<Move, 128> m_moves;
  std::size_t m_size = 0;
};

/// Pseudo-legal moves of the side to move, appended to `list`; the order is fixed: by piece type,
/// then from, then to.
void generate_captures(const Position& position, MoveList& list) noexcept;
void generate_quiets(const Position& position, MoveList& list) noexcept;
/// For a side in check: a superset of its legal moves (king moves, captures of the checker,
/// interpositions, moves of a cannon's screen), still to be tested with is_safe().
void generate_evasions(const Position& position, MoveList& list) noexcept;

/// All legal moves: by piece type, then from, then to.
void generate_legal(const Position& position, MoveList& list) noexcept;
/// All legal moves as a list.
[[nodiscard]] inline MoveList legal_moves(const Position& position) noexcept {
  MoveList list;
  generate_legal(position, list);
  return list;
}
/// Number of legal moves, without making a list.
[[nodiscard]] int count_legal(const Position& position) noexcept;
[[nodiscard]] bool has_legal_move(const Position& position) noexcept;

/// Number of sequences of `depth` legal moves (1 for depth 0).
[[nodiscard]] std::uint64_t perft(Position& position, int depth) noexcept;
/// The same, or nothing when `stopped`, which is asked about a thousand times a second, returned
/// true. The position is as before in any case.
[[nodiscard]] std::optional<std::uint64_t> perft(Position& position, int depth,
                                                 const std::function<bool()>& stopped);

} // namespace xq
