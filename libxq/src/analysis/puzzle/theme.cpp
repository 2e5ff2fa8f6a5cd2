#include "analysis/puzzle/theme.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>

namespace xq::analysis {

namespace {

using enum Theme;

constexpr std::array<ThemeInfo, theme_count> table{{
    {mate, "mate", "杀棋", to_translate("mate")},
    {advantage, "advantage", "得势", to_translate("winning advantage")},
    {white_faced_general, "white-faced-general", "白脸将", to_translate("white-faced general")},
    {double_cannon, "double-cannon", "重炮", to_translate("double cannon")},
    {horse_cannon, "horse-cannon", "马后炮", to_translate("cannon behind horse")},
    {smothered_cannon, "smothered-cannon", "闷宫", to_translate("smothered palace (cannon)")},
    {smothered, "smothered", "闷杀", to_translate("smothered mate")},
    {iron_bolt, "iron-bolt", "铁门栓", to_translate("iron bolt")},
    {heaven_earth_cannons, "heaven-earth-cannons", "天地炮",
     to_translate("heaven and earth cannons")},
    {double_rooks, "double-rooks", "双车错", to_translate("double rooks")},
    {sandwiched_rook, "sandwiched-rook", "夹车炮", to_translate("cannons sandwiching the rook")},
    {elbow_horse, "elbow-horse", "卧槽马", to_translate("elbow horse")},
    {palcorner_horse, "palcorner-horse", "挂角马", to_translate("palace-corner horse")},
    {octagonal_horse, "octagonal-horse", "八角马", to_translate("octagonal horse")},
    {angler_horse, "angler-horse", "钓鱼马", to_translate("angler horse")},
    {tiger, "tiger", "侧面虎", to_translate("tiger at the side")},
    {spring_horse, "spring-horse", "拔簧马", to_translate("spring horse")},
    {double_horses, "double-horses", "双马饮泉", to_translate("two horses drinking")},
    {throat_cut, "throat-cut", "大刀剜心", to_translate("throat cut")},
    {small_throat_cut, "small-throat-cut", "小刀剜心", to_translate("small throat cut")},
    {two_ghosts, "two-ghosts", "二鬼拍门", to_translate("two ghosts at the door")},
    {centre_pawn, "centre-pawn", "小鬼坐龙廷", to_translate("pawn on the throne")},
    {buddha, "buddha", "送佛归殿", to_translate("Buddha sent home")},
    {two_cups, "two-cups", "双杯献酒", to_translate("two cups of wine")},
    {stalemate, "stalemate", "困毙", to_translate("stalemate")},
    {fork, "fork", "捉双", to_translate("fork")},
    {pin, "pin", "牵制", to_translate("pin")},
    {discovered_check, "discovered-check", "闪将", to_translate("discovered check")},
    {double_check, "double-check", "双将", to_translate("double check")},
    {discovered_attack, "discovered-attack", "闪击", to_translate("discovered attack")},
    {removed_defender, "removed-defender", "消除保护", to_translate("removal of the defender")},
    {removed_screen, "removed-screen", "拆炮架", to_translate("removal of the screen")},
    {sacrifice, "sacrifice", "弃子", to_translate("sacrifice")},
    {intermezzo, "intermezzo", "过门", to_translate("intermediate move")},
    {quiet_move, "quiet-move", "停着", to_translate("quiet move")},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].theme) != i) {
      return false;
    }
  }
  return true;
}
static_assert(in_order());

} // namespace

std::span<const ThemeInfo, theme_count> themes() noexcept { return table; }

const ThemeInfo& info(Theme theme) noexcept { return table[static_cast<std::size_t>(theme)]; }

std::optional<Theme> find_theme(std::string_view name) noexcept {
  const auto found = std::find_if(table.begin(), table.end(), [name](const ThemeInfo& t) {
    return t.name == name || t.chinese == name;
  });
  return found == table.end() ? std::nullopt : std::optional{found->theme};
}

std::vector<Theme> ThemeSet::list() const {
  std::vector<Theme> out;
  out.reserve(theme_count);
  for (const ThemeInfo& t : table) {
    if (contains(t.theme)) {
      out.push_back(t.theme);
    }
  }
  return out;
}

} // namespace xq::analysis
