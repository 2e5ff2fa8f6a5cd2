#include "engine/bench.hpp"

#include "cli/interrupt.hpp"
#include "cli/options/engine_side.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Measured {
  std::size_t positions;
  int depth;
  std::uint64_t nodes, milliseconds;
  [[nodiscard]] std::uint64_t speed() const noexcept { return nodes * 1000 / milliseconds; }
};
constexpr auto bench_fields = std::to_array<jobs::FieldOf<Measured>>(
    {{"positions", Kind::count, get<&Measured::positions>},
     {"depth", Kind::count, get<&Measured::depth>},
     {"nodes", Kind::count, get<&Measured::nodes>},
     {"milliseconds", Kind::count, get<&Measured::milliseconds>},
     {"nodes_per_second", Kind::count, get<&Measured::speed>}});

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
      throw make_error<Interrupted>("interrupted");
    }
    const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(result->time.count(), 1));
    const Measured found{engine::bench_positions().size(), m_depth, result->nodes, ms};
    if (global.json) {
      print_lines(jobs::json_line<Measured>(bench_fields, found));
    } else {
      print_text("{} nodes\n", result->nodes);
      if (!global.quiet) {
        talk("{} positions to depth {}, {} ms, {} nodes/s\n", found.positions, found.depth, ms,
             found.speed());
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
          .answers = {{jobs::parts<bench_fields>}},
          .create = create<Bench>};
}

} // namespace xq::cli
