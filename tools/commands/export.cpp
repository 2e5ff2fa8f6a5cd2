#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/games/game_output.hpp"
#include "cli/games/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

namespace xq::cli {

namespace {

constexpr std::size_t write_size = std::size_t{1} << 20U;

class Export final : public Command {
public:
  void describe(OptionSet& options) override {
    options
        .add("db", file(m_database, reads(file_kind::game_database)), "the game database to read")
        .required = true;
    m_output.describe(options);
    m_position.describe(options);
    m_filter.describe(options);
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter, m_output.notation.wxf);
    m_filter.read_names();
    const GameFormatter formatter{m_output};
    store::GameDatabase database{m_database};
    Progress progress{global, to_translate("exporting")};
    Report report{global, m_rejects, progress};
    const auto found = database.find(m_filter.filter);
    Output output{m_output.output.path};
    Findings findings;
    std::string text = formatter.header();
    std::uint64_t games = 0;
    database.read(found, [&](record::Game& game) {
      ++games;
      game.source = m_database;
      static_cast<void>(formatter.write(text, game, m_counts));
      findings.add(game);
      if (text.size() >= write_size) {
        output.write(text);
        text.clear();
        report.take(std::exchange(findings, {}));
        if (!progress.update(games, found.size(), games)) {
          throw_if_interrupted();
        }
      }
      return true;
    });
    output.write(text);
    output.write(formatter.footer());
    report.take(findings);
    output.commit();
    if (games == 0) {
      progress.clear();
      talk("xq: {}: no game matches\n", m_database);
    }
    const Exit exit = report.finish();
    if (!global.quiet) {
      talk_lines(formatter.summary(m_counts, global.json));
    }
    return games == 0 ? Exit::negative : exit;
  }

private:
  std::string m_database;
  GameOutputOptions m_output;
  PositionOptions m_position;
  FilterOptions m_filter;
  RejectOptions m_rejects;
  OutputCounts m_counts;
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
          "they went in; what the format has no place for is a warning, which -v shows. A game "
          "with a character that --to-encoding lacks is left out, and --rejects keeps it as "
          "PGN in UTF-8.\n\n"
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
      .exits = {{Exit::negative, "no game matches, none could be written, or, with --strict, "
                                 "something was left out"}},
      .create = create<Export>};
}

} // namespace xq::cli
