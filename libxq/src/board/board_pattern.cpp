#include "base/text/text.hpp"
#include "board/turned.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/board_pattern.hpp>

#include <algorithm>

namespace xq {

namespace {

constexpr std::uint16_t bit(Piece p) noexcept {
  return static_cast<std::uint16_t>(1U << to_index(p));
}

constexpr std::uint16_t pieces_of(Color c) noexcept {
  std::uint16_t all = 0;
  for (std::size_t t = 0; t < piece_type_count; ++t) {
    all = static_cast<std::uint16_t>(all | bit(make_piece(c, static_cast<PieceType>(t))));
  }
  return all;
}

constexpr std::uint16_t any_piece = pieces_of(Color::red) | pieces_of(Color::black);
constexpr std::uint16_t anything = any_piece | bit(Piece::none);

std::optional<PieceType> type_of_letter(char c) noexcept {
  switch (c >= 'a' ? c - 'a' + 'A' : c) {
  case 'K':
    return PieceType::king;
  case 'A':
    return PieceType::advisor;
  case 'B':
  case 'E':
    return PieceType::elephant;
  case 'N':
  case 'H':
    return PieceType::horse;
  case 'R':
    return PieceType::rook;
  case 'C':
    return PieceType::cannon;
  case 'P':
    return PieceType::pawn;
  default:
    return std::nullopt;
  }
}

/// What one letter of a pattern allows; 0 for none.
std::uint16_t allowed_by(char c) noexcept {
  switch (c) {
  case '_':
    return anything;
  case '*':
    return any_piece;
  case '#':
    return pieces_of(Color::red);
  case '%':
    return pieces_of(Color::black);
  default:
    break;
  }
  const auto type = type_of_letter(c);
  return type ? bit(make_piece(c >= 'a' ? Color::black : Color::red, *type)) : std::uint16_t{0};
}

/// The whole character that begins at an offset, for a message.
std::string character_at(std::string_view text, std::size_t offset) {
  text.remove_prefix(offset);
  return excerpt(text.substr(0, decode_utf8(text).length));
}

constexpr std::uint8_t any_number = square_count;

} // namespace

// ---- BoardPattern ------------------------------------------------------------------------------

BoardPattern::BoardPattern() noexcept {
  m_allowed.fill(anything);
  m_most.fill(any_number);
  m_balance.fill(any_balance);
}

void BoardPattern::set_counts_from_squares() noexcept {
  for (std::size_t p = 0; p < piece_slots; ++p) {
    int least = 0;
    int most = 0;
    for (const auto allowed : m_allowed) {
      least += allowed == (1U << p) ? 1 : 0;
      most += ((static_cast<unsigned>(allowed) >> p) & 1U) != 0 ? 1 : 0;
    }
    m_least[p] = static_cast<std::uint8_t>(least);
    m_most[p] = static_cast<std::uint8_t>(most);
  }
}

BoardPattern BoardPattern::exactly(const Position& position) noexcept {
  BoardPattern pattern;
  for (std::size_t s = 0; s < square_count; ++s) {
    pattern.m_allowed[s] = bit(position.at(static_cast<Square>(s)));
  }
  pattern.m_side = position.side_to_move();
  pattern.set_counts_from_squares();
  return pattern;
}

Expected<BoardPattern, std::string> BoardPattern::read_squares(std::string_view text) {
  BoardPattern pattern;
  const auto board = text.substr(0, text.find(' '));
  int file = 0;
  int rank = rank_count - 1;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    if (c == '/') {
      if ((file != file_count && file != 0) || rank == 0) {
        return Unexpected{localized("column {}: rank {} has {} squares, not 9", i + 1, rank, file)};
      }
      --rank;
      file = 0;
      continue;
    }
    const int width = c >= '1' && c <= '9' ? c - '0' : 1;
    const auto allowed = c >= '1' && c <= '9' ? bit(Piece::none) : allowed_by(c);
    if (allowed == 0) {
      return Unexpected{
          localized("column {}: write letters of pieces, digits, _, *, # or %", i + 1)};
    }
    if (file + width > file_count) {
      return Unexpected{localized("column {}: rank {} has more than 9 squares", i + 1, rank)};
    }
    for (int n = 0; n < width; ++n) {
      pattern.m_allowed[to_index(make_square(file++, rank))] = allowed;
    }
  }
  if (file != file_count && file != 0) {
    return Unexpected{
        localized("column {}: rank {} has {} squares, not 9", board.size(), rank, file)};
  }
  if (board.find_first_not_of('/') == std::string_view::npos) {
    return Unexpected{
        localized("a pattern has up to ten ranks of nine squares, from Black's side")};
  }
  auto rest = text.substr(board.size());
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
  const auto side = rest.substr(0, rest.find(' '));
  if (side == "w" || side == "r") {
    pattern.m_side = Color::red;
  } else if (side == "b") {
    pattern.m_side = Color::black;
  } else if (!side.empty() && side != "-") {
    return Unexpected{localized("the side to move is w, b or -")};
  }
  pattern.set_counts_from_squares();
  return pattern;
}

Expected<BoardPattern, std::string> BoardPattern::read_material(std::string_view text) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos || text.find('-', dash + 1) != std::string_view::npos) {
    return Unexpected{localized("write Red's pieces, a -, then Black's: RRP-RC")};
  }
  BoardPattern pattern;
  for (const Color color : {Color::red, Color::black}) {
    const auto side = color == Color::red ? text.substr(0, dash) : text.substr(dash + 1);
    std::array<int, piece_type_count> count{};
    std::array<bool, piece_type_count> open{};
    std::array<bool, piece_type_count> loose{};
    for (std::size_t i = 0; i < side.size(); ++i) {
      const auto type = type_of_letter(side[i]);
      if (!type) {
        return Unexpected{
            localized("'{}' is no piece: write K A B N R C P", character_at(side, i))};
      }
      ++count[to_index(*type)];
      if (i + 1 < side.size() && (side[i + 1] == '+' || side[i + 1] == '*')) {
        ++i;
        open[to_index(*type)] = true;
        loose[to_index(*type)] = side[i] == '*';
      }
    }
    const bool no_guards =
        count[to_index(PieceType::advisor)] == 0 && count[to_index(PieceType::elephant)] == 0;
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      const auto type = static_cast<PieceType>(t);
      const bool guard = type == PieceType::advisor || type == PieceType::elephant;
      if (type == PieceType::king || (guard && no_guards)) {
        continue;
      }
      const auto p = to_index(make_piece(color, type));
      pattern.m_least[p] = static_cast<std::uint8_t>(loose[t] ? 0 : std::min(count[t], 90));
      pattern.m_most[p] = open[t] ? any_number : pattern.m_least[p];
    }
  }
  return pattern;
}

Expected<BoardPattern, std::string> BoardPattern::read_balance(std::string_view text) {
  const auto dash = text.find('-');
  if (dash == std::string_view::npos || text.find('-', dash + 1) != std::string_view::npos) {
    return Unexpected{localized("write what Red has more, a -, then what Black has more: RP-C")};
  }
  std::array<int, piece_type_count> more{};
  bool guards = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == dash) {
      continue;
    }
    const auto type = type_of_letter(text[i]);
    if (!type || *type == PieceType::king) {
      return Unexpected{localized("'{}' is no piece: write A B N R C P", character_at(text, i))};
    }
    more[to_index(*type)] += i < dash ? 1 : -1;
    guards = guards || *type == PieceType::advisor || *type == PieceType::elephant;
  }
  BoardPattern pattern;
  for (std::size_t t = 0; t < piece_type_count; ++t) {
    const auto type = static_cast<PieceType>(t);
    const bool guard = type == PieceType::advisor || type == PieceType::elephant;
    if (type != PieceType::king && (guards || !guard)) {
      pattern.m_balance[t] = static_cast<std::int8_t>(std::clamp(more[t], -90, 90));
    }
  }
  return pattern;
}

BoardPattern BoardPattern::exchanged() const noexcept {
  BoardPattern image;
  for (std::size_t p = 0; p < piece_slots; ++p) {
    const auto piece = static_cast<Piece>(p);
    if ((anything & bit(piece)) == 0) {
      continue; // a slot without a piece
    }
    const auto other = turned(piece);
    image.m_least[to_index(other)] = m_least[p];
    image.m_most[to_index(other)] = m_most[p];
    for (std::size_t s = 0; s < square_count; ++s) {
      const auto square = static_cast<Square>(s);
      auto& allowed = image.m_allowed[to_index(turned(square))];
      allowed = static_cast<std::uint16_t>(allows(square, piece) ? allowed | bit(other)
                                                                 : allowed & ~bit(other));
    }
  }
  for (std::size_t t = 0; t < piece_type_count; ++t) {
    image.m_balance[t] =
        m_balance[t] == any_balance ? any_balance : static_cast<std::int8_t>(-m_balance[t]);
  }
  image.m_side = m_side ? std::optional{~*m_side} : std::nullopt;
  return image;
}

BoardPattern BoardPattern::mirrored() const noexcept {
  BoardPattern image = *this;
  for (std::size_t s = 0; s < square_count; ++s) {
    image.m_allowed[to_index(mirror(static_cast<Square>(s)))] = m_allowed[s];
  }
  return image;
}

bool BoardPattern::matches(const Position& position) const noexcept {
  std::array<int, piece_slots> counts{};
  for (std::size_t s = 0; s < square_count; ++s) {
    const Piece p = position.at(static_cast<Square>(s));
    if (!allows(static_cast<Square>(s), p)) {
      return false;
    }
    ++counts[to_index(p)];
  }
  for (std::size_t p = 0; p < piece_slots; ++p) {
    if (!allows_count(static_cast<Piece>(p), counts[p])) {
      return false;
    }
  }
  for (std::size_t t = 0; t < piece_type_count; ++t) {
    const auto type = static_cast<PieceType>(t);
    const int more = counts[to_index(make_piece(Color::red, type))] -
                     counts[to_index(make_piece(Color::black, type))];
    if (!allows_balance(type, more)) {
      return false;
    }
  }
  return allows(position.side_to_move());
}

} // namespace xq
