#include "jobs/book/book_json.hpp"

#include <utility>

namespace xq::jobs {

void write_members(JsonWriter& json, const book::Counts& counts) {
  json.member("games", counts.games)
      .member("red_wins", counts.red_wins)
      .member("draws", counts.draws)
      .member("black_wins", counts.black_wins);
}

void write_members(JsonWriter& json, const book::Years& years) {
  for (const auto& [name, year] :
       {std::pair{"first_year", years.first}, std::pair{"last_year", years.last}}) {
    year == 0 ? json.key(name).null() : json.member(name, year);
  }
}

void write_members(JsonWriter& json, const book::Levels& levels, Ratings ratings) {
  if (levels.games == 0) {
    return;
  }
  json.member("rated", levels.games);
  ratings == Ratings::sum ? json.member("rating_sum", levels.sum)
                          : json.member("average_rating", book::average(levels), 1);
  json.member("best_rating", levels.best);
}

} // namespace xq::jobs
