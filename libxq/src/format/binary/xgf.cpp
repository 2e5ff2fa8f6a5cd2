#include "format/binary/client_files.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::format {
namespace {

using record::Game;
using record::Result;

constexpr std::string_view magic{"\x06\x0B\x01", 3};
constexpr std::size_t result_field = 10;
constexpr std::size_t last_field = 11;
constexpr std::size_t board_size = 13 * 16; ///< squares by piece; the list after it says the same
constexpr std::size_t list_size = 33 * 4;   ///< pieces by square, from 1
constexpr std::size_t move_size = 20;

/// The pieces in the order of the list, Red's; Black's follow.
constexpr std::array<PieceType, 16> pieces{
    PieceType::king,     PieceType::advisor, PieceType::advisor, PieceType::elephant,
    PieceType::elephant, PieceType::horse,   PieceType::horse,   PieceType::rook,
    PieceType::rook,     PieceType::cannon,  PieceType::cannon,  PieceType::pawn,
    PieceType::pawn,     PieceType::pawn,    PieceType::pawn,    PieceType::pawn};

/// Column and row in four bits each, both from 2; columns count from Red's right, rows from Black's
/// side.
Square to_square(unsigned number) noexcept {
  const auto column = static_cast<int>(number >> 4U) - 2;
  return square_from_top(file_count - 1 - column, static_cast<int>(number & 0x0FU) - 2);
}

class Reader {
public:
  Reader(Bytes file, Game& game)
      : m_game{game}, m_file{file}, m_reader{file, 2}, m_text{Encoding::gb18030} {}

  Expected<TreeCounts, Problem> read() {
    if (!read_headers() || !read_board()) {
      return Unexpected{make_problem(ProblemCode::truncated,
                                     localized("the file ends within its header"), {},
                                     {m_reader.offset(), 0, 0})};
    }
    return read_moves();
  }

private:
  bool read_headers();
  bool read_field(std::size_t number);
  bool read_board();
  TreeCounts read_moves();

  Game& m_game;
  Bytes m_file;
  ByteReader m_reader;
  FieldText m_text;
};

bool Reader::read_headers() {
  for (std::size_t number = 1; number <= last_field; ++number) {
    if (m_reader.u8() != number || !read_field(number)) {
      return false;
    }
  }
  return true;
}

bool Reader::read_field(std::size_t number) {
  constexpr std::array<std::string_view, 9> tags{"",    "Event",  "Site",  "Date",    "Round",
                                                 "Red", "RedElo", "Black", "BlackElo"};
  if (number < tags.size()) {
    const auto size = m_reader.u8();
    const auto text = size ? m_reader.take(*size) : std::nullopt;
    if (text) {
      add_header(m_game, tags[number], m_text.header(*text, m_game));
    }
    return text.has_value();
  }
  if (number == result_field) {
    constexpr std::array results{Result::unknown, Result::red_wins, Result::black_wins,
                                 Result::draw};
    const auto result = m_reader.u8();
    if (result && *result < results.size()) {
      m_game.set_result(results[*result]);
    }
    return result.has_value();
  }
  return m_reader.take(number == last_field ? 3 : 4).has_value(); // not understood
}

bool Reader::read_board() {
  const auto board = m_reader.take(board_size);
  const auto list = board ? m_reader.take(list_size) : std::nullopt;
  if (!list || !m_reader.take(4)) {
    return false;
  }
  Position position;
  for (std::size_t i = 0; i < 2 * pieces.size(); ++i) {
    const auto square = to_square(little_endian<4>(list->subspan(4 * (i + 1))) & 0xFFU);
    if (square != Square::none && position.at(square) == Piece::none) {
      const auto color = i < pieces.size() ? Color::red : Color::black;
      position.put(make_piece(color, pieces[i % pieces.size()]), square);
    }
  }
  position.set_side_to_move(Color::red);
  position.set_counters(0, 1);
  m_game.set_start(position);
  return true;
}

TreeCounts Reader::read_moves() {
  const auto stored = m_reader.u32();
  static_cast<void>(m_reader.u32()); // the move that was shown last
  if (!stored) {
    m_game.problems.push_back(make_problem(ProblemCode::truncated,
                                           localized("the file ends before the number of moves")));
  }
  const auto count = stored.value_or(0);
  std::vector<SavedMove> moves;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto offset = m_reader.offset();
    const auto move = m_reader.take(move_size);
    if (!move) {
      m_game.problems.push_back(make_problem(ProblemCode::truncated,
                                             localized("the file has {} of its {} moves", i, count),
                                             {}, {offset, 0, 0}));
      break;
    }
    moves.push_back({to_square(little_endian<1>(*move)),
                     to_square(little_endian<1>(move->subspan(2))), offset});
  }
  if (m_reader.left() != 0) {
    auto problem =
        make_problem(ProblemCode::unknown_token,
                     localized("{} bytes after the moves are not understood", m_reader.left()), {},
                     {m_reader.offset(), 0, 0});
    problem.severity = Severity::warning;
    problem.advice = localized("Look at the game in the program that wrote the file.");
    m_game.problems.push_back(std::move(problem));
  }
  return play_moves(m_game, moves);
}

} // namespace

bool looks_like_xgf(Bytes head) noexcept { return as_text(head).starts_with(magic); }

Expected<TreeCounts, Problem> read_xgf(Bytes file, Game& game) {
  if (!looks_like_xgf(file)) {
    return Unexpected{
        make_problem(ProblemCode::unknown_format, localized("a XieXie file begins otherwise"))};
  }
  return Reader{file, game}.read();
}

} // namespace xq::format
