#pragma once

#include <string_view>

namespace xq::analysis {

/// Whether both sides of a game can rightly have this name: it names nobody, or more than
/// one player (a team, a club, a place, a group of testers, a program). The Event header decides
/// where it names the sides: behind one team's name it has two players, or beside the name it has
/// another one, and then the header is wrong. `event` may be empty.
[[nodiscard]] bool can_meet_itself(std::string_view name, std::string_view event);

} // namespace xq::analysis
