#pragma once

#include "engine/eval/evaluate.hpp"
#include "engine/search/eval_cache.hpp"
#include "engine/search/history.hpp"
#include "engine/search/move_picker.hpp"
#include "engine/search/time.hpp"
#include "engine/search/transposition.hpp"

#include <xq/engine/engine.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace xq::engine {

/// What the threads of one search share.
struct SharedSearch {
  TranspositionTable table;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false};
  std::atomic<std::uint64_t> helper_nodes{0};
  Clock::time_point started;
  TimeBudget budget;
  Limits limits;
  int natural_limit = 120;
  RepetitionRule repetition = RepetitionRule::wxf;
  SearchFeatureSet without;
  std::shared_ptr<const Network> network; ///< null: the hand-written evaluation
  std::function<void(const Report&)> on_report;

  /// Whether the clock counts now. What was pondered counts once ponder_hit() has come.
  [[nodiscard]] bool timed() const noexcept {
    return budget.limit.count() > 0 && !limits.infinite &&
           !pondering.load(std::memory_order_relaxed);
  }
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
  std::vector<Move> pv; ///< principal variation, begins with `move`
};

/// One search thread: a board, its histories, and the recursive search. iteration.cpp has the
/// iterations, limits and root moves, search.cpp the main search, quiescence.cpp the leaves.
class Worker {
public:
  /// Evaluates by the network that `shared` has now.
  explicit Worker(SharedSearch& shared) : m_shared{shared}, m_evaluator{shared.network} {}

  void clear() { m_histories.clear(); }
  /// Set the root: `start` after `moves`, with the root moves to search.
  void prepare(const Position& start, std::span<const Move> moves, std::vector<RootMove> roots);
  /// Iterative deepening until a limit, from the iteration after the last completed one. The main
  /// worker reports and tests the clock; the others fill the table and have a vote.
  void run(bool is_main);

  /// Of the last iteration that was completed; 0 before the first.
  [[nodiscard]] int completed_depth() const noexcept { return m_completed_depth; }
  /// run() ended with no iteration begun: it may go on where it was.
  [[nodiscard]] bool between_iterations() const noexcept { return m_between_iterations; }
  /// The best root move.
  [[nodiscard]] const RootMove& best() const noexcept { return m_roots.front(); }
  /// The result of run().
  [[nodiscard]] Report report() const { return report(std::max(m_completed_depth, 1), m_roots); }
  [[nodiscard]] const Position& position() const noexcept { return m_position; }

private:
  enum class Node : std::uint8_t { root, pv, other };

  /// State of one ply. frames_before_root frames precede that of the root: frame[-6] always exists.
  struct Frame {
    int ply = 0;
    Move move;          ///< being searched below this frame
    bool quiet = false; ///< whether it captures nothing; false for none
    int reduction = 0;  ///< plies by which it is searched shallower now
    Move excluded;      ///< not searched: the table move during a singular extension test
    Score evaluation = 0;
    bool in_check = false;
    int move_count = 0;
    std::array<Move, 2> killers{};
    const PieceToHistory* continuation = nullptr;
    PieceToHistory* continuation_to_update = nullptr;
    int pv_length = 0;
    std::array<Move, max_ply + 1> pv;
  };
  /// A position between the start of the game and the current node, for repetitions.
  struct PathEntry {
    Key key{};
    Move move; ///< that led here
    bool in_check = false;
    bool after_null = false;
  };

  /// What a node knows before its moves are searched.
  struct NodeFacts {
    TableHit hit;
    bool found = false; ///< hit is the table's entry
    bool cut_node = false;
    bool improving = false; ///< the side to move stands better than two plies before
    bool table_capture = false;
    Move table_move;
    Score raw_evaluation = TranspositionTable::no_evaluation;
  };
  struct MoveFacts {
    Move move;
    bool capture = false;
    int history = 0;
  };
  /// The moves of a node that were searched and not the best, as far as there is room.
  class TriedMoves {
  public:
    void add(Move m, bool capture) noexcept {
      if (capture && m_capture_count < m_captures.size()) {
        m_captures[m_capture_count++] = m;
      } else if (!capture && m_quiet_count < m_quiets.size()) {
        m_quiets[m_quiet_count++] = m;
      }
    }
    [[nodiscard]] std::span<const Move> quiets() const noexcept {
      return {m_quiets.data(), m_quiet_count};
    }
    [[nodiscard]] std::span<const Move> captures() const noexcept {
      return {m_captures.data(), m_capture_count};
    }

  private:
    std::array<Move, 64> m_quiets;   // NOLINT
    std::array<Move, 32> m_captures; // NOLINT
    std::size_t m_quiet_count = 0;
    std::size_t m_capture_count = 0;
  };

  // -- iterations --
  /// An iteration of one principal variation, with aspiration windows.
  void search_pv(int depth);
  [[nodiscard]] bool enough_time(int depth, int unchanged_iterations, Score score_drop);
  [[nodiscard]] bool enough_nodes() const;
  [[nodiscard]] Report report(int depth, const std::vector<RootMove>& roots) const;
  /// Report the result of the last completed iteration.
  void report_finished();

  // -- recursion --
  template <Node node>
  Score search(Frame* frame, Score alpha, Score beta, int depth, bool cut_node);
  /// Whether the node has a score without a search: limits, rules, bounds of mates.
  template <Node node>
  bool ends_here(Frame* frame, Score& alpha, Score& beta, Score& score);
  /// Whether the table's entry is the score of a node outside the principal variation.
  [[nodiscard]] bool table_cuts(const NodeFacts& facts, Score beta, int depth);
  /// Evaluate the position statically; may deepen the search by a ply.
  void evaluate(Frame* frame, NodeFacts& facts, int& depth);
  /// Search the moves of a node that was not cut.
  template <Node node>
  Score search_moves(Frame* frame, const NodeFacts& facts, Score alpha, Score beta, int depth);
  [[nodiscard]] MoveFacts facts_of(Move m, const OrderingContext& context);
  /// Search the position after a move: reduced first, then with the whole depth and window where
  /// that is needed.
  template <Node node>
  Score search_move(Frame* frame, const NodeFacts& facts, const MoveFacts& move, Score alpha,
                    Score beta, Score best_score, int depth, int new_depth);
  template <Node node>
  [[nodiscard]] int reduction(const Frame* frame, const NodeFacts& facts, const MoveFacts& move,
                              int depth) const;
  /// Singular extension: the table move is searched deeper when all others fail low. True with the
  /// score of the node when the test decides it.
  bool extend_singular(Frame* frame, const NodeFacts& facts, Score beta, int depth, bool is_pv,
                       int& extension, Score& score);
  [[nodiscard]] bool may_be_singular(const Frame* frame, const NodeFacts& facts, int depth) const;
  /// Keep what the search of a node found: histories, corrections, table.
  template <Node node>
  void learn(Frame* frame, const NodeFacts& facts, Move best_move, Score best_score, Bound bound,
             int depth, const TriedMoves& tried);
  template <bool pv>
  Score quiescence(Frame* frame, Score alpha, Score beta);
  /// Reverse futility and null move; true with the score when one of them cuts.
  bool prune_node(Frame* frame, Score beta, int depth, bool improving, bool cut_node, Score& score);
  bool null_move(Frame* frame, Score beta, int depth, bool cut_node, Score& score);
  bool probe_cut(Frame* frame, Score beta, int depth, Move table_move, Score raw_evaluation,
                 bool cut_node, Score& score);
  /// Whether a move that gives no check is pruned at this depth. `move_count` is 0 in nodes of the
  /// principal variation, where no move comes late.
  [[nodiscard]] bool hopeless(const Frame* frame, Move m, int depth, int move_count, Score alpha,
                              int history, bool improving) const;
  /// The static evaluation; `known` is that of the table entry, or no_evaluation.
  [[nodiscard]] Score static_score(Score known = TranspositionTable::no_evaluation);
  /// Returns by how much searches of similar positions exceeded the static evaluation, in
  /// centipawns.
  [[nodiscard]] int correction();
  [[nodiscard]] static constexpr Score corrected(Score raw, int correction) noexcept {
    return std::clamp(raw + correction, -decided_score + 1, decided_score - 1);
  }
  /// Change the history of the quiet move that led to this node: by how it changed its side's
  /// static score, or, when no reply reaches alpha, as a good move.
  void judge_previous(const Frame* frame);
  void reward_previous(const Frame* frame, int depth);
  void update_corrections(Score raw, Score found, int depth);
  void update_histories(Frame* frame, Move best, int depth, const TriedMoves& tried);

  // -- helpers --
  void do_move(Frame* frame, Move m, Undo& undo);
  void undo_move(Move m, const Undo& undo);
  void do_null_move(Frame* frame, Undo& undo);
  void undo_null_move(const Undo& undo);
  [[nodiscard]] bool game_decided(int ply, Score& score);
  [[nodiscard]] Score judge_cycle(std::size_t first, int ply);
  [[nodiscard]] bool must_stop();
  [[nodiscard]] bool stopped() const noexcept { return m_stop->load(std::memory_order_relaxed); }
  [[nodiscard]] OrderingContext ordering(const Frame* frame);
  [[nodiscard]] RootMove* root_of(Move m);
  void update_pv(Frame* frame, Move m) const;
  void update_root(RootMove& root, const Frame* frame, Score score, Score alpha, Score beta,
                   bool first) const;

  static constexpr std::size_t frames_before_root = 6;

  [[nodiscard]] bool uses(SearchFeature f) const noexcept { return !m_shared.without.contains(f); }

  SharedSearch& m_shared;
  Position m_position;
  Evaluator m_evaluator;
  Histories m_histories;
  std::vector<PathEntry> m_path; ///< last entry: the current position
  std::vector<Move> m_cycle;     ///< buffer of judge_cycle()
  std::array<Frame, max_ply + frames_before_root + 4> m_frames;
  std::vector<RootMove> m_roots;
  std::vector<RootMove> m_finished; ///< m_roots after the last completed iteration
  Milliseconds m_next_report{0};
  std::size_t m_pv_index = 0; ///< which principal variation of a multipv search is searched
  std::uint64_t m_nodes = 0;
  std::uint64_t m_next_clock_test = 0; ///< node count
  EvalCache m_evaluations;
  int m_selective_depth = 0;
  int m_root_depth = 0;
  int m_completed_depth = 0;
  bool m_between_iterations = false;
  int m_null_move_from = 0; ///< no null move before this ply: one is being verified
  bool m_is_main = false;
  /// The shared flag; during the main worker's first iteration one that nobody sets, so that the
  /// answer has always been searched.
  const std::atomic<bool>* m_stop = &m_shared.stop;
  const std::atomic<bool> m_never{false};
  Milliseconds m_enough{0}; ///< no iteration begins after this time, by what the last one found
  bool m_begun_pondering = false; ///< the present iteration
};

} // namespace xq::engine
