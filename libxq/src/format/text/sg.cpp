#include "base/text/text.hpp"
#include "format/binary/client_files.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::format {
namespace {

using record::Game;
using record::Result;

constexpr std::size_t player_size = 32; ///< Red at the front, then Black
constexpr std::size_t result_at = 64;
constexpr std::size_t date_at = 72;
constexpr std::size_t date_size = 10;
constexpr std::size_t squares_at = 82;
constexpr std::size_t square_size = 4; ///< three digits and a blank
constexpr std::size_t piece_count = 32;
constexpr std::size_t moves_at = squares_at + piece_count * square_size;
constexpr char end_of_moves = '\t';

/// Red's pieces in their order, then Black's.
constexpr std::array<PieceType, piece_count / 2> pieces{
    PieceType::pawn,     PieceType::pawn,    PieceType::pawn,    PieceType::pawn,
    PieceType::pawn,     PieceType::cannon,  PieceType::cannon,  PieceType::horse,
    PieceType::horse,    PieceType::rook,    PieceType::rook,    PieceType::elephant,
    PieceType::elephant, PieceType::advisor, PieceType::advisor, PieceType::king};

/// `148 `: the number, or nothing.
std::optional<int> number_at(std::string_view text, std::size_t at) noexcept {
  int value = 0;
  for (std::size_t i = at; i < at + 3; ++i) {
    if (text[i] < '0' || text[i] > '9') {
      return std::nullopt;
    }
    value = value * 10 + (text[i] - '0');
  }
  return text[at + 3] == ' ' ? std::optional{value} : std::nullopt;
}

/// On a board of 16 squares a row, four columns and three rows off its corner.
Square board_square(int number) noexcept {
  return square_from_top(number % 16 - 4, number / 16 - 3);
}

/// Ten times the file, from 1 at Red's left, and the rank from Black's side.
Square move_square(char byte) noexcept {
  const int number = static_cast<unsigned char>(byte);
  return square_from_top(number / 10 - 1, number % 10);
}

/// `TEAM NAME`, with a blank between.
void read_player(Bytes field, std::string_view color, FieldText& text, Game& game) {
  const auto value = text.header(field, game);
  const auto blank = value.find(' ');
  const auto name = blank == std::string_view::npos ? value : value.substr(blank + 1);
  const auto team = blank == std::string_view::npos ? std::string_view{} : value.substr(0, blank);
  add_header(game, color, trim(name));
  add_header(game, fmt::format("{}Team", color), trim(team));
}

Result result_of(std::string_view text) noexcept {
  return text.starts_with("R+")   ? Result::red_wins
         : text.starts_with("B+") ? Result::black_wins
         : text.starts_with("D=") ? Result::draw
                                  : Result::unknown;
}

void read_board(std::string_view file, Game& game) {
  Position position;
  for (std::size_t i = 0; i < piece_count; ++i) {
    const auto square = board_square(number_at(file, squares_at + i * square_size).value_or(0));
    if (square == Square::none) {
      continue;
    }
    if (position.at(square) != Piece::none) {
      game.problems.push_back(make_problem(ProblemCode::impossible_position,
                                           localized("two pieces stand on one square"), {},
                                           {squares_at + i * square_size, 0, 0}));
      continue;
    }
    const auto color = i < pieces.size() ? Color::red : Color::black;
    position.put(make_piece(color, pieces[i % pieces.size()]), square);
  }
  position.set_side_to_move(Color::red);
  position.set_counters(0, 1);
  game.set_start(position);
}

} // namespace

bool looks_like_sg(Bytes head) noexcept {
  const auto text = as_text(head);
  if (text.size() < moves_at) {
    return false;
  }
  for (std::size_t i = 0; i < piece_count; ++i) {
    if (!number_at(text, squares_at + i * square_size)) {
      return false;
    }
  }
  return true;
}

Expected<TreeCounts, Problem> read_sg(Bytes file, Game& game) {
  if (!looks_like_sg(file)) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("an SG file begins otherwise"))};
  }
  FieldText text{Encoding::gb18030};
  read_player(file.subspan(0, player_size), "Red", text, game);
  read_player(file.subspan(player_size, player_size), "Black", text, game);
  game.set_result(result_of(as_text(file.subspan(result_at))));
  add_header(game, "Date", text.header(file.subspan(date_at, date_size), game));
  read_board(as_text(file), game);
  const auto bytes = as_text(file).substr(moves_at);
  std::vector<SavedMove> moves;
  std::size_t at = 0;
  for (; at + 1 < bytes.size() && bytes[at] != end_of_moves; at += 2) {
    moves.push_back({move_square(bytes[at]), move_square(bytes[at + 1]), moves_at + at});
  }
  if (at + 1 >= bytes.size()) {
    game.problems.push_back(make_problem(ProblemCode::truncated,
                                         localized("the list of moves has no end"), {},
                                         {file.size(), 0, 0}));
  }
  return play_moves(game, moves);
}

} // namespace xq::format
