#include "base/text/compose.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/progress.hpp"
#include "commands/report/report_output.hpp"
#include "jobs/reports/report_tables.hpp"
#include "record/openings/opening_names.hpp"

#include <xq/base/error.hpp>
#include <xq/board/board_pattern.hpp>
#include <xq/reports.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

class ReportOpening final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(texts(m_opening, "OPENING"),
                         "startpos, a FEN, moves from either, or the code or name of an opening", 1,
                         OptionSet::any_number);
    m_output.describe(options);
    m_output.describe_style(options);
    options.add("min-games", number(m_options.min_games, 0, 1'000'000'000),
                "show moves of at least N games; 0: one in fifty of the games, at least 2");
    options.add("depth", number(m_options.tree_plies, 1, 100), "show moves N plies deep at most");
    options.add("novelty-games", number(m_options.novelty_games, 1, 1'000'000'000),
                "novelties in positions that at least N games had before");
    m_filter.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    const Position root = read_opening();
    m_filter.read_names();
    m_options.threads = global.threads;
    std::optional<Waiting> waiting{std::in_place, global, to_translate("reading")};
    const auto report =
        reports::opening_report(m_output.database, m_filter.filter, root, m_options, [] {
          throw_if_interrupted();
          return true;
        });
    waiting.reset();
    return m_output.write(global, report, report.all.games);
  }

private:
  /// Set the filter; the position at which the report begins.
  Position read_opening() {
    store::Filter& filter = m_filter.filter;
    const auto wanted = join(m_opening, " ");
    const auto code = record::ecco_code(wanted);
    const auto named =
        code.empty() ? record::openings_named(wanted) : std::vector<const record::Opening*>{};
    if (!code.empty() || !named.empty()) {
      if (!filter.ecco.empty() || !filter.openings.empty()) {
        throw make_error<UsageError>("name the opening as an argument, not by --ecco");
      }
      filter.ecco = code;
      for (const record::Opening* const opening : named) {
        filter.openings.emplace_back(opening->code);
      }
      return Position::start();
    }
    const auto positions = read_positions();
    if (positions.size() != 1) {
      throw make_error<UsageError>("name one position");
    }
    filter.position = {BoardPattern::exactly(positions[0]), positions[0].canonical()};
    return positions[0];
  }

  [[nodiscard]] std::vector<Position> read_positions() const {
    try {
      return position_arguments(m_opening, m_output.notation.wxf.style);
    } catch (const UsageError& e) {
      throw make_error<UsageError>(
          "{}. No opening has this code or name either: xq ecco lists them", e.what());
    }
  }

  std::vector<std::string> m_opening;
  StyledReportOutput m_output;
  reports::OpeningOptions m_options;
  FilterOptions m_filter;
};

} // namespace

CommandInfo report_opening_command() {
  return {
      .name = "report opening",
      .group = "Reports",
      .summary = "show an opening: moves with results, main lines, novelties",
      .synopsis = "GAMES.xqdb OPENING... [-o FILE] [FILTER]...",
      .description =
          "Shows what games do from a position on, or those of an ECCO code from their start: the "
          "moves as a tree with results, the main lines (from each first move the one that most "
          "games make), how long the games are, novelties by date, and years. -o writes a web "
          "page, --json an object with everything.\n\n"
          "Games reach the position in whichever order of moves, or its left-right mirror image, "
          "whose moves are turned round. Records that --unique leaves out do not count. Percent "
          "are Red's points of those that could be made.\n\n"
          "Novelties are those that xq novelties finds in these games behind the position; other "
          "games of the database count as earlier ones.",
      .examples = {{"xq report opening games.xqdb 炮二平五 马8进7 马二进三 车9平8",
                    "what is played after four plies"},
                   {"xq report opening games.xqdb C45 --since 2000 -o c45.html",
                    "the games of an opening, as a web page"}},
      .exits = {{Exit::negative, "no game matches"},
                {Exit::failure, "the database could not be read"}},
      .answers = {{reports::opening_report_fields}},
      .create = create<ReportOpening>};
}

} // namespace xq::cli
