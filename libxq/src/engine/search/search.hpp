#pragma once

#include "engine/eval/evaluate.hpp"
#include "engine/search/eval_cache.hpp"
#include "engine/search/history.hpp"
#include "engine/search/move_picker.hpp"
#include "engine/search/repetition_cache.hpp"
#include "engine/search/time.hpp"
#include "engine/search/transposition.hpp"

#include <xq/engine/score.hpp>

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

namespace xq::engine {

/// What all threads of one search share.
struct SharedSearch {
  TranspositionTable table;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false};
  /// Milliseconds from `started` at which ponder_hit() came.
  std::atomic<std::int64_t> ponder_hit_at{0};
  std::atomic<std::uint64_t> helper_nodes{0};
  Clock::time_point started;
  TimeBudget budget;
  Limits limits;
  int natural_limit = 120;
  RepetitionRule repetition = RepetitionRule::wxf;
  SearchFeatureSet without;
  std::function<void(const Report&)> on_report;

  [[nodiscard]] Milliseconds elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - started);
  }
};

/// A move of the root with what the search knows about it.
struct RootMove {
  Move move;
  Score score = -infinite_score;
  Score previous_score = -infinite_score;
  bool lower_bound = false;
  bool upper_bound = false;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  std::vector<Move> line; ///< principal variation, begins with `move`
};

/// One search thread: a board, its histories, and the recursive search over them.
class Worker {
public:
  /// `number` 0 is the main worker; the others stagger their iterations by it.
  Worker(SharedSearch& shared, std::size_t number) : m_shared{shared}, m_number{number} {}

  void clear() { m_histories.clear(); }
  /// Take over a root: `start` after `moves`, the candidates in `roots`.
  void prepare(const Position& start, std::span<const Move> moves, std::vector<RootMove> roots);
  /// Iterative deepening until a limit. The main worker reports and watches the clock; the others
  /// only fill the table.
  void run(bool is_main);

  [[nodiscard]] const std::vector<RootMove>& roots() const noexcept { return m_roots; }
  [[nodiscard]] int completed_depth() const noexcept { return m_completed_depth; }
  [[nodiscard]] std::uint64_t nodes() const noexcept { return m_nodes; }
  /// The result of run().
  [[nodiscard]] Report report() const { return report(std::max(m_completed_depth, 1), m_roots); }
  [[nodiscard]] const Position& position() const noexcept { return m_position; }

private:
  enum class Node : std::uint8_t { root, pv, other };

  /// State of one ply. Frames before the root exist, so that looking back needs no test.
  struct Frame {
    int ply = 0;
    Move move;     ///< being searched below this frame
    Move excluded; ///< left out: the table move of a singularity test
    Score evaluation = 0;
    bool in_check = false;
    int move_count = 0;
    std::array<Move, 2> killers{};
    const PieceToHistory* continuation = nullptr;
    PieceToHistory* continuation_to_update = nullptr;
    int pv_length = 0;
    std::array<Move, max_ply + 1> pv;
  };
  /// A position of the game or of the line being searched, for repetitions.
  struct Seen {
    Key key{};
    Move move; ///< that led here
    bool in_check = false;
    bool after_null = false;
  };

  // -- iterations --
  void search_line(int depth);
  [[nodiscard]] bool enough_time(int depth, int unchanged_iterations, Score score_drop);
  [[nodiscard]] Report report(int depth, const std::vector<RootMove>& roots) const;
  /// What the last whole iteration found.
  void report_finished();

  // -- recursion --
  template <Node node>
  Score search(Frame* frame, Score alpha, Score beta, int depth, bool cut_node);
  template <bool pv>
  Score quiescence(Frame* frame, Score alpha, Score beta);
  /// Shortcuts before the move loop; true with the score when one of them decided.
  bool prune_node(Frame* frame, Score& alpha, Score beta, int depth, bool improving, bool cut_node,
                  Score& score);
  bool null_move(Frame* frame, Score beta, int depth, bool cut_node, Score& score);
  bool probe_cut(Frame* frame, Score beta, int depth, Move table_move, Score raw_evaluation,
                 bool cut_node, Score& score);
  /// Whether a move is not worth a search so near the horizon, unless it gives check.
  [[nodiscard]] bool hopeless(const Frame* frame, Move m, int depth, int move_count, Score alpha,
                              int history, bool improving) const;
  /// The static evaluation; `known` is what the table says, or no_evaluation.
  [[nodiscard]] Score static_score(Score known = TranspositionTable::no_evaluation);
  /// What searches of positions like this one found above the static evaluation.
  [[nodiscard]] int correction();
  void update_corrections(Score raw, Score found, int depth);
  void update_histories(Frame* frame, Move best, int depth, std::span<const Move> quiets,
                        std::span<const Move> captures);

  // -- helpers --
  void do_move(Frame* frame, Move m, Undo& undo);
  void undo_move(Move m, const Undo& undo);
  void do_null_move(Frame* frame, Undo& undo);
  void undo_null_move(const Undo& undo);
  [[nodiscard]] bool game_decided(int ply, Score& score);
  [[nodiscard]] Score judge_cycle(std::size_t first, int ply);
  [[nodiscard]] bool must_stop();
  [[nodiscard]] OrderingContext ordering(const Frame* frame);
  [[nodiscard]] RootMove* root_of(Move m);
  void update_pv(Frame* frame, Move m) const;
  void update_root(RootMove& root, const Frame* frame, Score score, Score alpha, Score beta,
                   bool first);

  static constexpr std::size_t frames_before_root = 4;

  [[nodiscard]] bool uses(SearchFeature p) const noexcept { return !m_shared.without.contains(p); }
  [[nodiscard]] bool skips(int depth) const noexcept;

  SharedSearch& m_shared;
  std::size_t m_number;
  Position m_position;
  Evaluator m_evaluator;
  Histories m_histories;
  std::vector<Seen> m_seen;  ///< last entry: the current position
  std::vector<Move> m_cycle; ///< room for judge_cycle()
  RepetitionCache m_cycles;
  std::array<Frame, max_ply + frames_before_root + 4> m_frames;
  std::vector<RootMove> m_roots;
  std::vector<RootMove> m_finished; ///< m_roots after the last whole iteration
  Milliseconds m_next_report{0};
  std::size_t m_line = 0; ///< which line of a multipv search is in work
  std::uint64_t m_nodes = 0;
  std::uint64_t m_next_clock_look = 0;
  EvalCache m_scores;
  int m_selective_depth = 0;
  int m_root_depth = 0;
  int m_completed_depth = 0;
  int m_null_move_from = 0; ///< no null move above this ply while one is being verified
  bool m_is_main = false;
};

} // namespace xq::engine
