#include "base/text/text.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "commands/report/report_output.hpp"
#include "jobs/reports/report_tables.hpp"
#include "jobs/reports/standings.hpp"

#include <xq/base/error.hpp>
#include <xq/reports.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

/// Parses `--points 2-1-0`.
Value scoring(reports::Scoring& target) {
  Value value;
  value.name = "W-D-L";
  value.default_text = "2-1-0";
  value.accept = [&target](const std::string& text) { target = reports::read_scoring(text); };
  return value;
}

std::vector<std::pair<std::string, std::optional<reports::Ranking>>> ranking_choices() {
  std::vector<std::pair<std::string, std::optional<reports::Ranking>>> table{
      {"auto", std::nullopt}};
  for (std::size_t i = 0; i < reports::ranking_count; ++i) {
    const auto ranking = static_cast<reports::Ranking>(i);
    table.emplace_back(std::string{name(ranking)}, ranking);
  }
  return table;
}

class ReportEvent final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(texts(m_events, "EVENT"),
                         "a part of the event's name; of several, a game of the report has one", 1,
                         OptionSet::any_number);
    m_output.describe(options);
    options.add("points", scoring(m_options.scoring), "points for a win, a draw and a loss");
    options.add("ranking", choice(m_options.ranking, ranking_choices(), "RULE"),
                "who comes first among players with equal points; auto: round-robin if every two "
                "players met as many times, else swiss");
    m_wxf.describe_reading(options);
    m_position.describe(options);
    m_filter.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    if (!m_filter.filter.event.empty()) {
      throw make_error<UsageError>("name the event as an argument, not by --event");
    }
    m_position.apply(m_filter.filter, m_wxf);
    m_filter.read_names();
    std::optional<Waiting> waiting{std::in_place, global, to_translate("reading")};
    const auto report =
        reports::event_report(m_output.database, m_filter.filter, m_events, m_options);
    waiting.reset();
    return m_output.write(global, report, report.games.size() + report.left_out.size());
  }

private:
  std::vector<std::string> m_events;
  ReportOutput m_output;
  reports::EventOptions m_options;
  WxfStyleOption m_wxf;
  PositionOptions m_position;
  FilterOptions m_filter;
};

} // namespace

CommandInfo report_event_command() {
  return {
      .name = "report event",
      .group = "Reports",
      .summary = "show an event: standings, cross table, rounds",
      .synopsis = "GAMES.xqdb EVENT... [-o FILE] [FILTER]...",
      .description =
          "Shows the games of an event as standings with points and tie breaks, as cross table (up "
          "to 40 players), as a table of rounds where every game tells its round as a number, and "
          "as a list. -o writes a web page, --json an object with everything.\n\n"
          "EVENT is looked for anywhere within the header, in either script; when games of several "
          "events are found, the report lists the names. --since and --until part the years of a "
          "series.\n\n"
          "Records that are of one game count once: the same players and colours, the moves of one "
          "the first ones of the other, and nothing in round, date and result that contradicts it, "
          "unless they have 40 plies in common. Games without a result or a player's name count "
          "for "
          "nothing. The report lists all that is left out. Names that --names or the database has "
          "on one line are one player or event.\n\n"
          "round-robin compares points, small points (those of beaten opponents and half of those "
          "of opponents drawn with), wins, the games of the equal players with each other, games "
          "as Black; swiss points, all opponents' points, wins, games as Black; cumulative takes "
          "the points after each round added up instead of the opponents' points; asian compares "
          "points, all opponents' points, the games with each other, wins, wins as Black, games as "
          "Black. docs/reports.md names the sources. Players who are equal in all of it share a "
          "place. Fouls and byes stand in no record and do not count.",
      .examples = {{"xq report event games.xqdb 第25届五羊杯", "standings and cross table"},
                   {"xq report event games.xqdb 全国象棋个人赛 --since 1992 --until 1992 "
                    "--ranking round-robin -o 1992.html",
                    "a year of a series, as a web page"}},
      .exits = {{Exit::negative, "no game matches"},
                {Exit::failure, "the database could not be read"}},
      .answers = {{reports::event_report_fields}},
      .create = create<ReportEvent>};
}

} // namespace xq::cli
