#pragma once

#include <xq/engine/engine.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::engine {

/// Where a game of a match begins: a position and moves from there, all legal.
struct Opening {
  Position start = Position::start();
  std::vector<Move> moves;
};

/// Why a game ended.
enum class GameEnd : std::uint8_t {
  checkmate,
  stalemate,     ///< the side that cannot move loses
  perpetual,     ///< a third occurrence by perpetual check or chase: who does it loses
  repetition,    ///< a third occurrence otherwise: draw
  natural_limit, ///< too many plies without a capture: draw
  no_attackers,  ///< nobody has a piece that crosses the river: draw
  max_plies,     ///< broken off: draw
  illegal_move,  ///< or none at all: who should have moved loses
};
/// Words for a header: `checkmate`, `perpetual check`.
[[nodiscard]] std::string_view to_text(GameEnd end) noexcept;

struct RefereeRules {
  int natural_limit = 120;
  int max_plies = 400;
};

/// Watches a game, independent of any engine; repetitions by xq::judge_repetition().
class Referee {
public:
  Referee(const Position& start, const RefereeRules& rules);

  struct Verdict {
    GameEnd end{};
    std::optional<Color> winner; ///< none: draw
  };
  /// The verdict on the game as it stands; none while it goes on.
  [[nodiscard]] std::optional<Verdict> verdict() const;
  /// False, and nothing played, for an illegal move.
  bool play(Move m);
  [[nodiscard]] const Position& position() const noexcept { return m_position; }

private:
  [[nodiscard]] std::optional<Verdict> repetition() const;

  RefereeRules m_rules;
  Position m_base; ///< after the last capture
  Position m_position;
  std::vector<Move> m_moves;               ///< since then
  std::vector<std::pair<Key, Key>> m_seen; ///< keys and locks since then, the present one last
};

/// Chooses moves; one object plays one side of one game at a time.
class Player {
public:
  virtual ~Player() = default;
  /// Before each game.
  virtual void new_game() = 0;
  /// Move::none() when it fails to.
  [[nodiscard]] virtual Move choose(const Position& start, std::span<const Move> moves) = 0;
};

/// Our own engine with a limit for each move.
class EnginePlayer final : public Player {
public:
  EnginePlayer(const Options& options, Limits limits)
      : m_engine{options}, m_limits{std::move(limits)} {}
  void new_game() override { m_engine.clear(); }
  [[nodiscard]] Move choose(const Position& start, std::span<const Move> moves) override;

private:
  Engine m_engine;
  Limits m_limits;
};

struct PlayedGame {
  Opening opening;
  std::vector<Move> moves; ///< all of them, those of the opening included
  Referee::Verdict verdict;
};

/// Play a game out. `cancelled`, asked before each move, breaks it off (max_plies, a draw).
[[nodiscard]] PlayedGame play_game(const Opening& opening, Player& red, Player& black,
                                   const RefereeRules& rules,
                                   const std::function<bool()>& cancelled = {});

/// A varied opening of `plies` moves: each is drawn from those that a small search finds within
/// `margin` centipawns of the best (twice as many in the first four plies). Depends on `seed`
/// alone.
[[nodiscard]] Opening random_opening(std::uint64_t seed, int plies, Score margin = 45);

/// Wins, draws and losses of the first player, and games in pairs with colours reversed.
class MatchScore {
public:
  /// `points` of the first player in half points (0, 1, 2); games 2k and 2k+1 are a pair.
  void add(int points);

  struct Elo {
    double value = 0;
    double low = 0; ///< 95 % interval, from the spread of the pairs
    double high = 0;
  };
  [[nodiscard]] int games() const noexcept { return m_wins + m_draws + m_losses; }
  [[nodiscard]] int wins() const noexcept { return m_wins; }
  [[nodiscard]] int draws() const noexcept { return m_draws; }
  [[nodiscard]] int losses() const noexcept { return m_losses; }
  [[nodiscard]] double share() const noexcept; ///< of the points, 0 to 1
  /// Infinite where one side took everything; none before the first pair is complete.
  [[nodiscard]] std::optional<Elo> elo() const;
  /// How many pairs brought 0, 1, ... 4 half points.
  [[nodiscard]] const std::array<int, 5>& pairs() const noexcept { return m_pairs; }

private:
  int m_wins = 0;
  int m_draws = 0;
  int m_losses = 0;
  std::array<int, 5> m_pairs{};
  std::optional<int> m_open; ///< points of a pair's first game
};

} // namespace xq::engine
