#pragma once

// How many placements of an ending are won, by what the table of endings tells apart: the heights
// of the attacking side's pawns, who is to move, and whether the defence stands in order.

#include "support/endgame_solver.hpp"

#include <map>
#include <random>
#include <string>

namespace endgames {

struct Share {
  std::uint64_t won = 0;
  std::uint64_t all = 0;
  /// Rounded; 0 and 100 are kept for less than 0.5 and for 99.5 or more.
  [[nodiscard]] unsigned percent() const {
    return all == 0 ? 0 : static_cast<unsigned>((200 * won + all) / (2 * all));
  }
};
/// First with the attacking side to move, then with the other.
using BothMoves = Array<Share, 2>;
struct Shares {
  BothMoves quiet;
  BothMoves formed;
};

/// Nothing attacks anything, whoever is to move.
inline bool is_quiet(const Placement& p) {
  const Board board{p};
  bool quiet = !board.attacked(0) && !board.attacked(1);
  for (int i = 0; i < p.size && quiet; ++i) {
    board.targets(p.pieces[static_cast<std::size_t>(i)],
                  [&](Square to) { quiet = quiet && board.at(to) == 0; });
  }
  return quiet;
}

/// The defence stands in order: the king on its back row, of two advisors one in the middle of the
/// palace, of two elephants one in front of the palace.
inline bool is_formed(const Placement& p) {
  Array<int, kind_count> count{};
  Array<bool, kind_count> central{};
  bool home = true;
  for (int i = 0; i < p.size; ++i) {
    const Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    if (piece.side == 1) {
      const Square seen = square_count - 1 - piece.square;
      ++count[piece.kind];
      central[piece.kind] = central[piece.kind] || seen == (piece.kind == advisor ? 13 : 22);
      home = home && (piece.kind != king || seen < 9);
    }
  }
  return home && (count[advisor] < 2 || central[advisor]) &&
         (count[elephant] < 2 || central[elephant]);
}

/// The name of the row a placement counts in: the material with a letter for each pawn of side 0:
/// P up to the second row past the river, L on the two rows behind it, B on the last.
inline std::string row_name(const Placement& p, const Material& m) {
  Array<std::size_t, 3> heights{};
  for (int i = 0; i < p.size; ++i) {
    const Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    if (piece.side == 0 && piece.kind == pawn) {
      const int rank = piece.square / 9;
      ++heights[rank == 9 ? 2 : rank >= 7 ? 1 : 0];
    }
  }
  std::string name = to_text(m);
  const auto first = name.find('P');
  if (m.count[0][pawn] != 0) {
    name.replace(first, m.count[0][pawn],
                 std::string(heights[0], 'P') + std::string(heights[1], 'L') +
                     std::string(heights[2], 'B'));
  }
  return name;
}

/// Of all quiet placements, or of a sample where there are many; without a formed one the shares of
/// the quiet ones count for them.
inline std::map<std::string, Shares> count_shares(const Table& table, const Material& m) {
  constexpr std::uint64_t sample = 2'000'000;
  const std::uint64_t size = table.numbering().size();
  std::mt19937_64 random{1};
  std::map<std::string, Shares> out;
  Placement p;
  for (std::uint64_t n = 0; n < std::min(size, sample); ++n) {
    const std::uint64_t index = size <= sample ? n : random() % size;
    if (!table.numbering().decode(index, p) || !is_quiet(p)) {
      continue;
    }
    const bool formed = is_formed(p);
    Shares& shares = out[row_name(p, m)];
    for (std::size_t side = 0; side < 2; ++side) {
      const Value wanted = side == 0 ? Value::win : Value::loss;
      const std::uint64_t won = table.value(static_cast<int>(side), index) == wanted ? 1 : 0;
      shares.quiet[side].won += won;
      ++shares.quiet[side].all;
      shares.formed[side].won += formed ? won : 0;
      shares.formed[side].all += formed ? 1 : 0;
    }
  }
  for (auto& [name, shares] : out) {
    if (shares.formed[0].all == 0) {
      shares.formed = shares.quiet;
    }
  }
  return out;
}

} // namespace endgames
