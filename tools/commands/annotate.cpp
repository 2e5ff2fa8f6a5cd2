#include "command.hpp"
#include "game_output.hpp"
#include "game_queue.hpp"
#include "interrupt.hpp"
#include "json.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/base/error.hpp>
#include <xq/base/workers.hpp>

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <vector>

namespace xq::cli {

namespace {

constexpr std::uint64_t default_nodes = 100'000;

std::string_view mark_text(analysis::Mark mark) {
  switch (mark) {
  case analysis::Mark::dubious:
    return "?!";
  case analysis::Mark::mistake:
    return "?";
  case analysis::Mark::blunder:
    return "??";
  case analysis::Mark::none:
    break;
  }
  return "";
}

/// One engine for each job that runs at the moment.
class Engines {
public:
  explicit Engines(const engine::Options& options) : m_options{options} {}

  std::unique_ptr<engine::Engine> take() {
    const std::lock_guard lock{m_mutex};
    if (m_idle.empty()) {
      return std::make_unique<engine::Engine>(m_options);
    }
    auto engine = std::move(m_idle.back());
    m_idle.pop_back();
    return engine;
  }
  void give_back(std::unique_ptr<engine::Engine> engine) {
    const std::lock_guard lock{m_mutex};
    m_idle.push_back(std::move(engine));
  }

private:
  engine::Options m_options;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<engine::Engine>> m_idle;
};

/// What all jobs share; read-only but for the engines.
struct Shared {
  const analysis::AnnotateOptions& options;
  const GameFormatter* formatter = nullptr; ///< null: JSON lines
  Engines& engines;
};

std::string json_of(const record::Game& game, const analysis::Review& review) {
  std::string out;
  JsonWriter json{out};
  json.begin_object()
      .member("number", game.number)
      .member("source", game.source)
      .member("red", game.tag("Red"))
      .member("black", game.tag("Black"))
      .member("result", to_text(game.result()));
  json.key("positions").begin_array();
  std::vector<Move> moves;
  game.main_line(moves);
  Position position = game.start();
  for (std::size_t ply = 0; ply < review.positions.size(); ++ply) {
    const auto& at = review.positions[ply];
    json.begin_object().member("ply", ply);
    if (ply > 0) {
      json.member("move", notation::to_text(position, moves[ply - 1], notation::Style::uci))
          .member("loss", review.losses[ply - 1], 4)
          .member("mark", mark_text(review.marks[ply - 1]));
      position.do_move(moves[ply - 1]);
    }
    json.member("value", analysis::value_text(at.score))
        .member("depth", at.depth)
        .member("nodes", at.nodes);
    json.key("line").begin_array();
    Position ahead = position;
    for (const Move move : at.line) {
      json.value(notation::to_text(ahead, move, notation::Style::uci));
      ahead.do_move(move);
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return out + '\n';
}

/// Annotates one game, or notes why it cannot be.
class AnnotateJob final : public Job {
public:
  AnnotateJob(std::unique_ptr<GameQueue::Item> item, Shared& shared)
      : m_item{std::move(item)}, m_shared{shared} {}

  void run() override {
    record::Game& game = m_item->game;
    if (game.usable()) {
      auto engine = m_shared.engines.take();
      const auto review =
          analysis::review(game, *engine, m_shared.options, [] { return !interrupted(); });
      m_shared.engines.give_back(std::move(engine));
      positions = review.positions.size();
      write(game, review);
    }
    findings.add(game);
    m_item.reset();
  }

  std::string text;
  Findings findings;
  OutputCounts counts;
  std::uint64_t positions = 0;

private:
  void write(record::Game& game, const analysis::Review& review) {
    if (m_shared.formatter == nullptr) {
      text = json_of(game, review);
      return;
    }
    const auto result = analysis::annotated(game, review, m_shared.options);
    if (auto problem = m_shared.formatter->append(text, result, counts)) {
      game.problems.push_back(std::move(*problem));
    }
  }

  std::unique_ptr<GameQueue::Item> m_item;
  Shared& m_shared;
};

class Annotate final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options);
    m_output.describe(options);
    m_rejects.describe(options);
    options.begin_group("Engine");
    options.add("nodes", number(m_options.limits.nodes, 1, 1'000'000'000'000),
                fmt::format("search N nodes in each position (default {})", default_nodes));
    options.add("depth", number(m_options.limits.depth, 1, 100),
                "search each position N plies deep");
    options.add("movetime", duration(m_options.limits.move_time, std::chrono::milliseconds{1}),
                "search each position for TIME (the result is then not repeatable)");
    options.add("line", number(m_options.line_plies, 1, 60),
                "show at most N plies of a better line");
    options.add("hash", number(m_hash, 1, 65536, "MB"), "size of each engine's table");
  }

  Exit run(const GlobalOptions& global) override {
    prepare();
    const GameFormatter formatter{m_output};
    Engines engines{{.hash_megabytes = m_hash}};
    Shared shared{m_options, global.json ? nullptr : &formatter, engines};
    Progress progress{global, "annotating"};
    Output out{m_output.output.path};
    Report report{global, m_rejects, progress};
    GameQueue queue{m_input.inputs, m_input.read_options(global, m_output.notation.wxf)};

    if (!global.json) {
      out.write(formatter.header());
    }
    std::uint64_t games = 0;
    OutputCounts counts;
    run_ordered(
        global.threads,
        [&]() -> std::unique_ptr<Job> {
          auto item = queue.pop();
          return item ? std::make_unique<AnnotateJob>(std::move(item), shared) : nullptr;
        },
        [&](std::unique_ptr<Job> job) {
          auto& done = static_cast<AnnotateJob&>(*job);
          for (const auto& problem : queue.take_file_problems()) {
            report.take(problem);
          }
          out.write(done.text);
          report.take(done.findings);
          counts += done.counts;
          if (!progress.update(0, 0, ++games)) {
            throw_if_interrupted();
          }
        });
    for (const auto& problem : queue.take_file_problems()) {
      report.take(problem);
    }
    if (!global.json) {
      out.write(formatter.footer());
    }
    out.commit();
    const Exit exit = report.finish();
    if (!global.quiet && !global.json) {
      fmt::print(stderr, "{}", formatter.summary(counts, false));
    }
    return exit;
  }

private:
  void prepare() {
    auto& limits = m_options.limits;
    if (limits.nodes == 0 && limits.depth == 0 && limits.move_time.count() == 0) {
      limits.nodes = default_nodes;
    }
    m_options.style = m_output.style();
    m_options.notation = m_output.notation.write_options();
    const std::string limit = limits.nodes != 0 ? fmt::format("{} nodes a move", limits.nodes)
                              : limits.depth != 0
                                  ? fmt::format("depth {}", limits.depth)
                                  : fmt::format("{} ms a move", limits.move_time.count());
    m_options.annotator = fmt::format("xq " XQ_VERSION ", {}", limit);
  }

  InputOptions m_input;
  GameOutputOptions m_output;
  RejectOptions m_rejects;
  analysis::AnnotateOptions m_options;
  std::size_t m_hash = 16;
};

} // namespace

CommandInfo annotate_command() {
  return {
      .name = "annotate",
      .group = "Records",
      .summary = "judge every move of games with the engine",
      .synopsis = "IN... [-o OUT] [--nodes N | --depth N | --movetime TIME]",
      .description =
          "Searches every position of the main line and writes the game with a comment after each "
          "move: [%eval +0.35,12] is the value in pawns from Red's side (or #5, -#5: Red, Black "
          "mates in five moves) and the depth of the search. A move that loses much gets a mark "
          "and the better line: ?! from 10 %, ? from 20 %, ?? from 30 % of winning probability, "
          "which is 1 / (1 + exp(-centipawns / 271.6)).\n\n"
          "With a fixed number of nodes (the default) or a fixed depth the result is the same "
          "bytes every time, with any number of threads. Each thread works on a game of its own. "
          "Comments and variations of the game are kept; those of an earlier annotation are "
          "replaced.",
      .examples = {{"xq annotate game.pgn", "one game, to stdout"},
                   {"xq annotate games.pgn --nodes 500000 -o annotated.pgn",
                    "more thorough, into a file"},
                   {"xq annotate games.pgn --notation wxf --depth 12", "to a fixed depth, in WXF"},
                   {"xq annotate --json game.pgn", "values and lines for a program"}},
      .exits = {},
      .create = create<Annotate>};
}

} // namespace xq::cli
