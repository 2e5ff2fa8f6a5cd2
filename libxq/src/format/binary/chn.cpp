#include "base/text/ascii.hpp"
#include "format/binary/client_files.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace xq::format {
namespace {

using record::Game;

constexpr std::string_view magic{"GL\xD0\x07\xD4\x07", 6};
constexpr std::size_t time_at = 8;
constexpr std::size_t title_at = 0x24;
constexpr std::size_t title_size = 0x40;
constexpr std::size_t red_at = 0x78;
constexpr std::size_t black_at = 0xA0;
constexpr std::size_t name_size = 20;
constexpr std::size_t board_at = 0xB4;
constexpr std::size_t count_at = 0x16C;
constexpr std::size_t moves_at = 508;
constexpr std::size_t move_size = 36;
constexpr std::size_t squares_in_move = 14;

std::uint8_t byte_of(Bytes bytes, std::size_t i) noexcept {
  return std::to_integer<std::uint8_t>(bytes[i]);
}

/// `Tue Dec 27 20:57:56 2016` becomes 2016.12.27; other text stays.
std::string normal_date(std::string_view text) {
  constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (text.size() != 24) {
    return std::string{text};
  }
  const auto month = months.find(text.substr(4, 3));
  const auto year = text.substr(20);
  if (month == std::string_view::npos || month % 3 != 0 || !is_digit(text[9]) ||
      !std::all_of(year.begin(), year.end(), is_digit)) {
    return std::string{text};
  }
  const char tens = is_digit(text[8]) ? text[8] : '0';
  return fmt::format("{}.{:02}.{}{}", year, month / 3 + 1, tens, text[9]);
}

/// Nine files of ten squares each, from Black's side. The low bits are the kind, the high ones tell
/// the pieces of one kind apart.
void read_board(Bytes file, Game& game) {
  constexpr std::array types{PieceType::none,     PieceType::rook, PieceType::horse,
                             PieceType::cannon,   PieceType::king, PieceType::advisor,
                             PieceType::elephant, PieceType::pawn};
  Position position;
  for (std::size_t i = 0; i < square_count; ++i) {
    const unsigned code = byte_of(file, board_at + i);
    if (const auto type = types[code & 7U]; type != PieceType::none) {
      position.put(
          make_piece((code & 8U) != 0 ? Color::black : Color::red, type),
          square_from_top(static_cast<int>(i) / rank_count, static_cast<int>(i) % rank_count));
    }
  }
  position.set_side_to_move(Color::red);
  position.set_counters(0, 1);
  game.set_start(position);
}

/// Row and file in four bits each.
Square to_square(std::uint8_t number) noexcept {
  return square_from_top(number & 0x0F, number >> 4U);
}

} // namespace

bool looks_like_chn(Bytes head) noexcept { return as_text(head).starts_with(magic); }

Expected<TreeCounts, Problem> read_chn(Bytes file, Game& game) {
  if (!looks_like_chn(file)) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("an Ourgame file begins otherwise"))};
  }
  if (file.size() < moves_at) {
    return Unexpected{
        make_problem(ProblemCode::truncated,
                     localized("the file has {} bytes, and a header {}", file.size(), moves_at))};
  }
  FieldText text{Encoding::gb18030};
  add_header(game, "Date", normal_date(text.header(file.subspan(time_at, 25), game)));
  add_header(game, "Red", text.header(file.subspan(red_at, name_size), game));
  add_header(game, "Black", text.header(file.subspan(black_at, name_size), game));
  add_header(game, "Title", text.header(file.subspan(title_at, title_size), game));
  read_board(file, game);
  const auto count = little_endian<4>(file.subspan(count_at));
  const auto fits = std::min<std::size_t>(count, (file.size() - moves_at) / move_size);
  if (fits < count) {
    game.problems.push_back(make_problem(ProblemCode::truncated,
                                         localized("the file has {} of its {} moves", fits, count),
                                         {}, {file.size(), 0, 0}));
  }
  std::vector<SavedMove> moves;
  for (std::size_t i = 0; i < fits; ++i) {
    const auto at = moves_at + i * move_size + squares_in_move;
    moves.push_back({to_square(byte_of(file, at)), to_square(byte_of(file, at + 1)), at});
  }
  return play_moves(game, moves);
}

} // namespace xq::format
