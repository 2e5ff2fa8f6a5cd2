#include "base/os/child_process.hpp"
#include "base/os/path.hpp"
#include "base/text/command_line.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/scratch_folder.hpp"
#include "uci/info_line.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <signal.h> // NOLINT(modernize-deprecated-headers): kill() is of POSIX
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace xq;
using namespace xq::engine;
using namespace std::chrono_literals;

namespace {

Move move_named(std::string_view text) { return parse_move(text, uci::RankBase::zero); }

uci::ExternalOptions fake(std::string_view mode, std::string_view log = "/dev/null") {
  uci::ExternalOptions options;
  options.command =
      fmt::format("sh '{}/tests/support/fake_engine.sh' {} '{}'", support::source_dir(), mode, log);
  options.start_time = 5s;
  options.detect_time = 200ms;
  options.grace = 200ms;
  options.answer_time = 300ms;
  return options;
}

Limits nodes(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

Answer ask(Searcher& engine, const Limits& limits = nodes(100), std::vector<Move> moves = {}) {
  return engine.search(Position::start(), moves, limits);
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in{path};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// Nothing that we started is left, running or as a zombie.
bool no_children() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

} // namespace

TEST_CASE("command lines are cut into words without a shell") {
  using V = std::vector<std::string>;
  CHECK(split_command("a  b\tc") == V{"a", "b", "c"});
  CHECK(split_command(R"('a b' "c 'd" "\"" '\' '')") == V{"a b", "c 'd", "\"", "\\", ""});
  CHECK(split_command(R"(e\ f "C:\xq \"x\"")") ==
        (os::backslash_separates ? V{"e\\", "f", R"(C:\xq "x")"} : V{"e f", R"(C:xq "x")"}));
  CHECK(split_command("$HOME;ls") == V{"$HOME;ls"});
  CHECK_THROWS_AS(split_command("a 'b"), UsageError);
  CHECK_THROWS_AS(split_command("  "), UsageError);
}

TEST_CASE("info lines of UCI and UCCI") {
  const Position& start = Position::start();
  const auto full = parse_info("depth 12 seldepth 20 multipv 2 score cp -34 nodes 12345 nps 9 "
                               "hashfull 7 time 88 pv h2e2 h9g7",
                               start, uci::RankBase::zero);
  CHECK(full.depth == 12);
  CHECK(full.selective_depth == 20);
  CHECK(full.multipv == 2);
  CHECK(full.score == -34);
  CHECK(full.nodes == 12345U);
  CHECK(full.hash_permille == 7);
  CHECK(full.time == 88ms);
  CHECK(full.moves == std::vector{move_named("h2e2"), move_named("h9g7")});

  const auto score = [&](std::string_view text) {
    return parse_info(fmt::format("score {}", text), start, uci::RankBase::zero).score;
  };
  CHECK(score("mate 3") == mate_value - 5); // the fifth ply mates
  CHECK(score("mate -3") == -mate_value + 6);
  CHECK(score("mate 0") == -mate_value);
  CHECK(score("17") == 17);
  CHECK(score("cp +17") == 17);
  CHECK(mate_plies(*score("cp 29999")) == 0);
  CHECK(mate_plies(*score("29995")) == 5);
  CHECK_FALSE(score("cp nan"));
  CHECK_FALSE(score(""));

  // An illegal move ends the line; what is not a pv says nothing about it.
  CHECK(parse_info("pv h2e2 a0a9 h9g7", start, uci::RankBase::zero).moves ==
        std::vector{move_named("h2e2")});
  CHECK(parse_info("pv h3e3 h10g8", start, uci::RankBase::one).moves ==
        std::vector{move_named("h2e2"), move_named("h9g7")});
  CHECK(parse_info("currmove h2e2 string pv h2e2", start, uci::RankBase::zero).moves.empty());
}

TEST_CASE("an external engine introduces itself, answers and goes") {
  CHECK(no_children());
  {
    uci::ExternalEngine engine{fake("plain")};
    CHECK(engine.name() == "Fake plain");
    CHECK(engine.protocol() == uci::ExternalOptions::Protocol::uci);
    CHECK(engine.ranks() == uci::RankBase::zero);
    CHECK(engine.offers("multipv"));
    engine.new_game();
    const Answer answer = ask(engine);
    CHECK(answer.best == move_named("h2e2"));
    CHECK(answer.fault == Fault::none);
    CHECK_FALSE(no_children());
  }
  CHECK(no_children());
}

TEST_CASE("ranks, options and positions in each dialect") {
  const support::ScratchFolder folder;
  const auto log = folder.path() / "log";
  const std::vector<Move> moves{move_named("h2h9"), move_named("i9h9"), move_named("h0g2")};
  SECTION("UCI with ranks from 1") {
    auto options = fake("variants", log.string());
    options.settings = {{"Hash", "8"}, {"Clear Hash", ""}};
    uci::ExternalEngine engine{options};
    CHECK(engine.ranks() == uci::RankBase::one);
    engine.new_game();
    Limits limits = nodes(50);
    limits.multipv = 3;
    limits.search_moves = {move_named("b2e2"), move_named("h2e2")};
    limits.banned_moves = {move_named("h2e2")};
    const Answer answer = engine.search(Position::start(), {}, limits);
    CHECK(answer.best == move_named("h2e2")); // searchmoves is advice: what is legal counts
    CHECK(answer.report.lines.at(0).moves == std::vector{move_named("h2e2"), move_named("h9g7")});
    static_cast<void>(ask(engine, nodes(50), moves));
    const std::string said = file_text(log);
    CAPTURE(said);
    CHECK(said.find("setoption name UCI_Variant value xiangqi\nsetoption name Hash value 8\n"
                    "setoption name Clear Hash\n") != said.npos);
    CHECK(said.find("ucinewgame\nisready\n") != said.npos);
    CHECK(said.find("setoption name MultiPV value 3\nisready\nposition startpos\n") != said.npos);
    CHECK(said.find("go nodes 50 searchmoves b3e3\n") != said.npos);
    CHECK(said.find("position startpos moves h3h10 i10h10 h1g3\n") != said.npos);
  }
  SECTION("UCCI: found out, milliseconds, position after the last capture") {
    uci::ExternalEngine engine{fake("ucci", log.string())};
    CHECK(engine.protocol() == uci::ExternalOptions::Protocol::ucci);
    engine.new_game();
    Limits limits;
    limits.time_left = 60s;
    limits.increment = 500ms;
    const Answer answer = ask(engine, limits, moves);
    CHECK(answer.fault == Fault::illegal_move); // h2e2: the cannon has gone
    const Answer first = ask(engine, limits);
    CHECK(first.best == move_named("h2e2"));
    CHECK(first.offers_draw);
    CHECK(first.report.lines.at(0).score == 35);
    limits = {};
    limits.move_time = 50ms;
    CHECK(ask(engine, limits).best == move_named("b2e2")); // by `stop`
    const std::string said = file_text(log);
    CAPTURE(said);
    CHECK(said.find("setoption usemillisec true\n") != said.npos);
    CHECK(said.find("setoption newgame\n") != said.npos);
    CHECK(said.find("position fen rnbakabr1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w") !=
          said.npos);
    CHECK(said.find(" moves h0g2\n") != said.npos);
    CHECK(said.find("go time 60000 increment 500\n") != said.npos);
    CHECK(said.find("go depth 60\nstop\n") != said.npos);
  }
}

TEST_CASE("an engine that speaks both protocols and starts slowly is spoken to in UCI") {
  uci::ExternalEngine engine{fake("slow_both")};
  CHECK(engine.protocol() == uci::ExternalOptions::Protocol::uci);
  CHECK(engine.ranks() == uci::RankBase::one);
  CHECK(engine.offers("UCI_Variant"));
  CHECK_FALSE(engine.offers("usemillisec"));
  engine.new_game();
  CHECK(ask(engine).best == move_named("h2e2"));
}

TEST_CASE("a clock is told in both colours") {
  const support::ScratchFolder folder;
  const auto log = folder.path() / "log";
  uci::ExternalEngine engine{fake("plain", log.string())};
  Limits limits;
  limits.time_left = 7s;
  limits.increment = 100ms;
  limits.opponent_time = 9s;
  static_cast<void>(ask(engine, limits));
  static_cast<void>(ask(engine, limits, {move_named("h2e2")}));
  const std::string said = file_text(log);
  CAPTURE(said);
  CHECK(said.find("go wtime 7000 btime 9000 winc 100 binc 100\n") != said.npos);
  CHECK(said.find("go wtime 9000 btime 7000 winc 100 binc 100\n") != said.npos);
}

TEST_CASE("garbage is skipped, what is legal in it is kept") {
  uci::ExternalEngine engine{fake("garbage")};
  const Answer answer = ask(engine);
  CHECK(answer.best == move_named("h2e2"));
  REQUIRE(answer.report.lines.size() == 2);
  CHECK(answer.report.lines[0].score == 31); // the bound does not replace it
  CHECK(answer.report.lines[0].moves == std::vector{move_named("h2e2")});
  CHECK(answer.report.lines[1].score == -mate_value + 4);
  CHECK(answer.report.nodes == 800);
  CHECK(answer.report.depth == 5);
}

TEST_CASE("faults are values, and the next game goes on") {
  CHECK(no_children());
  const auto fault_of = [](std::string_view mode) {
    uci::ExternalEngine engine{fake(mode)};
    engine.new_game();
    const Answer answer = ask(engine);
    CHECK_FALSE(answer.best);
    CHECK_FALSE(answer.detail.empty());
    engine.new_game(); // starts it again if need be
    CHECK(engine.restarts() ==
          (answer.fault == Fault::crash || answer.fault == Fault::timeout ? 1 : 0));
    CHECK(ask(engine).fault == answer.fault);
    return answer.fault;
  };
  CHECK(fault_of("crash") == Fault::crash);
  CHECK(fault_of("hang") == Fault::timeout);
  CHECK(fault_of("flood") == Fault::timeout);
  CHECK(fault_of("stays") == Fault::timeout);
  CHECK(fault_of("illegal") == Fault::illegal_move);
  CHECK(fault_of("nonsense") == Fault::illegal_move);
  CHECK(fault_of("none") == Fault::no_move);
  CHECK(no_children());
}

TEST_CASE("programs that are no engines are refused") {
  CHECK_THROWS_WITH(uci::ExternalEngine{{.command = "/no/such/engine"}},
                    Catch::Matchers::ContainsSubstring("/no/such/engine: No such file"));
  CHECK_THROWS_WITH(uci::ExternalEngine{fake("starts_not")},
                    Catch::Matchers::ContainsSubstring("ended"));
  CHECK_THROWS_WITH(uci::ExternalEngine{{.command = "true"}},
                    Catch::Matchers::ContainsSubstring("ended"));
  auto options = fake("mute");
  options.start_time = 400ms;
  CHECK_THROWS_WITH(uci::ExternalEngine{options}, Catch::Matchers::ContainsSubstring("introduce"));
  options = fake("ready_not");
  options.start_time = 400ms;
  CHECK_THROWS_WITH(uci::ExternalEngine{options}, Catch::Matchers::ContainsSubstring("ready"));
  CHECK_THROWS_AS(uci::ExternalEngine{{.command = "'"}}, UsageError);
  CHECK(no_children());
}

TEST_CASE("stop() makes an endless search answer, from another thread", "[threads]") {
  uci::ExternalEngine engine{fake("waits")};
  engine.stop(); // without a search: nothing
  Limits limits;
  limits.infinite = true;
  std::jthread stopper{[&] {
    std::this_thread::sleep_for(100ms);
    engine.stop();
  }};
  const Answer answer = ask(engine, limits);
  CHECK(answer.best == move_named("b2e2"));
  CHECK(answer.report.lines.at(0).score == 12);
}

TEST_CASE("writing to an engine that died raises no signal") {
  os::ChildProcess process{{"true"}, ""};
  std::string line;
  CHECK(process.read_line(line, std::chrono::steady_clock::now() + 5s) ==
        os::ChildProcess::Event::end);
  struct sigaction before {};
  ::sigaction(SIGPIPE, nullptr, &before);
  struct sigaction deadly {};
  deadly.sa_handler = SIG_DFL;
  ::sigaction(SIGPIPE, &deadly, nullptr);
  bool taken = true; // it closes its input a moment after its output
  for (int i = 0; i < 1000 && taken; ++i) {
    taken = process.write_line("uci");
    std::this_thread::sleep_for(1ms);
  }
  CHECK_FALSE(taken); // and we are still alive
  ::sigaction(SIGPIPE, &before, nullptr);
}

TEST_CASE("an installed engine of another house plays") {
  const std::filesystem::path fairy{"/usr/games/fairy-stockfish"};
  if (!std::filesystem::exists(fairy)) {
    WARN("fairy-stockfish is not installed: not tried");
    return;
  }
  uci::ExternalEngine engine{{.command = fairy.string(), .settings = {{"Hash", "4"}}}};
  CHECK(engine.ranks() == uci::RankBase::one);
  engine.new_game();
  Limits limits = nodes(2000);
  limits.multipv = 2;
  int reports = 0;
  const std::vector<Move> moves{move_named("h2e2"), move_named("h9g7")};
  const Answer answer = engine.search(Position::start(), moves, limits,
                                      [&](const Report& report) { reports += report.depth > 0; });
  CHECK(answer.fault == Fault::none);
  CHECK(reports > 0);
  REQUIRE(answer.report.lines.size() == 2);
  CHECK(answer.report.lines[0].moves.front() == answer.best);
  CHECK(answer.report.nodes > 0);
  // Mate in one, seen from the side that gives it and from the one that suffers it.
  const auto mating = read_fen("5k3/9/9/9/9/9/9/9/R8/3RK4 w - - 0 1");
  const Answer mate = engine.search(mating->position, {}, nodes(2000));
  CHECK(mate_plies(mate.report.lines.at(0).score) == 1);
}

TEST_CASE("the engine inside answers through the same interface") {
  Settings settings;
  settings.hash = 1;
  InternalEngine engine{settings};
  engine.new_game();
  const Answer once = ask(engine, nodes(3000));
  CHECK(Position::start().is_legal(once.best));
  CHECK(once.report.lines.at(0).moves.front() == once.best);
  engine.new_game();
  CHECK(ask(engine, nodes(3000)).best == once.best);
  const auto stalemate = read_fen("3k5/4P4/9/9/9/9/9/9/4K4/9 b - - 0 1");
  CHECK(engine.search(stalemate->position, {}, nodes(100)).fault == Fault::no_move);
}
