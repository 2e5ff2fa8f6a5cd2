#include "notation/styles.hpp"

namespace xq::notation {

namespace {

/// The square at index `i`, either case, which is moved behind it; none when it is not on the
/// board.
Square take_square(const Characters& text, std::size_t& i, FirstRank first) noexcept {
  const char32_t file = (text[i] | 0x20U) - U'a';
  char32_t rank = text[i + 1] - U'0';
  i += 2;
  if (first == FirstRank::one) {
    const bool ten = rank == 1 && text[i] == U'0';
    rank = ten ? 9 : rank - 1; // 0 becomes a number that is refused below
    i += ten ? 1 : 0;
  }
  if (file >= static_cast<char32_t>(file_count) || rank >= static_cast<char32_t>(rank_count)) {
    return Square::none;
  }
  return make_square(static_cast<int>(file), static_cast<int>(rank));
}

constexpr char file_letter(Square s, char a) { return static_cast<char>(a + file_of(s)); }
constexpr char rank_digit(Square s) { return static_cast<char>('0' + rank_of(s)); }

} // namespace

std::optional<ParsedSquares> parse_squares(const Characters& text, std::size_t at,
                                           FirstRank first) noexcept {
  std::size_t i = at;
  const Square from = take_square(text, i, first);
  const char32_t between = text[i];
  i += between == U'-' || between == U'x' || between == U'X' ? 1 : 0;
  const Square to = take_square(text, i, first);
  if (from == Square::none || to == Square::none) {
    return std::nullopt;
  }
  return ParsedSquares{{from, to}, std::nullopt, i - at};
}

std::optional<ParsedSquares> parse_coordinate(const Characters& text, std::size_t at,
                                              FirstRank first) noexcept {
  const PieceType type = piece_of_letter(text[at]);
  auto squares = parse_squares(text, at + 1, first);
  if (type == PieceType::none || !squares) {
    return std::nullopt;
  }
  squares->type = type;
  squares->used += 1;
  return squares;
}

void write_iccs(std::string& out, Move move) {
  const std::array<char, 5> text{file_letter(move.from(), 'A'), rank_digit(move.from()), '-',
                                 file_letter(move.to(), 'A'), rank_digit(move.to())};
  out.append(text.data(), text.size());
}

void write_uci(std::string& out, Move move) {
  const std::array<char, 4> text{file_letter(move.from(), 'a'), rank_digit(move.from()),
                                 file_letter(move.to(), 'a'), rank_digit(move.to())};
  out.append(text.data(), text.size());
}

void write_coordinate(std::string& out, const Position& position, Move move) {
  constexpr std::string_view letters = "KABNRCP"; // FEN's
  const std::array<char, 6> text{letters[to_index(type_of(position.at(move.from())))],
                                 file_letter(move.from(), 'a'),
                                 rank_digit(move.from()),
                                 '-',
                                 file_letter(move.to(), 'a'),
                                 rank_digit(move.to())};
  out.append(text.data(), text.size());
}

std::string square_name(Square s) { return {file_letter(s, 'a'), rank_digit(s)}; }

} // namespace xq::notation
