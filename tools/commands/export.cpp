#include "cli/games/database_output.hpp"
#include "cli/games/page_options.hpp"
#include "cli/games/searched_games.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "command.hpp"

namespace xq::cli {

namespace {

class Export final : public Command {
public:
  void describe(OptionSet& options) override {
    m_source.describe(options, "the game database to read");
    describe_page(m_page, options, "write at most N games; 0: all of them");
    m_output.describe(options);
    m_output.describe_names(options);
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_either);
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_output.take_json(global);
    m_position.apply(m_filter.filter, m_output.notation.wxf);
    m_filter.read_names();
    m_source.check(m_filter);
    SearchedGames games{m_source, m_filter, global, m_rejects, m_output.notation.wxf};
    const auto found = jobs::find_games(games.database(), games.filter(), false);
    return write_games(games, games.page(found, m_page).games, m_output, m_rejects, global);
  }

private:
  GameSourceOptions m_source;
  GameOutputOptions m_output;
  jobs::PageQuestion m_page;
  PositionOptions m_position;
  FilterOptions m_filter;
  RejectOptions m_rejects;
};

} // namespace

CommandInfo export_command() {
  return {
      .name = "export",
      .group = "Databases",
      .summary = "write games of a game database, or of files in order, to a file",
      .synopsis = "GAMES.xqdb|IN... [-o OUT] [POSITION] [FILTER]...",
      .description =
          "Writes the games of a database, all of them or those that pass the filters, in the "
          "order in which they were imported. Headers, comments and variations come out as "
          "they went in, with the values and marks of xq annotate --db; what the format has no "
          "place for is a warning, which -v shows. A game "
          "with a character that --to-encoding lacks is left out, and --rejects keeps it as "
          "PGN in UTF-8.\n\n"
          "Names match anywhere within a header, in simplified or traditional characters, ASCII "
          "letters "
          "without case. A date that is "
          "only partly known passes --since and --until if the game may have been played then; "
          "a game without a date passes neither.",
      .examples = {{"xq export games.xqdb -o games.pgn", "everything, as PGN"},
                   {"xq export games.xqdb --player 胡荣华 --since 1980 --until 1989 --to uci",
                    "one player's games of the eighties, a line each"},
                   {"xq export games.xqdb --ecco C --traditional --to-encoding "
                    "big5 -o c.pgn",
                    "for a program that reads Big5"}},
      .exits = {{Exit::negative, "no game matches, none could be written, or, with --strict, "
                                 "something was left out"}},
      .create = create<Export>};
}

} // namespace xq::cli
