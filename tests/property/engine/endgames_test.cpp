#include "endings/library.hpp"
#include "engine/eval/endgame_table.hpp"
#include "engine/eval/endgames.hpp"
#include "jobs/endings/shares.hpp"
#include "support/catch.hpp"
#include "support/endgame_positions.hpp"
#include "support/rounds.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace xq;

namespace {

/// The defence stands in order: the king on its back row, of two advisors one in the middle of the
/// palace, of two elephants one in front of the palace.
bool is_formed(const endgames::Placement& p) {
  endgames::Array<int, endgames::kind_count> count{};
  endgames::Array<bool, endgames::kind_count> central{};
  bool home = true;
  for (int i = 0; i < p.size; ++i) {
    const endgames::Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    if (piece.side == 1) {
      const endgames::Square seen = endgames::square_count - 1 - piece.square;
      ++count[piece.kind];
      central[piece.kind] =
          central[piece.kind] || seen == (piece.kind == endgames::advisor ? 13 : 22);
      home = home && (piece.kind != endgames::king || seen < 9);
    }
  }
  return home && (count[endgames::advisor] < 2 || central[endgames::advisor]) &&
         (count[endgames::elephant] < 2 || central[endgames::elephant]);
}

/// The name of the row a placement counts in: the material with a letter for each pawn of side 0:
/// P up to the second row past the river, L on the two rows behind it, B on the last.
std::string row_name(const endgames::Placement& p, const endgames::Material& m) {
  endgames::Array<std::size_t, 3> heights{};
  for (int i = 0; i < p.size; ++i) {
    const endgames::Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    if (piece.side == 0 && piece.kind == endgames::pawn) {
      const int rank = piece.square / 9;
      ++heights[rank == 9 ? 2 : rank >= 7 ? 1 : 0];
    }
  }
  std::string name = endgames::to_text(m);
  const auto first = name.find('P');
  if (m.count[0][endgames::pawn] != 0) {
    name.replace(first, m.count[0][endgames::pawn],
                 std::string(heights[0], 'P') + std::string(heights[1], 'L') +
                     std::string(heights[2], 'B'));
  }
  return name;
}

/// What the positions after each legal move make of this one.
endgames::Value value_by_moves(endgames::Solver& solver, const Position& position) {
  using endgames::Value;
  MoveList moves;
  generate_legal(position, moves);
  Value best = Value::loss;
  for (const Move m : moves) {
    Position next = position;
    next.do_move(m);
    const auto p = endgames::to_placement(next);
    const Value reply = solver.solve(endgames::material_of(p)).value(p);
    REQUIRE(reply != Value::illegal);
    if (reply == Value::loss) {
      return Value::win;
    }
    best = reply == Value::draw ? Value::draw : best;
  }
  return best;
}

/// Placements of a material are not more than this test counts.
bool is_small(const endings::Material& m) {
  return endings::Placements::count(m) < support::rounds(120'000);
}

} // namespace

TEST_CASE("solved endings follow from their moves, by libxq's rules") {
  endgames::Solver solver;
  std::mt19937_64 random{7};
  for (const char* name : {"R-C", "H-P", "CA-E", "PP-A", "R-AE", "HP-", "C-H"}) {
    const auto material = endgames::parse_material(name);
    const endgames::Table& table = solver.solve(material);
    int legal = 0;
    for (int i = 0; i < 3000; ++i) {
      const std::uint64_t index = random() % table.numbering().size();
      endgames::Placement p;
      const bool apart = table.numbering().decode(index, p);
      p.side_to_move = i % 2;
      INFO(name << ' ' << index << ' ' << i % 2);
      CHECK(table.numbering().encode(p) == index);
      const endgames::Value value = table.value(p.side_to_move, index);
      if (!apart) {
        CHECK(value == endgames::Value::illegal);
        continue;
      }
      const Position position = endgames::to_position(p);
      if (position.in_check(~position.side_to_move())) {
        CHECK(value == endgames::Value::illegal);
      } else {
        CHECK(value == value_by_moves(solver, position));
        ++legal;
      }
    }
    CHECK(legal > 1000);
  }
}

TEST_CASE("the table of endings has the shares that are counted") {
  endings::Library library{{.judges_checks = false}};
  std::map<endings::Material, std::vector<jobs::EndingShares>> counted;
  int rows = 0;
  for (const engine::EndgameRow& row : engine::endgame_rows) {
    std::string pieces{row.pieces}; // with P for all pawns
    for (char& c : pieces) {
      c = c == 'L' || c == 'B' ? 'P' : c;
    }
    const auto material = endings::read_material(pieces).value();
    if (!is_small(material)) {
      continue;
    }
    if (!counted.contains(material)) {
      counted[material] = jobs::count_shares(library.make(material),
                                             material.is_turned() ? Color::black : Color::red);
    }
    const auto shares = std::ranges::find(counted[material], row.pieces, &jobs::EndingShares::name);
    INFO(row.pieces);
    REQUIRE(shares != counted[material].end());
    for (std::size_t side = 0; side < 2; ++side) {
      CHECK(shares->quiet[side].percent() == row.quiet[side]);
      CHECK(shares->formed[side].percent() == row.formed[side]);
    }
    ++rows;
  }
  CHECK(rows > 30);
}

TEST_CASE("a position has the row and the order that the solver gives it") {
  std::mt19937_64 random{11};
  for (const engine::EndgameRow& row : engine::endgame_rows) {
    std::string pieces{row.pieces};
    for (char& c : pieces) {
      c = c == 'L' || c == 'B' ? 'P' : c;
    }
    const auto material = endgames::parse_material(pieces);
    const endgames::Numbering numbering{material};
    for (int i = 0; i < 20;) {
      endgames::Placement p;
      if (!numbering.decode(random() % numbering.size(), p)) {
        continue;
      }
      ++i;
      const Position position = endgames::to_position(p);
      const engine::EndgameRow* const found = engine::find_ending(position, Color::red);
      INFO(row.pieces);
      REQUIRE(found != nullptr);
      CHECK(found->pieces == row_name(p, material));
      CHECK(engine::is_formed(position, Color::black) == is_formed(p));
      CHECK(engine::won_share(position, Color::red) ==
            engine::won_share(position.mirrored(), Color::red));
    }
  }
}
