#include "support/catch.hpp"
#include "support/naive.hpp"
#include "support/random_positions.hpp"

#include <set>

using namespace xq;

namespace {

std::set<std::string> names(const MoveList& moves) {
  std::set<std::string> out;
  for (const Move m : moves) {
    out.insert(support::uci(m));
  }
  return out;
}

void compare(const Position& p) {
  const std::string fen = write_fen(p);
  INFO("position " << fen);
  const naive::Board slow{fen};
  const auto expected = slow.legal();

  MoveList legal;
  generate_legal(p, legal);
  REQUIRE(names(legal) == expected);
  REQUIRE(legal.size() == expected.size()); // no move twice
  REQUIRE(count_legal(p) == static_cast<int>(expected.size()));
  REQUIRE(has_legal_move(p) == !expected.empty());
  REQUIRE(p.in_check() == slow.in_check());
  REQUIRE(p.in_check() == static_cast<bool>(p.checkers()));

  MoveList pseudo;
  generate_captures(p, pseudo);
  for (const Move m : pseudo) {
    REQUIRE(p.at(m.to()) != Piece::none);
  }
  const auto captures = pseudo.size();
  generate_quiets(p, pseudo);
  for (std::size_t i = captures; i < pseudo.size(); ++i) {
    REQUIRE(p.at(pseudo[i].to()) == Piece::none);
  }
  std::set<std::string> safe;
  for (const Move m : pseudo) {
    REQUIRE(p.is_pseudo_legal(m));
    if (p.is_safe(m)) {
      safe.insert(support::uci(m));
    }
  }
  REQUIRE(safe == expected);

  for (const Square from : p.occupied()) {
    Bitboard reached;
    for (const Square to : Bitboard::all()) {
      reached |= p.reaches(from, to) ? Bitboard{to} : Bitboard{};
    }
    REQUIRE(reached == p.targets(from));
  }

  if (p.in_check()) {
    MoveList evasions;
    generate_evasions(p, evasions);
    std::set<std::string> safe_evasions;
    for (const Move m : evasions) {
      REQUIRE(p.is_pseudo_legal(m));
      if (p.is_safe(m)) {
        safe_evasions.insert(support::uci(m));
      }
    }
    REQUIRE(safe_evasions == expected);
  }
}

} // namespace

TEST_CASE("generators agree with the naive rules in random games") {
  std::mt19937 random{support::seed};
  for (int game = 0; game < 40; ++game) {
    for (const Position& p : support::random_game(random, 120)) {
      compare(p);
    }
  }
}

TEST_CASE("generators agree with the naive rules in random placements") {
  std::mt19937 random{support::seed + 1};
  int checks = 0;
  for (int i = 0; i < 4000; ++i) {
    const Position p = support::random_placement(random, static_cast<int>(random() % 6));
    checks += p.in_check() ? 1 : 0;
    compare(p);
  }
  CHECK(checks > 200); // the placements must exercise evasions
}

TEST_CASE("is_legal agrees with the naive rules on every pair of squares") {
  std::mt19937 random{support::seed + 2};
  for (int i = 0; i < 60; ++i) {
    const Position p = support::random_placement(random, 3);
    INFO("position " << write_fen(p));
    const auto expected = naive::Board{write_fen(p)}.legal();
    for (std::size_t from = 0; from < square_count; ++from) {
      for (std::size_t to = 0; to < square_count; ++to) {
        const Move m{static_cast<Square>(from), static_cast<Square>(to)};
        REQUIRE(p.is_legal(m) == (from != to && expected.count(support::uci(m)) == 1));
      }
    }
  }
}

TEST_CASE("played moves lead to the naive rules' positions") {
  std::mt19937 random{support::seed + 3};
  for (int game = 0; game < 20; ++game) {
    Position p = Position::start();
    naive::Board slow{write_fen(p)};
    for (int ply = 0; ply < 200; ++ply) {
      MoveList moves;
      generate_legal(p, moves);
      if (moves.empty()) {
        break;
      }
      const Move m = moves[random() % moves.size()];
      p.do_move(m);
      slow.play(support::uci(m));
      REQUIRE(write_short_fen(p) == slow.short_fen());
    }
  }
}
