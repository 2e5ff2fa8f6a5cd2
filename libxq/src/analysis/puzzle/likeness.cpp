#include "analysis/puzzle/likeness.hpp"

#include "base/hash.hpp"
#include "board/palace.hpp"
#include "board/turned_position.hpp"

#include <algorithm>
#include <array>

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

} // namespace

bool KnownPuzzles::add(const Puzzle& puzzle) {
  const bool red = puzzle.start.side_to_move() == Color::red;
  const Position start = red ? puzzle.start : turned_position(puzzle.start);
  const auto canonical = start.canonical();
  const auto position = mix(to_integer(canonical.key), to_integer(canonical.lock));
  const auto solution =
      std::min(pattern(start, puzzle, red, false), pattern(start.mirrored(), puzzle, red, true));
  const bool known = m_keys.contains(position) || m_keys.contains(solution);
  m_keys.insert(position);
  m_keys.insert(solution);
  return !known;
}

} // namespace xq::analysis
