#include "engine/bench.hpp"

#include "base/text/json_writer.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/engine_side.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace xq::cli {

namespace {

class Bench final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add("depth,d", number(m_depth, 1, 30), "plies to search each position");
    options.add("hash", number(m_hash, 1, 65536, "MB"), "size of the transposition table");
    m_evaluation.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    engine::Options options;
    options.hash_megabytes = m_hash;
    options.network = m_evaluation.network();
    const auto result = engine::run_bench(m_depth, options, interrupted);
    if (!result) {
      throw Interrupted{"interrupted"};
    }
    const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(result->time.count(), 1));
    const std::uint64_t nps = result->nodes * 1000 / ms;
    if (global.json) {
      std::string out;
      JsonWriter{out}
          .begin_object()
          .member("positions", engine::bench_positions().size())
          .member("depth", m_depth)
          .member("nodes", result->nodes)
          .member("milliseconds", ms)
          .member("nodes_per_second", nps)
          .end_object();
      print_lines(out + '\n');
    } else {
      print_text("{} nodes\n", result->nodes);
      if (!global.quiet) {
        talk("{} positions to depth {}, {} ms, {} nodes/s\n", engine::bench_positions().size(),
             m_depth, ms, nps);
      }
    }
    return Exit::ok;
  }

private:
  int m_depth = engine::default_bench_depth;
  std::size_t m_hash = 16;
  EvaluationOptions m_evaluation;
};

} // namespace

CommandInfo bench_command() {
  return {.name = "bench",
          .group = "Engine",
          .summary = "search fixed positions: a node count as signature, and the speed",
          .synopsis = "[--depth N]",
          .description =
              "Searches a fixed set of positions to a fixed depth on one thread. The number of "
              "nodes depends on nothing but the program and the options: a change that should not "
              "change the search leaves it as it is. The speed, which does depend on the machine, "
              "goes to stderr.",
          .examples = {{"xq bench", "the usual depth"}, {"xq bench --json -d 11", "for scripts"}},
          .exits = {},
          .create = create<Bench>};
}

} // namespace xq::cli
