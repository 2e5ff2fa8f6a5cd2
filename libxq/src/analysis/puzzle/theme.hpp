#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xq::analysis {

/// What a puzzle is about: its aim, the kind of mate, the means. docs/puzzles.md defines each.
enum class Theme : std::uint8_t {
  mate,      ///< a mate is proved
  advantage, ///< the engine's value alone says that it wins
  // kinds of mate
  white_faced_general,
  double_cannon,
  horse_cannon,
  smothered_cannon,
  smothered,
  iron_bolt,
  heaven_earth_cannons,
  double_rooks,
  sandwiched_rook,
  elbow_horse,
  palcorner_horse,
  octagonal_horse,
  angler_horse,
  tiger,
  spring_horse,
  double_horses,
  throat_cut,
  small_throat_cut,
  two_ghosts,
  centre_pawn,
  buddha,
  two_cups,
  stalemate,
  // means
  fork,
  pin,
  discovered_check,
  double_check,
  discovered_attack,
  removed_defender,
  removed_screen,
  sacrifice,
  intermezzo,
  quiet_move,
};
inline constexpr std::size_t theme_count = static_cast<std::size_t>(Theme::quiet_move) + 1;

struct ThemeInfo {
  Theme theme{};
  std::string_view name;    ///< the same in every language: `elbow-horse`
  std::string_view chinese; ///< as books have it: 卧槽马
  const char* label = "";   ///< for people, not yet translated
};
/// All of them, in the order of Theme.
[[nodiscard]] std::span<const ThemeInfo, theme_count> themes() noexcept;
[[nodiscard]] const ThemeInfo& info(Theme theme) noexcept;
/// By name or Chinese name.
[[nodiscard]] std::optional<Theme> find_theme(std::string_view name) noexcept;

class ThemeSet {
public:
  constexpr void insert(Theme theme) noexcept { m_bits |= bit(theme); }
  [[nodiscard]] constexpr bool contains(Theme theme) const noexcept {
    return (m_bits & bit(theme)) != 0;
  }
  [[nodiscard]] constexpr bool empty() const noexcept { return m_bits == 0; }
  [[nodiscard]] constexpr bool meets(ThemeSet other) const noexcept {
    return (m_bits & other.m_bits) != 0;
  }
  constexpr ThemeSet& operator|=(ThemeSet other) noexcept {
    m_bits |= other.m_bits;
    return *this;
  }
  /// In the order of Theme.
  [[nodiscard]] std::vector<Theme> list() const;
  friend constexpr bool operator==(ThemeSet, ThemeSet) noexcept = default;

private:
  [[nodiscard]] static constexpr std::uint64_t bit(Theme theme) noexcept {
    return std::uint64_t{1} << static_cast<unsigned>(theme);
  }
  std::uint64_t m_bits = 0;
};

} // namespace xq::analysis
