#include "base/text/ascii.hpp"
#include "store/rows/game_fields.hpp"

#include <xq/base/chinese_script.hpp>
#include <xq/record/date.hpp>
#include <xq/record/ecco.hpp>
#include <xq/store/query.hpp>

#include <algorithm>

namespace xq::store {

namespace {

/// `text` as it is and in both scripts; none for an empty one.
std::vector<std::string> spellings(const std::string& text) {
  std::vector<std::string> all;
  if (!text.empty()) {
    all = {text, ChineseScriptConverter{ChineseScript::simplified}.convert(text),
           ChineseScriptConverter{ChineseScript::traditional}.convert(text)};
  }
  return all;
}

/// Whether one of the spellings stands anywhere in the text; true when there are none.
bool contains(std::string_view text, const std::vector<std::string>& parts) {
  return parts.empty() || std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
           return std::search(text.begin(), text.end(), part.begin(), part.end(),
                              [](char a, char b) { return equal_ignoring_case(a, b); }) !=
                  text.end();
         });
}

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

Matcher::Matcher(const Filter& filter)
    : m_filter{filter},
      m_player{spellings(filter.player)},
      m_red{spellings(filter.red)},
      m_black{spellings(filter.black)},
      m_event{spellings(filter.event)} {}

bool Matcher::operator()(const record::Game& game) const {
  return (!m_filter.result || *m_filter.result == game.result()) &&
         game.plies() >= m_filter.min_plies && opening_matches(m_filter, game) &&
         names_match(game) && date_matches(m_filter, game);
}

bool Matcher::names_match(const record::Game& game) const {
  const std::string_view red = either_tag(game, "Red", "White");
  const std::string_view black = game.tag("Black");
  return (contains(red, m_player) || contains(black, m_player)) && contains(red, m_red) &&
         contains(black, m_black) && contains(game.tag("Event"), m_event);
}

} // namespace xq::store
