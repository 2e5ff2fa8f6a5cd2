#include "board/rules/cxa_conduct.hpp"

namespace xq::cxa {

namespace {

/// Article 26.9, of two sides that both break the rules: whether `a` has to change, and by what.
Weighing weigh(const Doing& a, const Doing& b) noexcept {
  if (a.conduct() == Conduct::perpetual_kill && only_chases(b.conduct())) {
    return Weighing::kill_or_chase;
  }
  if (only_chases(a.conduct()) && a.alone && b.chase && !b.alone) {
    return a.of_rooks ? Weighing::rook_or_jointly : Weighing::rootless_or_jointly;
  }
  return Weighing::none;
}

} // namespace

Conduct Doing::conduct() const noexcept {
  if (idle) {
    return Conduct::idle;
  }
  if (check) {
    return kill && chase ? Conduct::attacks
           : kill        ? Conduct::check_and_kill
           : chase       ? Conduct::check_and_chase
                         : Conduct::perpetual_check;
  }
  if (kill) {
    return chase ? Conduct::kill_and_chase : Conduct::perpetual_kill;
  }
  return one_piece ? Conduct::perpetual_chase : Conduct::several_chased;
}

Offence find_offence(const std::array<Doing, color_count>& doings) noexcept {
  const auto is = [&](auto&& what) {
    return std::array{what(doings[0].conduct()), what(doings[1].conduct())};
  };
  const auto checks = is([](Conduct c) { return c == Conduct::perpetual_check; });
  const auto forbidden = is([](Conduct c) { return c != Conduct::idle; });
  for (const auto& offence : {checks, forbidden}) {
    if (offence[0] != offence[1]) {
      return {offence[0] ? Color::red : Color::black, Weighing::none};
    }
  }
  for (const Color side : {Color::red, Color::black}) {
    const Weighing weighing =
        forbidden[0] ? weigh(doings[to_index(side)], doings[to_index(~side)]) : Weighing::none;
    if (weighing != Weighing::none) {
      return {side, weighing};
    }
  }
  return {};
}

Chasing look_at_chase(const Finding& finding, const Position& after, Square moved) {
  Chasing out;
  for (const Threat& t : finding.threats) {
    const bool together = is_together(after, moved, t, out.decided);
    out.single = out.single || !together;
    out.of_rook = out.of_rook || (!together && type_of(after.at(t.victim)) == PieceType::rook);
  }
  return out;
}

} // namespace xq::cxa
