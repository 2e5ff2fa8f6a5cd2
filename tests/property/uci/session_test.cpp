#include "support/catch.hpp"
#include "support/random_positions.hpp"
#include "uci/protocol.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <random>
#include <string>

using namespace xq;
using namespace xq::engine;
using namespace std::chrono_literals;

namespace {

/// What a session says, and a way to wait for its next move.
class Listener {
public:
  void hear(std::string_view line) {
    const std::lock_guard lock{m_mutex};
    m_lines.emplace_back(line);
    if (line.starts_with("bestmove ")) {
      ++m_answers;
      m_answered.notify_all();
    }
  }
  [[nodiscard]] int answers() const {
    const std::lock_guard lock{m_mutex};
    return m_answers;
  }
  /// False when there are not so many after a time that no limited search of these tests takes.
  [[nodiscard]] bool wait_for_answers(int count) {
    std::unique_lock lock{m_mutex};
    return m_answered.wait_for(lock, 60s, [&] { return m_answers >= count; });
  }
  [[nodiscard]] std::string last() const {
    const std::lock_guard lock{m_mutex};
    return m_lines.empty() ? std::string{} : m_lines.back();
  }
  [[nodiscard]] std::string all() const {
    const std::lock_guard lock{m_mutex};
    std::string out;
    for (const std::string& line : m_lines) {
      out += line + '\n';
    }
    return out;
  }

private:
  mutable std::mutex m_mutex;
  std::condition_variable m_answered;
  std::vector<std::string> m_lines;
  int m_answers = 0;
};

/// `go` with words that belong there and some that do not, in any order; without perft, which
/// answers otherwise.
std::string any_go(std::mt19937& random) {
  static const std::vector<std::string> words{
      "depth",      "depth 2",      "nodes",        "nodes 50", "movetime",
      "movetime 1", "movetime 1.5", "mate",         "mate 2",   "wtime",
      "wtime 5",    "btime 5",      "btime -1",     "winc 1",   "movestogo 1",
      "ponder",     "infinite",     "searchmoves",  "h2e2",     "zz",
      "draw",       "time 1",       "100.5",        "-",        "99999999999999999999",
      "foo",        "nodes 1e3",    "depth 0",      "mate 0",   "nodes 0",
      "movetime 0", "opptime 3",    "\xE9\xA9\xAC", "\t",       "searchmoves b0c2"};
  std::string out = "go";
  for (auto n = random() % 6; n > 0; --n) {
    out += ' ' + words[random() % words.size()];
  }
  return out;
}

/// Commands put together from words that belong to the protocols, and some that do not.
class Babbler {
public:
  explicit Babbler(unsigned seed) : m_random{seed} {}

  std::string line() {
    static const std::vector<std::string> openers{"uci",
                                                  "ucci",
                                                  "isready",
                                                  "setoption",
                                                  "setoption name",
                                                  "ucinewgame",
                                                  "position",
                                                  "startpos",
                                                  "banmoves",
                                                  "go",
                                                  "go nodes 40",
                                                  "go depth 2",
                                                  "stop",
                                                  "ponderhit",
                                                  "probe",
                                                  "d",
                                                  "eval",
                                                  "go mate 1 nodes 50",
                                                  "fen",
                                                  "position startpos moves",
                                                  "",
                                                  "setoption name MultiPV value",
                                                  "position fen",
                                                  "go ponder nodes 9"};
    static const std::vector<std::string> words{
        "startpos",
        "moves",
        "h2e2",
        "h9g7",
        "h3e3",
        "a0a9",
        "value",
        "true",
        "false",
        "3",
        "-1",
        "99999999999999999999",
        "depth 1",
        "nodes 30",
        "movetime 1",
        "wtime 5",
        "btime 0",
        "searchmoves",
        "b0c2",
        "fen",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "w",
        "r",
        "-",
        "0",
        "1",
        "9/9/9",
        "4k4/9/9/9/9/9/9/9/9/4K4",
        "3k5/9/9/9/9/9/9/9/9/4K4",
        "mate 1",
        "Skill Level",
        "UCI_Variant",
        "xiangqi",
        "Repetition Rule",
        "Seed",
        "Evaluation",
        "network",
        "EvalFile",
        "Without",
        "null_move",
        "BookFile",
        "x.xqbook",
        "Ponder",
        "Clear Hash",
        "time 1",
        "increment 1",
        "movestogo 1",
        "draw",
        "\xE9\xA9\xAC",
        "\t",
        "%s{}",
        "z9z9",
        "a0",
        "perft 1",
        "batch",
        "usemillisec"};
    std::string out = pick(openers);
    for (auto n = m_random() % 6; n > 0; --n) {
      out += ' ';
      out += pick(words);
    }
    if (m_random() % 8 == 0 && !out.empty()) { // and a slip of the keyboard
      out[m_random() % out.size()] = static_cast<char>(1 + m_random() % 255);
    }
    return out;
  }

private:
  const std::string& pick(const std::vector<std::string>& from) {
    return from[m_random() % from.size()];
  }
  std::mt19937 m_random;
};

} // namespace

TEST_CASE("no sequence of commands ends a session or leaves it deaf", "[threads]") {
  INFO("seed " << support::seed);
  Babbler babbler{static_cast<unsigned>(support::seed)};
  for (int conversation = 0; conversation < 30; ++conversation) {
    std::string last;
    int answers = 0;
    uci::Session session{[&](std::string_view line) {
                           last = line;
                           answers += line == "readyok" ? 1 : 0;
                         },
                         [](const std::string&) -> BookProbe { return {}; }};
    for (int i = 0; i < 60; ++i) {
      const std::string line = babbler.line();
      INFO(line);
      REQUIRE(session.handle(line));
      session.handle("stop"); // what has no limit is ended
    }
    answers = 0;
    REQUIRE(session.handle("isready"));
    CHECK(answers == 1);
    // a last search still gets its move
    session.handle("setoption name Skill Level value 20");
    session.handle("position startpos");
    session.handle("go nodes 100");
    session.finish();
    CHECK(last.starts_with("bestmove "));
    CHECK_FALSE(session.handle("quit"));
  }
}

TEST_CASE("every go gets one move, after stop at the latest", "[threads]") {
  INFO("seed " << support::seed);
  std::mt19937 random{static_cast<unsigned>(support::seed)};
  Listener listener;
  uci::Session session{[&](std::string_view line) { listener.hear(line); }};
  for (int i = 1; i <= 300; ++i) {
    const std::string go = any_go(random);
    INFO(go);
    session.handle(i % 2 == 0 ? "position startpos" : "position fen 3k5/9/9/9/9/9/9/9/9/R3K4 b");
    session.handle(go);
    if (random() % 2 == 0) {
      session.handle("ponderhit");
    }
    session.handle("stop");
    REQUIRE(listener.answers() == i);
    CHECK(listener.last() != "bestmove (none)");
  }
}

TEST_CASE("a limit ends the search whatever stands beside it", "[threads]") {
  Listener listener;
  uci::Session session{[&](std::string_view line) { listener.hear(line); }};
  int answers = 0;
  for (const char* const go :
       {"go movetime 5 depth 3 foo", "go foo movetime 5", "go movetime 5.5", "go nodes 40x",
        "go depth 0", "go nodes 0", "go mate 0 movetime 5", "go depth x nodes 30",
        "go depth movetime 5", "go mate 8 movetime 5", "go movetime five", "go btime 5"}) {
    INFO(go);
    session.handle(go);
    REQUIRE(listener.wait_for_answers(++answers));
  }
}

TEST_CASE("what go does not understand is said in one line", "[threads]") {
  Listener listener;
  uci::Session session{[&](std::string_view line) { listener.hear(line); }};
  session.handle("go depth 1 foo \x1B[31m nodes movetime 100.5");
  REQUIRE(listener.wait_for_answers(1));
  CHECK(listener.all().starts_with("info string 'foo' is no word of go; '\\x1B[31m' is no word of "
                                   "go; a number is missing after 'nodes'; '100.5' is read as "
                                   "100\n"));
}

TEST_CASE("a mate that takes longer than the clock leaves a searched move", "[threads]") {
  // no mate in eight: the exact search would look at two million positions before the other begins
  Listener listener;
  uci::Session session{[&](std::string_view line) { listener.hear(line); }};
  session.handle("position startpos");
  session.handle("go mate 8 movetime 1");
  REQUIRE(listener.wait_for_answers(1));
  const std::string said = listener.all();
  CHECK(said.find("info depth 1 ") != std::string::npos);
  session.handle("go mate 8");
  session.handle("stop"); // at once: the first iteration is searched all the same
  REQUIRE(listener.wait_for_answers(2));
  CHECK(listener.all().substr(said.size()).find("info depth 1 ") != std::string::npos);
}

TEST_CASE("a mate that was found while pondering waits for ponderhit", "[threads]") {
  Listener listener;
  uci::Session session{[&](std::string_view line) { listener.hear(line); }};
  session.handle("position fen 3ak4/9/9/9/9/9/9/9/R8/1R3K3 w");
  session.handle("go ponder mate 2 nodes 100000");
  while (listener.all().find("mate 2") == std::string::npos) {
    std::this_thread::yield();
  }
  CHECK(listener.answers() == 0);
  session.handle("ponderhit");
  REQUIRE(listener.wait_for_answers(1));
  CHECK(listener.last().starts_with("bestmove b0e0"));
}

TEST_CASE("the move to ponder on comes from the table where the line is too short", "[threads]") {
  Listener listener;
  uci::Session session{[&](std::string_view line) { listener.hear(line); }};
  struct Case {
    const char* fen;
    int nodes;
  };
  int answers = 0;
  // in each of them the limit cuts off an iteration that had found a better move
  for (const Case& c : {Case{"3k5/6N2/3a5/9/9/3N5/3C5/3pp4/4p1p2/5K3 w", 1'500},
                        Case{"9/3Rck1N1/5r3/3P5/9/1cCp1Nppp/5n3/5K3/5n3/5r3 w", 6'000},
                        Case{"3k5/2Nc5/3R5/9/3C5/9/9/9/4p1pr1/5K3 w", 700},
                        Case{"2ba1ab2/4krR1C/4nN3/9/9/9/7C1/3p5/2p1pr3/3K5 w", 3'000},
                        Case{"R2Ck1r1R/9/4b3b/9/2r6/9/9/4p4/2cp1pc2/4K4 w", 1'500}}) {
    session.handle("setoption name Clear Hash");
    session.handle(std::string{"position fen "} + c.fen);
    session.handle("go nodes " + std::to_string(c.nodes));
    REQUIRE(listener.wait_for_answers(++answers));
    INFO(c.fen << ": " << listener.last());
    CHECK(listener.last().find(" ponder ") != std::string::npos);
  }
}
