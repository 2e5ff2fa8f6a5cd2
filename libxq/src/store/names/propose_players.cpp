#include "store/names/name_groups.hpp"
#include "store/names/propose.hpp"
#include "store/spelling/places.hpp"

#include <algorithm>
#include <tuple>

namespace xq::store {

namespace {

bool share_a_year(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](int year) { return std::binary_search(b.begin(), b.end(), year); });
}

class PlayerProposals {
public:
  PlayerProposals(const PlayerFacts& facts, const record::Aliases& known)
      : m_facts{facts}, m_known{known}, m_split{split_players(facts)} {}

  std::vector<ProposedGroup> run(double most_doubt) {
    const auto links = link_players(m_facts);
    NameGroups groups{m_facts.spellings().size(),
                      [&](std::size_t a, std::size_t b) { return differ(a, b); }};
    join_known(groups);
    groups.join(links, most_doubt);
    std::vector<ProposedGroup> proposed;
    for (const auto& members : groups.groups()) {
      auto group = describe(groups, members);
      const bool any_known = std::any_of(group.names.begin(), group.names.end(),
                                         [](const auto& name) { return name.known; });
      if (group.names.size() > 1 || any_known) {
        proposed.push_back(std::move(group));
      }
    }
    return proposed;
  }

private:
  [[nodiscard]] const Spelling& spelling(std::size_t i) const { return m_facts.spellings()[i]; }

  [[nodiscard]] bool differ(std::size_t a, std::size_t b) const {
    const Spelling& x = spelling(a);
    const Spelling& y = spelling(b);
    if (m_facts.met(a, b) || (x.known && y.known && x.known != y.known)) {
      return true;
    }
    const auto here = region_of(m_split[a].team);
    const auto there = region_of(m_split[b].team);
    return !here.empty() && !there.empty() && here != there && share_a_year(x.years, y.years) &&
           m_facts.same_games(a, b).count == 0;
  }

  void join_known(NameGroups& groups) const {
    std::vector<std::size_t> first(m_known.groups().size(), m_facts.spellings().size());
    for (std::size_t i = 0; i < m_facts.spellings().size(); ++i) {
      if (const auto known = spelling(i).known) {
        auto& place = first[*known];
        place = std::min(place, i);
        groups.join_known(place, i);
      }
    }
  }

  /// Names of a spelling, the one with most games first, of equal ones the shortest.
  [[nodiscard]] std::vector<const WrittenName*> names_of(std::size_t i) const {
    std::vector<const WrittenName*> names;
    for (const auto name : spelling(i).names) {
      names.push_back(&m_facts.names()[name]);
    }
    std::sort(names.begin(), names.end(), [](const auto* x, const auto* y) {
      return std::tuple{y->games, x->text.size(), std::string_view{x->text}} <
             std::tuple{x->games, y->text.size(), std::string_view{y->text}};
    });
    return names;
  }

  /// The spelling that the canonical name is of: a known one, one without a team, with most games.
  [[nodiscard]] std::size_t leader(const std::vector<std::size_t>& members) const {
    const auto rank = [&](std::size_t i) {
      return std::tuple{spelling(i).known.has_value(), m_split[i].team.empty(), spelling(i).games};
    };
    return *std::max_element(members.begin(), members.end(),
                             [&](std::size_t x, std::size_t y) { return rank(x) < rank(y); });
  }

  [[nodiscard]] ProposedGroup describe(const NameGroups& groups,
                                       const std::vector<std::size_t>& members) const {
    ProposedGroup group{record::NameKind::player, {}};
    const auto first = leader(members);
    add(group, first, {first, first, nullptr});
    for (const auto& step : groups.steps_from(first)) {
      add(group, step.thing, step);
    }
    if (const auto known = spelling(first).known) { // its own name goes first
      const auto& canonical = m_known.groups()[*known].names.front();
      const auto at = std::find_if(group.names.begin(), group.names.end(),
                                   [&](const auto& name) { return name.name == canonical; });
      std::rotate(group.names.begin(), at, at + 1);
    }
    return group;
  }

  void add(ProposedGroup& group, std::size_t i, const NameGroups::Step& step) const {
    const auto names = names_of(i);
    for (const WrittenName* name : names) {
      ProposedName proposed{.name = name->text,
                            .games = name->games,
                            .first_year = name->first_year,
                            .last_year = name->last_year};
      proposed.known = m_known.find(record::NameKind::player, name->text) != nullptr;
      if (!proposed.known && name != names.front()) {
        proposed.like = names.front()->text;
        proposed.confidence = 1 - doubt_of_spelling;
        proposed.evidence = {{.kind = NameEvidence::Kind::spelling}};
      } else if (!proposed.known && step.link != nullptr) {
        proposed.like = names_of(step.from).front()->text;
        proposed.confidence = 1 - step.link->doubt;
        proposed.evidence = step.link->evidence;
      }
      group.names.push_back(std::move(proposed));
    }
  }

  const PlayerFacts& m_facts;
  const record::Aliases& m_known;
  std::vector<PlayerName> m_split;
};

} // namespace

std::vector<ProposedGroup> propose_players(sqlite::Database& db, NameFolder& fold,
                                           const record::Aliases& known, double most_doubt) {
  const PlayerFacts facts{db, fold, known};
  return PlayerProposals{facts, known}.run(most_doubt);
}

} // namespace xq::store
