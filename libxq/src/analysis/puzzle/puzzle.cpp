#include "analysis/puzzle/puzzle.hpp"

#include "analysis/puzzle/mate_kind.hpp"
#include "analysis/puzzle/motif.hpp"
#include "engine/outcomes.hpp"
#include "engine/search/proof_search.hpp"

#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

namespace xq::analysis {

namespace {

using engine::ProofSearch;
using Verdict = ProofSearch::Verdict;

constexpr std::uint64_t bytes_a_node = 32; // of the proof search's table
constexpr std::uint64_t most_bytes = 64U << 20U;
/// Effort::deep has so many times the nodes of Effort::full.
constexpr std::uint64_t deep_share = 4;
/// A candidate that is this far from the bounds by a quick search is not searched further.
constexpr double quick_margin = 0.1; // in expected points
constexpr int deepest_probe = 12;

std::vector<Move> moves_but(const Position& p, Move move) {
  std::vector<Move> out;
  const MoveList all = legal_moves(p);
  out.reserve(all.size());
  std::copy_if(all.begin(), all.end(), std::back_inserter(out),
               [move](Move m) { return m != move; });
  return out;
}

Position after(Position p, Move move) noexcept {
  p.do_move(move);
  return p;
}

double points(engine::Score score) noexcept { return engine::outcomes_of(score).points(); }

} // namespace

class PuzzleMaker::Work {
public:
  Work(const PuzzleOptions& options, const PuzzleAnalysts& analysts)
      : m_options{options},
        m_analyst{analysts.usual.make()},
        m_confirming{analysts.confirming.make()},
        m_engine{engine_options()} {}

  void stop() noexcept {
    m_stopped = true;
    m_analyst->stop();
    m_confirming->stop();
    m_engine.stop();
  }

  std::optional<Puzzle> find(const PuzzleCandidate& candidate) {
    m_proof = std::make_unique<ProofSearch>(
        static_cast<std::size_t>(std::min(m_options.nodes * bytes_a_node, most_bytes)));
    m_proof->set_stopped([this] { return m_stopped.load(); });
    m_puzzle = Puzzle{};
    m_puzzle.start = candidate.position;
    m_puzzle.last = candidate.last;
    m_puzzle.played = candidate.played;
    m_puzzle.ply = candidate.ply;
    m_expected.clear();
    if (!find_first_move()) {
      return std::nullopt;
    }
    judge(candidate);
    throw_if_stopped();
    if (is_trivial(candidate)) {
      return std::nullopt;
    }
    return std::move(m_puzzle);
  }

private:
  static engine::Options engine_options() {
    engine::Options out;
    out.hash_megabytes = 4;
    return out;
  }

  void throw_if_stopped() const {
    if (m_stopped) {
      throw make_error<Interrupted>("the engine was stopped");
    }
  }

  // --- Questions

  struct Found {
    engine::Score score = 0; ///< for the side to move
    std::vector<Move> line;
  };
  Found ask(const Position& p, const Question& question) { return ask(p, question, *m_analyst); }
  Found ask(const Position& p, const Question& question, Analyst& analyst) {
    const auto answer = question.oriented(analyst.analyse(question));
    throw_if_stopped();
    const auto line = answer.best_line();
    return {p.side_to_move() == Color::red ? answer.score : -answer.score,
            {line.begin(), line.end()}};
  }
  Found best(const Position& p, Effort effort) { return ask(p, Question{p, {}}.with(effort)); }

  /// The move that wins, found by less and confirmed by more work; no line where none does.
  Found best_winning(const Position& p) {
    Found out;
    for (const Effort effort : {Effort::quick, Effort::full, Effort::deep}) {
      out = best(p, effort);
      if (out.line.empty() ||
          points(out.score) < points_of_win - (effort == Effort::deep ? 0 : quick_margin)) {
        return {};
      }
    }
    return out;
  }

  /// The move is the only one that wins: no other expects more than points_of_others.
  bool others_fail(const Position& p, Move move, engine::Score& otherwise) {
    const Question question{p, {}};
    for (const Effort effort : {Effort::quick, Effort::full, Effort::deep}) {
      otherwise = ask(p, question.without(move, effort)).score;
      if (points(otherwise) > points_of_others + (effort == Effort::deep ? 0 : quick_margin)) {
        return false;
      }
    }
    return true;
  }

  /// The same by more nodes still: what wins at first sight, and fails, is often another matter
  /// some plies deeper.
  bool is_confirmed(const Position& p, Move move) {
    const Question question{p, {}};
    const auto others = ask(p, question.without(move, Effort::deep), *m_confirming);
    if (points(others.score) > points_of_others) {
      return false;
    }
    const auto found = ask(p, question.with(Effort::deep), *m_confirming);
    return !found.line.empty() && found.line.front() == move &&
           points(found.score) >= points_of_win;
  }

  std::optional<std::vector<Move>> prove_mate(const Position& p) {
    return prove_mate(p, m_options.longest, m_options.nodes / 2);
  }
  std::optional<std::vector<Move>> prove_mate(const Position& p, int moves, std::uint64_t nodes) {
    const MoveList all = legal_moves(p);
    m_proof->set_budget(m_proof->nodes() + nodes);
    const auto found = m_proof->solve(p, moves, {all.begin(), all.end()});
    throw_if_stopped();
    return found.verdict == Verdict::mate && found.shortest ? std::optional{found.line}
                                                            : std::nullopt;
  }

  // --- The solution

  bool find_first_move() {
    const Position& start = m_puzzle.start;
    if (const auto mate = prove_mate(start)) {
      return take_mate(*mate);
    }
    const Found found = best_winning(start);
    // A search of all moves stays small where the length of the mate is its limit.
    const int seen = (engine::mate_plies(found.score) + 1) / 2;
    if (seen > 0 && seen <= m_options.longest) {
      if (const auto mate = prove_mate(start, seen, 4 * m_options.nodes)) {
        return take_mate(*mate);
      }
    }
    if (found.line.empty() || !others_fail(start, found.line.front(), m_puzzle.otherwise) ||
        !is_confirmed(start, found.line.front())) {
      return false;
    }
    m_puzzle.value = found.score;
    m_puzzle.line.push_back(found.line.front());
    m_expected = found.line;
    go_on(after(start, found.line.front()));
    return true;
  }

  /// A proved shortest mate from the start. False if another first move mates as quickly.
  bool take_mate(const std::vector<Move>& mate) {
    const Position& start = m_puzzle.start;
    m_puzzle.mate = static_cast<int>(mate.size() + 1) / 2;
    if (!is_only_mate(start, mate.front(), m_puzzle.mate)) {
      return false;
    }
    m_puzzle.value = engine::mate_in(static_cast<int>(mate.size()));
    m_puzzle.otherwise = ask(start, Question{start, {}}.without(mate.front(), Effort::quick)).score;
    add_mate(start, mate);
    return true;
  }

  /// The moves of a proved mate for as long as each is the only one that mates in as few moves.
  void add_mate(Position p, const std::vector<Move>& mate) {
    m_puzzle.line.push_back(mate.front());
    p.do_move(mate.front());
    for (std::size_t i = 1; i + 1 < mate.size(); i += 2) {
      p.do_move(mate[i]);
      const int left = static_cast<int>(mate.size() - i) / 2;
      if (left > 1 && !is_only_mate(p, mate[i + 1], left)) {
        return;
      }
      m_puzzle.line.push_back(mate[i]);
      m_puzzle.line.push_back(mate[i + 1]);
      if (left == 1) {
        add_other_mates(p, mate[i + 1]);
      }
      p.do_move(mate[i + 1]);
    }
  }

  bool is_only_mate(const Position& p, Move move, int moves) {
    const auto others = moves_but(p, move);
    if (others.empty()) {
      return true;
    }
    m_proof->set_budget(m_proof->nodes() + m_options.nodes);
    const auto found = m_proof->solve(p, moves, others);
    throw_if_stopped();
    return found.verdict == Verdict::none;
  }

  void add_other_mates(const Position& p, Move move) {
    for (const Move m : moves_but(p, move)) {
      if (!has_legal_move(after(p, m))) {
        m_puzzle.also_mates.push_back(m);
      }
    }
  }

  /// What follows the first move of a line that is no proved mate; the other side is to move.
  void go_on(Position p) {
    while (m_puzzle.length() < m_options.longest && has_legal_move(p)) {
      const Found reply = best(p, Effort::full);
      if (reply.line.empty()) {
        return;
      }
      p.do_move(reply.line.front());
      const auto others = legal_moves(p).size();
      if (others == 0) {
        return;
      }
      if (const auto mate = prove_mate(p)) {
        const int left = static_cast<int>(mate->size() + 1) / 2;
        if (left == 1 || is_only_mate(p, mate->front(), left)) {
          m_puzzle.line.push_back(reply.line.front());
          if (left == 1) {
            add_other_mates(p, mate->front());
          }
          add_mate(p, *mate);
        }
        return;
      }
      const Found found = best_winning(p);
      engine::Score otherwise = 0;
      if (found.line.empty() || (others > 1 && !others_fail(p, found.line.front(), otherwise))) {
        return;
      }
      m_puzzle.line.push_back(reply.line.front());
      m_puzzle.line.push_back(found.line.front());
      m_expected = m_puzzle.line;
      m_expected.insert(m_expected.end(), found.line.begin() + 1, found.line.end());
      p.do_move(found.line.front());
    }
  }

  /// Nothing is to be found: a piece is retaken, or one that hangs is taken, and that is all.
  [[nodiscard]] bool is_trivial(const PuzzleCandidate& candidate) const {
    if (m_puzzle.line.size() != 1 || m_puzzle.mate != 0) {
      return false;
    }
    const Square to = m_puzzle.line.front().to();
    ThemeSet none;
    none.insert(Theme::advantage);
    const bool at_once = m_puzzle.depth <= 1 && m_puzzle.themes == none;
    return to == candidate.retaken || (at_once && m_puzzle.start.at(to) != Piece::none);
  }

  // --- What the puzzle is like

  void judge(const PuzzleCandidate& candidate) {
    auto expected = m_expected.size() > m_puzzle.line.size() ? m_expected : m_puzzle.line;
    m_puzzle.themes = motifs({m_puzzle.start, expected, m_puzzle.line.size(), candidate.retaken});
    m_puzzle.themes |= kinds_of_mate(m_puzzle.start, m_puzzle.line);
    m_puzzle.themes.insert(m_puzzle.mate != 0 ? Theme::mate : Theme::advantage);
    m_puzzle.alternatives = count_alternatives();
    m_puzzle.depth = probe_depth();
    m_puzzle.difficulty = difficulty();
  }

  [[nodiscard]] int count_alternatives() const {
    const Position& p = m_puzzle.start;
    const auto others = moves_but(p, m_puzzle.line.front());
    return static_cast<int>(std::count_if(others.begin(), others.end(), [&p](Move m) {
      return p.at(m.to()) != Piece::none || p.gives_check(m);
    }));
  }

  /// From which depth on a search prefers the solution and keeps to it.
  int probe_depth() {
    engine::Limits probe;
    probe.nodes = m_options.nodes / 8;
    probe.depth = deepest_probe;
    m_engine.clear();
    int depth = 0;
    int right_from = deepest_probe + 1;
    static_cast<void>(m_engine.search(m_puzzle.start, probe, [&](const engine::Report& report) {
      if (report.lines.empty() || report.lines.front().moves.empty()) {
        return;
      }
      depth = report.depth;
      const bool right = report.lines.front().moves.front() == m_puzzle.line.front();
      right_from = !right ? deepest_probe + 1 : std::min(right_from, depth);
    }));
    return right_from;
  }

  /// docs/puzzles.md has the formula.
  [[nodiscard]] int difficulty() const {
    const int moves = m_puzzle.mate != 0 ? m_puzzle.mate : m_puzzle.length();
    int out = 1 + std::min(moves - 1, 4);
    out += m_puzzle.depth >= 10 ? 3 : m_puzzle.depth >= 6 ? 2 : m_puzzle.depth >= 3 ? 1 : 0;
    out += m_puzzle.themes.contains(Theme::sacrifice) ? 1 : 0;
    out += m_puzzle.themes.contains(Theme::quiet_move) ? 1 : 0;
    out += m_puzzle.alternatives >= 8 ? 1 : 0;
    return std::clamp(out, 1, highest_difficulty);
  }

  PuzzleOptions m_options;
  std::unique_ptr<Analyst> m_analyst;
  std::unique_ptr<Analyst> m_confirming;
  engine::Engine m_engine; ///< to find at which depth the solution is seen
  std::unique_ptr<ProofSearch> m_proof;
  std::atomic<bool> m_stopped{false};
  Puzzle m_puzzle;
  std::vector<Move> m_expected; ///< the solution and how the engine goes on
};

PuzzleAnalysts puzzle_analysts(const PuzzleOptions& options) {
  engine::Limits usual;
  usual.nodes = options.nodes / deep_share;
  engine::Limits confirming;
  confirming.nodes = 4 * options.nodes; // Effort::deep: four times as many again
  return {own_analysts(usual, {}, {}), own_analysts(confirming, {}, {})};
}

PuzzleMaker::PuzzleMaker(const PuzzleOptions& options, const PuzzleAnalysts& analysts)
    : m_work{std::make_unique<Work>(options, analysts)} {}
PuzzleMaker::~PuzzleMaker() = default;

std::optional<Puzzle> PuzzleMaker::find(const PuzzleCandidate& candidate) {
  return m_work->find(candidate);
}

void PuzzleMaker::stop() noexcept { m_work->stop(); }

} // namespace xq::analysis
