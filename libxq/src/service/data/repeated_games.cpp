#include "service/data/repeated_games.hpp"

#include <algorithm>
#include <numeric>

namespace xq::service {

namespace {

/// A record under a number that all records of its game have, hardly others.
struct Likely {
  std::uint64_t key = 0;
  std::uint32_t table = 0;
  std::uint32_t game = 0;

  friend auto operator<=>(const Likely&, const Likely&) = default; // NOLINT(modernize-use-nullptr)
};

void add_keys(const GameTable& table, std::uint32_t which, std::vector<Likely>& out) {
  for (std::uint32_t game = 0; game < table.size(); ++game) {
    out.push_back({table.key_of_moves(game), which, game});
    if (const auto key = table.key_of_occasion(game); key != 0) {
      out.push_back({key, which, game});
    }
  }
}

/// Calls f(begin, end) for each run of equal keys with more than one record.
template <typename F>
void each_run(std::vector<Likely>& all, F&& f) {
  std::ranges::sort(all);
  for (auto begin = all.cbegin(); begin != all.cend();) {
    const auto end = std::find_if(begin, all.cend(),
                                  [&](const Likely& other) { return other.key != begin->key; });
    if (end - begin > 1) {
      f(begin, end);
    }
    begin = end;
  }
}

/// The first of a group whose members point to earlier ones.
std::uint32_t root(const std::vector<std::uint32_t>& groups, std::uint32_t game) {
  while (groups[game] != game) {
    game = groups[game];
  }
  return game;
}

} // namespace

RepeatedGames::RepeatedGames(const GameTable& table) : m_groups(table.size()) {
  std::iota(m_groups.begin(), m_groups.end(), 0U);
  std::vector<Likely> all;
  add_keys(table, 0, all);
  std::vector<std::uint32_t> firsts;
  each_run(all, [&](auto begin, auto end) {
    firsts.clear(); // of the games of this run; a record is compared with these alone
    for (auto at = begin; at != end; ++at) {
      const auto same = std::ranges::find_if(
          firsts, [&](std::uint32_t other) { return table.is_same_game(at->game, table, other); });
      if (same == firsts.end()) {
        firsts.push_back(at->game);
        continue;
      }
      const auto a = root(m_groups, *same);
      const auto b = root(m_groups, at->game);
      m_groups[std::max(a, b)] = std::min(a, b);
    }
  });
  for (auto& group : m_groups) { // the earlier ones have theirs
    group = m_groups[group];
  }
}

std::vector<std::uint32_t> RepeatedGames::once(std::span<const std::uint32_t> games) const {
  std::vector<bool> seen(m_groups.size());
  std::vector<std::uint32_t> out;
  out.reserve(games.size());
  for (const auto game : games) {
    if (!seen[m_groups[game]]) {
      seen[m_groups[game]] = true;
      out.push_back(game);
    }
  }
  return out;
}

GamesOfBoth::GamesOfBoth(const GameTable& own, const RepeatedGames& own_groups,
                         const GameTable& other, const RepeatedGames& other_groups) {
  std::vector<Likely> all;
  add_keys(own, 0, all);
  add_keys(other, 1, all);
  each_run(all, [&](auto begin, auto end) {
    const auto theirs =
        std::find_if(begin, end, [](const Likely& likely) { return likely.table == 1; });
    for (auto a = begin; a != theirs; ++a) {
      for (auto b = theirs; b != end; ++b) {
        if (own.is_same_game(a->game, other, b->game)) {
          m_pairs.emplace_back(own_groups.group(a->game), other_groups.group(b->game));
        }
      }
    }
  });
  std::ranges::sort(m_pairs);
  m_pairs.erase(std::unique(m_pairs.begin(), m_pairs.end()), m_pairs.end());
}

void GamesOfBoth::leave_out(const RepeatedGames& own_groups, const RepeatedGames& other_groups,
                            std::span<const std::uint32_t> others,
                            std::vector<std::uint32_t>& games) const {
  std::vector<bool> told(other_groups.size());
  for (const auto game : others) {
    told[other_groups.group(game)] = true;
  }
  std::vector<bool> left_out(own_groups.size());
  for (const auto& [own, other] : m_pairs) {
    left_out[own] = left_out[own] || told[other];
  }
  std::erase_if(games, [&](std::uint32_t game) { return left_out[own_groups.group(game)]; });
}

} // namespace xq::service
