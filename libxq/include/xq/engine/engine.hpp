#pragma once

#include <xq/board/movegen.hpp>
#include <xq/board/position.hpp>
#include <xq/engine/search_features.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace xq::engine {

/// Centipawns from the side to move's point of view; mates are coded near +-mate_value.
using Score = int;
inline constexpr Score mate_value = 30000;
inline constexpr Score mate_threshold = 29000; ///< |score| above this is a forced mate
/// Plies to mate, signed (positive: the side to move mates); 0 when `score` is no mate.
[[nodiscard]] constexpr int mate_plies(Score score) noexcept {
  return score > mate_threshold    ? mate_value - score
         : score < -mate_threshold ? -(mate_value + score)
                                   : 0;
}
/// The most that is shown to people and interfaces of a score that is no forced mate: a win by the
/// rules on repetition is such a score, and no interface has a sign for it.
inline constexpr Score most_centipawns = 9999;
[[nodiscard]] constexpr Score shown_centipawns(Score score) noexcept {
  return std::clamp(score, -most_centipawns, most_centipawns);
}

/// Plays weaker than it could: searches less, and takes moves that are nearly as good as the best.
/// See strength.hpp for a scale.
struct Handicap {
  std::uint64_t nodes = 0; ///< for a move; 0: no handicap at all
  Score margin = 0;        ///< what a chosen move may be worse by
  std::uint64_t seed = 0;  ///< another seed, other choices
};

/// When to stop; a zero means "no such limit". All of them may be set; the first reached counts.
struct Limits {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds move_time{0};
  // the clock, for time management
  std::chrono::milliseconds time_left{0};
  std::chrono::milliseconds increment{0};
  std::chrono::milliseconds opponent_time{
      0}; ///< for external engines that want to know; 0: like ours
  int moves_to_go = 0;
  int mate = 0;          ///< look for a mate in this many moves and stop when found
  bool infinite = false; ///< until stop()
  int multipv = 1;
  std::vector<Move> search_moves; ///< empty: all
  std::vector<Move> banned_moves; ///< UCCI's banmoves
  Handicap handicap;              ///< the first line is the chosen one, the others stay in order
};

struct Line {
  Score score = 0;
  bool lower_bound = false;
  bool upper_bound = false;
  std::vector<Move> moves; ///< principal variation, first move first; legal throughout
};

/// The state of a search, for info lines and as its result.
struct Report {
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hash_permille = 0;
  std::vector<Line> lines; ///< best first; one unless multipv > 1
};

/// What a position that comes back means to the search.
enum class RepetitionRule : std::uint8_t {
  draw,  ///< always a draw
  check, ///< perpetual check loses
  wxf,   ///< so does perpetual chase, see xq::judge_repetition()
};

struct Options {
  std::size_t hash_megabytes = 16;
  unsigned threads = 1;
  int natural_limit = 120; ///< plies without a capture that make a draw; 0: none
  RepetitionRule repetition = RepetitionRule::wxf;
  SearchFeatureSet without{};            ///< parts of the search to leave out, for measurements
  std::chrono::milliseconds overhead{0}; ///< kept back of the clock for the way to a GUI
};

/// One searcher with its own transposition table and no other state than clear() resets. With one
/// thread and a depth or node limit the result depends on nothing but the arguments and on what was
/// searched since clear(). Not shared between threads, except stop().
class Engine {
public:
  explicit Engine(const Options& options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void set_options(const Options& options);
  /// Forget everything: same as a new object.
  void clear();

  /// Call before a search that another thread may stop: drops requests that came after the end of
  /// an earlier search, so that stop() and ponder_hit() from now on are meant for the next one.
  /// With `ponder` that search thinks on the opponent's time until ponder_hit() or stop().
  void prepare(bool ponder = false) noexcept;

  /// What the transposition table holds for a position; depth 0 and Move::none() when nothing.
  struct Known {
    Move move;
    Score score = 0;
    int depth = 0;
    bool lower_bound = false;
    bool upper_bound = false;
  };
  /// From any thread, also while a search runs; not during set_options() or clear().
  [[nodiscard]] Known probe(const Position& position) const noexcept;

  /// Search `start` after `moves` (all legal; the history counts for repetition). Returns an empty
  /// lines vector only when the side to move has no legal move (of those allowed). `on_report` is
  /// called on the searching thread after each finished iteration, once a second during a long one,
  /// and at the end where the result says more than the last call.
  [[nodiscard]] Report search(const Position& start, std::span<const Move> moves,
                              const Limits& limits,
                              const std::function<void(const Report&)>& on_report = {});
  /// Ask a running search to return what it has; from any thread.
  void stop() noexcept;
  /// A ponder search becomes a timed one; from any thread.
  void ponder_hit() noexcept;

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// Static evaluation in centipawns from the side to move's point of view.
[[nodiscard]] Score evaluate(const Position& position) noexcept;

} // namespace xq::engine
