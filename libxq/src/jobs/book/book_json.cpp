#include "jobs/book/book_json.hpp"

#include <xq/analysis/review.hpp>

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

void write_members(JsonWriter& json, const std::optional<book::MoveScore>& score) {
  if (!score) {
    return;
  }
  json.member("score", score->score)
      .member("win", 100 * analysis::winning_probability(score->score), 1)
      .member("search_depth", score->depth)
      .key("replies");
  score->replies ? json.value(*score->replies) : json.null();
}

} // namespace xq::jobs
