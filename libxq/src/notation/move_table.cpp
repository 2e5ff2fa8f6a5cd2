#include "notation/move_table.hpp"

#include "board/palace.hpp"

namespace xq::notation {

namespace {

/// The five points of an advisor in both palaces, the seven of an elephant on both sides.
constexpr bool advisor_stands(Square s) {
  const int rank = rank_of(s);
  return in_palace(s) && (file_of(s) == 4) == (rank == 1 || rank == 8);
}
constexpr bool elephant_stands(Square s) {
  const int rank = rank_of(s) < 5 ? rank_of(s) : rank_count - 1 - rank_of(s);
  return file_of(s) % 4 == (rank == 2 ? 0 : 2) && rank % 2 == 0;
}

/// With the points of a rank or a file from `first` to `last`.
constexpr Path along_rank(Square to, int file, int rank, int first, int last) {
  const unsigned points = first > last ? 0 : (2U << last) - (1U << first);
  return {static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(rank | file << 4),
          static_cast<std::uint16_t>(points)};
}
constexpr Path along_file(Square to, int file, int rank, int first, int last) {
  Path path = along_rank(to, file, rank, first, last);
  path.points |= Path::upright;
  return path;
}
constexpr Path one_point(Square to, int file, int rank) {
  return along_rank(to, file, rank, file, file);
}
constexpr Path no_points(Square to) { return {static_cast<std::uint8_t>(to), 0, 0}; }

/// aim(), and the points that its move crosses; no target where the rules exclude the move on any
/// board.
constexpr Path find_path(Color c, PieceType t, Square from, Step step) {
  const Move m = aim(c, t, from, step);
  if (!m) {
    return {};
  }
  const Square to = m.to();
  const int file = file_of(from);
  const int rank = rank_of(from);
  const int across = file_of(to) - file;
  const int up = rank_of(to) - rank;
  const bool neighbour = across * across + up * up == 1;
  const auto if_possible = [to](bool possible) { return possible ? no_points(to) : Path{}; };
  switch (t) {
  case PieceType::king:
    return if_possible(neighbour && in_palace(from) && in_palace(to));
  case PieceType::pawn:
    return if_possible(neighbour &&
                       (up == 0 ? has_crossed(c, from) : (up > 0) == (c == Color::red)));
  case PieceType::advisor:
    return if_possible(advisor_stands(from) && advisor_stands(to));
  case PieceType::elephant:
    return elephant_stands(from) && elephant_stands(to)
               ? one_point(to, file + across / 2, rank + up / 2)
               : Path{};
  case PieceType::horse:
    return one_point(to, file + across / 2, rank + up / 2);
  case PieceType::rook:
  case PieceType::cannon:
    return up == 0 ? along_rank(to, file, rank, (across > 0 ? file : file + across) + 1,
                                (across > 0 ? file + across : file) - 1)
                   : along_file(to, file, rank, (up > 0 ? rank : rank + up) + 1,
                                (up > 0 ? rank + up : rank) - 1);
  case PieceType::none:
    break;
  }
  return {};
}

} // namespace

constexpr MoveTable::MoveTable() {
  for (const Color c : {Color::red, Color::black}) {
    for (const PieceType t : {PieceType::king, PieceType::advisor, PieceType::elephant,
                              PieceType::horse, PieceType::rook, PieceType::pawn}) {
      for (const Action action : {Action::level, Action::advance, Action::retreat}) {
        for (int value = 1; value <= file_count; ++value) {
          for (std::size_t s = 0; s < square_count; ++s) {
            m_paths[index(c, t, action, value)][s] =
                find_path(c, t, static_cast<Square>(s), {action, value});
          }
        }
      }
    }
  }
}

constinit const MoveTable move_table;

Move resolve_shared(const Position& position, PieceType t, Bitboard same, Step step) noexcept {
  if (!told_by_direction(t)) {
    return {};
  }
  // One of two advisors or elephants on a column can go in this direction.
  const Move m = goes(position, t, same.first(), step);
  return m ? m : goes(position, t, same.last(), step);
}

} // namespace xq::notation
