#include "base/text/ascii.hpp"
#include "record/facts.hpp"
#include "store/names/name_match.hpp"
#include "store/words/word_query.hpp"

#include <xq/record/ecco.hpp>
#include <xq/store/query.hpp>

#include <algorithm>
#include <utility>

namespace xq::store {

namespace {

bool begins_with(std::string_view text, std::string_view part) {
  return text.size() >= part.size() &&
         std::equal(part.begin(), part.end(), text.begin(),
                    [](char a, char b) { return equal_ignoring_case(a, b); });
}

/// Whether the name of the code, or a header, names the opening so.
bool names_opening(const record::Game& game, std::string_view code, const NamePattern& wanted) {
  const auto* const opening = record::find_opening(code);
  bool named = opening != nullptr && wanted(opening->name);
  for (std::size_t i = 0; i < game.tag_count() && !named; ++i) {
    const auto tag = game.tag_at(i);
    named =
        (equal_ignoring_case(tag.name, "Opening") || equal_ignoring_case(tag.name, "Variation")) &&
        wanted(tag.value);
  }
  return named;
}

bool number_matches(const std::vector<GameRange>& ranges, std::uint64_t number) {
  return ranges.empty() || std::any_of(ranges.begin(), ranges.end(), [&](const GameRange& range) {
           return std::cmp_less_equal(range.first, number) &&
                  std::cmp_less_equal(number, range.last);
         });
}

bool level_matches(const std::optional<Range>& range, int level) {
  return !range || (level >= range->least && level <= range->most);
}

bool levels_match(const Filter& filter, const record::Facts& facts) {
  return level_matches(filter.red_level, facts.levels[to_index(Color::red)]) &&
         level_matches(filter.black_level, facts.levels[to_index(Color::black)]);
}

bool date_matches(const Filter& filter, const record::Facts& facts) {
  if (filter.from == 0 && filter.until == 0) {
    return true;
  }
  const auto days = facts.days();
  return days.known() && (filter.from == 0 || days.last >= filter.from) &&
         (filter.until == 0 || days.first <= record::days_of(filter.until).last);
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
      m_event{wanted(record::NameKind::event, filter.event)},
      m_site{wanted(record::NameKind::site, filter.site)} {
  if (!filter.opening.empty()) {
    m_opening = std::make_shared<const Wanted>(Wanted{NamePattern{filter.opening}, {}});
  }
  if (!filter.comment.empty()) {
    m_words = std::make_shared<const WordQuery>(filter.comment);
  }
}

std::shared_ptr<const Matcher::Wanted> Matcher::wanted(record::NameKind kind,
                                                       const std::string& text) const {
  if (text.empty()) {
    return nullptr;
  }
  Wanted found{NamePattern{text, kind}, {}};
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
  return number_matches(m_filter.games, game.number) &&
         (!m_filter.result || *m_filter.result == game.result()) &&
         game.plies() >= m_filter.min_plies &&
         (!m_filter.max_plies || game.plies() <= *m_filter.max_plies) && opening_matches(game) &&
         names_match(game) && (m_words == nullptr || (game.has_notes() && (*m_words)(game)));
}

bool Matcher::opening_matches(const record::Game& game) const {
  const auto& codes = m_filter.openings;
  if (m_filter.ecco.empty() && codes.empty() && m_opening == nullptr) {
    return true;
  }
  const auto code = record::opening_code(game);
  return begins_with(code, m_filter.ecco) &&
         (codes.empty() ||
          (!code.empty() && std::find(codes.begin(), codes.end(), code) != codes.end())) &&
         (m_opening == nullptr || names_opening(game, code, m_opening->pattern));
}

bool Matcher::names_match(const record::Game& game) const {
  const record::Facts facts{game};
  return (is(m_player, facts.red) || is(m_player, facts.black)) && is(m_red, facts.red) &&
         is(m_black, facts.black) && is(m_event, facts.event) && is(m_site, facts.site) &&
         date_matches(m_filter, facts) && levels_match(m_filter, facts);
}

} // namespace xq::store
