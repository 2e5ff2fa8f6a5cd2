// What a session does with a search or a count that is under way when its input ends.
#include "support/catch.hpp"
#include "uci/protocol.hpp"

#include <string>
#include <vector>

using namespace xq;
using namespace std::chrono_literals;

namespace {

/// What a session says to `commands`, the last of which ends it (quit, bye) or is followed by the
/// end of the input.
std::vector<std::string> answers(const std::vector<std::string>& commands,
                                 std::chrono::milliseconds longest_wait) {
  std::vector<std::string> said;
  uci::Session session{
      [&](std::string_view line) { said.emplace_back(line); }, {}, "xq", longest_wait};
  for (const std::string& command : commands) {
    if (!session.handle(command)) {
      return said;
    }
  }
  session.finish();
  return said;
}

bool begins(const std::vector<std::string>& said, std::string_view words) {
  return !said.empty() && said.back().starts_with(words);
}

} // namespace

TEST_CASE("a search that would take hours is answered soon after the end of the input",
          "[threads]") {
  for (const std::string limit :
       {"depth 60", "nodes 1000000000", "mate 3", "movetime 60000", "infinite"}) {
    INFO("go " << limit);
    CHECK(begins(answers({"position startpos", "go " + limit}, 50ms), "bestmove "));
  }
  CHECK(answers({"ucci", "setoption batch true", "position startpos", "go depth 60", "quit"}, 50ms)
            .back() == "bye");
}

TEST_CASE("a count that would take hours ends soon after the end of the input, or quit",
          "[threads]") {
  const std::string stopped = "info string stopped before ever";
  CHECK(begins(answers({"go perft 9"}, 50ms), stopped));
  CHECK(begins(answers({"bench 30"}, 50ms), stopped));
  CHECK(begins(answers({"go perft 9", "quit"}, 50ms), stopped));
  CHECK(begins(answers({"bench 30", "bye"}, 50ms), stopped));
  CHECK(begins(answers({"setoption batch true", "go perft 9"}, 50ms), stopped));
  // The next command waits as long.
  CHECK(begins(answers({"go perft 9", "position startpos", "go perft 1"}, 50ms),
               "Nodes searched: 44"));
}

TEST_CASE("what is short is finished, however the input ends", "[threads]") {
  // With patience for hours: who does not notice the end of the work waits in vain.
  CHECK(begins(answers({"position startpos", "go depth 2"}, 1h), "bestmove "));
  CHECK(begins(answers({"go perft 2", "quit"}, 1h), "Nodes searched: 1920"));
  CHECK(begins(answers({"position startpos", "go infinite"}, 1h), "bestmove ")); // has no limit
}

TEST_CASE("a long count ends at once with stop", "[threads]") {
  for (const std::string count : {"go perft 9", "bench 30"}) {
    INFO(count);
    CHECK(begins(answers({count, "stop", "position startpos", "go perft 1"}, 1h),
                 "Nodes searched: 44"));
  }
}
