#pragma once

// A match between two engines: many games, several at a time.

#include "match/match.hpp"

#include <xq/engine/searcher.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq::jobs {

/// One of the two players, and what it may spend.
struct MatchSide {
  std::string name;
  /// A new engine of this kind; called on all threads. Throws Error when it cannot be started.
  std::function<std::unique_ptr<engine::Searcher>()> start;
  engine::Limits limits; ///< of each move
  std::chrono::milliseconds base{0};
  std::chrono::milliseconds increment{0};
};

/// Where games begin. Depends on nothing else: the same games on any number of threads.
struct MatchOpenings {
  std::vector<match::Opening> list; ///< empty: random_opening() makes them, of `plies` plies
  bool shuffle = false;             ///< take those of the list in an order that `seed` decides
  int plies = 8;
  std::uint64_t seed = 1;
  bool once = false; ///< each for one game; otherwise for two, with colours reversed
};

struct MatchSetup {
  std::array<MatchSide, 2> sides; ///< the first one has Red in games 0, 2, 4 ...
  std::size_t games = 100;
  std::size_t skip = 0; ///< so many games have been played before
  MatchOpenings openings;
  match::GameRules rules;
  std::optional<match::Sprt> sprt; ///< ends the match when it has accepted something
  /// Asked on many threads, often; true breaks the games in work off. May be empty.
  std::function<bool()> cancelled;
};

struct MatchGame {
  std::size_t number = 0; ///< from 0
  match::PlayedGame game;

  /// Index of the side that has this colour.
  [[nodiscard]] std::size_t side(Color color) const noexcept {
    return (number + (color == Color::red ? 0 : 1)) % 2;
  }
  [[nodiscard]] record::Result result() const noexcept;
};

struct MatchTotals {
  match::MatchScore score; ///< of the first side
  std::array<int, match::game_end_count> ends{};
  std::array<int, 2> faults{}; ///< of each side: illegal moves, time, crashes
  std::size_t played = 0;      ///< games that were delivered
};

/// Whether the test of the match, if there is one, has an answer.
[[nodiscard]] bool is_decided(const MatchSetup& setup, const MatchTotals& totals) noexcept;

/// Play the match, `threads` games at a time. `deliver` is called on this thread for each game in
/// order, after it was added to `totals`; games under way when the test ends do not count. Throws
/// Interrupted after `cancelled`, with the games before the first unfinished one delivered, and
/// Error when an engine cannot be started.
void play_match(const MatchSetup& setup, unsigned threads, MatchTotals& totals,
                const std::function<void(const MatchGame&)>& deliver);

/// The first `plies` plies of all games of a file: records, or positions as FEN or EPD. Throws
/// FileError, also for a game that is damaged and a file without any.
[[nodiscard]] std::vector<match::Opening> read_openings(const std::string& path, int plies);

/// Headers of a game that a match does not know.
struct MatchHeaders {
  std::string event;
  std::string site;
  std::string date;
  std::string annotator;
  std::string remark;
};
[[nodiscard]] record::Game to_record(const MatchSetup& setup, const MatchGame& game,
                                     const MatchHeaders& headers);

} // namespace xq::jobs
