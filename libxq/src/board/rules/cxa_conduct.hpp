#pragma once

#include "board/rules/cxa_acts.hpp"

#include <xq/board/rules.hpp>

#include <array>
#include <optional>

namespace xq::cxa {

/// What one side's moves in a cycle are, taken together.
struct Doing {
  bool check = false;
  bool kill = false;
  bool chase = false;
  bool idle = false;
  bool alone = true;     ///< each chase is, or is also, one by a single piece; see add_chase()
  bool of_rooks = true;  ///< and that one of a rook
  bool decided = true;   ///< false: a search ended at its bound, a move may be more than it seems
  bool one_piece = true; ///< every chase is, or is also, one of the same piece

  void add(Act act, bool is_decided) noexcept {
    check = check || act == Act::check;
    kill = kill || act == Act::kill;
    chase = chase || act == Act::chase;
    idle = idle || (act == Act::idle && is_decided);
    decided = decided && is_decided;
  }
  /// A chase that 26.9 weighs: `single` when one of its threats is by a single piece, `rook` when
  /// one of those is of a rook.
  void add_chase(bool single, bool rook) noexcept {
    alone = alone && single;
    of_rooks = of_rooks && rook;
  }

  /// One idle move is enough to be allowed, whatever the others are.
  [[nodiscard]] bool is_decided() const noexcept { return idle || decided; }
  [[nodiscard]] Conduct conduct() const noexcept;
};

/// Whether every move is a chase, of one piece or of several.
[[nodiscard]] constexpr bool only_chases(Conduct c) noexcept {
  return c == Conduct::perpetual_chase || c == Conduct::several_chased;
}

/// Who has to change, or loses; none: a draw. `weighing`: by which part of article 26.9.
struct Offence {
  std::optional<Color> side;
  Weighing weighing = Weighing::none;
};
/// Articles 25 and 26.9, of the doings of Red and Black, both of which are decided.
[[nodiscard]] Offence find_offence(const std::array<Doing, color_count>& doings) noexcept;

/// Whether a chase has a threat by a single piece, and one of those is of a rook. `after`: what
/// stands after the move, to `moved`.
struct Chasing {
  bool single = false;
  bool of_rook = false;
  bool decided = true;
};
[[nodiscard]] Chasing look_at_chase(const Finding& finding, const Position& after, Square moved);

} // namespace xq::cxa
