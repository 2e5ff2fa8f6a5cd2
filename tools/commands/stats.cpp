#include "analysis/statistics.hpp"
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
#include "jobs/answer/counted.hpp"
#include "jobs/answer/write.hpp"
#include "store/names/aliases.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using analysis::ResultCounts;
using analysis::Statistics;
using jobs::Counted;
using jobs::FieldOf;
using jobs::get;
using jobs::Kind;
using record::Result;

/// What the answer is made of.
struct Counts {
  const Statistics& of;
  std::size_t limit; ///< of events, players and openings; 0: none
};

template <Result result>
jobs::Value games_with(const Counts& c) {
  return c.of.all.by_result[static_cast<std::size_t>(result)];
}

template <Statistics::Table Statistics::*table>
jobs::Value names(const Counts& c) {
  return rows_of(jobs::counted_fields(), jobs::most_frequent(c.of.*table, c.limit));
}

jobs::Value years(const Counts& c) {
  auto rows = jobs::rows_of_table(c.of.years);
  if (!rows.empty() && rows[0].name.empty()) {
    rows[0].name = "-";
  }
  return rows_of(jobs::counted_fields(), rows);
}

jobs::Value players(const Counts& c) {
  return rows_of(jobs::counted_fields(), jobs::most_frequent(jobs::both_colours(c.of), c.limit));
}

/// With their names, for people.
jobs::Value named_openings(const Counts& c) {
  auto rows = jobs::most_frequent(c.of.openings, c.limit);
  for (auto& row : rows) {
    const auto* known = record::find_opening(row.name);
    row.name = row.name.empty()   ? "-"
               : known == nullptr ? row.name
                                  : fmt::format("{} {}", row.name, record::shown_name(*known));
  }
  return rows_of(jobs::counted_fields(), rows);
}

jobs::Value lengths(const Counts& c) {
  std::vector<Counted> rows;
  for (const auto& [step, counts] : c.of.lengths) {
    const int least = step * Statistics::length_step;
    rows.push_back({fmt::format("{}-{}", least, least + Statistics::length_step - 1), counts});
  }
  return rows_of(jobs::counted_fields(), rows);
}

/// A table each for those that are shown to people: the label stands over its names.
constexpr auto fields = std::to_array<FieldOf<Counts>>(
    {{"games", Kind::count, [](const Counts& c) -> jobs::Value { return c.of.all.games(); }},
     {"distinct", Kind::count, [](const Counts& c) -> jobs::Value { return c.of.distinct(); }},
     {"plies", Kind::count, [](const Counts& c) -> jobs::Value { return c.of.plies; }},
     {"red_wins", Kind::count, games_with<Result::red_wins>},
     {"black_wins", Kind::count, games_with<Result::black_wins>},
     {"draws", Kind::count, games_with<Result::draw>},
     {"unknown", Kind::count, games_with<Result::unknown>},
     {"years", to_translate("year"), Kind::objects, years, jobs::parts<jobs::counted_fields>},
     {"events", to_translate("event"), Kind::objects, names<&Statistics::events>,
      jobs::parts<jobs::counted_fields>},
     {"red", Kind::objects, names<&Statistics::red>, jobs::parts<jobs::counted_fields>},
     {"black", Kind::objects, names<&Statistics::black>, jobs::parts<jobs::counted_fields>},
     {"", to_translate("player (won, lost)"), Kind::objects, players},
     {"openings", Kind::objects, names<&Statistics::openings>, jobs::parts<jobs::counted_fields>},
     {"", to_translate("opening"), Kind::objects, named_openings},
     {"lengths", to_translate("plies"), Kind::objects, lengths,
      jobs::parts<jobs::counted_fields>}});

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
    out.write(global.json ? jobs::json_line<Counts>(fields, {sum, m_limit}) : text(sum));
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
    for (const auto& field : fields) {
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
      .answers = {{jobs::parts<fields>}},
      .create = create<Stats>};
}

} // namespace xq::cli
