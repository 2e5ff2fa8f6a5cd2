#include "analysis/solve/solve.hpp"

#include "analysis/solve/table_answer.hpp"
#include "engine/search/proof_search.hpp"

#include <xq/board/fen.hpp>
#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace xq::analysis {

namespace {

using engine::ProofSearch;
using record::Game;
using record::NodeId;
using record::Result;
using Verdict = ProofSearch::Verdict;
using Width = ProofSearch::Width;

constexpr std::uint64_t bytes_a_node = 32;
/// From here on an engine's value, in centipawns, is a win that it sees no end of.
constexpr engine::Score likely_win = 700;
constexpr engine::Score likely_draw = 150;
constexpr engine::Score unlikely_win = 50; ///< up to here

class Solver {
public:
  Solver(const Game& game, const SolveOptions& options)
      : m_game{game},
        m_options{options},
        m_search{static_cast<std::size_t>(
            std::min<std::uint64_t>(options.nodes * bytes_a_node, options.table_bytes))} {
    m_search.set_stopped([this] { return m_options.keep_going && !m_options.keep_going(); });
    m_out.claim = options.claim ? *options.claim : find_claim(game);
  }

  SolvedProblem run() {
    find_mate();
    if (!m_out.mate) {
      ask_engine();
    }
    m_out.answer = answer();
    if (m_out.mate && m_game.node_count() > 1) {
      look_at_solution();
    }
    look_at_ends();
    std::stable_sort(m_out.findings.begin(), m_out.findings.end(),
                     [](const auto& a, const auto& b) { return a.ply < b.ply; });
    m_out.nodes = m_search.nodes();
    return std::move(m_out);
  }

private:
  /// Throws Interrupted when the search was stopped: half an answer is none.
  void throw_if_stopped() const {
    if (m_options.keep_going && !m_options.keep_going()) {
      throw Interrupted{"stopped"};
    }
  }

  // --- The mate

  void find_mate() {
    const Position& start = m_game.start();
    MoveList legal;
    generate_legal(start, legal);
    const std::span<const Move> all{legal.begin(), legal.end()};
    ProofSearch::Solution own;
    if (m_out.claim.mate != 0) { // one of the length that is claimed is the easiest to find
      m_search.set_budget(m_options.nodes / 2);
      own = m_search.solve(start, m_out.claim.mate, all);
    }
    if (own.verdict != Verdict::mate) {
      m_search.set_budget(m_options.nodes / 4 * 3);
      own = m_search.solve(start, m_options.longest, all);
    }
    throw_if_stopped();
    if (own.verdict != Verdict::mate && m_out.claim.result == won_by(start.side_to_move())) {
      own = prove_along_solution(all);
    }
    if (own.verdict == Verdict::mate) {
      m_out.mate =
          ForcedMate{start.side_to_move(), own.line, static_cast<int>(own.line.size() + 1) / 2,
                     own.width == Width::checks, own.shortest};
      return;
    }
    m_search.set_budget(m_options.nodes);
    for (const Width width : {Width::checks, Width::all}) {
      if (m_search.prove_against(start, m_options.longest, width) != Verdict::mate) {
        continue;
      }
      if (const auto line = m_search.line()) {
        m_out.mate = ForcedMate{~start.side_to_move(), *line, static_cast<int>(line->size()) / 2,
                                width == Width::checks, false};
        return;
      }
    }
    throw_if_stopped();
  }

  /// The main line of the record from its end on: what is proved near the end serves the positions
  /// before it. At the start position a proof by that is one like any other.
  ProofSearch::Solution prove_along_solution(std::span<const Move> all) {
    std::vector<Position> own_turns; // of the side that begins
    Position position = m_game.start();
    bool own_turn = true;
    for (auto id = m_game.node(record::root_node).first_child; id != record::no_node;
         id = m_game.node(id).first_child) {
      if (own_turn) {
        own_turns.push_back(position);
      }
      own_turn = !own_turn;
      position.do_move(m_game.node(id).move);
    }
    const auto end = m_search.nodes() + m_options.nodes;
    ProofSearch::Solution out;
    for (std::size_t i = own_turns.size(); i-- > 1;) {
      // half of what is left for each: near the end little is needed
      m_search.set_budget(m_search.nodes() + (end - m_search.nodes()) / 2);
      if (m_search.prove(own_turns[i], m_options.longest, Width::checks) != Verdict::mate &&
          m_search.prove(own_turns[i], m_options.longest, Width::all) != Verdict::mate) {
        return out;
      }
      throw_if_stopped();
    }
    if (!own_turns.empty()) {
      m_search.set_budget(end);
      out = m_search.solve(m_game.start(), m_options.longest, all);
      throw_if_stopped();
    }
    return out;
  }

  Evaluation ask(const Question& question) {
    Evaluation out = m_options.analyst->analyse(question);
    throw_if_stopped();
    return out;
  }

  /// A value that does not agree with the claim is looked at more thoroughly: of compositions a
  /// first look is mostly wrong.
  void ask_engine() {
    if (m_options.analyst == nullptr || !has_legal_move(m_game.start())) {
      return;
    }
    const Question question{m_game.start(), {}};
    m_out.evaluation = ask(question);
    const Claim& claim = m_out.claim;
    if (claim.says_anything() && answer_by(*m_out.evaluation, claim.result) != Answer::likely) {
      m_out.evaluation = ask(question.with(Effort::thorough));
    }
  }

  /// Whether the main line of the record comes to a position whose value agrees with the claim:
  /// then the line speaks for it and the engine against it.
  bool line_agrees() {
    std::vector<Move> moves;
    m_game.main_moves(moves);
    if (moves.empty()) {
      return false;
    }
    const Question end{m_game.start(), moves};
    return has_legal_move(end.position()) &&
           answer_by(ask(end), m_out.claim.result) == Answer::likely;
  }

  // --- The claim

  Answer answer() {
    const Claim& claim = m_out.claim;
    if (!claim.says_anything()) {
      return Answer::no_claim;
    }
    if (m_out.mate) {
      return won_by(m_out.mate->winner) != claim.result ? Answer::refuted : answer_to_length();
    }
    if (claim.mate != 0 && no_mate_within(claim.mate)) {
      return Answer::refuted;
    }
    return answer_by_value();
  }

  /// A mate is there; is it one within the moves of the claim?
  Answer answer_to_length() {
    const int claimed = m_out.claim.mate;
    if (claimed == 0 || m_out.mate->moves <= claimed) {
      return Answer::proved;
    }
    return m_out.mate->shortest || no_mate_within(claimed) ? Answer::refuted : Answer::likely;
  }

  bool no_mate_within(int moves) {
    m_search.set_budget(m_search.nodes() + m_options.nodes / 4);
    const bool mover = won_by(m_game.start().side_to_move()) == m_out.claim.result;
    const auto verdict = mover ? m_search.prove(m_game.start(), moves, Width::all)
                               : m_search.prove_against(m_game.start(), moves, Width::all);
    throw_if_stopped();
    return verdict == Verdict::none;
  }

  Answer answer_by_value() {
    if (!m_out.evaluation) {
      return Answer::open;
    }
    const Answer answer = answer_by(*m_out.evaluation, m_out.claim.result);
    return answer == Answer::unlikely && line_agrees() ? Answer::open : answer;
  }

  /// What the value of a position says of a claim about it.
  static Answer answer_by(const Evaluation& evaluation, Result claimed) noexcept {
    const auto red = evaluation.score;
    if (claimed == Result::draw) {
      return std::abs(red) <= likely_draw  ? Answer::likely
             : std::abs(red) >= likely_win ? Answer::unlikely
                                           : Answer::open;
    }
    const auto own = claimed == Result::red_wins ? red : -red;
    return own >= likely_win     ? Answer::likely
           : own <= unlikely_win ? Answer::unlikely
                                 : Answer::open;
  }

  // --- The solution

  void look_at_solution() {
    m_end = m_search.nodes() + m_options.nodes;
    m_width = m_out.mate->by_checks ? Width::checks : Width::all;
    if (m_out.mate->moves < m_out.claim.mate && m_out.answer == Answer::proved) {
      const auto& line = m_out.mate->line;
      add(SolutionFinding::Kind::shorter_mate, record::root_node, 0, line.front(),
          {line.begin() + 1, line.end()});
    }
    visit(record::root_node, m_game.start(), 0, m_out.mate->moves, true);
  }

  /// In how many moves of the winner there is a mate, `most` at most; nothing if none is proved.
  /// `exact`: it is shown that there is no shorter one.
  struct Length {
    int moves = 0;
    bool exact = false;
    std::vector<Move> line;
  };
  std::optional<Length> length(const Position& p, int most) {
    std::optional<Length> out;
    for (const Width width : {m_width, Width::all}) {
      int n = out ? out->moves - 1 : most;
      Verdict verdict = Verdict::mate;
      while (n >= 0 && verdict == Verdict::mate) {
        verdict = ask(p, n, width);
        if (verdict == Verdict::mate) {
          const auto line = m_search.line();
          if (!line) {
            verdict = Verdict::open;
            break;
          }
          out = Length{m_search.proved_moves(), false, *line};
          n = out->moves - 1;
        }
      }
      if (out && (n < 0 || (width == Width::all && verdict == Verdict::none))) {
        out->exact = true;
        break;
      }
    }
    return out;
  }

  Verdict ask(const Position& p, int most, Width width) {
    constexpr std::uint64_t questions = 40;
    m_search.set_budget(std::min(m_end, m_search.nodes() + m_options.nodes / questions));
    const auto verdict = p.side_to_move() == m_out.mate->winner
                             ? m_search.prove(p, most, width)
                             : m_search.prove_against(p, most, width);
    throw_if_stopped();
    return verdict;
  }

  [[nodiscard]] bool given_up() const noexcept { return m_search.nodes() >= m_end; }

  void add(SolutionFinding::Kind kind, NodeId node, int ply, Move move, std::vector<Move> line) {
    m_out.findings.push_back({kind, node, ply + 1, move, std::move(line)});
  }

  /// The position behind `node` after `ply` moves, in which the winner mates within `most` moves.
  void visit(NodeId node, const Position& p, int ply, int most, bool main_line) {
    if (given_up() || ply >= 2 * ProofSearch::max_moves) {
      return;
    }
    if (p.side_to_move() == m_out.mate->winner) {
      visit_attack(node, p, ply, most, main_line);
    } else {
      visit_defence(node, p, ply, most, main_line);
    }
  }

  void visit_attack(NodeId node, const Position& p, int ply, int most, bool main_line) {
    const NodeId child = m_game.node(node).first_child;
    if (child == record::no_node) {
      add_early_end(node, p, ply, most, main_line);
      return;
    }
    const Move move = m_game.node(child).move;
    if (main_line) {
      find_second_moves(node, p, ply, most);
    }
    Position after = p;
    after.do_move(move);
    // a slower mate than the quickest one is a solution, too
    constexpr int slower = 4;
    for (const int n : {most - 1, std::min(most + slower, ProofSearch::max_moves)}) {
      if (const auto mate = length(after, n)) {
        visit(child, after, ply + 1, mate->moves, main_line);
        return;
      }
    }
    if (main_line && ask(after, most, Width::all) == Verdict::none) {
      add(SolutionFinding::Kind::lets_mate_go, node, ply, move, {});
    }
  }

  /// Other moves that mate in no more moves than are left. Where they are two captures or checks
  /// that lead to the same end is for people to say.
  void find_second_moves(NodeId node, const Position& p, int ply, int most) {
    const auto kind = node == record::root_node ? SolutionFinding::Kind::second_key
                                                : SolutionFinding::Kind::second_move;
    MoveList legal;
    generate_legal(p, legal);
    for (const Move m : legal) {
      Position after = p;
      after.do_move(m);
      if (given_up() || is_in_record(node, m)) {
        continue;
      }
      for (const Width width : {Width::checks, Width::all}) {
        if (ask(after, most - 1, width) == Verdict::mate) {
          if (const auto line = m_search.line()) {
            add(kind, node, ply, m, *line);
          }
          break;
        }
      }
    }
  }

  [[nodiscard]] bool is_in_record(NodeId node, Move m) const {
    for (auto id = m_game.node(node).first_child; id != record::no_node;
         id = m_game.node(id).next_sibling) {
      if (m_game.node(id).move == m) {
        return true;
      }
    }
    return false;
  }

  void visit_defence(NodeId node, const Position& p, int ply, int most, bool main_line) {
    MoveList legal;
    generate_legal(p, legal);
    if (legal.empty()) {
      return;
    }
    if (m_game.node(node).first_child == record::no_node) {
      add_early_end(node, p, ply, most, main_line);
      return;
    }
    int longest = 0; // of the defences of the record
    bool first = main_line;
    for (auto id = m_game.node(node).first_child; id != record::no_node;
         id = m_game.node(id).next_sibling) {
      Position after = p;
      after.do_move(m_game.node(id).move);
      const auto mate = length(after, most);
      longest = std::max(longest, mate ? mate->moves : most);
      if (mate) {
        visit(id, after, ply + 1, mate->moves, first);
      }
      first = false;
    }
    for (const Move m : legal) {
      Position after = p;
      after.do_move(m);
      if ((longest >= most && !m_options.all_defences) || given_up()) {
        return;
      }
      const auto mate = is_in_record(node, m) ? std::nullopt : length(after, most);
      if (mate && (m_options.all_defences || (mate->exact && mate->moves > longest))) {
        add(SolutionFinding::Kind::missing_defence, node, ply, m, mate->line);
      }
    }
  }

  // --- What comments say of the ends of lines

  /// Only what is shown to be wrong is told: where the mate that a comment names is none, and where
  /// the other side mates than the one that a comment lets win.
  void look_at_ends() {
    const auto end = m_search.nodes() + m_options.nodes / 4;
    for (NodeId id = 1; id < m_game.node_count(); ++id) {
      if (m_game.node(id).first_child != record::no_node || m_search.nodes() >= end) {
        continue;
      }
      m_game.for_each_note(id, [&](const Game::Note& note) {
        if (note.kind == record::NoteKind::comment) {
          look_at_end(id, note.text);
        }
      });
    }
  }

  void look_at_end(NodeId id, std::string_view comment) {
    constexpr std::size_t longest = 60; // bytes; longer ones tell stories
    if (comment.size() > longest) {
      return;
    }
    const NodeId before = m_game.node(id).parent;
    Position p = record::position_after(m_game, before);
    const int ply = ply_of(before);
    p.do_move(m_game.node(id).move);
    const bool ended = !has_legal_move(p);
    if (!ended && says_mate(comment)) {
      add(SolutionFinding::Kind::no_mate_there, before, ply, m_game.node(id).move, {});
      return;
    }
    const Claim claim = read_end(comment);
    if (claim.result == Result::unknown) {
      return;
    }
    constexpr int moves = 8;
    for (const bool mover : {true, false}) {
      const Color winner = mover ? p.side_to_move() : ~p.side_to_move();
      if (won_by(winner) == claim.result) {
        continue;
      }
      m_search.set_budget(m_search.nodes() + m_options.nodes / 40);
      const auto verdict = mover ? m_search.prove(p, moves, Width::checks)
                                 : m_search.prove_against(p, moves, Width::checks);
      throw_if_stopped();
      const auto line = verdict == Verdict::mate ? m_search.line() : std::nullopt;
      if (line) {
        add(SolutionFinding::Kind::other_end, before, ply, m_game.node(id).move, *line);
        return;
      }
    }
  }

  [[nodiscard]] int ply_of(NodeId id) const {
    int ply = 0;
    for (; id != record::root_node; id = m_game.node(id).parent) {
      ++ply;
    }
    return ply;
  }

  void add_early_end(NodeId node, const Position& p, int ply, int most, bool main_line) {
    if (const auto mate = main_line ? length(p, most) : std::nullopt; mate && !mate->line.empty()) {
      const std::vector<Move> rest{mate->line.begin() + 1, mate->line.end()};
      add(SolutionFinding::Kind::ends_early, node, ply, mate->line.front(), rest);
    }
  }

  const Game& m_game;
  const SolveOptions& m_options;
  ProofSearch m_search;
  SolvedProblem m_out;
  Width m_width = Width::checks; ///< in which the solution's mates are sought first
  std::uint64_t m_end = 0;       ///< of the nodes for the solution
};

/// The side to move is said to win, and a few nodes show its shortest mate: a table, which may have
/// to be counted for seconds, would add nothing. Asked before any table, whether it is at hand or
/// not, so that the answer does not depend on what was counted before.
bool claimed_mate_is_near(const Game& game, const SolveOptions& options) {
  constexpr std::uint64_t few_nodes = 20'000;
  const Position& start = game.start();
  const Claim claim = options.claim ? *options.claim : find_claim(game);
  if (claim.result != won_by(start.side_to_move())) {
    return false;
  }
  const auto nodes = std::min(options.nodes / 2, few_nodes); // the solver has as many for it
  ProofSearch search{static_cast<std::size_t>(nodes * bytes_a_node)};
  search.set_budget(nodes);
  search.set_stopped([&options] { return options.keep_going && !options.keep_going(); });
  const MoveList legal = legal_moves(start);
  const auto found = search.solve(start, claim.mate != 0 ? claim.mate : options.longest,
                                  {legal.begin(), legal.end()});
  return found.verdict == Verdict::mate && found.shortest;
}

} // namespace

std::string_view to_text(Answer answer) noexcept {
  constexpr std::array<std::string_view, answer_count> names{
      "proved", "refuted", "likely", "unlikely", "open", "no-claim", "impossible"};
  return names[static_cast<std::size_t>(answer)];
}

std::string_view to_text(SolutionFinding::Kind kind) noexcept {
  constexpr std::array<std::string_view, finding_kind_count> names{
      "second-key",  "missing-defence", "lets-mate-go",  "ends-early",
      "second-move", "shorter-mate",    "no-mate-there", "other-end"};
  return names[static_cast<std::size_t>(kind)];
}

std::string to_text(const SolveOptions& options) {
  return fmt::format("{} nodes, mates in up to {}, table {} MB{}", options.nodes, options.longest,
                     options.table_bytes >> 20U, options.all_defences ? ", all defences" : "");
}

std::optional<SolvedProblem> impossible_problem(const record::Game& game, const Claim& claim) {
  const auto reading = read_fen(write_fen(game.start()));
  if (reading) {
    return std::nullopt;
  }
  SolvedProblem out;
  out.claim = claim;
  out.answer = Answer::impossible;
  out.fault = reading.error().message;
  return out;
}

SolvedProblem solve(const record::Game& game, const SolveOptions& options) {
  if (auto impossible =
          impossible_problem(game, options.claim ? *options.claim : find_claim(game))) {
    return std::move(*impossible);
  }
  if (options.tables != nullptr && claimed_mate_is_near(game, options)) {
    auto out = Solver{game, options}.run();
    if (out.mate) {
      return out;
    }
  }
  const auto known = options.tables == nullptr ? std::nullopt : options.tables->probe(game.start());
  if (!known) {
    return Solver{game, options}.run();
  }
  const SolveOptions beside = beside_table(options, *known);
  auto out = Solver{game, beside}.run();
  add_table(out, game, *known, *options.tables);
  return out;
}

} // namespace xq::analysis
