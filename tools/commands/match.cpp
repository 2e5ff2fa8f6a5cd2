#include "command.hpp"
#include "interrupt.hpp"
#include "json.hpp"
#include "options.hpp"
#include "output.hpp"

#include <xq/base/workers.hpp>
#include <xq/board/fen.hpp>
#include <xq/engine/match.hpp>
#include <xq/engine/move_text.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <memory>
#include <utility>

namespace xq::cli {

namespace {

using engine::MatchScore;
using engine::PlayedGame;

/// One side of the match: a name and what it may spend on a move.
struct Side {
  std::string name;
  std::uint64_t nodes = 0;
  int depth = 0;
  int movetime = 0;
  std::size_t hash = 16;

  [[nodiscard]] engine::Limits limits() const {
    engine::Limits out;
    out.nodes = nodes;
    out.depth = depth;
    out.move_time = std::chrono::milliseconds{movetime};
    return out;
  }
  [[nodiscard]] bool limited() const { return nodes > 0 || depth > 0 || movetime > 0; }
  [[nodiscard]] bool same_play(const Side& o) const {
    return nodes == o.nodes && depth == o.depth && movetime == o.movetime && hash == o.hash;
  }
  [[nodiscard]] std::string limit_text() const {
    std::string out;
    const auto add = [&](std::string_view word, auto value, std::string_view unit) {
      if (value > 0) {
        out += fmt::format("{}{} {}{}", out.empty() ? "" : ", ", word, value, unit);
      }
    };
    add("nodes", nodes, "");
    add("depth", depth, "");
    add("time", movetime, " ms");
    return out + " a move";
  }
};

/// `nodes=1000,hash=4,name=old`: what differs for one side. Throws UsageError.
void change_side(Side& side, std::string_view text) {
  bool first_limit = true;
  const auto limit = [&] { // a limit of its own replaces the common ones
    if (std::exchange(first_limit, false)) {
      side.nodes = 0;
      side.depth = 0;
      side.movetime = 0;
    }
  };
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const std::string value{equals == part.npos ? std::string_view{} : part.substr(equals + 1)};
    if (key == "name") {
      side.name = value;
    } else if (key == "nodes") {
      limit();
      side.nodes = static_cast<std::uint64_t>(parse_number(value, 1, INT64_MAX));
    } else if (key == "depth") {
      limit();
      side.depth = static_cast<int>(parse_number(value, 1, 100));
    } else if (key == "movetime") {
      limit();
      side.movetime = static_cast<int>(parse_number(value, 1, 86'400'000));
    } else if (key == "hash") {
      side.hash = static_cast<std::size_t>(parse_number(value, 1, 65536));
    } else {
      throw make_error<UsageError>(
          "'{}' is nothing a side has; known are name, nodes, depth, movetime and hash", key);
    }
  }
}

/// The two sides' engines, for one game at a time.
struct Table {
  explicit Table(const std::array<Side, 2>& sides) {
    for (std::size_t i = 0; i < 2; ++i) {
      engine::Options options;
      options.hash_megabytes = sides[i].hash;
      players[i] = std::make_unique<engine::EnginePlayer>(options, sides[i].limits());
    }
  }
  std::array<std::unique_ptr<engine::Player>, 2> players;
};

class GameJob final : public Job {
public:
  GameJob(std::unique_ptr<Table> table, std::size_t number,
          std::function<PlayedGame(GameJob&)> play)
      : m_table{std::move(table)}, m_number{number}, m_play{std::move(play)} {}
  void run() override { m_game = m_play(*this); }

  [[nodiscard]] std::size_t number() const { return m_number; }
  [[nodiscard]] const PlayedGame& game() const { return m_game; }
  [[nodiscard]] Table& table() { return *m_table; }
  [[nodiscard]] std::unique_ptr<Table> take_table() { return std::move(m_table); }

private:
  std::unique_ptr<Table> m_table;
  std::size_t m_number;
  std::function<PlayedGame(GameJob&)> m_play;
  PlayedGame m_game;
};

class Match final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add("games,n", number(m_games, 1, 1'000'000), "games to play");
    options.add("nodes", number(m_common.nodes, 1, INT64_MAX), "nodes for a move");
    options.add("depth", number(m_common.depth, 1, 100), "plies for a move");
    options.add("movetime", number(m_common.movetime, 1, 86'400'000, "MS"),
                "milliseconds for a move");
    options.add("hash", number(m_common.hash, 1, 65536, "MB"), "transposition table of each side");
    options.add("first", text(m_first, "SPEC"),
                "what is different for the first side: name=A,nodes=N,depth=N,movetime=MS,hash=MB");
    options.add("second", text(m_second, "SPEC"), "the same for the second side");
    options.begin_group("Openings and rules");
    options.add(
        "openings", file(m_openings),
        "FEN or EPD positions, one a line, each played twice; without it openings are made");
    options.add("opening-plies", number(m_opening_plies, 0, 60),
                "length of the openings that are made");
    options.add("seed", number(m_seed, 0, INT64_MAX), "makes other openings, or another order");
    options.add("max-plies", number(m_rules.max_plies, 1, 10'000), "a longer game is a draw");
    options.add("natural-limit", number(m_rules.natural_limit, 2, 1000),
                "plies without a capture that make a draw");
    options.begin_group("Games");
    m_output.describe(options, "write the games to FILE");
    options.add("to", choice(m_format, writable_formats(), "FORMAT"), "format of the games");
    m_notation.describe(options);
    options.add("event", text(m_event, "TEXT"), "header Event");
    options.add("site", text(m_site, "TEXT"), "header Site");
    options.add("date", text(m_date, "DATE"), "header Date; the day is never taken from the clock");
  }

  Exit run(const GlobalOptions& global) override;

private:
  void prepare_sides();
  void prepare_openings();
  [[nodiscard]] PlayedGame play(GameJob& job) const;
  void play_all(const GlobalOptions& global, Output* output);
  void deliver(const GlobalOptions& global, const GameJob& job);
  void announce(const GlobalOptions& global, const GameJob& job) const;
  [[nodiscard]] record::Game make_record(std::size_t number, const PlayedGame& game) const;
  void summarise(const GlobalOptions& global) const;
  /// The first side has Red in even games.
  [[nodiscard]] const Side& red(std::size_t number) const { return m_sides[number % 2]; }
  [[nodiscard]] const Side& black(std::size_t number) const { return m_sides[1 - number % 2]; }

  int m_games = 100;
  Side m_common;
  std::string m_first;
  std::string m_second;
  std::string m_openings;
  int m_opening_plies = 8;
  std::int64_t m_seed = 1;
  engine::RefereeRules m_rules;
  OutputOptions m_output;
  NotationOptions m_notation;
  std::string m_format = "pgn";
  std::string m_event = "xq self-play";
  std::string m_site = "?";
  std::string m_date = "????.??.??";

  std::array<Side, 2> m_sides;
  bool m_same_sides = false;           ///< then colours reversed would be the same game again
  std::vector<engine::Opening> m_list; ///< of --openings; empty: made one by one
  MatchScore m_score;
  std::array<int, 8> m_ends{};
  std::unique_ptr<format::Writer> m_writer;
  std::string m_text; ///< games not written yet
};

void Match::prepare_sides() {
  m_sides = {m_common, m_common};
  m_sides[0].name = "xq";
  m_sides[1].name = "xq";
  change_side(m_sides[0], m_first);
  change_side(m_sides[1], m_second);
  m_same_sides = m_sides[0].same_play(m_sides[1]);
  for (const Side& side : m_sides) {
    if (!side.limited()) {
      throw UsageError{"a side has no limit; give --nodes, --depth or --movetime"};
    }
  }
}

void Match::prepare_openings() {
  if (m_openings.empty()) {
    return;
  }
  format::ReadOptions options;
  options.format = "epd";
  const std::vector<std::string> inputs{m_openings};
  using Batch = std::vector<engine::Opening>;
  format::read_games<Batch>(
      inputs, options,
      [](record::Game& game, Batch& out) {
        if (!game.usable()) {
          throw make_error<FileError>(
              "{}", format_problem(game.source, game.number, game.problems.front()));
        }
        engine::Opening opening{game.start(), {}};
        game.main_line(opening.moves);
        out.push_back(std::move(opening));
      },
      [&](Batch&& batch) {
        m_list.insert(m_list.end(), std::make_move_iterator(batch.begin()),
                      std::make_move_iterator(batch.end()));
      },
      [](const format::FileProblem& p) {
        throw make_error<FileError>("{}", format_problem(p.source, 0, p.problem));
      });
  if (m_list.empty()) {
    throw make_error<FileError>("{}: no openings in it. One FEN a line is wanted.", m_openings);
  }
}

PlayedGame Match::play(GameJob& job) const {
  const auto pair = static_cast<std::uint64_t>(job.number() / (m_same_sides ? 1 : 2));
  const auto seed = static_cast<std::uint64_t>(m_seed);
  const engine::Opening opening =
      m_list.empty() ? engine::random_opening(seed * 1'000'003 + pair, m_opening_plies)
                     : m_list[static_cast<std::size_t>((pair + seed - 1) % m_list.size())];
  auto& players = job.table().players;
  const std::size_t red_side = job.number() % 2;
  return engine::play_game(opening, *players[red_side], *players[1 - red_side], m_rules,
                           [] { return interrupted(); });
}

record::Game Match::make_record(std::size_t number, const PlayedGame& game) const {
  record::Game out;
  const auto winner = game.verdict.winner;
  const auto result = !winner                 ? record::Result::draw
                      : *winner == Color::red ? record::Result::red_wins
                                              : record::Result::black_wins;
  out.add_tag("Event", m_event);
  out.add_tag("Site", m_site);
  out.add_tag("Date", m_date);
  out.add_tag("Round", fmt::format("{}", number + 1));
  out.add_tag("Red", red(number).name);
  out.add_tag("Black", black(number).name);
  out.add_tag("Result", record::to_text(result));
  out.add_tag("Termination", engine::to_text(game.verdict.end));
  out.add_tag("Annotator", "engine self-play by xq match");
  std::string remark =
      fmt::format("Red {}, Black {}", red(number).limit_text(), black(number).limit_text());
  if (m_list.empty()) {
    remark +=
        fmt::format("; the first {} plies drawn with seed {}", game.opening.moves.size(), m_seed);
  }
  out.add_tag("Remark", remark);
  out.set_start(game.opening.start);
  out.set_result(result);
  record::NodeId node = record::root_node;
  for (const Move m : game.moves) {
    node = out.add_move(node, m);
  }
  return out;
}

void Match::announce(const GlobalOptions& global, const GameJob& job) const {
  const PlayedGame& game = job.game();
  const auto result = make_record(job.number(), game).result();
  const auto end = engine::to_text(game.verdict.end);
  if (global.json) {
    std::string line;
    JsonWriter json{line};
    json.begin_object()
        .member("game", job.number() + 1)
        .member("red", red(job.number()).name)
        .member("black", black(job.number()).name)
        .member("result", record::to_text(result))
        .member("reason", end)
        .member("plies", game.moves.size())
        .member("fen", write_fen(game.opening.start))
        .key("moves")
        .begin_array();
    for (const Move m : game.moves) {
      json.value(engine::move_text(m, engine::RankBase::zero));
    }
    json.end_array().end_object();
    fmt::print("{}\n", line);
  } else if (global.verbose) {
    fmt::print(stderr, "game {}: {} - {}: {} after {} plies, {}\n", job.number() + 1,
               red(job.number()).name, black(job.number()).name, record::to_text(result),
               game.moves.size(), end);
  }
}

void Match::deliver(const GlobalOptions& global, const GameJob& job) {
  throw_if_interrupted(); // a game broken off is no result
  const PlayedGame& game = job.game();
  const auto winner = game.verdict.winner;
  const bool first_is_red = job.number() % 2 == 0;
  m_score.add(!winner ? 1 : (*winner == Color::red) == first_is_red ? 2 : 0);
  ++m_ends[static_cast<std::size_t>(game.verdict.end)];
  announce(global, job);
  if (m_writer) {
    m_writer->game(m_text, make_record(job.number(), game));
  }
}

void Match::summarise(const GlobalOptions& global) const {
  const auto elo = m_score.elo();
  if (global.json) {
    std::string line;
    JsonWriter json{line};
    json.begin_object().key("summary").begin_object();
    json.member("games", m_score.games())
        .member("wins", m_score.wins())
        .member("draws", m_score.draws())
        .member("losses", m_score.losses());
    if (elo) {
      json.member("elo", elo->value, 1)
          .member("elo_low", elo->low, 1)
          .member("elo_high", elo->high, 1);
    }
    json.key("pairs").begin_array();
    for (const int n : m_score.pairs()) {
      json.value(n);
    }
    json.end_array().end_object().end_object();
    fmt::print("{}\n", line);
    return;
  }
  fmt::print("{} games, first side: {} won, {} drawn, {} lost, {:.1f} %\n", m_score.games(),
             m_score.wins(), m_score.draws(), m_score.losses(), 100 * m_score.share());
  if (elo) {
    fmt::print("Elo {:+.0f}, 95 % between {:+.0f} and {:+.0f}; pairs by half points 0 to 4: {}\n",
               elo->value, elo->low, elo->high, fmt::join(m_score.pairs(), " "));
  }
  std::string ends;
  for (std::size_t i = 0; i < m_ends.size(); ++i) {
    if (m_ends[i] > 0) {
      ends += fmt::format("{}{} {}", ends.empty() ? "" : ", ",
                          engine::to_text(static_cast<engine::GameEnd>(i)), m_ends[i]);
    }
  }
  fmt::print("ends: {}\n", ends);
}

void Match::play_all(const GlobalOptions& global, Output* output) {
  std::size_t next_game = 0;
  std::vector<std::unique_ptr<Table>> tables;
  run_ordered(
      global.threads,
      [&]() -> std::unique_ptr<Job> {
        if (next_game == static_cast<std::size_t>(m_games)) {
          return nullptr;
        }
        if (tables.empty()) {
          tables.push_back(std::make_unique<Table>(m_sides));
        }
        auto table = std::move(tables.back());
        tables.pop_back();
        return std::make_unique<GameJob>(std::move(table), next_game++,
                                         [this](GameJob& job) { return play(job); });
      },
      [&](std::unique_ptr<Job> job) {
        auto& finished = static_cast<GameJob&>(*job);
        deliver(global, finished);
        tables.push_back(finished.take_table());
        if (output) {
          output->write(std::exchange(m_text, {}));
        }
      });
}

Exit Match::run(const GlobalOptions& global) {
  prepare_sides();
  prepare_openings();
  std::unique_ptr<Output> output;
  if (!m_output.path.empty()) {
    if (m_output.path == "-") {
      throw UsageError{"the score goes to stdout; the games need a file of their own"};
    }
    m_writer = format::make_writer(
        m_format, {.style = m_notation.style, .notation = m_notation.write_options()});
    output = std::make_unique<Output>(m_output.path);
    m_writer->header(m_text);
  }
  const auto finish_output = [&] {
    if (output) {
      m_writer->footer(m_text);
      output->write(std::exchange(m_text, {}));
      output->commit();
    }
  };
  try {
    play_all(global, output.get());
  } catch (const Interrupted&) {
    finish_output(); // the games played so far are whole
    throw;
  }
  finish_output();
  summarise(global);
  constexpr auto illegal = static_cast<std::size_t>(engine::GameEnd::illegal_move);
  return m_ends[illegal] > 0 ? Exit::negative : Exit::ok;
}

} // namespace

CommandInfo match_command() {
  return {
      .name = "match",
      .group = "Engine",
      .summary = "play games of the engine against itself, with a referee",
      .synopsis = "[--games N] --nodes N [--first SPEC] [--second SPEC] [-o GAMES.pgn]",
      .description =
          "Plays a match between two settings of the engine. Each opening is played twice with "
          "colours reversed (once, when both sides are the same); openings come from a file or are "
          "made: a few moves, each drawn from "
          "those that a small search finds nearly best.\n\n"
          "The referee knows checkmate and stalemate (both lose), a third occurrence of a position "
          "(perpetual check or chase loses, otherwise a draw), the natural limit, and boards "
          "without attackers.\n\n"
          "With limits by nodes or depth the games depend on the options alone: not on the number "
          "of threads (-t), the machine or the day.",
      .examples = {{"xq match -n 40 --nodes 2000 --second nodes=1000",
                    "what twice the nodes are worth"},
                   {"xq match -n 300 --nodes 5000 --seed 7 -o selfplay.pgn",
                    "games for an archive, in PGN"},
                   {"xq match -n 100 --movetime 50 --first hash=64 --openings positions.epd -v",
                    "openings from a file, a line a game on stderr"}},
      .exits = {{Exit::negative, "a side made an illegal move"}},
      .create = create<Match>};
}

} // namespace xq::cli
