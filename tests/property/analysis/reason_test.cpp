#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/analysis/review.hpp>
#include <xq/board/fen.hpp>

#include <random>

using namespace xq;
using analysis::LineGain;

namespace {

constexpr std::array<int, piece_type_count> half_pawns{0, 4, 4, 8, 18, 9, 2};

int material(const Position& position, Color side) {
  int sum = 0;
  for (std::size_t type = 0; type < piece_type_count; ++type) {
    const auto t = static_cast<PieceType>(type);
    sum +=
        half_pawns[type] * (position.pieces(side, t).count() - position.pieces(~side, t).count());
  }
  return sum;
}

std::vector<Move> random_line(Position position, std::size_t length, std::mt19937& random) {
  std::vector<Move> out;
  while (out.size() < length) {
    MoveList moves;
    generate_legal(position, moves);
    if (moves.empty()) {
      break;
    }
    out.push_back(moves[random() % moves.size()]);
    position.do_move(out.back());
  }
  return out;
}

} // namespace

TEST_CASE("a line gains what its captures say, whoever looks at it, left or right") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  int gains = 0;
  for (int round = 0; round < 300; ++round) {
    const Position start = support::random_placement(random, 3);
    const auto line = random_line(start, random() % 8, random);
    INFO(write_fen(start) << ", " << line.size() << " moves");
    const LineGain red = analysis::gain_of_line(start, line, Color::red);
    const LineGain black = analysis::gain_of_line(start, line, Color::black);
    CHECK(red.won == black.lost);
    CHECK(red.lost == black.won);
    CHECK(red.worth() == -black.worth());
    gains += red.worth() != 0 ? 1 : 0;
    std::vector<Move> mirrored;
    mirrored.reserve(line.size());
    for (const Move m : line) {
      mirrored.push_back(mirror(m));
    }
    const auto left = analysis::gain_of_line(start.mirrored(), mirrored, Color::red);
    CHECK(left.worth() == red.worth());
    CHECK(left.empty_cannon == red.empty_cannon);

    Position end = start;
    for (const Move m : line) {
      end.do_move(m);
    }
    const Color side = end.side_to_move();
    const int plain = material(end, side) - material(start, side);
    const int settled = side == Color::red ? red.worth() : black.worth();
    if (!end.in_check()) { // it need not capture
      CHECK(settled >= plain);
    }
    for (std::size_t type = 0; type < piece_type_count; ++type) {
      const auto t = static_cast<PieceType>(type);
      CHECK(red.won[type] <= start.pieces(Color::black, t).count());
      CHECK(red.lost[type] <= start.pieces(Color::red, t).count());
      CHECK((red.won[type] == 0 || red.lost[type] == 0));
    }
  }
  CHECK(gains > 100);
}

TEST_CASE("a reason says no more than its lines show") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  int said = 0;
  for (int round = 0; round < 1000; ++round) {
    const Position start = support::random_placement(random, 3);
    const auto better = random_line(start, 1 + random() % 6, random);
    const auto played = random_line(start, 2 + random() % 6, random);
    if (better.empty() || played.size() < 2 || better.front() == played.front()) {
      continue;
    }
    analysis::Evaluation before;
    before.lines.push_back({0, better});
    before.score = static_cast<int>(random() % 2000) - 1000;
    analysis::Evaluation after;
    after.lines.push_back({0, {played.begin() + 1, played.end()}});
    after.score = static_cast<int>(random() % 2000) - 1000;
    const auto reason = analysis::reason_of_loss(start, played.front(), before, after);
    INFO(write_fen(start));
    const Color side = start.side_to_move();
    CHECK_FALSE((reason.better && reason.overlooked));
    if (const auto& point = reason.better) {
      ++said;
      CHECK(point->at == start);
      CHECK(point->move == better.front());
      const auto whole = analysis::gain_of_line(start, better, side);
      CHECK((point->gain.empty_cannon
                 ? whole.empty_cannon
                 : point->gain.worth() == whole.worth() && whole.worth() >= 2));
      if (!point->gain.empty_cannon) {
        CHECK(whole.worth() >= analysis::gain_of_line(start, played, side).worth() + 2);
      }
    }
    if (const auto& point = reason.overlooked) {
      ++said;
      Position next = start;
      next.do_move(played.front());
      CHECK(point->at == next);
      CHECK(point->move == played[1]);
      const auto whole = analysis::gain_of_line(start, played, ~side);
      CHECK((point->gain.empty_cannon
                 ? whole.empty_cannon
                 : point->gain.worth() == whole.worth() && whole.worth() >= 2));
    }
  }
  CHECK(said > 100);
}
