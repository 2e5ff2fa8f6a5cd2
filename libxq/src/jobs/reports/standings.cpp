#include "jobs/reports/standings.hpp"

#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <system_error>
#include <tuple>
#include <utility>

namespace xq::reports {

namespace {

using record::Result;

/// A game as one of its players sees it.
struct Side {
  std::size_t player = 0;
  std::size_t opponent = 0;
  bool black = false;
  int half_wins = 0; ///< 2 won, 1 drawn, 0 lost
};

std::array<Side, 2> sides(const EventGame& game) {
  const int red = game.result == Result::red_wins ? 2 : game.result == Result::draw ? 1 : 0;
  return {Side{game.red, game.black, false, red}, Side{game.black, game.red, true, 2 - red}};
}

int points(const Side& side, const Scoring& scoring) {
  return side.half_wins == 2 ? scoring.win : side.half_wins == 1 ? scoring.draw : scoring.loss;
}

/// Puts players in order, criterion by criterion.
class Ranker {
public:
  Ranker(std::span<const EventGame> games, const Scoring& scoring, Ranking ranking,
         std::vector<Standing>& all)
      : m_games{games}, m_scoring{scoring}, m_criteria{criteria(ranking)}, m_all{all} {}

  /// Order `group`, players who are equal in the first `done` criteria, whose best place is
  /// `place`.
  void order(std::span<std::size_t> group, std::size_t done, std::size_t place) {
    if (group.size() < 2 || done == m_criteria.size()) {
      for (const std::size_t player : group) {
        m_all[player].place = place;
      }
      return;
    }
    const std::vector<int> values = this->values(group, m_criteria[done]);
    std::stable_sort(group.begin(), group.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    for (std::size_t begin = 0; begin < group.size();) {
      std::size_t end = begin + 1;
      while (end < group.size() && values[group[end]] == values[group[begin]]) {
        ++end;
      }
      order(group.subspan(begin, end - begin), done + 1, place + begin);
      begin = end;
    }
  }

private:
  /// The value of each player of the group, by player.
  std::vector<int> values(std::span<const std::size_t> group, Criterion criterion) {
    if (criterion == Criterion::mutual || criterion == Criterion::mutual_black) {
      return mutual(group, criterion == Criterion::mutual_black);
    }
    std::vector<int> out(m_all.size());
    for (const std::size_t player : group) {
      const Standing& s = m_all[player];
      out[player] = criterion == Criterion::points             ? s.points
                    : criterion == Criterion::small_points     ? s.small_points_twice
                    : criterion == Criterion::opponents_points ? s.opponents_points
                    : criterion == Criterion::cumulative       ? s.cumulative.value_or(0)
                    : criterion == Criterion::wins             ? s.wins
                    : criterion == Criterion::black_games      ? s.black_games
                                                               : s.black_wins;
    }
    return out;
  }

  /// Points, or games as Black, in the games of the group; all 0 unless they met equally often.
  std::vector<int> mutual(std::span<const std::size_t> group, bool as_black) {
    std::vector<int> out(m_all.size());
    std::vector<bool> is_member(m_all.size());
    for (const std::size_t player : group) {
      is_member[player] = true;
    }
    std::vector<EventGame> own;
    std::copy_if(m_games.begin(), m_games.end(), std::back_inserter(own),
                 [&](const auto& game) { return is_member[game.red] && is_member[game.black]; });
    const EventPairs met = count_pairs(group.size(), own);
    if (!met.equally_often) {
      return out;
    }
    for (const EventGame& game : own) {
      for (const Side& side : sides(game)) {
        out[side.player] += as_black ? (side.black ? 1 : 0) : points(side, m_scoring);
      }
    }
    for (const std::size_t player : group) {
      (as_black ? m_all[player].mutual_black : m_all[player].mutual) = out[player];
    }
    return out;
  }

  std::span<const EventGame> m_games;
  Scoring m_scoring;
  std::span<const Criterion> m_criteria;
  std::vector<Standing>& m_all;
};

void count_games(std::vector<Standing>& all, std::span<const EventGame> games,
                 const Scoring& scoring) {
  for (const EventGame& game : games) {
    for (const Side& side : sides(game)) {
      Standing& s = all[side.player];
      ++s.games;
      ++(side.half_wins == 2 ? s.wins : side.half_wins == 1 ? s.draws : s.losses);
      s.black_games += side.black ? 1 : 0;
      s.black_wins += side.black && side.half_wins == 2 ? 1 : 0;
      s.points += points(side, scoring);
    }
  }
}

/// What depends on the points of others, which are complete.
void count_opponents(std::vector<Standing>& all, std::span<const EventGame> games) {
  for (const EventGame& game : games) {
    for (const Side& side : sides(game)) {
      const int theirs = all[side.opponent].points;
      all[side.player].opponents_points += theirs;
      all[side.player].small_points_twice += side.half_wins * theirs;
    }
  }
}

/// Rating difference for a percentage from 50 to 100: FIDE Rating Regulations, table 8.1.1. For
/// less than half of the points it is the same below.
constexpr std::array<int, 51> rating_differences{
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};

void count_ratings(std::vector<Standing>& all, std::span<const EventGame> games) {
  struct Sum {
    int games = 0;
    int ratings = 0;
    int half_wins = 0;
  };
  std::vector<Sum> sums(all.size());
  for (const EventGame& game : games) {
    for (const Side& side : sides(game)) {
      const int rating = side.black ? game.red_rating : game.black_rating;
      if (rating != 0) {
        Sum& sum = sums[side.player];
        ++sum.games;
        sum.ratings += rating;
        sum.half_wins += side.half_wins;
      }
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Sum& sum = sums[i];
    if (sum.games == 0) {
      continue;
    }
    const int average = (2 * sum.ratings + sum.games) / (2 * sum.games); // half is rounded up
    const int percent = (100 * sum.half_wins + sum.games) / (2 * sum.games);
    const int difference = percent >= 50
                               ? rating_differences[static_cast<std::size_t>(percent - 50)]
                               : -rating_differences[static_cast<std::size_t>(50 - percent)];
    all[i].performance = Performance{sum.games, average, average + difference};
  }
}

/// A game of round r counts after round r and after each later one.
void count_rounds(std::vector<Standing>& all, std::span<const EventGame> games,
                  const Scoring& scoring) {
  int last = 0;
  for (const EventGame& game : games) {
    if (game.round_number == 0 || game.round != std::to_string(game.round_number)) {
      return;
    }
    last = std::max(last, game.round_number);
  }
  for (Standing& s : all) {
    s.cumulative = 0;
  }
  for (const EventGame& game : games) {
    for (const Side& side : sides(game)) {
      *all[side.player].cumulative += points(side, scoring) * (last - game.round_number + 1);
    }
  }
}

} // namespace

std::span<const Criterion> criteria(Ranking ranking) noexcept {
  using enum Criterion;
  static constexpr std::array round_robin{points, small_points, wins,
                                          mutual, black_games,  mutual_black};
  static constexpr std::array swiss{points, opponents_points, wins, black_games};
  static constexpr std::array by_rounds{points, cumulative, wins, black_games};
  static constexpr std::array asian{points, opponents_points, mutual,
                                    wins,   black_wins,       black_games};
  switch (ranking) {
  case Ranking::round_robin:
    return round_robin;
  case Ranking::swiss:
    return swiss;
  case Ranking::cumulative:
    return by_rounds;
  case Ranking::asian:
    break;
  }
  return asian;
}

EventPairs count_pairs(std::size_t players, std::span<const EventGame> games) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> met;
  for (const EventGame& game : games) {
    ++met[std::minmax(game.red, game.black)];
  }
  EventPairs pairs;
  pairs.met = met.size();
  pairs.all = players < 2 ? 0 : players * (players - 1) / 2;
  pairs.equally_often =
      pairs.met == pairs.all && pairs.met != 0 && std::ranges::all_of(met, [&](const auto& pair) {
        return pair.second == met.begin()->second;
      });
  return pairs;
}

std::vector<Standing> standings(std::span<const std::string> names,
                                std::span<const EventGame> games, const Scoring& scoring,
                                Ranking ranking) {
  std::vector<Standing> all(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    all[i].name = names[i];
  }
  count_games(all, games, scoring);
  count_opponents(all, games);
  count_rounds(all, games, scoring);
  count_ratings(all, games);
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Ranker{games, scoring, ranking, all}.order(order, 0, 1);
  std::vector<Standing> out;
  out.reserve(order.size());
  for (const std::size_t player : order) {
    out.push_back(all[player]);
  }
  return out;
}

Scoring read_scoring(std::string_view text) {
  std::array<int, 3> read{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < read.size(); ++i) {
    const auto [next, fault] = std::from_chars(at, end, read[i]);
    const bool complete = i + 1 == read.size() ? next == end : next != end && *next == '-';
    if (fault != std::errc{} || !complete || read[i] < 0 || read[i] > 100) {
      throw make_error<UsageError>("'{}' is no scoring: write points for a win, a draw and a "
                                   "loss, as 2-1-0 or 3-1-0",
                                   excerpt(text));
    }
    at = next + 1;
  }
  return {read[0], read[1], read[2]};
}

} // namespace xq::reports
