#include <xq/board/position.hpp>

#include <cassert>

namespace xq {

namespace {

/// Pieces of `color` that can attack a distant square, before or after a move.
struct Attackers {
  Bitboard rooks, cannons, horses, pawns;
  Square king = Square::none;
  Color color{};
};

/// Whether no piece stands between ranks `a` and `b` of a file with this occupancy.
bool file_is_open(int a, int b, unsigned occupied) noexcept {
  const int low = a < b ? a : b;
  const int high = a < b ? b : a;
  const unsigned strictly_between = (1U << high) - (2U << low);
  return (occupied & strictly_between) == 0;
}

bool attacked(Square s, const Attackers& by, const Occupancy& occupancy) noexcept {
  const Bitboard cross = attacks::cross(s);
  const Bitboard rooks = by.rooks & cross;
  const Bitboard cannons = by.cannons & cross;
  if (rooks && (attacks::rook(s, occupancy) & rooks)) {
    return true;
  }
  if (cannons && (attacks::cannon_captures(s, occupancy) & cannons)) {
    return true;
  }
  const int file = file_of(s);
  if (by.king != Square::none && file_of(by.king) == file &&
      file_is_open(rank_of(by.king), rank_of(s), occupancy.file(file))) {
    return true;
  }
  if ((attacks::horse_ring(s) & by.horses) && (attacks::horse_sources(s, occupancy) & by.horses)) {
    return true;
  }
  return static_cast<bool>(attacks::pawn_sources(by.color, s) & by.pawns);
}

/// Occupancy after a pseudo-legal move.
Occupancy occupancy_after(const Position& p, Move m) noexcept {
  Occupancy out = p.occupancy();
  out.toggle(m.from());
  if (p.at(m.to()) == Piece::none) {
    out.toggle(m.to());
  }
  return out;
}

inline Bitboard without(Bitboard set, Square s) noexcept {
  return Bitboard{set.bits() & ~Bitboard{s}.bits()};
}

/// By file and square: the square's bit in Occupancy::file(), 0 when it is on another file.
constexpr auto file_bits = [] {
  std::array<std::array<std::uint16_t, square_count>, file_count> out{};
  for (std::size_t s = 0; s < square_count; ++s) {
    const auto square = static_cast<Square>(s);
    out[static_cast<std::size_t>(file_of(square))][s] =
        static_cast<std::uint16_t>(1U << rank_of(square));
  }
  return out;
}();

/// The squares from which a piece attacks a king, except those of its file that are not adjacent.
constexpr auto neighbourhoods = [] {
  std::array<Bitboard, square_count> out;
  for (std::size_t king = 0; king < square_count; ++king) {
    for (std::size_t s = 0; s < square_count; ++s) {
      const int across = file_of(static_cast<Square>(s)) - file_of(static_cast<Square>(king));
      const int up = rank_of(static_cast<Square>(s)) - rank_of(static_cast<Square>(king));
      const bool by_horse = across * up == 2 || across * up == -2;
      if (up == 0 || by_horse || (across == 0 && (up == 1 || up == -1))) {
        out[king] |= Bitboard{static_cast<Square>(s)};
      }
    }
  }
  return out;
}();
Bitboard neighbourhood(Square king) noexcept { return neighbourhoods[to_index(king)]; }

/// Position::is_safe() in full; `rest`: the opponent's pieces after the move.
[[gnu::noinline]] bool is_safe_in_full(const Position& p, Move m, Bitboard rest,
                                       Square own_king) noexcept {
  const Color them = ~p.side_to_move();
  const Attackers by{rest & p.pieces(PieceType::rook),
                     rest & p.pieces(PieceType::cannon),
                     rest & p.pieces(PieceType::horse),
                     rest & p.pieces(PieceType::pawn),
                     p.king(them),
                     them};
  return !attacked(own_king, by, occupancy_after(p, m));
}

} // namespace

const Position& Position::start() noexcept {
  static const Position position = [] {
    constexpr std::array<PieceType, 9> back{
        PieceType::rook,     PieceType::horse, PieceType::elephant,
        PieceType::advisor,  PieceType::king,  PieceType::advisor,
        PieceType::elephant, PieceType::horse, PieceType::rook};
    Position p;
    for (const Color c : {Color::red, Color::black}) {
      const auto place = [&](PieceType t, int file, int rank) {
        p.put(make_piece(c, t), make_square(file, c == Color::red ? rank : rank_count - 1 - rank));
      };
      for (int file = 0; file < file_count; ++file) {
        place(back[static_cast<std::size_t>(file)], file, 0);
        if (file % 2 == 0) {
          place(PieceType::pawn, file, 3);
        }
      }
      place(PieceType::cannon, 1, 2);
      place(PieceType::cannon, 7, 2);
    }
    return p;
  }();
  return position;
}

void Position::toggle(Piece p, Square s) noexcept {
  const Bitboard bit{s};
  m_by_type[to_index(type_of(p))] ^= bit;
  m_by_color[to_index(color_of(p))] ^= bit;
  m_hashes ^= zobrist.pieces[to_index(p)][to_index(s)];
}

void Position::put(Piece p, Square s) noexcept {
  assert(p != Piece::none && at(s) == Piece::none);
  toggle(p, s);
  m_occupancy.toggle(s);
  m_board[to_index(s)] = p;
  if (type_of(p) == PieceType::king) {
    m_king[to_index(color_of(p))] = s;
  }
}

void Position::remove(Square s) noexcept {
  const Piece p = at(s);
  assert(p != Piece::none);
  toggle(p, s);
  m_occupancy.toggle(s);
  m_board[to_index(s)] = Piece::none;
  if (type_of(p) == PieceType::king) {
    const Bitboard rest = pieces(color_of(p), PieceType::king);
    m_king[to_index(color_of(p))] = rest ? rest.first() : Square::none;
  }
}

void Position::set_side_to_move(Color c) noexcept {
  if (c != m_side) {
    m_hashes ^= zobrist.black_to_move;
    m_side = c;
  }
}

void Position::set_counters(int halfmove_clock, int fullmove_number) noexcept {
  assert(halfmove_clock >= 0 && halfmove_clock <= 0xFFFF && fullmove_number >= 0 &&
         fullmove_number <= 0xFFFF);
  m_halfmove_clock = static_cast<std::uint16_t>(halfmove_clock);
  m_fullmove_number = static_cast<std::uint16_t>(fullmove_number);
}

Bitboard Position::attackers(Square s, Color by) const noexcept {
  const Bitboard reach = attacks::rook(s, m_occupancy);
  Bitboard found = (reach & pieces(PieceType::rook)) |
                   (attacks::cannon_captures(s, m_occupancy) & pieces(PieceType::cannon)) |
                   (attacks::horse_sources(s, m_occupancy) & pieces(PieceType::horse)) |
                   (attacks::pawn_sources(by, s) & pieces(PieceType::pawn)) |
                   (attacks::king(s) & pieces(PieceType::king)) |
                   (attacks::advisor(s) & pieces(PieceType::advisor)) |
                   (attacks::elephant(s, m_occupancy) & pieces(PieceType::elephant));
  found |= reach & file_squares(file_of(s)) & pieces(PieceType::king);
  return found & pieces(by);
}

bool Position::is_attacked(Square s, Color by) const noexcept {
  return attacked(s,
                  {pieces(by, PieceType::rook), pieces(by, PieceType::cannon),
                   pieces(by, PieceType::horse), pieces(by, PieceType::pawn), king(by), by},
                  m_occupancy);
}

Bitboard Position::targets(Square s) const noexcept {
  const Piece p = at(s);
  const Color c = color_of(p);
  const Bitboard own = pieces(c);
  switch (type_of(p)) {
  case PieceType::king:
    return attacks::king(s) & ~own;
  case PieceType::advisor:
    return attacks::advisor(s) & ~own;
  case PieceType::elephant:
    return attacks::elephant(s, m_occupancy) & ~own;
  case PieceType::horse:
    return attacks::horse(s, m_occupancy) & ~own;
  case PieceType::rook:
    return attacks::rook(s, m_occupancy) & ~own;
  case PieceType::cannon:
    return attacks::slides(s, m_occupancy) |
           (attacks::cannon_captures(s, m_occupancy) & pieces(~c));
  case PieceType::pawn:
    return attacks::pawn(c, s) & ~own;
  case PieceType::none:
    break;
  }
  return {};
}

bool Position::reaches(Square from, Square to) const noexcept {
  const Piece p = at(from);
  const Piece captured = at(to);
  if (captured != Piece::none && color_of(captured) == color_of(p)) {
    return false;
  }
  switch (type_of(p)) {
  case PieceType::king:
    return attacks::king(from).contains(to);
  case PieceType::advisor:
    return attacks::advisor(from).contains(to);
  case PieceType::elephant:
    return attacks::elephant(from, m_occupancy).contains(to);
  case PieceType::horse:
    return attacks::horse(from, m_occupancy).contains(to);
  case PieceType::rook:
    return attacks::slides_to(from, to, m_occupancy);
  case PieceType::cannon:
    return captured == Piece::none ? attacks::slides_to(from, to, m_occupancy)
                                   : attacks::jumps_to(from, to, m_occupancy);
  case PieceType::pawn:
    return attacks::pawn(color_of(p), from).contains(to);
  case PieceType::none:
    break;
  }
  return false;
}

bool Position::is_pseudo_legal(Move m) const noexcept {
  if (to_index(m.from()) >= square_count || to_index(m.to()) >= square_count) {
    return false;
  }
  const Piece p = at(m.from());
  return p != Piece::none && color_of(p) == m_side && reaches(m.from(), m.to());
}

bool Position::is_safe(Move m) const noexcept {
  const Color them = ~m_side;
  const Bitboard rest = without(pieces(them), m.to());
  const Square own_king = king(m_side) == m.from() ? m.to() : king(m_side);
  if (rest & neighbourhood(own_king)) {
    return is_safe_in_full(*this, m, rest, own_king);
  }
  // Only attacks along the file are left, tested without a branch: saves 3 to 5 % of a search.
  // Relies on most kings having no enemy piece in their neighbourhood.
  const int file = file_of(own_king);
  const auto& on_file = file_bits[static_cast<std::size_t>(file)];
  const unsigned occupied =
      (m_occupancy.file(file) & ~unsigned{on_file[to_index(m.from())]}) | on_file[to_index(m.to())];
  const auto& t = attacks::detail::tables;
  const auto rank = static_cast<std::size_t>(rank_of(own_king));
  const Bitboard seen = attacks::detail::join(0, 0, t.file_slide[rank][occupied], file);
  const Bitboard jumped = attacks::detail::join(0, 0, t.file_beyond[rank][occupied], file);
  const Bitboard attackers =
      (seen & pieces(PieceType::rook)) | (jumped & pieces(PieceType::cannon));
  return ((attackers & rest) | (seen & pieces(them, PieceType::king))).empty();
}

bool Position::gives_check(Move m) const noexcept {
  const PieceType moved = type_of(at(m.from()));
  const Bitboard both = Bitboard{m.from()} | Bitboard{m.to()};
  const auto ours = [&](PieceType t) { // after the move
    const Bitboard before = pieces(m_side, t);
    return t == moved ? before ^ both : before;
  };
  // no safe move attacks with the king
  return attacked(king(~m_side),
                  {ours(PieceType::rook), ours(PieceType::cannon), ours(PieceType::horse),
                   ours(PieceType::pawn), Square::none, m_side},
                  occupancy_after(*this, m));
}

void Position::do_move(Move m, Undo& undo) noexcept {
  const Square from = m.from();
  const Square to = m.to();
  const Piece p = at(from);
  const Piece captured = at(to);
  assert(p != Piece::none && color_of(p) == m_side);
  // Copied once: saves 4 to 8 % of reading games against updates in place. Relies on the copy being
  // one wide load, which then need not wait for the four stores of the move before.
  Hashes hashes = m_hashes;
  undo.hashes = hashes;
  undo.captured = captured;
  undo.halfmove_clock = m_halfmove_clock;

  const Bitboard both = Bitboard{from} | Bitboard{to};
  m_by_type[to_index(type_of(p))] ^= both;
  m_by_color[to_index(m_side)] ^= both;
  const auto& table = zobrist.pieces[to_index(p)];
  hashes ^= table[to_index(from)];
  hashes ^= table[to_index(to)];
  hashes ^= zobrist.black_to_move;
  m_occupancy.toggle(from);
  if (captured == Piece::none) {
    m_occupancy.toggle(to);
    m_halfmove_clock = static_cast<std::uint16_t>(m_halfmove_clock + (m_halfmove_clock < 0xFFFF));
  } else {
    m_by_type[to_index(type_of(captured))] ^= Bitboard{to};
    m_by_color[to_index(~m_side)] ^= Bitboard{to};
    hashes ^= zobrist.pieces[to_index(captured)][to_index(to)];
    m_halfmove_clock = 0;
  }
  m_hashes = hashes;
  m_board[to_index(from)] = Piece::none;
  m_board[to_index(to)] = p;
  if (type_of(p) == PieceType::king) {
    m_king[to_index(m_side)] = to;
  }
  m_fullmove_number = static_cast<std::uint16_t>(
      m_fullmove_number + (m_side == Color::black && m_fullmove_number < 0xFFFF));
  m_side = ~m_side;
}

void Position::undo_move(Move m, const Undo& undo) noexcept {
  const Square from = m.from();
  const Square to = m.to();
  const Piece p = at(to);
  m_side = ~m_side;
  const Bitboard both = Bitboard{from} | Bitboard{to};
  m_by_type[to_index(type_of(p))] ^= both;
  m_by_color[to_index(m_side)] ^= both;
  m_occupancy.toggle(from);
  if (undo.captured == Piece::none) {
    m_occupancy.toggle(to);
  } else {
    toggle(undo.captured, to);
  }
  m_board[to_index(from)] = p;
  m_board[to_index(to)] = undo.captured;
  if (type_of(p) == PieceType::king) {
    m_king[to_index(m_side)] = from;
  }
  m_hashes = undo.hashes;
  m_halfmove_clock = undo.halfmove_clock;
  // A saturated number (65535) is not restored; no game is that long.
  m_fullmove_number = static_cast<std::uint16_t>(m_fullmove_number - (m_side == Color::black));
}

void Position::do_null_move(Undo& undo) noexcept {
  undo.hashes = m_hashes;
  undo.halfmove_clock = m_halfmove_clock;
  m_hashes ^= zobrist.black_to_move;
  m_side = ~m_side;
}

void Position::undo_null_move(const Undo& undo) noexcept {
  m_hashes = undo.hashes;
  m_halfmove_clock = undo.halfmove_clock;
  m_side = ~m_side;
}

Position Position::mirrored() const noexcept {
  Position out;
  for (const Square s : occupied()) {
    out.put(at(s), mirror(s));
  }
  out.set_side_to_move(m_side);
  out.set_counters(m_halfmove_clock, m_fullmove_number);
  return out;
}

} // namespace xq
