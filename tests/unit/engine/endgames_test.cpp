#include "engine/eval/endgames.hpp"
#include "support/catch.hpp"

#include <xq/board/fen.hpp>

#include <string>

using namespace xq;

namespace {

Position at(const std::string& fen) {
  const auto reading = read_fen(fen);
  REQUIRE(reading);
  return reading->position;
}

/// The same position with the colours exchanged.
Position turned(const Position& p) {
  Position out;
  for (const Square s : p.occupied()) {
    const Piece piece = p.at(s);
    out.put(make_piece(~color_of(piece), type_of(piece)), rotate(s));
  }
  out.set_side_to_move(~p.side_to_move());
  return out;
}

/// The row for Red's attack on `fen`, which must be the same for mirror images and for Black.
std::string row(const std::string& fen) {
  INFO(fen);
  const Position p = at(fen);
  const engine::EndgameRow* const found = engine::find_ending(p, Color::red);
  CHECK(engine::find_ending(p.mirrored(), Color::red) == found);
  CHECK(engine::find_ending(turned(p), Color::black) == found);
  CHECK(engine::won_share(turned(p), Color::black) == engine::won_share(p, Color::red));
  CHECK(engine::winning_share(turned(p), Color::black) == engine::winning_share(p, Color::red));
  return found == nullptr ? "" : std::string{found->pieces};
}

} // namespace

TEST_CASE("an ending is known by its pieces") {
  CHECK(row("2bak4/4a4/4b4/9/9/9/9/9/4R4/4K4 w") == "R-AAEE");
  CHECK(row("3k5/9/9/9/9/9/9/9/3NA4/4K4 w") == "H-"); // own advisors are nothing to a horse
  CHECK(row("3k5/9/3a5/9/9/9/9/9/4AC3/4K4 w") == "CA-A");
  CHECK(row("3k5/9/3a5/9/9/9/9/4B4/4AC3/4K1B2 w") == "CA-A"); // an advisor is the screen
  CHECK(row("3k5/9/3a5/9/9/9/9/9/5C3/4K4 w") == "C-A");
  CHECK(row("3k5/9/3a5/9/9/9/9/4B4/5C3/4K4 w") == "C-A"); // an elephant is none
  CHECK(row("3k5/9/3a5/4P4/9/9/9/9/5C3/4K4 w") == "CP-A");
  CHECK(row("3k5/9/3a5/4P4/9/9/9/4B4/5C3/4K4 w").empty()); // not counted with an elephant
}

TEST_CASE("pawns are told apart by their rows") {
  CHECK(row("3k5/9/9/9/9/9/P8/9/9/4K4 w") == "P-");
  CHECK(row("3k5/9/9/P8/9/9/9/9/9/4K4 w") == "P-");
  CHECK(row("3k5/9/P8/9/9/9/9/9/9/4K4 w") == "L-");
  CHECK(row("3k5/P8/9/9/9/9/9/9/9/4K4 w") == "L-");
  CHECK(row("P2k5/9/9/9/9/9/9/9/9/4K4 w") == "B-");
  CHECK(row("P2k5/9/9/P8/9/9/9/9/9/4K4 w") == "PB-");
}

TEST_CASE("many pieces have no row") {
  CHECK(row(std::string{start_fen}).empty());
  CHECK(engine::winning_share(Position::start(), Color::red) == 64);
  CHECK(row("rr1k5/9/9/9/9/9/9/9/9/RR2K4 w").empty());
}

TEST_CASE("nobody wins without attackers, and a cannon not without a screen") {
  CHECK(engine::winning_share(at("3k5/9/9/9/9/9/9/9/4A4/4K4 w"), Color::red) == 0);
  CHECK(engine::winning_share(at("3k5/9/3a5/9/9/9/9/9/5C3/4K4 w"), Color::red) <= 4);
}

TEST_CASE("the defence counts as formed by its own side of the board") {
  CHECK(engine::is_formed(at("2bak4/4a4/4b4/9/9/9/9/9/4R4/4K4 w"), Color::black));
  CHECK_FALSE(engine::is_formed(at("2bak4/9/3ab4/9/9/9/9/9/4R4/4K4 w"), Color::black));
  CHECK_FALSE(engine::is_formed(at("2bak1b2/4a4/9/9/9/9/9/9/4R4/4K4 w"), Color::black));
  CHECK_FALSE(engine::is_formed(at("2ba5/4ak3/4b4/9/9/9/9/9/4R4/4K4 w"), Color::black));
  CHECK(engine::is_formed(at("3k5/9/9/9/9/9/9/9/4R4/4K4 w"), Color::black));
}

TEST_CASE("the verdicts of the classical endings") {
  const auto share = [](const std::string& fen) {
    INFO(fen);
    const auto found = engine::won_share(at(fen), Color::red);
    REQUIRE(found);
    return *found;
  };
  CHECK(share("2bak4/4a4/4b4/9/9/9/9/9/5R3/4K4 b") <= 5);  // rook: full defence holds,
  CHECK(share("3ak4/4a4/4b4/9/9/9/9/9/5R3/4K4 b") >= 95);  // without an elephant it does not,
  CHECK(share("2bak4/9/4b4/9/9/9/9/9/5R3/4K4 b") >= 95);   // or without an advisor
  CHECK(share("3k5/4a4/9/9/9/9/9/9/5N3/4K4 b") >= 95);     // horse: against an advisor,
  CHECK(share("3k5/9/4b4/9/9/9/9/9/5N3/4K4 b") <= 10);     // not against an elephant,
  CHECK(share("3ak4/4a4/9/9/9/9/9/9/5N3/4K4 b") <= 5);     // or two advisors
  CHECK(share("3ak4/4a4/9/9/9/9/9/3A5/5C3/4K4 b") >= 95);  // cannon and advisor: two advisors,
  CHECK(share("3k2b2/9/4b4/9/9/9/9/3A5/5C3/4K4 b") <= 10); // not two elephants
  CHECK(share("3k5/9/4P4/9/9/9/9/9/9/4K4 b") >= 80);       // pawn: against the king alone,
  CHECK(share("4P4/3k5/9/9/9/9/9/9/9/4K4 b") <= 5);        // not on the last row,
  CHECK(share("3k5/4a4/4P4/9/9/9/9/9/9/4K4 b") <= 10);     // nor against an advisor
}
