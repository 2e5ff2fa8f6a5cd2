#include "base/text/ascii.hpp"
#include "store/names/name_match.hpp"
#include "store/rows/game_fields.hpp"

#include <xq/record/date.hpp>
#include <xq/record/ecco.hpp>
#include <xq/store/query.hpp>

#include <algorithm>

namespace xq::store {

namespace {

bool begins_with(std::string_view text, std::string_view part) {
  return text.size() >= part.size() &&
         std::equal(part.begin(), part.end(), text.begin(),
                    [](char a, char b) { return equal_ignoring_case(a, b); });
}

/// The value of the first header of these two names, as in the database.
std::string_view either_tag(const record::Game& game, std::string_view name,
                            std::string_view other) {
  return game.has_tag(name) ? game.tag(name) : game.tag(other);
}

/// The last day that a number may stand for: what is not known becomes 99.
std::int64_t last_day(std::int64_t date) {
  if (date % 10000 == 0) {
    return date + 9999;
  }
  return date % 100 == 0 ? date + 99 : date;
}

bool opening_matches(const Filter& filter, const record::Game& game) {
  if (filter.ecco.empty() && filter.openings.empty()) {
    return true;
  }
  std::string_view code = game.tag("ECCO");
  if (code.empty()) { // an import finds it out, too
    const auto* found = record::classify(game);
    code = found == nullptr ? code : found->code;
  }
  return begins_with(code, filter.ecco) &&
         (filter.openings.empty() ||
          std::find(filter.openings.begin(), filter.openings.end(), code) != filter.openings.end());
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

/// The name of one filter, and what the groups make of it.
struct Matcher::Wanted {
  NamePattern pattern;
  std::vector<std::string> aliases; ///< sorted
};

Matcher::Matcher(const Filter& filter)
    : m_filter{filter},
      m_player{wanted(record::NameKind::player, filter.player)},
      m_red{wanted(record::NameKind::player, filter.red)},
      m_black{wanted(record::NameKind::player, filter.black)},
      m_event{wanted(record::NameKind::event, filter.event)} {}

std::shared_ptr<const Matcher::Wanted> Matcher::wanted(record::NameKind kind,
                                                       const std::string& text) const {
  if (text.empty()) {
    return nullptr;
  }
  Wanted found{NamePattern{text}, {}};
  if (m_filter.names != nullptr) {
    found.aliases = found.pattern.in_groups(*m_filter.names, kind);
  }
  return std::make_shared<const Wanted>(std::move(found));
}

bool Matcher::is(const std::shared_ptr<const Wanted>& wanted, std::string_view name) {
  return wanted == nullptr || wanted->pattern(name) ||
         std::binary_search(wanted->aliases.begin(), wanted->aliases.end(), name);
}

bool Matcher::operator()(const record::Game& game) const {
  return (!m_filter.result || *m_filter.result == game.result()) &&
         game.plies() >= m_filter.min_plies && opening_matches(m_filter, game) &&
         names_match(game) && date_matches(m_filter, game);
}

bool Matcher::names_match(const record::Game& game) const {
  const std::string_view red = either_tag(game, "Red", "White");
  const std::string_view black = game.tag("Black");
  return (is(m_player, red) || is(m_player, black)) && is(m_red, red) && is(m_black, black) &&
         is(m_event, game.tag("Event"));
}

} // namespace xq::store
