#include "cli/interrupt.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "commands/report/report_output.hpp"
#include "jobs/reports/report_tables.hpp"

#include <xq/base/error.hpp>
#include <xq/reports.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

/// `report player NAME` and, with `of_two`, `report opponent NAME OTHER`.
class ReportPlayer : public Command {
public:
  explicit ReportPlayer(bool of_two = false) : m_of_two{of_two} {}

  void describe(OptionSet& options) override {
    options.add_argument(text(m_player, "NAME"), "a part of the player's name");
    if (m_of_two) {
      options.add_argument(text(m_options.against, "OTHER"), "a part of the opponent's name");
    }
    m_output.describe(options);
    m_output.describe_style(options);
    options.add("common", number(m_options.common, 1, 1'000'000'000),
                "a move is common that N other games of the database make in its position");
    options.add("max-ply", number(m_options.plies, 1, 1'000),
                "look for moves that leave the common road in the first N plies");
    m_position.describe(options);
    m_filter.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    if (!m_filter.filter.player.empty()) {
      throw make_error<UsageError>("name the player as an argument, not by --player");
    }
    m_position.apply(m_filter.filter, m_output.notation.wxf);
    m_filter.read_names();
    m_options.threads = global.threads;
    std::optional<Waiting> waiting{std::in_place, global, to_translate("reading")};
    const auto report =
        reports::player_report(m_output.database, m_filter.filter, m_player, m_options, [] {
          throw_if_interrupted();
          return true;
        });
    waiting.reset();
    return m_output.write(global, report, report.games.size() + report.both);
  }

private:
  bool m_of_two;
  std::string m_player;
  StyledReportOutput m_output;
  reports::PlayerOptions m_options;
  PositionOptions m_position;
  FilterOptions m_filter;
};

class ReportOpponent final : public ReportPlayer {
public:
  ReportOpponent() : ReportPlayer{true} {}
};

} // namespace

CommandInfo report_player_command() {
  return {
      .name = "report player",
      .group = "Reports",
      .summary = "show a player: openings, opponents, own ways, mistakes",
      .synopsis = "GAMES.xqdb NAME [-o FILE] [POSITION] [FILTER]...",
      .description =
          "Shows the games of a player from his side: results with both colours, openings with "
          "each, years, opponents, and the games. -o writes a web page, --json an object with "
          "everything.\n\n"
          "NAME is looked for anywhere within the headers, in either script; the report lists the "
          "names found. Games in which it fits both players are left out, and so are records that "
          "--unique leaves out; the report says how many.\n\n"
          "A departure is the move with which the player leaves the common road: the first one of "
          "a game from the usual start that fewer than --common other games of the database make "
          "in its position. Games that the opponent leads away from it count for nothing there. "
          "The position counts in whichever order the moves were played, and so does its "
          "left-right mirror image.\n\n"
          "A repeated mistake is a move of the player in the same position in two games or more "
          "that is marked ?!, ? or ?? in the records, as xq annotate or a person did.\n\n"
          "What the player answers to certain moves: xq report opening GAMES.xqdb MOVE... --black "
          "NAME.",
      .examples = {{"xq report player games.xqdb 许银川 --since 2000", "before a round"},
                   {"xq report player games.xqdb 许银川 --ecco C -o xu.html",
                    "one kind of opening, as a web page"}},
      .exits = {{Exit::negative, "no game matches"},
                {Exit::failure, "the database could not be read"}},
      .answers = {{reports::player_report_fields}},
      .create = create<ReportPlayer>};
}

CommandInfo report_opponent_command() {
  return {
      .name = "report opponent",
      .group = "Reports",
      .summary = "show the games of two players with each other",
      .synopsis = "GAMES.xqdb NAME OTHER [-o FILE] [POSITION] [FILTER]...",
      .description =
          "Shows what xq report player shows, of the games of two players with each other, from "
          "the side of the first one.",
      .examples = {{"xq report opponent games.xqdb 许银川 吕钦", "all their games"},
                   {"xq report opponent games.xqdb 许银川 吕钦 --limit 0 --json",
                    "the same for a script"}},
      .exits = {{Exit::negative, "no game matches"},
                {Exit::failure, "the database could not be read"}},
      .answers = {{reports::player_report_fields}},
      .create = create<ReportOpponent>};
}

} // namespace xq::cli
