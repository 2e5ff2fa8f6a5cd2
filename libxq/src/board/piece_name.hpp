#pragma once

#include <xq/base/translate.hpp>
#include <xq/board/types.hpp>

#include <array>
#include <string_view>

namespace xq {

/// "elephant" in the language of translate(), for a kind of piece of either side.
[[nodiscard]] inline std::string_view piece_name(PieceType type) noexcept {
  constexpr std::array<std::string_view, piece_type_count + 1> names{
      to_translate("king"),  to_translate("advisor"), to_translate("elephant"),
      to_translate("horse"), to_translate("rook"),    to_translate("cannon"),
      to_translate("pawn"),  to_translate("nothing")};
  return translate(names[to_index(type)]);
}

/// The name of a piece of `side`: in Chinese four kinds are other words for Red and for Black.
[[nodiscard]] inline std::string_view piece_name(PieceType type, Color side) {
  const bool red = side == Color::red;
  switch (type) {
  case PieceType::king:
    return translate(red ? in_context("of Red", "king") : in_context("of Black", "king"));
  case PieceType::advisor:
    return translate(red ? in_context("of Red", "advisor") : in_context("of Black", "advisor"));
  case PieceType::elephant:
    return translate(red ? in_context("of Red", "elephant") : in_context("of Black", "elephant"));
  case PieceType::pawn:
    return translate(red ? in_context("of Red", "pawn") : in_context("of Black", "pawn"));
  default:
    return piece_name(type);
  }
}

} // namespace xq
