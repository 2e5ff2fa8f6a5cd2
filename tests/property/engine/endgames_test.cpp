#include "engine/eval/endgame_table.hpp"
#include "engine/eval/endgames.hpp"
#include "support/catch.hpp"
#include "support/endgame_shares.hpp"

#include <xq/board/movegen.hpp>

#include <random>
#include <string>

using namespace xq;

namespace {

constexpr std::array types{PieceType::king,  PieceType::advisor, PieceType::elephant,
                           PieceType::horse, PieceType::rook,    PieceType::cannon,
                           PieceType::pawn};

/// Side 0 of the solver is Red here.
Position to_position(const endgames::Placement& p) {
  Position out;
  for (int i = 0; i < p.size; ++i) {
    const endgames::Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    out.put(make_piece(static_cast<Color>(piece.side), types[piece.kind]),
            static_cast<Square>(piece.square));
  }
  out.set_side_to_move(static_cast<Color>(p.side_to_move));
  return out;
}

/// Pieces in the order of endgames::Numbering: by side, then by kind.
endgames::Placement to_placement(const Position& position) {
  endgames::Placement p;
  p.side_to_move = static_cast<int>(to_index(position.side_to_move()));
  for (std::uint8_t side = 0; side < 2; ++side) {
    for (std::size_t k = 0; k < types.size(); ++k) {
      for (const Square s : position.pieces(static_cast<Color>(side), types[k])) {
        p.pieces[static_cast<std::size_t>(p.size++)] = {side, static_cast<endgames::Kind>(k),
                                                        static_cast<int>(s)};
      }
    }
  }
  return p;
}

endgames::Material material_of(const endgames::Placement& p) {
  endgames::Material m;
  for (int i = 0; i < p.size; ++i) {
    const endgames::Piece& piece = p.pieces[static_cast<std::size_t>(i)];
    ++m.count[piece.side][piece.kind];
  }
  return m;
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
    const auto p = to_placement(next);
    const Value reply = solver.solve(material_of(p)).value(p);
    REQUIRE(reply != Value::illegal);
    if (reply == Value::loss) {
      return Value::win;
    }
    best = reply == Value::draw ? Value::draw : best;
  }
  return best;
}

/// Placements of a row's material, or 0 if that is more than this test solves.
bool is_small(const endgames::Material& m) { return endgames::Numbering{m}.size() < 300'000; }

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
      const Position position = to_position(p);
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

TEST_CASE("the table of endings has the shares that the solver counts") {
  endgames::Solver solver;
  std::map<endgames::Material, std::map<std::string, endgames::Shares>> counted;
  int rows = 0;
  for (const engine::EndgameRow& row : engine::endgame_rows) {
    std::string pieces{row.pieces}; // with P for all pawns
    for (char& c : pieces) {
      c = c == 'L' || c == 'B' ? 'P' : c;
    }
    const auto material = endgames::parse_material(pieces);
    if (!is_small(material)) {
      continue;
    }
    if (!counted.contains(material)) {
      counted[material] = endgames::count_shares(solver.solve(material), material);
    }
    const endgames::Shares& shares = counted[material].at(std::string{row.pieces});
    INFO(row.pieces);
    for (std::size_t side = 0; side < 2; ++side) {
      CHECK(shares.quiet[side].percent() == row.quiet[side]);
      CHECK(shares.formed[side].percent() == row.formed[side]);
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
      const Position position = to_position(p);
      const engine::EndgameRow* const found = engine::find_ending(position, Color::red);
      INFO(row.pieces);
      REQUIRE(found != nullptr);
      CHECK(found->pieces == endgames::row_name(p, material));
      CHECK(engine::is_formed(position, Color::black) == endgames::is_formed(p));
      CHECK(engine::won_share(position, Color::red) ==
            engine::won_share(position.mirrored(), Color::red));
    }
  }
}
