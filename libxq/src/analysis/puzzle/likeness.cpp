#include "analysis/puzzle/likeness.hpp"

#include "base/hash.hpp"
#include "board/palace.hpp"
#include "board/turned_position.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace xq::analysis {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) noexcept {
  return mix_bits(hash + value + splitmix_step);
}

/// The solution and the palace that it ends at, as seen by a solver who is Red.
std::uint64_t pattern(Position p, const Puzzle& puzzle, bool red, bool mirrored) {
  std::uint64_t hash = 1;
  for (Move m : puzzle.line) {
    m = red ? m : turned(m);
    m = mirrored ? mirror(m) : m;
    hash = mix(hash, static_cast<std::uint64_t>(p.at(m.from())) << 32U | m.raw());
    hash = mix(hash, static_cast<std::uint64_t>(p.at(m.to())));
    p.do_move(m);
  }
  for (const Square s : p.pieces(Color::black)) {
    if (in_palace(s)) {
      hash = mix(hash, to_index(s) << 8U | static_cast<std::uint64_t>(p.at(s)));
    }
  }
  return hash;
}

/// The same for a position, its mirror image, and both with the colours exchanged.
std::uint64_t key_of(const Position& position) {
  const auto canonical =
      (position.side_to_move() == Color::red ? position : turned_position(position)).canonical();
  return mix(to_integer(canonical.key), to_integer(canonical.lock));
}

/// The positions with the solver to move behind the first one of a solution: its own, and with
/// `all_defences` those after any answer, at its end, too.
std::vector<std::uint64_t> keys_behind(const Puzzle& puzzle, bool all_defences) {
  std::vector<std::uint64_t> out;
  Position p = puzzle.start;
  for (std::size_t i = 0; i < puzzle.line.size(); i += 2) {
    p.do_move(puzzle.line[i]);
    const bool goes_on = i + 1 < puzzle.line.size();
    for (const Move reply : legal_moves(p)) {
      if (all_defences || (goes_on && reply == puzzle.line[i + 1])) {
        Position next = p;
        next.do_move(reply);
        out.push_back(key_of(next));
      }
    }
    if (goes_on) {
      p.do_move(puzzle.line[i + 1]);
    }
  }
  return out;
}

/// Plies between two positions of a game from which on the same move is another combination.
constexpr int far_apart = 10;

} // namespace

bool KnownPuzzles::add(const Puzzle& puzzle) {
  const bool red = puzzle.start.side_to_move() == Color::red;
  const Position start = red ? puzzle.start : turned_position(puzzle.start);
  const auto solution =
      std::min(pattern(start, puzzle, red, false), pattern(start.mirrored(), puzzle, red, true));
  const auto position = key_of(puzzle.start);
  const auto own = keys_behind(puzzle, false);
  const bool known = m_solutions.contains(solution) || m_starts.contains(position) ||
                     m_reached.contains(position) ||
                     std::any_of(own.begin(), own.end(),
                                 [this](std::uint64_t key) { return m_starts.contains(key); });
  m_solutions.insert(solution);
  m_starts.insert(position);
  const auto reached = keys_behind(puzzle, true);
  m_reached.insert(reached.begin(), reached.end());
  return !known;
}

bool is_same_combination(const Puzzle& earlier, const Puzzle& later) {
  if (earlier.start.side_to_move() != later.start.side_to_move() ||
      later.ply - earlier.ply >= far_apart) {
    return false;
  }
  for (std::size_t i = 0; i < earlier.line.size(); i += 2) {
    for (std::size_t j = 0; j < later.line.size(); j += 2) {
      if (earlier.line[i] == later.line[j]) {
        return true;
      }
    }
  }
  return false;
}

} // namespace xq::analysis
