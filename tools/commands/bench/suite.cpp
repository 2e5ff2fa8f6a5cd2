#include "base/files/input.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/engine_side.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/engine/engine.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

/// A line of an EPD file: a position, what to find in it, and its name.
struct TestPosition {
  Position position;
  std::vector<Move> best; ///< any of these solves it
  bool mate = false;      ///< seeing a mate solves it: a `dm` and no `bm`
  std::string id;
};

/// Measures how much values change from one depth to the next. Shallower iterations, and values
/// that are decided, say nothing about the evaluation.
class DepthChange {
public:
  void begin() noexcept { m_last.reset(); }
  /// An iteration of the search that began last; the same one may come again, with a later value.
  void add(const engine::Report& r) {
    if (r.depth < first_depth || r.lines.empty() || engine::is_decided(r.lines.front().score)) {
      m_last.reset();
      return;
    }
    if (m_last && r.depth == m_last->depth + 1) {
      m_sum += static_cast<std::uint64_t>(std::abs(r.lines.front().score - m_last->score));
      ++m_changes;
    }
    m_last = {r.depth, r.lines.front().score};
  }
  [[nodiscard]] std::uint64_t changes() const noexcept { return m_changes; }
  /// Mean absolute change in centipawns; not a number without any.
  [[nodiscard]] double mean() const noexcept {
    return m_changes == 0 ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(m_sum) / static_cast<double>(m_changes);
  }
  static constexpr int first_depth = 6;

private:
  struct Value {
    int depth = 0;
    engine::Score score = 0;
  };
  std::optional<Value> m_last;
  std::uint64_t m_sum = 0;
  std::uint64_t m_changes = 0;
};

struct Count {
  std::size_t problems = 0;
  std::size_t to_solve = 0;
  std::size_t solved = 0;
  std::size_t mates = 0;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  DepthChange change;

  [[nodiscard]] std::uint64_t speed() const {
    return nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 1));
  }
};

struct CountOf : Count {
  std::string_view file;
};
constexpr auto suite_fields =
    std::to_array<jobs::FieldOf<CountOf>>({{"file", Kind::text, get<&CountOf::file>},
                                           {"positions", Kind::count, get<&CountOf::problems>},
                                           {"to_solve", Kind::count, get<&CountOf::to_solve>},
                                           {"solved", Kind::count, get<&CountOf::solved>},
                                           {"mates", Kind::count, get<&CountOf::mates>},
                                           {"nodes", Kind::count, get<&CountOf::nodes>},
                                           {"milliseconds", Kind::count,
                                            get<&CountOf::time, &std::chrono::milliseconds::count>},
                                           {"nodes_per_second", Kind::count, get<&CountOf::speed>},
                                           {"depth_changes", Kind::count,
                                            get<&CountOf::change, &DepthChange::changes>},
                                           {"mean_depth_change", Kind::number,
                                            [](const CountOf& c) -> jobs::Value {
                                              return jobs::Decimal{c.change.mean(), 1};
                                            },
                                            jobs::Missing::null}});

/// The operand of `name` in the operations behind an EPD position; empty when it is not there.
std::string_view operand(std::string_view operations, std::string_view name) {
  while (!operations.empty()) {
    const std::size_t end = std::min(operations.find(';'), operations.size());
    const std::string_view one = trim(operations.substr(0, end));
    operations.remove_prefix(std::min(end + 1, operations.size()));
    if (one.starts_with(name) && one.size() > name.size() && one[name.size()] == ' ') {
      return trim(one.substr(name.size()));
    }
  }
  return {};
}

/// Where the FEN ends: before the first operation, whose name begins with a letter.
std::size_t end_of_fen(std::string_view line) {
  std::size_t at = line.find(' ');
  at = at == std::string_view::npos ? at : line.find(' ', at + 1); // the board and the side to move
  while (at != std::string_view::npos) {
    const std::size_t next = line.find_first_not_of(' ', at);
    if (next == std::string_view::npos || (line[next] >= 'a' && line[next] <= 'z')) {
      break;
    }
    at = line.find(' ', next);
  }
  return std::min(at, line.size());
}

TestPosition read_test_position(std::string_view line, const std::string& path,
                                std::size_t number) {
  const std::size_t end = end_of_fen(line.substr(0, line.find(';')));
  const auto reading = read_fen(trim(line.substr(0, end)));
  if (!reading) {
    throw FileError{fmt::format("{}:{}: {}", path, number, reading.error().message)};
  }
  TestPosition problem;
  problem.position = reading->position;
  const std::string_view operations = line.substr(end);
  std::string_view moves = operand(operations, "bm");
  while (!moves.empty()) {
    const std::size_t blank = std::min(moves.find(' '), moves.size());
    if (const Move m = uci::parse_move(moves.substr(0, blank), uci::RankBase::zero)) {
      problem.best.push_back(m);
    }
    moves = trim(moves.substr(blank));
  }
  problem.mate = problem.best.empty() && !operand(operations, "dm").empty();
  const std::string_view id = operand(operations, "id");
  problem.id = id.size() > 1 && id.front() == '"' ? id.substr(1, id.size() - 2) : id;
  return problem;
}

Value search_parts(engine::SearchFeatureSet& target) {
  Value value;
  value.name = "PARTS";
  value.accept = [&target](const std::string& text) {
    const auto parts = engine::parse_features(text);
    if (!parts) {
      throw make_error<UsageError>("'{}' is no list of parts of the search; wanted are some of {}",
                                   text, join(engine::feature_names, translate(", ")));
    }
    target = *parts;
  };
  return value;
}

class BenchSuite final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(files(m_files, reads()), "EPD files", 1, 1000);
    options.add("movetime", move_time(m_movetime), "time a position: 30, 30ms or 2s");
    options.add("nodes", number(m_nodes, 1, INT64_MAX), "nodes a position");
    options.add("depth,d", number(m_depth, 1, 100), "plies a position");
    options.add("limit", number(m_limit, 0, INT64_MAX),
                "at most N positions of each file; 0: all of them");
    options.add("hash", number(m_hash, 1, 65536, "MB"), "size of the transposition table");
    options.add("without", search_parts(m_without),
                "parts of the search to leave out, as a list NAME,...: null_move,killers");
    options.add("search-threads", number(m_threads, 1, 256), "threads of the search");
    m_evaluation.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    if (m_movetime.count() == 0 && m_nodes == 0 && m_depth == 0) {
      m_movetime = std::chrono::milliseconds{30};
    }
    for (const std::string& path : m_files) {
      report(path, solve(path, global), global);
    }
    return Exit::ok;
  }

private:
  Count solve(const std::string& path, const GlobalOptions& global) const {
    std::istringstream file{read_beginning(path)};
    engine::Options options;
    options.hash_megabytes = m_hash;
    options.threads = m_threads;
    options.without = m_without;
    options.network = m_evaluation.network();
    engine::Engine engine{options};
    engine::Limits limits;
    limits.move_time = m_movetime;
    limits.nodes = m_nodes;
    limits.depth = m_depth;
    Count count;
    std::size_t number = 0;
    for (std::string line;
         std::getline(file, line) && (m_limit == 0 || count.problems < m_limit);) {
      ++number;
      throw_if_interrupted();
      if (trim(line).empty() || line.front() == '#') {
        continue;
      }
      const TestPosition problem = read_test_position(line, path, number);
      engine.clear();
      count.change.begin();
      const engine::Report found =
          engine.search(problem.position, {}, limits, [&](const engine::Report& iteration) {
            if (m_depth > 0) {
              count.change.add(iteration);
            }
          });
      ++count.problems;
      count.nodes += found.nodes;
      count.time += found.time;
      judge(problem, found, count, global);
    }
    return count;
  }

  static void judge(const TestPosition& problem, const engine::Report& found, Count& count,
                    const GlobalOptions& global) {
    if (found.lines.empty()) {
      return; // no legal move: nothing to find
    }
    const engine::Line& line = found.lines.front();
    const bool mate = engine::mate_plies(line.score) > 0;
    count.mates += mate ? 1 : 0;
    if (problem.best.empty() && !problem.mate) {
      return;
    }
    ++count.to_solve;
    const bool solved = problem.mate ? mate
                                     : std::find(problem.best.begin(), problem.best.end(),
                                                 line.moves.front()) != problem.best.end();
    count.solved += solved ? 1 : 0;
    if (!solved && global.verbose) {
      talk("not solved: {}: {} at depth {}, score {}\n",
           problem.id.empty() ? write_fen(problem.position) : problem.id,
           uci::move_text(line.moves.front(), uci::RankBase::zero), found.depth, line.score);
    }
  }

  static void report(const std::string& path, const Count& c, const GlobalOptions& global) {
    const auto ms = static_cast<std::uint64_t>(c.time.count());
    if (global.json) {
      print_lines(jobs::json_line<CountOf>(suite_fields, {c, path}));
      return;
    }
    if (c.to_solve > 0) {
      print_text("{}: {} positions, {} of {} solved, mate seen in {}; {} nodes in {} ms, {} a "
                 "second\n",
                 cell(path), c.problems, c.solved, c.to_solve, c.mates, c.nodes, ms, c.speed());
    } else {
      print_text("{}: {} positions, mate seen in {}; {} nodes in {} ms, {} a second\n", cell(path),
                 c.problems, c.mates, c.nodes, ms, c.speed());
    }
    if (c.change.changes() > 0) {
      print_text("{}: from one depth to the next, from {} on, the value changes by {:.1f} "
                 "centipawns on average\n",
                 cell(path), DepthChange::first_depth, c.change.mean());
    }
  }

  std::vector<std::string> m_files;
  std::chrono::milliseconds m_movetime{0};
  std::uint64_t m_nodes = 0;
  int m_depth = 0;
  std::size_t m_limit = 0;
  std::size_t m_hash = 16;
  unsigned m_threads = 1;
  engine::SearchFeatureSet m_without;
  EvaluationOptions m_evaluation;
};

} // namespace

CommandInfo bench_suite_command() {
  return {.name = "bench suite",
          .group = "Engine",
          .summary = "solve the positions of EPD files, or time the search on them",
          .synopsis = "FILE... [--movetime TIME|--nodes N|--depth N] [--limit N]",
          .description =
              "Searches each position with a cleared engine and counts those in "
              "which it plays a best move (`bm`, squares as in a0b0) or, where there is only `dm`, "
              "sees a mate. Positions without either count for nodes and time alone: with --depth "
              "this is the time to a depth, and how much the value changes from one depth to the "
              "next. Thirty milliseconds a position unless told otherwise; "
              "-v names what was not solved.",
          .examples = {{"xq bench suite mates.epd --movetime 30 --limit 200",
                        "how many mates are seen at once"},
                       {"xq bench suite bench.epd --depth 12 --json", "time to depth 12"},
                       {"xq bench suite bench.epd --depth 10 --without null_move",
                        "the nodes that null moves save"}},
          .exits = {},
          .answers = {{jobs::parts<suite_fields>}},
          .create = create<BenchSuite>};
}

} // namespace xq::cli
