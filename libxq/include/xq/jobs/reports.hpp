#pragma once

// Reports for a round: what a game database says about an event.

#include <xq/record/game.hpp>
#include <xq/store/query.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// Points of one side for a game. 2, 1 and 0: Rules of the Chinese Xiangqi Association of 2011,
/// article 13.1; others by 13.3.
struct Scoring {
  int win = 2;
  int draw = 1;
  int loss = 0;
};

/// What players are compared by.
enum class Criterion : std::uint8_t {
  points,
  small_points,     ///< all points of beaten opponents and half of those of opponents drawn with
  opponents_points, ///< of all opponents, for each game with them
  cumulative,       ///< the points after each round, added up
  wins,
  mutual,       ///< points in the games of those who are equal so far with each other
  mutual_black, ///< number of these games as Black
  black_games,
  black_wins,
};
/// `points`, `small-points` ...: the same in every language.
[[nodiscard]] std::string_view name(Criterion criterion) noexcept;

/// An order of criteria; docs/reports.md has the sources.
enum class Ranking : std::uint8_t { round_robin, swiss, cumulative, asian };
/// `round-robin`, `swiss`, `cumulative`, `asian`.
[[nodiscard]] std::string_view name(Ranking ranking) noexcept;
inline constexpr std::size_t ranking_count = 4;

/// A game of an event that counts.
struct EventGame {
  std::int64_t number = 0; ///< game.id
  std::size_t red = 0;     ///< place in EventReport::standings
  std::size_t black = 0;
  record::Result result{};
  std::string date{};  ///< yyyy.mm.dd with ?? for what is not known; empty: not known
  std::string round{}; ///< a number where the header is one in words of rounds (第３轮), else the
                       ///< header; empty: not known
  int round_number = 0;  ///< 0: the header is not one number
  std::string opening{}; ///< ECCO code; may be empty
  int plies = 0;
};

struct Standing {
  std::string name;
  std::size_t place = 0; ///< from 1
  int games = 0;
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int black_games = 0;
  int black_wins = 0;
  int points = 0;
  int small_points_twice = 0; ///< small points times two, a whole number
  int opponents_points = 0;
  std::optional<int> cumulative{};   ///< when every game tells its round as a number
  std::optional<int> mutual{};       ///< when it was asked for, and the players it is asked of met
                                     ///< equally often
  std::optional<int> mutual_black{}; ///< the same
};

/// A game that the filter let through and that counts for nothing.
struct LeftOutGame {
  enum class Why : std::uint8_t {
    repeats,      ///< a record of the same game as `of`
    other_result, ///< the same, but it tells another result,
    other_round,  ///< round,
    other_date,   ///< or date
    no_player,    ///< a player is not named
    one_player,   ///< both players have one name
    no_result
  };
  std::int64_t number = 0;
  Why why{};
  std::int64_t of = 0; ///< 0 for the other reasons
};

struct EventPairs {
  std::size_t met = 0;
  std::size_t all = 0;
  bool equally_often = false; ///< every two players met as many times, at least once
};

struct EventReport {
  struct Name {
    std::string name;
    std::size_t games = 0; ///< that count
  };
  std::vector<Name> events; ///< headers, those of most games first
  std::vector<Standing> standings;
  std::vector<EventGame> games; ///< by round, then date, then number
  std::vector<LeftOutGame> left_out;
  EventPairs pairs;
  std::string from; ///< the first and the last date; empty: no game has one
  std::string until;
  std::size_t undated = 0;
  Scoring scoring;
  Ranking ranking{};
};

struct EventOptions {
  Scoring scoring{};
  /// None: round_robin when every two players met as many times, else swiss.
  std::optional<Ranking> ranking{};
};

/// The event whose name holds one of `events` (all games for none of them), of the games of a
/// database that `filter` lets through; Filter::event must be empty then. Records that are of one
/// game count once, and lend each other round, date and result where one has none. Throws DbError.
[[nodiscard]] EventReport event_report(const std::string& database, const store::Filter& filter,
                                       std::span<const std::string> events,
                                       const EventOptions& options = {});

/// A report for a terminal, in the language of the process; as a web page, one file without links;
/// and as a JSON object, which has everything, without a line end.
[[nodiscard]] std::string as_text(const EventReport& report);
[[nodiscard]] std::string as_html(const EventReport& report);
[[nodiscard]] std::string as_json(const EventReport& report);

} // namespace xq::jobs
