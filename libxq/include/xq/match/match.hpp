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
  /// By how much a clock may be exceeded.
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

} // namespace xq::match
