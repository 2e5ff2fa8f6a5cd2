#pragma once

// The engine.
//
//     engine::Engine engine;
//     const engine::Report report = engine.search(position, {.nodes = 100'000});
//     std::cout << report.best().score << '\n'; // centipawns for the side to move

#include <xq/board/movegen.hpp>
#include <xq/board/position.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::engine {

/// Parts of the search that can be switched off to measure them.
enum class SearchFeature : std::uint8_t {
  aspiration,           ///< windows around the score of the previous iteration
  null_move,            ///< passing, and its verification
  verification,         ///< of the null move with few pieces and at great depth
  reverse_futility,     ///< far ahead near the horizon
  probcut,              ///< captures that beat a raised beta in a shallow search
  internal_reduction,   ///< shallower where no table move orders the node
  late_move_pruning,    ///< the last quiet moves near the horizon
  futility,             ///< quiet moves that cannot reach alpha
  exchange_pruning,     ///< moves that lose material by static exchange
  late_move_reductions, ///< later moves searched shallower first
  singular,             ///< a table move without alternatives searched deeper
  check_extension,
  killers,
  continuation_history, ///< moves by what was played one, two, four and six plies before
  capture_history,
  correction_history, ///< static evaluation corrected by search results
  rule_verdicts,      ///< perpetual chase and check instead of draws
};
inline constexpr std::array<std::string_view, 17> feature_names{
    "aspiration",        "null_move",
    "verification",      "reverse_futility",
    "probcut",           "internal_reduction",
    "late_move_pruning", "futility",
    "exchange_pruning",  "late_move_reductions",
    "singular",          "check_extension",
    "killers",           "continuation_history",
    "capture_history",   "correction_history",
    "rule_verdicts"};

class SearchFeatureSet {
public:
  [[nodiscard]] bool contains(SearchFeature p) const noexcept {
    return (m_bits >> static_cast<unsigned>(p) & 1U) != 0;
  }
  void insert(SearchFeature p) noexcept { m_bits |= 1U << static_cast<unsigned>(p); }

private:
  std::uint32_t m_bits = 0;
};

/// The features named in a list such as `null_move,killers`; nullopt when one is unknown.
[[nodiscard]] std::optional<SearchFeatureSet> parse_features(std::string_view list) noexcept;

/// A trained evaluation: weights that never change, shared by all threads and engines that use it.
struct Network;

/// The network inside this library, read when it is first asked for; null where the library was
/// built without one.
[[nodiscard]] std::shared_ptr<const Network> embedded_network();
/// What engines evaluate by unless told otherwise; null: the hand-written evaluation.
[[nodiscard]] std::shared_ptr<const Network> default_network();
/// The network of a file. Throws FileError when it cannot be read or is no network for this
/// program.
[[nodiscard]] std::shared_ptr<const Network> load_network(const std::string& path);

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
/// The largest score shown that is not a forced mate: a win by the rules on repetition has a larger
/// one, which the protocols cannot express.
inline constexpr Score most_centipawns = 9999;
[[nodiscard]] constexpr Score shown_centipawns(Score score) noexcept {
  return std::clamp(score, -most_centipawns, most_centipawns);
}

/// Limited strength: fewer nodes, and moves nearly as good as the best. See settings.hpp for a
/// scale.
struct Handicap {
  std::uint64_t nodes = 0; ///< for a move; 0: no handicap
  Score margin = 0;        ///< by how much a chosen move may be worse
  std::uint64_t seed = 0;  ///< of the choices
};

/// When to stop; 0 means no limit. Several limits may be set; the first one reached ends the
/// search.
struct Limits {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::uint64_t soft_nodes = 0; ///< when so many are searched no other iteration begins
  std::chrono::milliseconds move_time{0};
  // the clock, for time management
  std::chrono::milliseconds time_left{0};
  std::chrono::milliseconds increment{0};
  std::chrono::milliseconds opponent_time{0}; ///< for external engines; 0: same as time_left
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
  bool resumable = false;  ///< as a result: it ended between two iterations, see Engine::resume()

  /// The first line. There is one unless the side to move has no legal move.
  [[nodiscard]] const Line& best() const noexcept {
    assert(!lines.empty());
    return lines.front();
  }
};

/// The value of a repetition in the search.
enum class RepetitionRule : std::uint8_t {
  draw,  ///< always a draw
  check, ///< perpetual check loses
  wxf,   ///< perpetual check and perpetual chase lose, see xq::judge_repetition()
};

struct Options {
  std::size_t hash_megabytes = 16;
  unsigned threads = 1;
  int natural_limit = 120; ///< plies without a capture that make a draw; 0: none
  RepetitionRule repetition = RepetitionRule::wxf;
  SearchFeatureSet without{};            ///< search features switched off, for measurements
  std::chrono::milliseconds overhead{0}; ///< reserved for the communication with a GUI
  /// Evaluates positions; null: the hand-written evaluation.
  std::shared_ptr<const Network> network = default_network();
};

/// An engine with its own transposition table; clear() resets all state. With one thread and a
/// depth or node limit the result depends only on the arguments and the searches since clear(). One
/// thread at a time, except stop().
class Engine {
public:
  explicit Engine(const Options& options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Another evaluation begins with an empty table and empty histories. Throws std::bad_alloc, and
  /// everything stays as it was, when there is no memory for a table of that size.
  void set_options(const Options& options);
  /// Reset to the state of a new object.
  void clear();

  /// Call before a search that another thread may stop: clears earlier requests, so that stop() and
  /// ponder_hit() from now on apply to the next search. With `ponder` that search runs on the
  /// opponent's time until ponder_hit() or stop(); that time counts towards its limits.
  void prepare(bool ponder = false) noexcept;

  /// The transposition table's entry for a position; depth 0 and Move::none() without one.
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
  /// Search a position of which no earlier moves are known.
  [[nodiscard]] Report search(const Position& position, const Limits& limits,
                              const std::function<void(const Report&)>& on_report = {}) {
    return search(position, {}, limits, on_report);
  }
  /// Go on with the last search, whose result was resumable: the iterations after its last one, by
  /// limits of depth and nodes that count from its beginning. With one thread the result and all
  /// reports from then on are those of one search with these limits.
  [[nodiscard]] Report resume(const Limits& limits,
                              const std::function<void(const Report&)>& on_report = {});
  /// Static evaluation in centipawns from the side to move's point of view, by the network of the
  /// options or the hand-written terms.
  [[nodiscard]] Score evaluate(const Position& position) const;
  /// Make a running search return its result so far, of a first iteration at least; from any
  /// thread.
  void stop() noexcept;
  /// Turn a ponder search into a timed one, which ends at once when its time is over; from any
  /// thread.
  void ponder_hit() noexcept;

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// The hand-written static evaluation in centipawns from the side to move's point of view.
[[nodiscard]] Score evaluate(const Position& position) noexcept;

/// Above every score.
inline constexpr Score infinite_score = 31000;
/// Won by a verdict on repetition, less the plies to the repeated position: decisive, but no mate.
inline constexpr Score rule_win = 28500;
/// |score| of at least this is a win by mate or rule, counted in plies.
inline constexpr Score decided_score = 28000;

[[nodiscard]] constexpr Score mated_in(int plies) noexcept { return -mate_value + plies; }
[[nodiscard]] constexpr Score mate_in(int plies) noexcept { return mate_value - plies; }
[[nodiscard]] constexpr bool is_decided(Score s) noexcept {
  return s >= decided_score || s <= -decided_score;
}

} // namespace xq::engine
