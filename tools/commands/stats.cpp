#include "base/text/text.hpp"
#include "cli/files/output.hpp"
#include "cli/games/game_source.hpp"
#include "cli/games/report.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/statistics.hpp"
#include "jobs/answer/write.hpp"

#include <xq/analysis/statistics.hpp>
#include <xq/base/translate.hpp>
#include <xq/reports.hpp>
#include <xq/store/name_proposals.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>

namespace xq::cli {

namespace {

using analysis::Statistics;
using record::Result;

/// A table with a bar for the games of each row, which fills the screen.
std::string with_bars(const jobs::Field& field, const jobs::Rows& rows) {
  constexpr std::size_t longest_bar = 30;
  constexpr std::size_t least_bar = 10;
  const auto screen = screen_columns();
  auto table = jobs::table_of({}, rows);
  table.columns[0].heading = translate(field.label);
  std::uint64_t most = 1;
  for (const auto& row : table.rows) {
    most = std::max<std::uint64_t>(most, std::stoull(row[1]));
  }
  const auto text = render::table_text(table, screen - least_bar - 2);
  std::string_view lines = text;
  std::string out;
  for (std::size_t row = 0; !lines.empty(); ++row) {
    const auto line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(line.size() + 1);
    out += row == 0 ? "\n" : "";
    out += line;
    if (row != 0) {
      const auto longest = std::min(longest_bar, screen - display_width(line) - 2);
      const auto games = std::stoull(table.rows[row - 1][1]);
      out += "  " + std::string((games * longest + most - 1) / most, '#');
    }
    out += '\n';
  }
  return out;
}

class Stats final : public Command {
public:
  void describe(OptionSet& options) override {
    m_source.describe(options, "count the games of this database instead of files");
    options.add("limit", number(m_limit, 0, 1'000'000),
                "list at most N events, players and openings; 0: all of them");
    m_wxf.describe_reading(options);
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_either);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter, m_wxf);
    m_filter.read_names();
    m_source.check(m_filter);
    Statistics sum;
    const Exit status = read(global, sum);
    Output out;
    out.write(global.json ? reports::as_json(sum, m_limit) + '\n' : text(sum));
    out.commit();
    return status == Exit::ok && sum.all.games() == 0 ? Exit::negative : status;
  }

private:
  Exit read(const GlobalOptions& global, Statistics& sum) {
    Progress progress{global, to_translate("counting")};
    Report report{global, m_rejects, progress, m_source.input.inputs};
    const auto names = this->names();
    read_source<Statistics>(
        {m_source, m_filter, m_source.input.read_options(global, m_wxf), global.threads}, report,
        progress, [&](record::Game& game, Statistics& part) { part.add(game, names); },
        [&](Statistics&& part) { sum.add(part); });
    progress.clear();
    return m_source.database.empty() ? report.finish() : Exit::ok;
  }

  /// The names that are counted as one.
  [[nodiscard]] record::Aliases names() const {
    if (m_filter.filter.names != nullptr) {
      return *m_filter.filter.names;
    }
    return m_source.database.empty() ? record::Aliases{} : store::load_aliases(m_source.database);
  }

  [[nodiscard]] std::string text(const Statistics& s) const {
    const auto games = s.all.games();
    const auto each = [&](std::uint64_t all) {
      return games == 0 ? 0.0 : static_cast<double>(all) / static_cast<double>(games);
    };
    render::Table table{.title = {}, .columns = {{}, {}}, .rows = {}};
    table.rows = {
        {std::string{translate("games")}, std::to_string(games)},
        {std::string{translate("distinct")},
         localized("{} by start position and moves", s.distinct())},
        {std::string{translate("plies")}, localized("{}, {:.1f} a game", s.plies, each(s.plies))}};
    for (const Result r : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
      const auto count = s.all.by_result[static_cast<std::size_t>(r)];
      table.rows.push_back(
          {std::string{to_text(r)}, localized("{} ({:.1f} %)", count, 100.0 * each(count))});
    }
    std::string out = render::table_text(table);
    for (const auto& field : jobs::statistics_fields()) {
      const auto value = field.get({s, m_limit});
      if (field.label != nullptr && !value.rows()->rows.empty()) {
        out += with_bars(field, *value.rows());
      }
    }
    return out;
  }

  GameSourceOptions m_source;
  RejectOptions m_rejects;
  std::size_t m_limit = 20;
  WxfStyleOption m_wxf;
  PositionOptions m_position;
  FilterOptions m_filter;
};

} // namespace

CommandInfo stats_command() {
  return {
      .name = "stats",
      .group = "Databases",
      .summary = "count games by year, event, player, result, opening and length",
      .synopsis = "IN... | GAMES.xqdb [POSITION] [FILTER]...",
      .description =
          "Counts games of files or of a database. Text has a block for each question, with a bar "
          "beside each row, years and lengths in their order, the others from the most frequent; "
          "a player's row counts won and lost games, whichever the colour. --json has everything "
          "in one object.\n\n"
          "A game without an ECCO header counts for the opening that its moves make; distinct "
          "games differ in start position or moves. Names that --names or the database has on one "
          "line count as one, under the first of them.",
      .examples = {{"xq stats archive/", "what an archive holds"},
                   {"xq stats games.xqdb --player 胡荣华 --limit 10", "one player's games"},
                   {"xq stats --json games.pgn", "the counts, for a script"}},
      .exits = {{Exit::negative, "there is no game to count"},
                {Exit::failure, "a file or the database could not be read"}},
      .answers = {{jobs::parts<jobs::statistics_fields>}},
      .create = create<Stats>};
}

} // namespace xq::cli
