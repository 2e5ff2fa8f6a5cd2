#include "command.hpp"
#include "filter_options.hpp"
#include "game_output.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "position_options.hpp"
#include "progress.hpp"

#include <xq/base/problem.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/format.h>

namespace xq::cli {

namespace {

constexpr std::size_t write_size = std::size_t{1} << 20U;

class Export final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add("db", file(m_database), "the game database to read").required = true;
    m_output.describe(options);
    m_position.describe(options);
    m_filter.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter);
    const GameFormatter formatter{m_output};
    store::GameDatabase database{m_database};
    Progress progress{global, "exporting"};
    const auto found = database.find(m_filter.filter);
    Output output{m_output.output.path};
    std::string text = formatter.header();
    database.read(found, [&](record::Game& game) {
      ++m_games;
      if (const auto problem = formatter.append(text, game, m_counts)) {
        ++m_left_out;
        progress.clear();
        fmt::print(stderr, "xq: {}\n", format_problem(m_database, game.number, *problem));
      }
      if (text.size() >= write_size) {
        output.write(text);
        text.clear();
        if (!progress.update(m_games, found.size(), m_games)) {
          throw_if_interrupted();
        }
      }
      return true;
    });
    output.write(text);
    output.write(formatter.footer());
    output.commit();
    progress.clear();
    say_counts(global);
    if (!global.quiet) {
      fmt::print(stderr, "{}", formatter.summary(m_counts, global.json));
    }
    return m_games == 0 || m_left_out != 0 ? Exit::negative : Exit::ok;
  }

private:
  void say_counts(const GlobalOptions& global) const {
    if (m_games == 0) {
      fmt::print(stderr, "xq: {}: no game matches\n", m_database);
    } else if (global.verbose || (m_left_out != 0 && !global.quiet)) {
      fmt::print(stderr, "xq: {}: {} {} written, {} left out\n", m_database, m_games - m_left_out,
                 m_games - m_left_out == 1 ? "game" : "games", m_left_out);
    }
  }

  std::string m_database;
  GameOutputOptions m_output;
  PositionOptions m_position;
  FilterOptions m_filter;
  OutputCounts m_counts;
  std::uint64_t m_games = 0;
  std::uint64_t m_left_out = 0;
};

} // namespace

CommandInfo export_command() {
  return {
      .name = "export",
      .group = "Databases",
      .summary = "write games of a game database to a file",
      .synopsis = "--db GAMES.xqdb [-o OUT] [POSITION] [FILTER]...",
      .description =
          "Writes the games of a database, all of them or those that pass the filters, in the "
          "order in which they were imported. Headers, comments and variations come out as "
          "they went in.\n\n"
          "Names match anywhere within a header, in simplified or traditional characters, ASCII "
          "letters "
          "without case. A date that is "
          "only partly known passes --since and --until if the game may have been played then; "
          "a game without a date passes neither.",
      .examples = {{"xq export --db games.xqdb -o games.pgn", "everything, as PGN"},
                   {"xq export --db games.xqdb --player 胡荣华 --since 1980 --until 1989 --to uci",
                    "one player's games of the eighties, a line each"},
                   {"xq export --db games.xqdb --ecco C --traditional --to-encoding "
                    "big5 -o c.pgn",
                    "for a program that reads Big5"}},
      .exits = {{Exit::negative,
                 "no game matches, or one has a character that --to-encoding lacks"}},
      .create = create<Export>};
}

} // namespace xq::cli
