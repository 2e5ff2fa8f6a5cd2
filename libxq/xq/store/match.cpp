#include <xq/record/date.hpp>
#include <xq/store/game_fields.hpp>
#include <xq/store/query.hpp>

#include <algorithm>

namespace xq::store {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letters(char a, char b) { return lower(a) == lower(b); }

bool contains(std::string_view text, std::string_view part) {
  return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(),
                                     same_letters) != text.end();
}

bool begins_with(std::string_view text, std::string_view part) {
  return text.size() >= part.size() &&
         std::equal(part.begin(), part.end(), text.begin(), same_letters);
}

/// The value of the first header of these two names, as in the database.
std::string_view either_tag(const record::Game& game, std::string_view name,
                            std::string_view other) {
  return game.has_tag(name) ? game.tag(name) : game.tag(other);
}

bool names_match(const Filter& filter, const record::Game& game) {
  const std::string_view red = either_tag(game, "Red", "White");
  const std::string_view black = game.tag("Black");
  return (filter.player.empty() || contains(red, filter.player) ||
          contains(black, filter.player)) &&
         contains(red, filter.red) && contains(black, filter.black) &&
         contains(game.tag("Event"), filter.event);
}

/// The last day that a number may stand for: what is not known becomes 99.
std::int64_t last_day(std::int64_t date) {
  if (date % 10000 == 0) {
    return date + 9999;
  }
  return date % 100 == 0 ? date + 99 : date;
}

bool date_matches(const Filter& filter, const record::Game& game) {
  if (filter.from == 0 && filter.until == 0) {
    return true;
  }
  const std::int64_t date = date_number(record::normalise_date(game.tag("Date")));
  return date != 0 && (filter.from == 0 || last_day(date) >= filter.from) &&
         (filter.until == 0 || date <= last_day(filter.until));
}

} // namespace

bool matches(const Filter& filter, const record::Game& game) {
  return (!filter.result || *filter.result == game.result()) &&
         game.plies() >= filter.min_plies && begins_with(game.tag("ECCO"), filter.ecco) &&
         names_match(filter, game) && date_matches(filter, game);
}

} // namespace xq::store
