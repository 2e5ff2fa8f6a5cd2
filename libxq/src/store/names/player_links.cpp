#include "store/names/player_links.hpp"

#include "base/text/compose.hpp"
#include "store/names/propose.hpp"
#include "store/spelling/pinyin.hpp"
#include "store/spelling/places.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace xq::store {

namespace {

using Kind = NameEvidence::Kind;

// Doubts of likeness, before games are counted.
constexpr double doubt_of_sound = 0.25;
constexpr double doubt_of_romanised = 0.15; ///< and no other name sounds so
constexpr double doubt_of_one_of_several = 0.5;
constexpr double doubt_of_letters = 0.15; ///< for each letter that differs

constexpr std::size_t least_letters = 8; ///< of Latin names that are compared
constexpr std::size_t most_compared = 3000;

/// The factor for a doubt that follows from games under both names.
double times_for_same_games(const Sightings& seen) noexcept {
  constexpr double one = 0.05;
  constexpr double several = 0.01;
  return seen.count == 0 ? 1 : seen.count == 1 ? one : several;
}

/// How many letters must be put in, left out or changed to make one text of the other; nothing for
/// more than `most`.
std::optional<std::size_t> letters_apart(std::string_view a, std::string_view b, std::size_t most) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most) {
    return std::nullopt;
  }
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto changed = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back() <= most ? std::optional{row.back()} : std::nullopt;
}

class LikenessLinker {
public:
  LikenessLinker(const PlayerFacts& facts, const std::vector<PlayerName>& split,
                 std::vector<NameLink>& links)
      : m_facts{facts}, m_split{split}, m_links{links} {}

  void run() {
    for (const auto& [pair, seen] : m_facts.same_games()) {
      link_sounds(pair.first, pair.second, seen);
    }
    link_romanised();
    link_letters();
  }

private:
  [[nodiscard]] const std::string& key(std::size_t i) const { return m_facts.spellings()[i].key; }

  void add(std::size_t a, std::size_t b, double doubt, NameEvidence likeness) {
    NameLink link{a, b, doubt, {std::move(likeness)}};
    if (const auto seen = m_facts.same_games(a, b); seen.count != 0) {
      link.doubt *= times_for_same_games(seen);
      link.evidence.push_back({Kind::same_games, {}, seen.count, seen.game});
    }
    m_links.push_back(std::move(link));
  }

  /// A name of two characters must have half of its games in common: others sound like it.
  void link_sounds(std::size_t a, std::size_t b, const Sightings& seen) {
    constexpr std::size_t two_characters = 6;
    const auto fewer = std::min(m_facts.spellings()[a].games, m_facts.spellings()[b].games);
    if (m_split[a].name.size() <= two_characters && 2 * seen.count < fewer) {
      return;
    }
    const auto x = m_split[a].name;
    const auto y = m_split[b].name;
    const auto here = region_of(m_split[a].team);
    const auto there = region_of(m_split[b].team);
    const bool apart = !here.empty() && !there.empty() && here != there;
    if (x != y && x.size() == y.size() && !apart && is_chinese(x) && is_chinese(y)) {
      const auto sound = pinyin(x);
      if (!sound.empty() && sound == pinyin(y)) {
        add(a, b, doubt_of_sound, {.kind = Kind::sound});
      }
    }
  }

  void link_romanised() {
    std::unordered_map<std::string, std::vector<std::size_t>> latin;
    for (std::size_t i = 0; i < m_split.size(); ++i) {
      if (is_latin(key(i))) {
        latin[key(i)].push_back(i);
      }
    }
    struct Match {
      std::size_t chinese;
      std::string_view system;
    };
    std::unordered_map<std::size_t, std::vector<Match>> matches; // by the Latin name
    for (std::size_t i = 0; i < m_split.size() && !latin.empty(); ++i) {
      if (!m_split[i].team.empty() || !is_chinese(key(i))) {
        continue;
      }
      for (const auto& [letters, system] : romanisations(key(i))) {
        if (const auto found = latin.find(letters); found != latin.end()) {
          for (const auto name : found->second) {
            matches[name].push_back({i, system});
          }
        }
      }
    }
    for (const auto& [name, all] : matches) {
      for (const auto& [chinese, system] : all) {
        add(name, chinese, all.size() == 1 ? doubt_of_romanised : doubt_of_one_of_several,
            {.kind = Kind::romanised, .detail = std::string{system}});
      }
    }
  }

  void link_letters() {
    std::unordered_map<char, std::vector<std::size_t>> latin; // by the first letter
    for (std::size_t i = 0; i < m_split.size(); ++i) {
      if (is_latin(key(i)) && key(i).size() >= least_letters) {
        latin[key(i)[0]].push_back(i);
      }
    }
    for (const auto& [letter, all] : latin) {
      const auto end = std::min(all.size(), most_compared);
      for (std::size_t i = 0; i < end; ++i) {
        for (std::size_t j = i + 1; j < end; ++j) {
          const auto apart = letters_apart(key(all[i]), key(all[j]), 2);
          if (apart && *apart > 0) {
            add(all[i], all[j], doubt_of_letters * static_cast<double>(*apart),
                {.kind = Kind::letters, .count = *apart});
          }
        }
      }
    }
  }

  const PlayerFacts& m_facts;
  const std::vector<PlayerName>& m_split;
  std::vector<NameLink>& m_links;
};

/// Links between names that only sound or look alike: the same sound in other characters, Chinese
/// and Latin letters, Latin names that differ by a letter or two. No such likeness is enough by
/// itself; games that stand under both names make it so.
void link_alike(const PlayerFacts& facts, const std::vector<PlayerName>& split,
                std::vector<NameLink>& links) {
  LikenessLinker{facts, split, links}.run();
}

constexpr std::size_t character = 3; ///< bytes of a Chinese one

// Doubts, to be multiplied: how often such a pair is not one person, by judging proposals of the
// reference archive by eye (docs/names.md).
constexpr double doubt_of_short_name = 0.06; ///< two characters, and a team
constexpr double doubt_of_name = 0.02;       ///< three or more
constexpr double times_for_unknown_team = 3;
constexpr double times_for_rivals = 4;
constexpr double times_for_shared_name = 20;
constexpr double times_for_event_name = 0.2;
constexpr double times_for_event_names = 0.03;
constexpr double times_for_header = 0.02;

double by_count(const Sightings& seen, double one, double several) {
  return seen.count == 0 ? 1 : seen.count == 1 ? one : several;
}

/// Finds the team in front of a name.
class TeamFinder {
public:
  explicit TeamFinder(const PlayerFacts& facts) {
    for (const Spelling& spelling : facts.spellings()) {
      if (spelling.key.size() >= 2 * character && spelling.key.size() <= 3 * character &&
          is_chinese(spelling.key)) {
        m_bare.insert(spelling.key);
      }
    }
    std::unordered_map<std::string_view, std::size_t> names_behind;
    for (const Spelling& spelling : facts.spellings()) {
      for_each_split(spelling.key, [&](const PlayerName& split) { ++names_behind[split.team]; });
    }
    for (const auto& [team, count] : names_behind) {
      // 呂欽許銀川 are two players; but some games have a place for a name.
      const std::size_t needed = m_bare.contains(team) ? 12 : 3;
      if (count >= needed) {
        m_teams.insert(team);
      }
    }
  }

  [[nodiscard]] bool is_usual(std::string_view team) const {
    return m_teams.contains(team) || is_team(team);
  }

  /// The best of the ways to part a key, if there is one.
  [[nodiscard]] PlayerName split(std::string_view key) const {
    PlayerName best{{}, key};
    int best_rank = 0;
    for_each_split(key, [&](const PlayerName& split) {
      const int rank = is_team(split.team)              ? 3
                       : m_teams.contains(split.team)   ? 2
                       : !region_of(split.team).empty() ? 1
                                                        : 0;
      if (rank > best_rank) { // of equal ones the longer name, which comes first
        best = split;
        best_rank = rank;
      }
    });
    return best;
  }

private:
  /// Names of three characters first: they are more than those of two.
  template <typename F>
  void for_each_split(std::string_view key, F f) const {
    if (key.ends_with(')')) {
      const auto open = key.find('(');
      const auto name = key.substr(0, open);
      const auto team = key.substr(std::min(open + 1, key.size() - 1));
      if (open != std::string_view::npos && m_bare.contains(name)) {
        f(PlayerName{team.substr(0, team.size() - 1), name});
      }
      return;
    }
    for (const std::size_t length : {3 * character, 2 * character}) {
      if (key.size() < length + 2 * character) {
        continue;
      }
      const auto name = key.substr(key.size() - length);
      const auto team = key.substr(0, key.size() - length);
      if (m_bare.contains(name) && is_chinese(team)) {
        f(PlayerName{team, name});
      }
    }
  }

  std::unordered_set<std::string_view> m_bare;
  std::unordered_set<std::string_view> m_teams;
};

class Linker {
public:
  explicit Linker(const PlayerFacts& facts)
      : m_facts{facts}, m_teams{facts}, m_split{split_players(facts)} {
    for (std::size_t i = 0; i < m_split.size(); ++i) {
      if (!m_split[i].team.empty()) {
        m_with_team[m_split[i].name].push_back(i);
      }
    }
  }

  std::vector<NameLink> run() {
    link_spellings();
    for (std::size_t i = 0; i < m_split.size(); ++i) {
      if (!m_split[i].team.empty()) {
        for (const auto bare : m_facts.with_key(m_split[i].name)) {
          link_team(i, bare);
        }
      }
    }
    for (const auto& [pair, seen] : m_facts.same_games()) {
      link_teams(pair.first, pair.second, seen);
    }
    link_alike(m_facts, m_split, m_links);
    std::erase_if(m_links, [&](const NameLink& link) {
      return link.evidence.front().kind != Kind::spelling &&
             (is_ambiguous(link.a) || is_ambiguous(link.b));
    });
    // Among equal doubts, names with more games come first: who differs from those is left out.
    const auto games = [&](const NameLink& link) {
      return std::min(m_facts.spellings()[link.a].games, m_facts.spellings()[link.b].games);
    };
    std::sort(m_links.begin(), m_links.end(), [&](const NameLink& x, const NameLink& y) {
      return std::tuple{x.doubt, games(y), x.a, x.b} < std::tuple{y.doubt, games(x), y.a, y.b};
    });
    return std::move(m_links);
  }

private:
  /// Spellings of one key that only known groups, or a game between them, tell apart.
  void link_spellings() {
    for (std::size_t i = 0; i < m_facts.spellings().size(); ++i) {
      const auto same = m_facts.with_key(m_facts.spellings()[i].key);
      if (same.size() == 2 && same.front() == i) { // of more it cannot be said which
        m_links.push_back({same[0], same[1], doubt_of_spelling, {{.kind = Kind::spelling}}});
      }
    }
  }

  /// Whether other spellings have its key and nobody has said whose name it is.
  [[nodiscard]] bool is_ambiguous(std::size_t i) const {
    const auto& all = m_facts.spellings();
    std::size_t owners = 0;
    std::size_t unknown = 0;
    for (const auto same : m_facts.with_key(all[i].key)) {
      ++(all[same].known ? owners : unknown);
    }
    return !all[i].known && (owners > 1 || unknown > 1);
  }

  [[nodiscard]] double base_doubt(std::string_view name, std::string_view team) const {
    return (name.size() <= 2 * character ? doubt_of_short_name : doubt_of_name) *
           (m_teams.is_usual(team) ? 1 : times_for_unknown_team);
  }

  static void add(NameLink& link, Kind kind, const Sightings& seen, double times,
                  std::string_view detail = {}) {
    if (seen.count != 0) {
      link.doubt *= times;
      link.evidence.push_back({kind, std::string{detail}, seen.count, seen.game});
    }
  }

  /// Teams of other regions with the same name: players move, and names are shared, short ones more
  /// often. Then a short name needs more than two games that speak for it.
  void add_rivals(NameLink& link, const PlayerName& wanted, std::optional<std::size_t> bare) const {
    const auto own = region_of(wanted.team);
    std::set<std::string_view> regions{own};
    std::uint64_t elsewhere = 0; // games of the bare name that are of other regions
    for (const auto other : m_with_team.at(wanted.name)) {
      const auto region = region_of(m_split[other].team);
      regions.insert(region);
      if (bare && !region.empty() && region != own) {
        elsewhere += m_facts.same_games(other, *bare).count;
      }
    }
    for (const auto& [region, count] : bare ? regions_in_events(*bare) : no_regions) {
      regions.insert(region);
      elsewhere += region.empty() || region == own ? 0 : count;
    }
    regions.erase(std::string_view{});
    if (regions.size() < 2) {
      return;
    }
    std::uint64_t here = 0;
    for (const auto& e : link.evidence) {
      here += e.count;
    }
    constexpr std::uint64_t enough = 3;
    const bool shared = elsewhere != 0 && here < enough && wanted.name.size() <= 2 * character;
    link.doubt *= shared ? times_for_shared_name : times_for_rivals;
    link.evidence.push_back({.kind = Kind::rivals, .detail = join(regions, " ")});
  }

  using Regions = std::map<std::string_view, std::uint64_t>;
  /// Counts, for each region, the games of a bare name that have a team of that region before the
  /// name in their Event.
  const Regions& regions_in_events(std::size_t bare) const {
    const auto [at, fresh] = m_regions.try_emplace(bare);
    if (fresh) {
      for (const auto& [text, count] : m_facts.before_name(bare)) {
        at->second[region_at_end(text)] += count;
      }
    }
    return at->second;
  }
  static inline const Regions no_regions{};

  void link_team(std::size_t with, std::size_t bare) {
    const auto& [team, name] = m_split[with];
    NameLink link{with, bare, base_doubt(name, team), {}};
    link.evidence.push_back({.kind = Kind::place, .detail = std::string{team}});
    const auto same = m_facts.same_games(with, bare);
    add(link, Kind::same_games, same, times_for_same_games(same));
    const auto events = m_facts.event_names(bare, team);
    add(link, Kind::event_names, events,
        by_count(events, times_for_event_name, times_for_event_names), team);
    add(link, Kind::team_header, m_facts.team_headers(bare, team), times_for_header, team);
    add_rivals(link, m_split[with], bare);
    m_links.push_back(std::move(link));
  }

  /// Links a name that stands with two teams in the same games.
  void link_teams(std::size_t a, std::size_t b, const Sightings& seen) {
    if (m_split[a].team.empty() || m_split[b].team.empty() || m_split[a].name != m_split[b].name) {
      return;
    }
    NameLink link{a, b, base_doubt(m_split[a].name, m_split[a].team), {}};
    link.evidence.push_back(
        {.kind = Kind::place, .detail = fmt::format("{} {}", m_split[a].team, m_split[b].team)});
    add(link, Kind::same_games, seen, times_for_same_games(seen));
    add_rivals(link, m_split[a], std::nullopt);
    m_links.push_back(std::move(link));
  }

  const PlayerFacts& m_facts;
  TeamFinder m_teams;
  std::vector<PlayerName> m_split;
  std::unordered_map<std::string_view, std::vector<std::size_t>> m_with_team; ///< by bare name
  mutable std::unordered_map<std::size_t, Regions> m_regions; ///< by bare name, once asked for
  std::vector<NameLink> m_links;
};

} // namespace

std::vector<PlayerName> split_players(const PlayerFacts& facts) {
  const TeamFinder teams{facts};
  std::vector<PlayerName> split;
  for (const Spelling& spelling : facts.spellings()) {
    split.push_back(teams.split(spelling.key));
  }
  return split;
}

std::vector<NameLink> link_players(const PlayerFacts& facts) { return Linker{facts}.run(); }

} // namespace xq::store
