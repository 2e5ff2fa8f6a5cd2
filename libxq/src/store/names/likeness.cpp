#include "store/names/likeness.hpp"

#include "store/spelling/pinyin.hpp"
#include "store/spelling/places.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace xq::store {

namespace {

using Kind = NameEvidence::Kind;

// Doubts before games are counted: see player_links.cpp.
constexpr double doubt_of_sound = 0.25;
constexpr double doubt_of_romanised = 0.15; ///< and no other name sounds so
constexpr double doubt_of_one_of_several = 0.5;
constexpr double doubt_of_letters = 0.15; ///< for each letter that differs

constexpr std::size_t least_letters = 8; ///< of Latin names that are compared
constexpr std::size_t most_compared = 3000;

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

} // namespace

double times_for_same_games(const Sightings& seen) noexcept {
  constexpr double one = 0.05;
  constexpr double several = 0.01;
  return seen.count == 0 ? 1 : seen.count == 1 ? one : several;
}

void link_alike(const PlayerFacts& facts, const std::vector<PlayerName>& split,
                std::vector<NameLink>& links) {
  LikenessLinker{facts, split, links}.run();
}

} // namespace xq::store
