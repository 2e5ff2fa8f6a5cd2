#include <xq/notation/styles.hpp>

#include <bit>

namespace xq::notation {

namespace {

constexpr auto columns = [] {
  std::array<std::array<Bitboard, file_count + 1>, color_count> out{}; // there is no column 0
  for (const Color c : {Color::red, Color::black}) {
    for (int column = 1; column <= file_count; ++column) {
      out[to_index(c)][static_cast<std::size_t>(column)] = file_squares(file_of_column(c, column));
    }
  }
  return out;
}();

Bitboard on_column(const Position& position, PieceType t, int column) noexcept {
  const Color c = position.side_to_move();
  return position.pieces(c, t) & columns[to_index(c)][static_cast<std::size_t>(column)];
}

/// Bitboard::first() without a branch: which half of the board it is changes all the time.
Square first_of(Bitboard set) noexcept {
  const auto low = static_cast<std::uint64_t>(set.bits());
  const auto high = static_cast<std::uint64_t>(set.bits() >> 64U);
  const int if_high = low == 0 ? std::countr_zero(high) : 0;
  return static_cast<Square>(std::countr_zero(low) + if_high); // 64 for a low half of nothing
}

/// The piece that front, middle or rear means, where only one column has several of the kind.
Square marked_piece(const Position& position, PieceType t, Mark mark) noexcept {
  const Color c = position.side_to_move();
  Bitboard same = position.pieces(c, t);
  if (!same.has_several()) {
    return Square::none;
  }
  if (t == PieceType::pawn) {
    const PawnCounts pawns{same};
    int crowded = -1;
    for (int file = 0; file < file_count; ++file) {
      if (pawns.on(file) > 1) {
        if (crowded >= 0) {
          return Square::none;
        }
        crowded = file;
      }
    }
    if (crowded < 0 || pawns.on(crowded) > 3) {
      return Square::none;
    }
    same &= on_file(crowded);
  } else if (file_of(same.first()) != file_of(same.last())) {
    return Square::none;
  }
  const int count = same.count();
  if (mark == Mark::middle) {
    same.pop();
    return count == 3 ? same.first() : Square::none;
  }
  if (count > (t == PieceType::pawn ? 3 : 2)) {
    return Square::none;
  }
  const bool front = mark == Mark::front || mark == Mark::plus;
  return front == (c == Color::red) ? same.last() : same.first();
}

constexpr bool names_place(Mark m) {
  return m == Mark::front || m == Mark::middle || m == Mark::rear || m == Mark::plus ||
         m == Mark::minus;
}

Move if_legal(const Position& position, Move m) noexcept {
  return m && position.reaches(m.from(), m.to()) && position.is_safe(m) ? m : Move{};
}

constexpr bool in_palace(Square s) {
  const int rank = rank_of(s);
  return file_of(s) >= 3 && file_of(s) <= 5 && (rank <= 2 || rank >= 7);
}
/// The five points of an advisor in both palaces, the seven of an elephant on both sides.
constexpr bool advisor_stands(Square s) {
  const int rank = rank_of(s);
  return in_palace(s) && (file_of(s) == 4) == (rank == 1 || rank == 8);
}
constexpr bool elephant_stands(Square s) {
  const int rank = rank_of(s) < 5 ? rank_of(s) : rank_count - 1 - rank_of(s);
  return file_of(s) % 4 == (rank == 2 ? 0 : 2) && rank % 2 == 0;
}

/// A move that a piece makes from a square, and the points on the way that must be empty (or, when
/// a cannon captures, all but one).
struct Way {
  static constexpr std::uint8_t no_target = 0xFF;
  static constexpr std::uint8_t upright = 0x80;

  std::uint8_t to = no_target;
  std::uint8_t line = 0;    ///< where these points lie: a rank or, with `upright`, a file
  std::uint16_t points = 0; ///< bits of Lines::rank() or Lines::file()
};

constexpr Way along_rank(Square to, int rank, int first, int last) {
  const unsigned points = first > last ? 0 : (2U << last) - (1U << first);
  return {static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(rank),
          static_cast<std::uint16_t>(points)};
}
constexpr Way along_file(Square to, int file, int first, int last) {
  Way way = along_rank(to, file, first, last);
  way.line |= Way::upright;
  return way;
}

/// aim(), and by the way what is_pseudo_legal() would find without a look at the board.
constexpr Way find_way(Color c, PieceType t, Square from, Step step) {
  const Move m = aim(c, t, from, step);
  if (!m) {
    return {};
  }
  const Square to = m.to();
  const int file = file_of(from);
  const int rank = rank_of(from);
  const int across = file_of(to) - file;
  const int up = rank_of(to) - rank;
  const int forward = c == Color::red ? up : -up;
  const bool crossed = c == Color::red ? rank >= 5 : rank <= 4;
  const bool neighbour = across * across + up * up == 1;
  switch (t) {
  case PieceType::king:
    return neighbour && in_palace(from) && in_palace(to) ? along_rank(to, 0, 1, 0) : Way{};
  case PieceType::pawn:
    return neighbour && (forward == 1 || (forward == 0 && crossed)) ? along_rank(to, 0, 1, 0)
                                                                    : Way{};
  case PieceType::advisor:
    return advisor_stands(from) && advisor_stands(to) ? along_rank(to, 0, 1, 0) : Way{};
  case PieceType::elephant:
    return elephant_stands(from) && elephant_stands(to)
               ? along_rank(to, rank + up / 2, file + across / 2, file + across / 2)
               : Way{};
  case PieceType::horse:
    return along_rank(to, rank + up / 2, file + across / 2, file + across / 2);
  case PieceType::rook:
  case PieceType::cannon:
    return up == 0 ? along_rank(to, rank, (across > 0 ? file : file + across) + 1,
                                (across > 0 ? file + across : file) - 1)
                   : along_file(to, file, (up > 0 ? rank : rank + up) + 1,
                                (up > 0 ? rank + up : rank) - 1);
  case PieceType::none:
    break;
  }
  return {};
}

/// find_way() by table, for each side, way of moving, action, number and square.
class Ways {
public:
  constexpr Ways() {
    for (const Color c : {Color::red, Color::black}) {
      for (const PieceType t : {PieceType::king, PieceType::advisor, PieceType::elephant,
                                PieceType::horse, PieceType::rook, PieceType::pawn}) {
        for (const Action action : {Action::level, Action::advance, Action::retreat}) {
          for (int value = 1; value <= file_count; ++value) {
            for (std::size_t s = 0; s < square_count; ++s) {
              m_ways[index(c, t, action, value)][s] =
                  find_way(c, t, static_cast<Square>(s), {action, value});
            }
          }
        }
      }
    }
  }

  /// The number must be one of 0 to 9.
  [[nodiscard]] const Way& operator()(Color c, PieceType t, Square from, Step step) const noexcept {
    return m_ways[index(c, t, step.action, step.value)][to_index(from)];
  }

private:
  using Row = std::array<Way, square_count>;
  static constexpr std::size_t numbers = 10;

  static constexpr std::size_t index(Color c, PieceType t, Action action, int value) {
    const std::size_t kind = t == PieceType::cannon ? to_index(PieceType::rook) : to_index(t);
    return ((to_index(c) * piece_type_count + kind) * 3 + static_cast<std::size_t>(action)) *
               numbers +
           static_cast<std::size_t>(value);
  }

  std::array<Row, color_count * piece_type_count * 3 * numbers> m_ways{};
};
constexpr Ways ways;

/// The legal move of the piece on `from`, none() when there is none.
inline Move goes(const Position& position, Color c, PieceType t, Square from, Step step) noexcept {
  const Way way = ways(c, t, from, step);
  if (way.to == Way::no_target) {
    return {};
  }
  const auto to = static_cast<Square>(way.to);
  const Piece captured = position.at(to);
  const int line = way.line & 15;
  const unsigned across = position.lines().rank(line);
  const unsigned upright = position.lines().file(line < file_count ? line : 0);
  const unsigned pieces = ((way.line & Way::upright) != 0 ? upright : across) & way.points;
  const bool jumps = (t == PieceType::cannon) & (captured != Piece::none);
  const bool own = (captured != Piece::none) & (color_of(captured) == c);
  if ((std::popcount(pieces) != static_cast<int>(jumps)) | own) {
    return {};
  }
  const Move m{from, to};
  return position.is_safe(m) ? m : Move{};
}

bool is_front(const Description& what, const Standing& s) noexcept {
  return what.mark == Mark::double_plus || what.mark == Mark::front || what.mark == Mark::plus
             ? s.place == 1
             : s.place == s.count;
}

/// With four or five pawns, + is the first one to some, and to the rules of 1997 the second; so is
/// - from the rear. `place` counts from the end that the sign means.
bool fits_sign(int place, int count, std::optional<WxfStyle> wxf) noexcept {
  const bool old_rules = wxf == WxfStyle::rules1997;
  return (place == 1 && (count < 4 || !old_rules)) ||
         (place == 2 && count > 3 && (old_rules || !wxf));
}

/// A column of two pawns or more, one of which is asked for by front, middle or rear.
int fit_mark(const Description& what, const Standing& s, std::optional<WxfStyle> wxf) noexcept {
  // On one crowded column the mark is enough; with two it takes the column, too.
  const int certain = s.crowded_columns > 1 && what.column == 0 ? 1 : 2;
  switch (what.mark) {
  case Mark::front:
    return s.place == 1 ? certain : 0;
  case Mark::rear:
    return s.place == s.count ? certain : 0;
  case Mark::middle:
    if (s.count == 3) {
      return s.place == 2 ? certain : 0;
    }
    return s.place > 1 && s.place < s.count ? 1 : 0;
  case Mark::plus:
    return fits_sign(s.place, s.count, wxf) ? certain : 0;
  case Mark::minus:
    return fits_sign(s.count + 1 - s.place, s.count, wxf) ? certain : 0;
  case Mark::double_plus:
  case Mark::double_minus:
    return s.count > 3 && is_front(what, s) ? certain : 0;
  case Mark::none:
  case Mark::number:
    break;
  }
  return 0;
}

} // namespace

int fit(const Description& what, const Standing& s, std::optional<WxfStyle> wxf) noexcept {
  if (what.column != 0 && what.column != s.column) {
    return 0;
  }
  switch (what.mark) {
  case Mark::none:
    if (s.count == 1 || told_by_direction(what.type)) {
      return 2;
    }
    // To the rules of 1997 the middle one of three or five pawns has no sign.
    return wxf == WxfStyle::rules1997 && s.count > 2 && 2 * s.place == s.count + 1 ? 2 : 1;
  case Mark::number:
    if (s.count == 1) {
      return 0;
    }
    if (wxf == WxfStyle::rules1997 && s.crowded_columns > 1 && what.number == what.column) {
      return s.count == 3 && s.place == 2 ? 2 : 0; // 33=
    }
    return what.number == (what.column != 0 ? s.place : s.series) ? 2 : 0;
  default:
    return s.count == 1 ? 0 : fit_mark(what, s, wxf);
  }
}

Move resolve_plain(const Position& position, PieceType t, int column, Step step) noexcept {
  const Color c = position.side_to_move();
  const Bitboard same = on_column(position, t, column);
  if (!same) {
    return {};
  }
  const Move m = goes(position, c, t, first_of(same), step);
  if (!same.has_several()) {
    return m;
  }
  // Of two advisors or elephants on a column, one can go this way.
  return !told_by_direction(t) ? Move{} : m ? m : goes(position, c, t, same.last(), step);
}

Move resolve_directly(const Position& position, const Description& what) noexcept {
  if (what.mark == Mark::none) {
    return resolve_plain(position, what.type, what.column, what.step);
  }
  if (names_place(what.mark) && what.column == 0) {
    const Square from = marked_piece(position, what.type, what.mark);
    return from == Square::none
               ? Move{}
               : goes(position, position.side_to_move(), what.type, from, what.step);
  }
  return {};
}

Reading resolve(const Position& position, const Description& what,
                std::optional<WxfStyle> wxf) noexcept {
  const Color c = position.side_to_move();
  std::array<MoveList, 3> meant; // by fit: legal moves that the text means
  MoveList aimed;                // what it means, legal or not, best fit first
  int pieces = 0;
  for (int level = 2; level > 0; --level) {
    for (const Square from : position.pieces(c, what.type)) {
      if (fit(what, standing_of(position, from), wxf) != level) {
        continue;
      }
      ++pieces;
      const Move m = aim(c, what.type, from, what.step);
      if (m) {
        aimed.push(m);
      }
      if (if_legal(position, m)) {
        meant[static_cast<std::size_t>(level)].push(m);
      }
    }
  }
  Reading out;
  const MoveList& fits = meant[2].empty() ? meant[1] : meant[2];
  if (fits.size() == 1) {
    out.move = fits[0];
  } else if (fits.size() > 1) {
    out.fault = ReadFault::ambiguous;
    out.candidates = fits;
  } else {
    out.fault = pieces == 0 ? ReadFault::no_such_piece : ReadFault::illegal;
    out.attempted = aimed.empty() ? Move{} : aimed[0];
  }
  return out;
}

} // namespace xq::notation
