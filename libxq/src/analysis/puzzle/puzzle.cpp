#include "analysis/puzzle/puzzle.hpp"

#include "analysis/puzzle/mate_kind.hpp"
#include "analysis/puzzle/motif.hpp"
#include "engine/outcomes.hpp"
#include "engine/search/proof_search.hpp"

#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
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
/// By which a move of the solution is found; the first one is confirmed by more than the last.
constexpr std::array all_efforts{Effort::quick, Effort::full, Effort::deep};
constexpr std::span first_efforts{all_efforts.begin(), 2};

/// With these points a search need not go on: it is decided after fewer nodes than the most.
/// docs/notes/problems.md has what that saves.
constexpr double points_of_clear_win = 0.95;
struct Clear {
  double times; ///< --nodes
  double points_of_others;
};
constexpr std::array clear_after{Clear{1, 0.51}, Clear{1.5, 0.53}, Clear{3, 0.58}};
constexpr double points_of_clear_others = 0.53; // of later moves, whose first search ends it
constexpr std::uint64_t win_share = 4;          ///< most nodes of the search for the win ...
constexpr std::uint64_t others_share = 16;      ///< ... and of that without it
/// An iteration that has not ended may take all nodes but one in so many.
constexpr std::uint64_t stale_share = 4;
/// Beyond a bound by this, by --nodes or more: it will not come back.
constexpr double deep_margin = 0.02;

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
  Work(const PuzzleOptions& options, const AnalystSource& analysts)
      : m_options{options},
        m_analyst{analysts.make()},
        m_confirming{engine_options(others_share * options.nodes)},
        m_engine{engine_options(options.nodes)} {}

  void stop() noexcept {
    m_stopped = true;
    m_analyst->stop();
    m_confirming.stop();
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
    if (!find_solution(candidate)) {
      return std::nullopt;
    }
    throw_if_stopped();
    return std::move(m_puzzle);
  }

private:
  /// With a small table for few nodes, which is sooner cleared.
  static engine::Options engine_options(std::uint64_t nodes) {
    constexpr std::uint64_t nodes_a_megabyte = 100'000;
    constexpr std::uint64_t largest = 64;
    engine::Options out;
    out.hash_megabytes = std::bit_ceil(
        static_cast<std::size_t>(std::clamp<std::uint64_t>(nodes / nodes_a_megabyte, 4, largest)));
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
    std::uint64_t nodes = 0; ///< of a search that was followed: when its last iteration ended
  };
  Found ask(const Position& p, const Question& question) {
    const auto answer = question.oriented(m_analyst->analyse(question));
    throw_if_stopped();
    const auto line = answer.best_line();
    return {p.side_to_move() == Color::red ? answer.score : -answer.score,
            {line.begin(), line.end()}};
  }
  Found best(const Position& p, Effort effort) { return ask(p, Question{p, {}}.with(effort)); }

  /// What the side to move has: a mate that is proved, or one move that wins while the others do
  /// not, or neither.
  struct Chance {
    std::vector<Move> mate;
    Found best;
    engine::Score otherwise = 0; ///< expected of the best other move
  };
  /// What costs less comes first, and the first that says no ends it.
  Chance look(const Position& p, std::span<const Effort> efforts) {
    const bool forced = count_legal(p) == 1;
    Chance out;
    if (prove_mate(p, m_options.longest, m_options.nodes / 16, out.mate)) {
      return out;
    }
    int seen = m_options.longest + 1; // moves of the shortest mate that a search has seen
    for (const Effort effort : efforts) {
      const double margin = effort == Effort::deep ? 0 : quick_margin;
      out.best = best(p, effort);
      if (out.best.line.empty() || points(out.best.score) < points_of_win - margin) {
        return {};
      }
      if ((effort == Effort::quick &&
           prove_mate(p, m_options.longest, m_options.nodes / 4, out.mate)) ||
          prove_seen_mate(p, out.best.score, seen, out.mate)) {
        return out;
      }
      const Question question{p, {}};
      out.otherwise = forced ? -engine::infinite_score
                             : ask(p, question.without(out.best.line.front(), effort)).score;
      if (points(out.otherwise) > points_of_others + margin) {
        return {};
      }
      if (effort == Effort::full && points(out.best.score) >= points_of_clear_win &&
          points(out.otherwise) <= points_of_clear_others) {
        break;
      }
    }
    return out;
  }

  /// Where the score is a mate that is shorter than those seen before.
  bool prove_seen_mate(const Position& p, engine::Score score, int& seen, std::vector<Move>& mate) {
    const int moves = (engine::mate_plies(score) + 1) / 2;
    if (moves <= 0 || moves >= seen) {
      return false;
    }
    seen = moves; // a search of all moves stays small where the length of the mate is its limit
    return prove_mate(p, moves, 4 * m_options.nodes, mate);
  }

  /// What a search says with the nodes that it has had. Nothing: it has to go on.
  using Decide = std::function<std::optional<bool>(std::uint64_t nodes, double points)>;

  /// One search that ends as soon as it is decided, after a whole iteration, or with its nodes, of
  /// which `decide` is asked last. Its score is the mean of the last two iterations. False where
  /// the last iteration takes most of the nodes, and does not end: that is most often one in which
  /// the value changes, so that the one before, after few nodes, says nothing.
  bool search_until(const engine::Limits& limits, const Decide& decide, Found& found) {
    m_confirming.clear();
    m_confirming.prepare();
    throw_if_stopped();
    std::optional<bool> decided;
    found = {};
    int depth = -1;
    engine::Score last = 0;
    const auto on_report = [&](const engine::Report& report) {
      const engine::Line& line = report.best();
      if (decided || report.depth == depth || line.lower_bound || line.upper_bound) {
        return; // once a second a search tells where it is: no answer may depend on that
      }
      const bool alone = depth < 0 || engine::is_decided(last) || engine::is_decided(line.score);
      found = {alone ? line.score : (last + line.score) / 2, line.moves, report.nodes};
      last = line.score;
      depth = report.depth;
      decided = decide(report.nodes, points(found.score));
      if (decided) {
        m_confirming.stop();
      }
    };
    const engine::Report end = m_confirming.search(m_puzzle.start, limits, on_report);
    throw_if_stopped();
    if (decided) {
      return *decided;
    }
    const bool stale = end.nodes >= limits.nodes && found.nodes < limits.nodes / stale_share;
    return !stale && *decide(limits.nodes, points(found.score));
  }

  /// The first move by more nodes: what wins at first sight, and fails, is often another matter
  /// some plies deeper. Decided by the first iteration that ends after --nodes, or, `thoroughly`,
  /// by more where that one is not clear.
  bool win_is_confirmed(bool thoroughly, double least, Found& best) {
    engine::Limits limits;
    limits.nodes = win_share * m_options.nodes;
    const auto wins = [&](std::uint64_t nodes, double expected) {
      const bool clear =
          nodes >= m_options.nodes && (!thoroughly || expected >= points_of_clear_win);
      return clear || nodes >= limits.nodes ? std::optional{expected >= least} : std::nullopt;
    };
    return search_until(limits, wins, best) && !best.line.empty();
  }
  bool others_fail(Move move, engine::Score& otherwise) {
    engine::Limits limits;
    limits.nodes = others_share * m_options.nodes;
    limits.banned_moves = {move};
    const auto fail = [&](std::uint64_t nodes, double expected) {
      const auto times = static_cast<double>(nodes) / static_cast<double>(m_options.nodes);
      const bool clear = times >= 1 && (expected > points_of_others + deep_margin ||
                                        std::ranges::any_of(clear_after, [&](const Clear& c) {
                                          return times >= c.times && expected <= c.points_of_others;
                                        }));
      return clear || nodes >= limits.nodes ? std::optional{expected <= points_of_others}
                                            : std::nullopt;
    };
    Found others;
    const bool out = search_until(limits, fail, others);
    otherwise = others.score;
    return out;
  }

  bool prove_mate(const Position& p, int moves, std::uint64_t nodes, std::vector<Move>& mate) {
    const MoveList all = legal_moves(p);
    m_proof->set_budget(m_proof->nodes() + nodes);
    auto found = m_proof->solve(p, moves, {all.begin(), all.end()});
    throw_if_stopped();
    if (found.verdict != Verdict::mate || !found.shortest) {
      return false;
    }
    mate = std::move(found.line);
    return true;
  }

  // --- The solution

  bool find_solution(const PuzzleCandidate& candidate) {
    Chance chance = look(m_puzzle.start, first_efforts);
    if (!chance.mate.empty()) {
      return take_mate(chance.mate, candidate);
    }
    if (chance.best.line.empty()) {
      return false;
    }
    // A capture may be trivial, which is cheaper to find out than whether it is the only move.
    const Move first = chance.best.line.front();
    const bool captures = m_puzzle.start.at(first.to()) != Piece::none;
    if (captures && !take_line(chance, candidate)) {
      return false;
    }
    if (!win_is_confirmed(false, points_of_win - deep_margin, chance.best)) {
      return false;
    }
    int seen = m_options.longest + 1;
    if (prove_seen_mate(m_puzzle.start, chance.best.score, seen, chance.mate)) {
      return take_mate(chance.mate, candidate);
    }
    const Move move = chance.best.line.front();
    if (!others_fail(move, m_puzzle.otherwise)) {
      return false;
    }
    if (points(chance.best.score) < points_of_clear_win &&
        (!win_is_confirmed(true, points_of_win, chance.best) || chance.best.line.front() != move)) {
      return false;
    }
    m_puzzle.value = chance.best.score;
    return (captures && move == first) || take_line(chance, candidate);
  }

  /// The solution by its first move, and what it is like. False for a trivial one.
  bool take_line(const Chance& chance, const PuzzleCandidate& candidate) {
    m_puzzle.line = {chance.best.line.front()};
    m_expected = chance.best.line;
    go_on(after(m_puzzle.start, m_expected.front()));
    judge(candidate);
    return !is_trivial(candidate);
  }

  /// A proved shortest mate from the start. False if another first move mates as quickly, and for a
  /// trivial one.
  bool take_mate(const std::vector<Move>& mate, const PuzzleCandidate& candidate) {
    const Position& start = m_puzzle.start;
    m_puzzle.line.clear();
    m_expected.clear();
    m_puzzle.mate = static_cast<int>(mate.size() + 1) / 2;
    if (!is_only_mate(start, mate.front(), m_puzzle.mate)) {
      return false;
    }
    m_puzzle.value = engine::mate_in(static_cast<int>(mate.size()));
    m_puzzle.otherwise = ask(start, Question{start, {}}.without(mate.front(), Effort::quick)).score;
    add_mate(start, mate);
    judge(candidate);
    return !is_trivial(candidate);
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
  /// Ends before a position comes again: who wins there does so by the rule on perpetual check.
  void go_on(Position p) {
    std::vector<Key> seen{p.key()};
    while (m_puzzle.length() < m_options.longest && has_legal_move(p)) {
      const Found reply = best(p, Effort::full);
      if (reply.line.empty()) {
        return;
      }
      p.do_move(reply.line.front());
      if (!has_legal_move(p)) {
        return;
      }
      const Chance chance = look(p, all_efforts);
      if (!chance.mate.empty()) {
        go_on_with_mate(p, reply.line.front(), chance.mate);
        return;
      }
      if (chance.best.line.empty()) {
        return;
      }
      const auto& line = chance.best.line;
      p.do_move(line.front());
      if (std::ranges::find(seen, p.key()) != seen.end()) {
        return;
      }
      seen.push_back(p.key());
      m_puzzle.line.push_back(reply.line.front());
      m_puzzle.line.push_back(line.front());
      m_expected = m_puzzle.line;
      m_expected.insert(m_expected.end(), line.begin() + 1, line.end());
    }
  }

  /// The end of a line that is no mate from its start; `reply` led to `p`.
  void go_on_with_mate(const Position& p, Move reply, const std::vector<Move>& mate) {
    const int left = static_cast<int>(mate.size() + 1) / 2;
    if (left != 1 && !is_only_mate(p, mate.front(), left)) {
      return;
    }
    m_puzzle.line.push_back(reply);
    if (left == 1) {
      add_other_mates(p, mate.front());
    }
    add_mate(p, mate);
  }

  /// Nothing is to be found: a piece is retaken, or what a search sees at once and no theme tells
  /// more of takes one that hangs or answers a check, and that is all. A mate in more than one that
  /// can go on in several ways is no more than its first move.
  [[nodiscard]] bool is_trivial(const PuzzleCandidate& candidate) const {
    if (m_puzzle.line.size() != 1 || m_puzzle.mate == 1) {
      return false;
    }
    const Square to = m_puzzle.line.front().to();
    ThemeSet plain;
    plain.insert(m_puzzle.mate != 0 ? Theme::mate : Theme::advantage);
    ThemeSet quiet = plain;
    quiet.insert(Theme::quiet_move);
    const bool at_once =
        m_puzzle.depth <= 1 && (m_puzzle.themes == plain || m_puzzle.themes == quiet);
    const bool forced = m_puzzle.start.in_check();
    return to == candidate.retaken || (at_once && (forced || m_puzzle.start.at(to) != Piece::none));
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
  engine::Engine m_confirming;
  engine::Engine m_engine; ///< to find at which depth the solution is seen
  std::unique_ptr<ProofSearch> m_proof;
  std::atomic<bool> m_stopped{false};
  Puzzle m_puzzle;
  std::vector<Move> m_expected; ///< the solution and how the engine goes on
};

AnalystSource puzzle_analysts(const PuzzleOptions& options) {
  engine::Limits limits;
  limits.nodes = options.nodes / deep_share;
  return own_analysts(limits, {}, {});
}

PuzzleMaker::PuzzleMaker(const PuzzleOptions& options, const AnalystSource& analysts)
    : m_work{std::make_unique<Work>(options, analysts)} {}
PuzzleMaker::~PuzzleMaker() = default;

std::optional<Puzzle> PuzzleMaker::find(const PuzzleCandidate& candidate) {
  return m_work->find(candidate);
}

void PuzzleMaker::stop() noexcept { m_work->stop(); }

} // namespace xq::analysis
