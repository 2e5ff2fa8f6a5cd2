#include "format/binary/ccbridge.hpp"
#include "format/shared/field_text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace xq::format {
namespace {

using record::Game;
using record::Result;

constexpr std::size_t squares_at = 4;
constexpr std::size_t headers_at = squares_at + 32;
constexpr std::size_t move_size = 6;
constexpr std::array<PieceType, 16> slots{
    PieceType::rook, PieceType::horse,   PieceType::elephant, PieceType::advisor,
    PieceType::king, PieceType::advisor, PieceType::elephant, PieceType::horse,
    PieceType::rook, PieceType::cannon,  PieceType::cannon,   PieceType::pawn,
    PieceType::pawn, PieceType::pawn,    PieceType::pawn,     PieceType::pawn};

constexpr std::uint8_t byte_of(Bytes bytes, std::size_t i) noexcept {
  return std::to_integer<std::uint8_t>(bytes[i]);
}

/// File and rank in four bits each, both from 0, the rank from Black's side.
constexpr Square to_square(unsigned number) noexcept {
  const auto file = static_cast<int>(number >> 4U);
  const auto row = static_cast<int>(number & 0x0FU);
  return number < 0x100 && file < file_count && row < rank_count
             ? make_square(file, rank_count - 1 - row)
             : Square::none;
}

/// A record of the packed libraries: GBK, moves with their numbers, then a line of comment each.
class Reader {
public:
  Reader(Bytes record, Game& game)
      : m_game{game}, m_record{record}, m_reader{record, headers_at}, m_text{Encoding::gb18030} {}

  TreeCounts read() {
    read_board();
    if (!read_headers()) {
      report(ProblemCode::truncated, localized("the record ends within its headers"),
             m_reader.offset());
      return {};
    }
    const auto stored = m_reader.u32();
    if (!stored) {
      report(ProblemCode::truncated, localized("the record ends before the number of moves"),
             m_reader.offset());
    }
    const auto count = stored.value_or(0);
    const auto fits = std::min<std::size_t>(count, m_reader.left() / move_size);
    if (fits < count) {
      report(ProblemCode::truncated,
             localized("the record has room for {} of its {} moves", fits, count),
             m_reader.offset());
    }
    const auto moves = *m_reader.take(fits * move_size);
    check_start(m_game, fits != 0 ? to_square(byte_of(moves, 2)) : Square::none, squares_at);
    return read_moves(moves, as_text(*m_reader.take(m_reader.left())));
  }

private:
  void read_board();
  bool read_headers();
  bool read_text(std::string_view tag);
  bool read_remark();
  TreeCounts read_moves(Bytes moves, std::string_view comments);
  void report(ProblemCode code, std::string message, std::uint64_t offset) {
    m_game.problems.push_back(make_problem(code, std::move(message), {}, {offset, 0, 0}));
  }

  Game& m_game;
  Bytes m_record;
  ByteReader m_reader;
  FieldText m_text;
};

void Reader::read_board() {
  Position position;
  for (std::size_t i = 0; i < 2 * slots.size(); ++i) {
    // Here both numbers count from 1.
    const auto square = to_square(byte_of(m_record, squares_at + i) - 0x11U);
    if (square == Square::none) {
      continue;
    }
    if (position.at(square) != Piece::none) {
      report(ProblemCode::impossible_position, localized("two pieces stand on one square"),
             squares_at + i);
      continue;
    }
    const auto color = i < slots.size() ? Color::red : Color::black;
    position.put(make_piece(color, slots[i % slots.size()]), square);
  }
  position.set_side_to_move(Color::red);
  position.set_counters(0, 1);
  m_game.set_start(position);
}

bool Reader::read_text(std::string_view tag) {
  const auto size = m_reader.u32();
  const auto text = size ? m_reader.take(*size) : std::nullopt;
  if (text) {
    add_header(m_game, tag, m_text.header(*text, m_game));
  }
  return text.has_value();
}

/// About the game as a whole: a comment before its first move. `||` stands where there is none.
bool Reader::read_remark() {
  const auto size = m_reader.u32();
  const auto text = size ? m_reader.take(*size) : std::nullopt;
  if (!text) {
    return false;
  }
  const auto remark = m_text.comment(*text, m_game);
  if (remark.find_first_not_of("| \n") != std::string_view::npos) {
    m_game.add_comment(record::root_node, remark);
  }
  return true;
}

bool Reader::read_headers() {
  // A number before the event and one after it, neither of which says anything about the game.
  if (!m_reader.u32() || !read_text("Event") || !m_reader.u32()) {
    return false;
  }
  // What the two texts after the title mean is not known; they are kept under their places.
  for (const std::string_view tag :
       {"Title", "Header2", "Header3", "Site", "Date", "Red", "Black"}) {
    if (!read_text(tag)) {
      return false;
    }
  }
  constexpr std::array results{Result::unknown, Result::red_wins, Result::black_wins, Result::draw,
                               Result::unknown}; // 4: several results in one tree
  const auto result = m_reader.u32();
  if (!result) {
    return false;
  }
  if (*result < results.size()) {
    m_game.set_result(results[*result]);
  }
  for (const std::string_view tag : {"Annotator", "Header9", "Author", "AuthorAddress"}) {
    if (!read_text(tag)) {
      return false;
    }
  }
  return read_remark() && m_reader.take(1 + 2 * 19).has_value(); // a flag and the dates of the file
}

TreeCounts Reader::read_moves(Bytes moves, std::string_view comments) {
  MoveTree tree{m_game};
  const unsigned first = moves.empty() ? 0 : little_endian<2>(moves);
  for (std::size_t at = 0; at < moves.size(); at += move_size) {
    const unsigned number = little_endian<2>(moves.subspan(at));
    tree.go_back_to(number - first); // a number before the first wraps around and exceeds the plies
    const auto id = tree.add(
        {to_square(byte_of(moves, at + 2)), to_square(byte_of(moves, at + 3)), true, false, at});
    const auto end = std::min(comments.find("\r\n"), comments.size());
    m_text.add_comment(as_bytes(comments.substr(0, end)), m_game, id);
    comments.remove_prefix(std::min(end + 2, comments.size()));
  }
  return tree.finish();
}

} // namespace

Expected<TreeCounts, Problem> read_cbl_record(Bytes record, Game& game) {
  if (looks_like_cbr(record)) {
    return read_cbr(record, game);
  }
  if (record.size() < headers_at) {
    return Unexpected{
        make_problem(ProblemCode::truncated, localized("the record ends within its board"))};
  }
  return Reader{record, game}.read();
}

} // namespace xq::format
