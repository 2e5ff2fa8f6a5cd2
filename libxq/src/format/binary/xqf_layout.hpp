#pragma once

#include <xq/board/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The parts of an XQF file that reader and writer share; docs/formats/xqf.md explains them.
namespace xq::format::xqf {

inline constexpr std::size_t header_size = 1024;
inline constexpr std::uint8_t last_plain_version = 10;
inline constexpr std::uint8_t first_shuffled_version = 12; ///< piece slots rotated by a key
inline constexpr std::uint8_t last_version = 18;

inline constexpr std::size_t version_at = 2;
inline constexpr std::size_t keys_at = 3;
inline constexpr std::size_t pieces_at = 16;
inline constexpr std::size_t side_at = 50;
inline constexpr std::size_t result_at = 51;
inline constexpr std::size_t kind_at = 64;

/// A text field: one byte of length, then `width` bytes.
struct TextField {
  std::string_view tag;
  std::size_t at;
  std::size_t width;
};
inline constexpr auto text_fields = std::to_array<TextField>({
    {"Event", 208, 63},
    {"Site", 288, 15},
    {"Date", 272, 15},
    {"Red", 304, 15},
    {"Black", 320, 15},
    {"Title", 80, 63},
    {"Subtitle", 144, 63},
    {"TimeControl", 336, 63},
    {"RedTime", 400, 15},
    {"BlackTime", 416, 15},
    {"Annotator", 464, 15},
    {"Author", 480, 15},
});

/// What kind of record it is, by the number at kind_at; a whole game is the rule and has no name.
inline constexpr std::string_view kind_tag = "RecordType";
inline constexpr auto kinds =
    std::to_array<std::string_view>({"", "opening", "middlegame", "endgame"});

/// The pieces that have a slot each, Red's; Black's 16 follow in the same order.
inline constexpr std::size_t slots_a_side = 16;
inline constexpr std::array<PieceType, slots_a_side> slots{
    PieceType::rook, PieceType::horse,   PieceType::elephant, PieceType::advisor,
    PieceType::king, PieceType::advisor, PieceType::elephant, PieceType::horse,
    PieceType::rook, PieceType::cannon,  PieceType::cannon,   PieceType::pawn,
    PieceType::pawn, PieceType::pawn,    PieceType::pawn,     PieceType::pawn};
inline constexpr std::uint8_t no_square = 0xFF;

/// A square is ten times the file plus the rank, both from Red's left corner.
[[nodiscard]] constexpr Square to_square(std::uint8_t number) noexcept {
  return number < square_count ? make_square(number / 10, number % 10) : Square::none;
}
[[nodiscard]] constexpr std::uint8_t from_square(Square s) noexcept {
  return static_cast<std::uint8_t>(file_of(s) * 10 + rank_of(s));
}

/// Added to the squares of a move.
inline constexpr std::uint8_t from_offset = 24;
inline constexpr std::uint8_t to_offset = 32;

} // namespace xq::format::xqf
