#include "cli/interrupt.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "commands/report/report_output.hpp"
#include "jobs/reports/report_tables.hpp"

#include <xq/reports.hpp>

#include <optional>
#include <utility>

namespace xq::cli {

namespace {

class Novelties final : public Command {
public:
  void describe(OptionSet& options) override {
    m_output.describe(options);
    m_output.describe_style(options);
    options.add("min-games", number(m_options.earlier, 1, 1'000'000'000),
                "at least N games had the position before");
    options.add("max-ply", number(m_options.plies, 1, 1'000), "compare the first N plies of games");
    options.add("memory", bytes(m_options.memory),
                "for sorting; what does not fit goes to temporary files beside the database");
    m_position.describe(options);
    m_filter.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter, m_output.notation.wxf);
    m_filter.read_names();
    m_options.threads = global.threads;
    std::optional<Waiting> waiting{std::in_place, global, to_translate("reading")};
    const auto report = reports::novelties(m_output.database, m_filter.filter, m_options, [] {
      throw_if_interrupted();
      return true;
    });
    waiting.reset();
    if (report.novelties.empty()) {
      talk("xq: {}: no novelty found\n", m_output.database);
    }
    const Exit exit = m_output.write(global, report, 1);
    return exit == Exit::ok && report.novelties.empty() ? Exit::negative : exit;
  }

private:
  StyledReportOutput m_output;
  reports::NoveltyOptions m_options;
  PositionOptions m_position;
  FilterOptions m_filter;
};

} // namespace

CommandInfo novelties_command() {
  return {
      .name = "novelties",
      .group = "Reports",
      .summary = "find the first game with a move in a known position",
      .synopsis = "GAMES.xqdb [--since DATE] [-o FILE] [POSITION] [FILTER]...",
      .description =
          "Finds moves that were new when they were played: the first game with a move in a "
          "position that at least --min-games games had before, the latest first. Filters choose "
          "the games whose novelties are shown; all games of the database count as earlier ones, "
          "but for those from another start position and records that --unique leaves out.\n\n"
          "A game is called first only if no other one with the move can have been played on the "
          "same day or before. A game without a date is never the first and never an earlier one, "
          "and where it has the move, no other game is the first. Of the records of one game the "
          "days count that they have in common. The report says how many games have no date and "
          "of how many moves the first game cannot be told.\n\n"
          "A move into a position that another game had, or may have had, before in another order "
          "of moves is no novelty. The left-right mirror image of a position is the same position.",
      .examples = {{"xq novelties games.xqdb --since 2010 --limit 50", "the latest ones"},
                   {"xq novelties games.xqdb --ecco C4 --min-games 20 -o new.html",
                    "those of an opening that is much played, as a web page"}},
      .exits = {{Exit::negative, "no novelty was found"},
                {Exit::failure, "the database could not be read"}},
      .answers = {{reports::novelty_report_fields}},
      .create = create<Novelties>};
}

} // namespace xq::cli
