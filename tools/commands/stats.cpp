#include "analysis/statistics.hpp"
#include "base/text/json_writer.hpp"
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
using record::Result;

using Rows = std::vector<std::pair<std::string, ResultCounts>>;

std::uint64_t of(const ResultCounts& counts, Result result) {
  return counts.by_result[static_cast<std::size_t>(result)];
}

/// The rows with most games first, equal ones by name: `limit` of them, or all when it is 0.
Rows most_frequent(Rows rows, std::size_t limit) {
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second.games() > b.second.games();
  });
  rows.resize(limit == 0 ? rows.size() : std::min(rows.size(), limit));
  return rows;
}

/// A player's games with both colours, from the player's side: won, lost, drawn.
Rows players(const Statistics& s) {
  Statistics::Table both = s.red;
  for (const auto& [name, counts] : s.black) {
    auto& sum = both[name].by_result;
    for (const Result r : {Result::unknown, Result::red_wins, Result::black_wins, Result::draw}) {
      const auto from = r == Result::red_wins     ? Result::black_wins
                        : r == Result::black_wins ? Result::red_wins
                                                  : r;
      sum[static_cast<std::size_t>(r)] += of(counts, from);
    }
  }
  return {both.begin(), both.end()};
}

Rows openings(const Statistics& s) {
  Rows rows;
  for (const auto& [code, counts] : s.openings) {
    const auto* known = record::find_opening(code);
    rows.emplace_back(code.empty()       ? "-"
                      : known == nullptr ? code
                                         : fmt::format("{} {}", code, record::shown_name(*known)),
                      counts);
  }
  return rows;
}

Rows lengths(const Statistics& s) {
  Rows rows;
  for (const auto& [step, counts] : s.lengths) {
    const int least = step * Statistics::length_step;
    rows.emplace_back(fmt::format("{}-{}", least, least + Statistics::length_step - 1), counts);
  }
  return rows;
}

Rows years(const Statistics& s) {
  Rows rows;
  for (const auto& [year, counts] : s.years) {
    rows.emplace_back(year.empty() ? "-" : year, counts);
  }
  return rows;
}

/// One text block for the screen: name, games, results, a bar.
std::string block(std::string_view title, const Rows& rows) {
  const auto screen = screen_columns();
  constexpr std::size_t numbers = 36; // of columns, with the blanks before them
  const auto widest_name = std::clamp<std::size_t>(screen - std::min(screen, numbers + 10), 12, 60);
  constexpr std::size_t longest_bar = 30;
  if (rows.empty()) {
    return {};
  }
  std::size_t width = display_width(title);
  std::uint64_t most = 1;
  for (const auto& [name, counts] : rows) {
    width = std::max(width, display_width(cell(name, widest_name)));
    most = std::max(most, counts.games());
  }
  const auto games = translate("games");
  // Translators: heading over the number of drawn games
  const auto draw = translate("draw");
  const auto games_width = std::max<std::size_t>(7, display_width(games));
  const auto draw_width = std::max<std::size_t>(5, display_width(draw));
  const auto numbers_width = games_width + draw_width + std::size_t{3} * 6 + 1;
  const auto bar_length = std::min(longest_bar, screen - width - 2 - numbers_width - 2);
  std::string out =
      fmt::format("\n{}  {:>{}} {:>5} {:>5} {:>{}} {:>5}\n", pad_right(title, width), games,
                  games_width, to_text(Result::red_wins), to_text(Result::black_wins), draw,
                  draw_width, to_text(Result::unknown));
  for (const auto& [name, counts] : rows) {
    const auto shown = cell(name, widest_name);
    const auto bar = (counts.games() * bar_length + most - 1) / most;
    out += fmt::format("{}  {:>{}} {:>5} {:>5} {:>{}} {:>5}  {}\n", pad_right(shown, width),
                       counts.games(), games_width, of(counts, Result::red_wins),
                       of(counts, Result::black_wins), of(counts, Result::draw), draw_width,
                       of(counts, Result::unknown), std::string(bar, '#'));
  }
  return out;
}

void append(JsonWriter& json, std::string_view key, const Rows& rows) {
  json.key(key).begin_array();
  for (const auto& [name, counts] : rows) {
    json.begin_object()
        .member("name", std::string_view{name})
        .member("games", counts.games())
        .member("red_wins", of(counts, Result::red_wins))
        .member("black_wins", of(counts, Result::black_wins))
        .member("draws", of(counts, Result::draw))
        .member("unknown", of(counts, Result::unknown))
        .end_object();
  }
  json.end_array();
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
    out.write(global.json ? json(sum) : text(sum));
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

  [[nodiscard]] Rows top(const Statistics::Table& table) const {
    return most_frequent({table.begin(), table.end()}, m_limit);
  }

  [[nodiscard]] std::string text(const Statistics& s) const {
    const auto games = s.all.games();
    const std::array labels{translate("games"), translate("distinct"), translate("plies")};
    std::size_t width = 9;
    for (const auto label : labels) {
      width = std::max(width, display_width(label));
    }
    const auto row = [width](std::string_view label, std::string_view value) {
      return fmt::format("{} {}\n", pad_right(label, width), value);
    };
    std::string out = row(labels[0], std::to_string(games));
    out += row(labels[1], localized("{} by start position and moves", s.distinct()));
    out += row(
        labels[2],
        localized("{}, {:.1f} a game", s.plies,
                  games == 0 ? 0.0 : static_cast<double>(s.plies) / static_cast<double>(games)));
    for (const Result r : {Result::red_wins, Result::black_wins, Result::draw, Result::unknown}) {
      out += row(to_text(r), localized("{} ({:.1f} %)", of(s.all, r),
                                       games == 0 ? 0.0
                                                  : 100.0 * static_cast<double>(of(s.all, r)) /
                                                        static_cast<double>(games)));
    }
    out += block(translate("year"), years(s));
    out += block(translate("event"), top(s.events));
    out += block(translate("player (won, lost)"), most_frequent(players(s), m_limit));
    out += block(translate("opening"), most_frequent(openings(s), m_limit));
    out += block(translate("plies"), lengths(s));
    return out;
  }

  [[nodiscard]] std::string json(const Statistics& s) const {
    std::string line;
    JsonWriter json{line};
    json.begin_object()
        .member("games", s.all.games())
        .member("distinct", s.distinct())
        .member("plies", s.plies)
        .member("red_wins", of(s.all, Result::red_wins))
        .member("black_wins", of(s.all, Result::black_wins))
        .member("draws", of(s.all, Result::draw))
        .member("unknown", of(s.all, Result::unknown));
    append(json, "years", years(s));
    append(json, "events", top(s.events));
    append(json, "red", top(s.red));
    append(json, "black", top(s.black));
    append(json, "openings", top(s.openings));
    append(json, "lengths", lengths(s));
    json.end_object();
    return line + '\n';
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
      .create = create<Stats>};
}

} // namespace xq::cli
