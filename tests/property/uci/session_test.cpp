#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/uci/protocol.hpp>

#include <random>
#include <string>

using namespace xq;
using namespace xq::engine;

namespace {

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
