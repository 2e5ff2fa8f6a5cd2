#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xq::engine {

/// Parts of the search that can be switched off to measure them.
enum class SearchFeature : std::uint8_t {
  aspiration,           ///< windows around the score of the previous iteration
  null_move,            ///< passing, and its verification
  verification,         ///< of the null move with few pieces and at great depth
  reverse_futility,     ///< far ahead near the horizon
  razoring,             ///< far behind near the horizon
  probcut,              ///< captures that beat a raised beta in a shallow search
  internal_reduction,   ///< shallower where no table move orders the node
  late_move_pruning,    ///< the last quiet moves near the horizon
  futility,             ///< quiet moves that cannot reach alpha
  exchange_pruning,     ///< moves that lose material by static exchange
  late_move_reductions, ///< later moves searched shallower first
  singular,             ///< a table move without alternatives searched deeper
  check_extension,
  killers,
  continuation_history, ///< moves by what was played one, two and four plies before
  capture_history,
  correction_history, ///< static evaluation corrected by search results
  rule_verdicts,      ///< perpetual chase and check instead of draws
};
inline constexpr std::array<std::string_view, 18> feature_names{
    "aspiration",         "null_move",        "verification",         "reverse_futility",
    "razoring",           "probcut",          "internal_reduction",   "late_move_pruning",
    "futility",           "exchange_pruning", "late_move_reductions", "singular",
    "check_extension",    "killers",          "continuation_history", "capture_history",
    "correction_history", "rule_verdicts"};

class SearchFeatureSet {
public:
  [[nodiscard]] bool contains(SearchFeature p) const noexcept {
    return (m_bits >> static_cast<unsigned>(p) & 1U) != 0;
  }
  void insert(SearchFeature p) noexcept { m_bits |= 1U << static_cast<unsigned>(p); }

private:
  std::uint32_t m_bits = 0;
};

/// The features named in a list such as `null_move,killers`; nullopt when one is unknown.
[[nodiscard]] std::optional<SearchFeatureSet> parse_features(std::string_view list) noexcept;

} // namespace xq::engine
