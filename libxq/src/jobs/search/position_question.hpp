#pragma once

#include "store/filter/named_text.hpp"

#include <xq/board/position.hpp>
#include <xq/notation/notation.hpp>
#include <xq/store/query.hpp>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace xq::jobs {

/// What is asked of the moves of games, as it was typed: a position that they reach, what happens
/// there, the path of a piece.
struct PositionQuestion {
  std::optional<Position> place{}; ///< read already; else one of the next five
  std::string position{};
  std::string moves{};
  std::string material{};
  std::string balance{};
  std::string sub_position{};
  std::string then{};
  std::string manoeuvre{};
  int hold = 1;
  std::optional<store::Range> ply{};
  bool no_mirror = false;
  bool exchanged = false;
  std::optional<notation::WxfStyle> wxf{}; ///< settles what `moves` and `then` leave open

  /// How a reader calls a part: `--then`, or `then=`.
  using Naming = std::string (*)(std::string_view name);
  /// Set Filter::position and its kin; returns the position, where one is asked for by its squares.
  /// Throws UsageError for what cannot be read and for parts that do not go together; messages call
  /// them as `naming` does.
  std::optional<Position> apply(store::Filter& filter, Naming naming) const;

private:
  void check(Naming naming) const;
  [[nodiscard]] std::optional<Position> wanted_place(Naming naming) const;
  [[nodiscard]] store::PositionFilter at_place(const Position& wanted, Naming naming) const;
  [[nodiscard]] std::optional<store::PositionFilter> like_pattern(Naming naming) const;
};

/// Its parts by their names.
[[nodiscard]] std::span<const store::NamedText<PositionQuestion>> position_texts() noexcept;

/// The words for PositionQuestion::wxf.
inline constexpr std::array<std::pair<std::string_view, notation::WxfStyle>, 3> wxf_styles{
    {{"xqbase", notation::WxfStyle::xqbase},
     {"index", notation::WxfStyle::index},
     {"1997", notation::WxfStyle::rules1997}}};

} // namespace xq::jobs
