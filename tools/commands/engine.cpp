#include "base/os/console.hpp"
#include "cli/build_info.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/engine_book.hpp"
#include "command.hpp"
#include "uci/protocol.hpp"

#include <fmt/core.h>

#include <iostream>
#include <string>

namespace xq::cli {

namespace {

class EngineCommand final : public Command {
public:
  void describe(OptionSet& options) override { static_cast<void>(options); }

  Exit run(const GlobalOptions&) override {
    set_catalogue({}); // interfaces read English: "info string" and the names of options
    const auto write_line = [](std::string_view line) {
      os::write(os::Stream::output, fmt::format("{}\n", line));
      static_cast<void>(os::flush_output()); // the reader waits; a closed pipe is told at the end
    };
    uci::Session session{write_line, open_engine_book, fmt::format("xq {}", version())};
    std::string line;
    while (std::getline(std::cin, line)) {
      throw_if_interrupted();
      if (!session.handle(line)) {
        return Exit::ok;
      }
    }
    session.finish();
    return Exit::ok;
  }
};

} // namespace

CommandInfo engine_command() {
  return {
      .name = "engine",
      .group = "Engine",
      .summary = "speak UCI or UCCI on standard input and output",
      .synopsis = "",
      .description =
          "The chess engine for graphical interfaces. The first word, `uci` or `ucci`, chooses the "
          "protocol; both know the same commands, and unknown ones are answered with an info "
          "line.\n\n"
          "Squares are a0 to i9, as Chinese interfaces have them. When an interface sets the "
          "option UCI_Variant, ranks are counted from 1 to 10 instead, unless its moves are legal "
          "only from "
          "0 (as those of XBoard's adapter uci2wb). The word `position` may be "
          "missing before `fen` and `startpos`; the side to move may be `r`, horses and elephants "
          "h and e.\n\n"
          "A book of `xq book build` is played from when BookFile names it and OwnBook is on; Book "
          "Move chooses among its moves: best, weighted (drawn by the number of games) or random. "
          "UCI_LimitStrength with UCI_Elo, or Skill Level (0 to 20), make it weaker: it searches "
          "less and settles for moves nearly as good as the best. What is drawn depends on Seed "
          "and the position alone.\n\n"
          "Beyond the protocols: `go perft N`, `go mate N` (an exact search for a mate in N moves, "
          "then an ordinary one), `d` (show the position), `eval`, `bench [DEPTH]`.\n\n"
          "Words of `go` that are not understood are skipped, and an info line says so; a search "
          "whose limits are all unreadable takes a second. The move of a first iteration always "
          "stands before the clock or `stop` ends a search.\n\n"
          "When the input ends, a search with a limit goes on for seven seconds at most and is "
          "answered with what it has found; one without a limit is stopped at once. `go perft` and "
          "`bench` are stopped by `stop`, and seven seconds after the end of the input or `quit`; "
          "other commands wait for them as long.",
      .examples = {{"printf 'position startpos\\ngo depth 8\\n' | xq engine", "one search"},
                   {"printf 'go perft 3\\n' | xq engine", "leaf counts below each move"}},
      .exits = {},
      .create = create<EngineCommand>};
}

} // namespace xq::cli
