#include "jobs/answer/statistics.hpp"

#include "jobs/answer/counted.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>
#include <xq/reports.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/name_proposals.hpp>

#include <fmt/core.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace xq::jobs {

namespace {

using analysis::Statistics;
using record::Result;

template <Result result>
Value games_with(const CountedGames& c) {
  return c.of.all.by_result[static_cast<std::size_t>(result)];
}

template <Statistics::Table Statistics::*table>
Value names(const CountedGames& c) {
  return rows_of(counted_fields, most_frequent(c.of.*table, c.limit));
}

Value years(const CountedGames& c) {
  auto rows = rows_of_table(c.of.years);
  if (!rows.empty() && rows[0].name.empty()) {
    rows[0].name = "-";
  }
  return rows_of(counted_fields, rows);
}

Value players(const CountedGames& c) {
  return rows_of(counted_fields, most_frequent(both_colours(c.of), c.limit));
}

/// The openings with their names, for people; JSON has the codes alone.
Value named_openings(const CountedGames& c) {
  auto rows = most_frequent(c.of.openings, c.limit);
  for (auto& row : rows) {
    const auto* known = record::find_opening(row.name);
    row.name = row.name.empty()   ? "-"
               : known == nullptr ? row.name
                                  : fmt::format("{} {}", row.name, record::shown_name(*known));
  }
  return rows_of(counted_fields, rows);
}

Value lengths(const CountedGames& c) {
  std::vector<Counted> rows;
  for (const auto& [step, counts] : c.of.lengths) {
    const int least = step * Statistics::length_step;
    rows.push_back({fmt::format("{}-{}", least, least + Statistics::length_step - 1), counts});
  }
  return rows_of(counted_fields, rows);
}

constexpr auto fields = std::to_array<FieldOf<CountedGames>>(
    {{"games", Kind::count, [](const CountedGames& c) -> Value { return c.of.all.games(); }},
     {"distinct", Kind::count, [](const CountedGames& c) -> Value { return c.of.distinct(); }},
     {"plies", Kind::count, [](const CountedGames& c) -> Value { return c.of.plies; }},
     {"red_wins", Kind::count, games_with<Result::red_wins>},
     {"black_wins", Kind::count, games_with<Result::black_wins>},
     {"draws", Kind::count, games_with<Result::draw>},
     {"unknown", Kind::count, games_with<Result::unknown>},
     {"years", to_translate("year"), Kind::objects, years, parts<counted_fields>},
     {"events", to_translate("event"), Kind::objects, names<&Statistics::events>,
      parts<counted_fields>},
     {"red", Kind::objects, names<&Statistics::red>, parts<counted_fields>},
     {"black", Kind::objects, names<&Statistics::black>, parts<counted_fields>},
     {"", to_translate("player (won, lost)"), Kind::objects, players},
     {"openings", Kind::objects, names<&Statistics::openings>, parts<counted_fields>},
     {"", to_translate("opening"), Kind::objects, named_openings},
     {"lengths", to_translate("plies"), Kind::objects, lengths, parts<counted_fields>}});

} // namespace

std::span<const FieldOf<CountedGames>> statistics_fields() noexcept { return fields; }

} // namespace xq::jobs

namespace xq::reports {

analysis::Statistics statistics(const std::string& database, const store::Filter& filter,
                                unsigned threads, const std::function<bool()>& keep_going) {
  const record::Aliases names = filter.names ? *filter.names : store::load_aliases(database);
  analysis::Statistics sum;
  store::read_games<analysis::Statistics>(
      database, filter, threads,
      [&](record::Game& game, analysis::Statistics& part) { part.add(game, names); },
      [&](analysis::Statistics&& part) {
        if (keep_going && !keep_going()) {
          throw make_error<Interrupted>("stopped");
        }
        sum.add(part);
      });
  return sum;
}

std::string as_json(const analysis::Statistics& statistics, std::size_t limit) {
  return jobs::json_object(jobs::statistics_fields(), jobs::CountedGames{statistics, limit});
}

} // namespace xq::reports
