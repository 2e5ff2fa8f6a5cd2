#include "engine/bench.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/board/fen.hpp>
#include <xq/engine/engine.hpp>

#include <thread>

using namespace xq;
using namespace xq::engine;

namespace {

Position position(std::string_view fen) {
  const auto reading = read_fen(fen);
  REQUIRE(reading);
  return reading->position;
}

Report search_depth(Engine& engine, const Position& p, int depth, std::vector<Move> moves = {}) {
  Limits limits;
  limits.depth = depth;
  return engine.search(p, moves, limits);
}

/// Play the principal variation; it must be legal, and for a mate score end in mate.
void check_line(const Position& start, const Line& line) {
  Position p = start;
  for (const Move m : line.moves) {
    REQUIRE(p.is_legal(m));
    p.do_move(m);
  }
  if (const int plies = mate_plies(line.score); plies != 0) {
    CHECK(static_cast<int>(line.moves.size()) == std::abs(plies));
    CHECK_FALSE(has_legal_move(p));
  }
}

struct MateCase {
  std::string_view fen;
  int plies; ///< to the mate by best play
};

} // namespace

TEST_CASE("forced mates are found with their exact distance") {
  const auto [fen, plies] = GENERATE(values<MateCase>({
      {"5k3/9/5P3/9/4N4/9/9/9/9/4K4 w - - 0 1", 1},
      {"3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1", 1}, // no check: the king cannot move
      {"3ak4/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1", 3},
      {"3k5/9/3a5/9/9/9/9/9/R8/1R3K3 w - - 0 1", 3},
      {"4ka3/4a4/9/9/9/9/9/9/R8/1R3K3 w - - 0 1", 5},
  }));
  INFO(fen);
  Engine engine;
  const Position p = position(fen);
  const Report report = search_depth(engine, p, 12);
  REQUIRE(report.lines.size() == 1);
  CHECK(mate_plies(report.lines[0].score) == plies);
  check_line(p, report.lines[0]);
  if (plies > 1) { // and from the other side
    Position after = p;
    after.do_move(report.lines[0].moves[0]);
    const Report answer = search_depth(engine, after, 12);
    REQUIRE(answer.lines.size() == 1);
    CHECK(mate_plies(answer.lines[0].score) == 1 - plies);
    check_line(after, answer.lines[0]);
  }
}

TEST_CASE("go mate proves the shortest mate, quiet keys included") {
  // 1.f9e8 is no check: the mate in 3 follows whatever White does
  const Position p = position("2b1ka3/4R4/4b4/p4R2N/4P4/8N/n3P1p1P/2C1BA3/6cr1/2BA1K2c b - - 0 1");
  Engine engine;
  Limits limits;
  limits.mate = 3;
  limits.nodes = 200'000;
  const Report report = engine.search(p, {}, limits);
  REQUIRE(report.lines.size() == 1);
  CHECK(mate_plies(report.lines[0].score) == 5);
  CHECK(report.lines[0].moves[0] == support::squares("f9e8"));
  check_line(p, report.lines[0]);

  // There is none in two; the ordinary search answers, and may see the one in three.
  limits.mate = 2;
  limits.depth = 4;
  const Report none = engine.search(p, {}, limits);
  REQUIRE(none.lines.size() == 1);
  const int plies = mate_plies(none.lines[0].score);
  CAPTURE(plies);
  CHECK((plies == 0 || plies == 5));
}

TEST_CASE("no legal move: no line") {
  Engine engine;
  const Position mated = position("3k5/3RP4/9/9/9/9/9/9/9/4K4 b - - 0 1");
  REQUIRE_FALSE(has_legal_move(mated));
  CHECK(search_depth(engine, mated, 5).lines.empty());
}

TEST_CASE("perpetual check loses for the checker, other repetition draws") {
  // Red to move has only one way not to be mated: to check for ever with the rook. It may not.
  const Position p = position("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1");
  std::vector<Move> moves;
  for (int i = 0; i < 2; ++i) {
    for (const auto* m : {"h8h9", "f9f8", "h9h8", "f8f9"}) {
      moves.push_back(support::squares(m));
    }
  }
  // the position has come up three times; a fourth by checking on must not look like a draw
  Engine engine;
  Limits limits;
  limits.depth = 6;
  limits.search_moves = {support::squares("h8h9")};
  const Report on = engine.search(p, moves, limits);
  REQUIRE(on.lines.size() == 1);
  Options draw_rule;
  draw_rule.repetition = RepetitionRule::draw;
  Engine lenient{draw_rule};
  const Report allowed = lenient.search(p, moves, limits);
  REQUIRE(allowed.lines.size() == 1);
  CHECK(on.lines[0].score < allowed.lines[0].score);
}

TEST_CASE("who can put off a loss by perpetual check alone is lost at every depth") {
  // The position and the verdict are from the issue 49 of Fairy-Stockfish, which saw a draw.
  Engine engine;
  Limits limits;
  limits.nodes = 60'000;
  int reports = 0;
  static_cast<void>(
      engine.search(position("4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w"), limits, [&](const Report& report) {
        ++reports;
        CHECK(report.best().score < -500);
      }));
  CHECK(reports > 5);
}

TEST_CASE("the natural limit makes a draw of what is otherwise won") {
  const std::string_view board = "3ak4/9/9/9/9/9/9/9/R8/1R3K3 b - - ";
  Engine engine;
  const Position late = position(std::string{board} + "119 90");
  const Report report = search_depth(engine, late, 6);
  REQUIRE(report.lines.size() == 1);
  CHECK(report.lines[0].score == 0);
  engine.clear();
  const Position early = position(std::string{board} + "0 30");
  CHECK(search_depth(engine, early, 6).lines[0].score < -500);
}

TEST_CASE("a search depends on nothing but its arguments") {
  Limits limits;
  limits.nodes = 20'000;
  Engine first;
  Engine second;
  for (const std::string_view fen : bench_positions().subspan(0, 6)) {
    const Position p = position(fen);
    const Report a = first.search(p, {}, limits);
    const Report b = second.search(p, {}, limits);
    CHECK(a.nodes == b.nodes);
    CHECK(a.lines[0].score == b.lines[0].score);
    CHECK(a.lines[0].moves == b.lines[0].moves);
    CHECK(a.nodes <= limits.nodes + 1);
  }
  // and clear() takes everything back
  const Position start = Position::start();
  second.clear();
  Engine fresh;
  CHECK(second.search(start, {}, limits).nodes == fresh.search(start, {}, limits).nodes);
}

TEST_CASE("a search that goes on is the search that never stopped") {
  int resumed = 0;
  for (const std::string_view fen : bench_positions().subspan(0, 8)) {
    const Position p = position(fen);
    const auto limits = [](std::uint64_t soft, int multipv) {
      Limits out;
      out.soft_nodes = soft;
      out.nodes = 2 * soft;
      out.multipv = multipv;
      return out;
    };
    for (const int multipv : {1, 3}) {
      Engine engine;
      Report in_steps = engine.search(p, limits(1'000, multipv));
      for (const std::uint64_t soft : {1'000U, 3'000U, 10'000U, 30'000U}) {
        std::vector<Report> told;
        if (in_steps.resumable) {
          in_steps = engine.resume(limits(soft, multipv),
                                   [&](const Report& report) { told.push_back(report); });
          ++resumed;
        } else {
          engine.clear();
          in_steps = engine.search(p, limits(soft, multipv));
        }
        const Report at_once = Engine{}.search(p, limits(soft, multipv));
        CHECK(in_steps.resumable == at_once.resumable);
        CHECK(in_steps.depth == at_once.depth);
        CHECK(in_steps.nodes == at_once.nodes);
        REQUIRE(in_steps.lines.size() == at_once.lines.size());
        for (std::size_t i = 0; i < at_once.lines.size(); ++i) {
          CHECK(in_steps.lines[i].score == at_once.lines[i].score);
          CHECK(in_steps.lines[i].moves == at_once.lines[i].moves);
        }
        CHECK((told.empty() || told.back().nodes == at_once.nodes));
      }
    }
  }
  CHECK(resumed > 32); // of 64
}

TEST_CASE("a search that goes on stops when it is told to") {
  Engine engine;
  Limits limits;
  limits.depth = 3;
  const Report before = engine.search(Position::start(), limits);
  REQUIRE(before.resumable);
  engine.stop();
  limits.depth = 60;
  const Report after = engine.resume(limits);
  CHECK(after.depth == before.depth);
  CHECK_FALSE(after.resumable);
  CHECK(after.lines[0].moves == before.lines[0].moves);
}

TEST_CASE("a soft limit ends a search after an iteration, a depth too") {
  Engine engine;
  Limits limits;
  limits.soft_nodes = 5'000;
  std::vector<Report> told;
  const Report soft = engine.search(Position::start(), limits,
                                    [&](const Report& report) { told.push_back(report); });
  REQUIRE(told.size() >= 2);
  CHECK(told.back().nodes == soft.nodes);
  CHECK(soft.nodes >= limits.soft_nodes);
  CHECK(told[told.size() - 2].nodes < limits.soft_nodes);
  CHECK(soft.resumable);
  Limits depth;
  depth.depth = soft.depth;
  const Report deep = Engine{}.search(Position::start(), depth);
  CHECK(deep.nodes == soft.nodes);
  CHECK(deep.resumable);
  depth.nodes = soft.nodes - 100;
  CHECK_FALSE(Engine{}.search(Position::start(), depth).resumable);
}

TEST_CASE("multipv gives different first moves in falling order") {
  Engine engine;
  Limits limits;
  limits.depth = 6;
  limits.multipv = 5;
  const Report report = engine.search(Position::start(), {}, limits);
  REQUIRE(report.lines.size() == 5);
  for (std::size_t i = 0; i < report.lines.size(); ++i) {
    check_line(Position::start(), report.lines[i]);
    for (std::size_t j = 0; j < i; ++j) {
      CHECK(report.lines[i].moves[0] != report.lines[j].moves[0]);
      CHECK(report.lines[i].score <= report.lines[j].score);
    }
  }
}

TEST_CASE("search moves and banned moves bound the choice") {
  Engine engine;
  Limits limits;
  limits.depth = 4;
  limits.search_moves = {support::squares("a0a1"), support::squares("i0i1")};
  limits.banned_moves = {support::squares("a0a1")};
  const Report report = engine.search(Position::start(), {}, limits);
  REQUIRE(report.lines.size() == 1);
  CHECK(report.lines[0].moves[0] == support::squares("i0i1"));
  limits.banned_moves.push_back(support::squares("i0i1"));
  CHECK(engine.search(Position::start(), {}, limits).lines.empty());
}

TEST_CASE("the smallest limits still give a legal move") {
  Engine engine;
  Limits limits;
  limits.nodes = 1;
  const Report report = engine.search(Position::start(), {}, limits);
  REQUIRE(report.lines.size() == 1);
  REQUIRE_FALSE(report.lines[0].moves.empty());
  CHECK(std::abs(report.lines[0].score) < 1000);
  limits = {};
  limits.move_time = std::chrono::milliseconds{1};
  CHECK(engine.search(Position::start(), {}, limits).lines.size() == 1);
}

TEST_CASE("the last report is the answer, with what an unfinished iteration found") {
  int improved = 0; // by an iteration that the limit cut off
  for (const std::string_view fen : bench_positions().subspan(0, 8)) {
    const Position p = position(fen);
    for (std::uint64_t nodes = 500; nodes <= 10'000; nodes += 500) {
      Engine engine;
      Limits limits;
      limits.nodes = nodes;
      std::vector<Report> told;
      const Report answer =
          engine.search(p, {}, limits, [&](const Report& report) { told.push_back(report); });
      REQUIRE(told.size() >= 2);
      CHECK(told.back().nodes == answer.nodes);
      REQUIRE(told.back().lines.size() == 1);
      CHECK(told.back().lines[0].score == answer.lines[0].score);
      CHECK(told.back().lines[0].moves == answer.lines[0].moves);
      improved += told[told.size() - 2].lines[0].moves[0] != answer.lines[0].moves[0] ? 1 : 0;
    }
  }
  CHECK(improved > 0);
}

TEST_CASE("stop ends an infinite search, ponder_hit makes it a timed one", "[threads]") {
  Engine engine;
  Limits limits;
  limits.infinite = true;
  engine.prepare();
  {
    Report report;
    std::jthread searcher{[&] { report = engine.search(Position::start(), {}, limits); }};
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    engine.stop();
    searcher.join();
    CHECK(report.lines.size() == 1);
  }
  engine.prepare();
  engine.stop(); // before the search has begun: must not be lost
  CHECK(engine.search(Position::start(), {}, limits).lines.size() == 1);

  limits = {};
  limits.move_time = std::chrono::milliseconds{10};
  engine.prepare(true);
  std::chrono::steady_clock::time_point answered;
  std::jthread searcher{[&] {
    static_cast<void>(engine.search(Position::start(), {}, limits));
    answered = std::chrono::steady_clock::now();
  }};
  std::this_thread::sleep_for(std::chrono::milliseconds{60});
  const auto hit = std::chrono::steady_clock::now();
  engine.ponder_hit();
  searcher.join();
  CHECK(answered >= hit);
}

TEST_CASE("ponder_hit ends a search whose time is over") {
  struct Case {
    const char* name;
    Limits limits;
  };
  Limits fixed;
  fixed.move_time = std::chrono::milliseconds{30};
  Limits clock;
  clock.time_left = std::chrono::milliseconds{150};
  clock.moves_to_go = 30;
  for (const Case& c : {Case{"a fixed time", fixed}, Case{"a clock", clock}}) {
    INFO(c.name);
    Engine engine;
    engine.prepare(true);
    std::uint64_t nodes = 0; // when it came
    const auto hit_late = [&](const Report& report) {
      if (nodes == 0 && report.time >= std::chrono::milliseconds{160}) {
        nodes = report.nodes;
        engine.ponder_hit();
      }
    };
    const Report report = engine.search(Position::start(), {}, c.limits, hit_late);
    REQUIRE(nodes > 0);
    CHECK(report.nodes <= nodes + 2'048); // the clock is read every 1024 nodes
  }
}

TEST_CASE("a stopped search has searched its move") {
  Engine engine;
  for (int lines = 1; lines <= 3; ++lines) {
    Limits limits;
    limits.infinite = true;
    limits.multipv = lines;
    engine.clear();
    engine.prepare();
    engine.stop();
    const Report report = engine.search(Position::start(), {}, limits);
    CHECK(report.lines.size() == static_cast<std::size_t>(lines));
    CHECK(report.nodes > 44); // each move was made at least
  }
}

TEST_CASE("helper threads do not disturb the result's form", "[threads]") {
  Options options;
  options.threads = 2;
  Engine engine{options};
  const Report report = search_depth(engine, Position::start(), 8);
  REQUIRE(report.lines.size() == 1);
  check_line(Position::start(), report.lines[0]);
}
