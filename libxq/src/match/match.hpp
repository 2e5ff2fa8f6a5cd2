#pragma once

#include <xq/board/adjudicate.hpp>
#include <xq/engine/searcher.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::match {

/// Where a game of a match begins: a position and moves from there, all legal.
struct Opening {
  Position start = Position::start();
  std::vector<Move> moves;
};

/// Why a game ended.
enum class GameEnd : std::uint8_t {
  checkmate,
  stalemate,     ///< the side that cannot move loses
  perpetual,     ///< usual_occurrences() by perpetual check or chase: who does it loses
  repetition,    ///< usual_occurrences() otherwise: draw
  natural_limit, ///< too many plies without a capture: draw
  no_attackers,  ///< neither side has a piece that crosses the river: draw
  max_plies,     ///< stopped by the ply limit or by the caller: draw
  illegal_move,  ///< or no move: the side to move loses
  time,          ///< the clock ran out, or no answer: loss
  crash,         ///< an external engine has ended: loss
  resignation,
  agreed_win,  ///< both engines score one side far ahead for several moves (--resign)
  agreed_draw, ///< both engines score the game even for several moves (--draw)
};
inline constexpr std::size_t game_end_count = 13;
/// English words for a header: `checkmate`, `natural limit`. translate() them for people.
[[nodiscard]] std::string_view to_text(GameEnd end) noexcept;

struct RefereeRules {
  int natural_limit = 120; ///< as xq::NaturalLimitCounter counts them; 0: none
  int max_plies = 400;
  RuleSet repetition = RuleSet::wxf; ///< none: every repetition is a draw
};

/// Applies the rules to a game, independent of any engine; repetitions by xq::RepetitionJudge.
class Referee {
public:
  Referee(const Position& start, const RefereeRules& rules);

  struct Verdict {
    GameEnd end{};
    std::optional<Color> winner; ///< none: draw
    std::string detail{};        ///< a sentence; may be empty
  };
  /// The verdict after the last move; none while the game goes on.
  [[nodiscard]] std::optional<Verdict> verdict();
  /// False, without effect, for an illegal move.
  bool play(Move m);
  [[nodiscard]] const Position& position() const noexcept { return m_position; }

private:
  [[nodiscard]] std::optional<Verdict> repetition();

  RefereeRules m_rules;
  Position m_position;
  RepetitionJudge m_judge;
  NaturalLimitCounter m_limit;
};

/// One side of a game: its player and limits.
struct Seat {
  engine::Searcher* searcher = nullptr;
  engine::Limits limits; ///< nodes, depth or time for a move
  /// A clock for the game instead of (or beside) that; none when both are zero.
  std::chrono::milliseconds base{0};
  std::chrono::milliseconds increment{0}; ///< added after each move
};

/// Ends decided games by the scores of both engines. Off by default.
struct Adjudication {
  engine::Score resign_score = 0; ///< a win when both see at least this for the same side ...
  int resign_moves = 0;           ///< ... in so many moves of each running; 0: off
  engine::Score draw_score = 0;   ///< a draw when both see at most this for either side ...
  int draw_moves = 0;             ///< ... in so many moves of each running; 0: off
  int draw_from = 0;              ///< ... not before this ply
};

struct GameRules {
  RefereeRules referee;
  Adjudication adjudication;
  /// The time by which a clock may be exceeded.
  std::chrono::milliseconds time_margin{0};
};

struct PlayedGame {
  Opening opening;
  std::vector<Move> moves; ///< all of them, those of the opening included
  Referee::Verdict verdict;
};

/// Play a game to its end. An engine with a fault loses; throws Error only when an engine cannot be
/// restarted. `cancelled`, called before each move, stops the game (max_plies, a draw).
[[nodiscard]] PlayedGame play_game(const Opening& opening, const Seat& red, const Seat& black,
                                   const GameRules& rules,
                                   const std::function<bool()>& cancelled = {});

/// A varied opening of `plies` moves: each is drawn from those that a small search finds within
/// `margin` centipawns of the best (twice as many in the first four plies). Depends on `seed`
/// alone.
[[nodiscard]] Opening random_opening(std::uint64_t seed, int plies, engine::Score margin = 45);

/// Wins, draws and losses of the first player, and games in pairs with colours reversed.
class MatchScore {
public:
  /// `points` of the first player in half points (0, 1, 2); games 2k and 2k+1 are a pair.
  void add(int points);
  /// A game without a counterpart: it is counted, but not in a pair.
  void add_single(int points) { count(points); }

  struct Elo {
    double value = 0;
    double low = 0; ///< 95 % interval, from the spread of the pairs
    double high = 0;
    /// All pairs brought the same, so that their spread says nothing: where all games were won or
    /// lost, low or high is a bound with 95 %, the rest infinite; else low and high are value.
    bool no_spread = false;
    /// Likelihood of superiority: the probability, 0 to 1, that the first player is the stronger.
    double superiority = 0.5;
  };
  [[nodiscard]] int games() const noexcept { return m_wins + m_draws + m_losses; }
  [[nodiscard]] int wins() const noexcept { return m_wins; }
  [[nodiscard]] int draws() const noexcept { return m_draws; }
  [[nodiscard]] int losses() const noexcept { return m_losses; }
  [[nodiscard]] double share() const noexcept; ///< of the points, 0 to 1
  /// The value is infinite when one side has won all games of the pairs; none before the first pair
  /// is complete.
  [[nodiscard]] std::optional<Elo> elo() const;
  /// How many pairs brought 0, 1, ... 4 half points.
  [[nodiscard]] const std::array<int, 5>& pairs() const noexcept { return m_pairs; }

private:
  void count(int points);

  int m_wins = 0;
  int m_draws = 0;
  int m_losses = 0;
  std::array<int, 5> m_pairs{};
  std::optional<int> m_open; ///< points of a pair's first game
};

/// A sequential probability ratio test: is the first player stronger by `elo1`, or only by `elo0`?
struct Sprt {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05; ///< chance to accept elo1 when elo0 is true
  double beta = 0.05;  ///< chance to accept elo0 when elo1 is true

  [[nodiscard]] double lower_bound() const noexcept; ///< elo0 is accepted at or below it
  [[nodiscard]] double upper_bound() const noexcept; ///< elo1 is accepted at or above it
  /// Logarithm of the likelihood ratio of the pairs so far: of the distributions of a pair's five
  /// outcomes that have the mean expected under elo0, or elo1, each at its likeliest. 0 before the
  /// first pair. Each outcome has a prior of a thousandth of a pair.
  [[nodiscard]] double ratio(const MatchScore& score) const noexcept;

  enum class State : std::uint8_t { open, accepted_elo0, accepted_elo1 };
  [[nodiscard]] State state(const MatchScore& score) const noexcept;
};

} // namespace xq::match
