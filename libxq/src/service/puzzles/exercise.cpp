#include "service/puzzles/exercise.hpp"

#include "engine/search/proof_search.hpp"

#include <xq/board/movegen.hpp>

#include <algorithm>
#include <array>

namespace xq::service {

namespace {

using engine::ProofSearch;
using Verdict = ProofSearch::Verdict;
using Width = ProofSearch::Width;

constexpr std::uint64_t most_nodes = 400'000; ///< of an answer: under a second
constexpr std::size_t table_bytes = 8U << 20U;

Position after(const ServedPuzzle& puzzle, std::span<const Move> played) {
  Position position = puzzle.start;
  for (const Move m : played) {
    position.do_move(m);
  }
  return position;
}

/// Moves of the solver that are left after `played`.
int moves_left(const ServedPuzzle& puzzle, std::size_t played) noexcept {
  return puzzle.length() - static_cast<int>(played + 1) / 2;
}

bool follows_solution(const ServedPuzzle& puzzle, std::span<const Move> played) noexcept {
  return played.size() <= puzzle.line.size() &&
         std::equal(played.begin(), played.end(), puzzle.line.begin());
}

/// The answer of the solution to a move of it.
Judged by_solution(const ServedPuzzle& puzzle, std::span<const Move> played) {
  if (played.size() == puzzle.line.size()) {
    return {Judgement::solved, {}};
  }
  return {Judgement::right, puzzle.line[played.size()]};
}

Judged judge_mate(const ServedPuzzle& puzzle, std::span<const Move> played,
                  const Position& position) {
  const int left = moves_left(puzzle, played.size());
  ProofSearch search{table_bytes};
  auto verdict = left > 0 ? Verdict::open : Verdict::none;
  for (const Width width : {Width::checks, Width::all}) {
    if (left <= 0 || verdict == Verdict::mate) {
      break;
    }
    search.set_budget(search.nodes() + most_nodes / 2);
    verdict = search.prove_against(position, left, width);
  }
  if (verdict == Verdict::mate) {
    if (const auto line = search.line(); line && !line->empty()) {
      return {Judgement::right, line->front()};
    }
  }
  if (verdict != Verdict::none && follows_solution(puzzle, played)) {
    return by_solution(puzzle, played); // too long to be proved here
  }
  constexpr int more = 4;
  search.set_budget(search.nodes() + most_nodes / 4);
  const bool mates_later =
      search.prove_against(position, std::max(left, 0) + more, Width::checks) == Verdict::mate;
  return {mates_later ? Judgement::slower : Judgement::wrong, {}};
}

} // namespace

std::string_view to_text(Judgement judgement) noexcept {
  constexpr std::array<std::string_view, 5> names{"begin", "right", "solved", "slower", "wrong"};
  return names[static_cast<std::size_t>(judgement)];
}

Judged judge(const ServedPuzzle& puzzle, std::span<const Move> played) {
  if (played.size() % 2 == 0) {
    return {};
  }
  const Position position = after(puzzle, played);
  if (!has_legal_move(position)) {
    return {Judgement::solved, {}};
  }
  if (puzzle.mate != 0) {
    return judge_mate(puzzle, played, position);
  }
  return follows_solution(puzzle, played) ? by_solution(puzzle, played)
                                          : Judged{Judgement::wrong, {}};
}

std::vector<Move> rest_of_solution(const ServedPuzzle& puzzle, std::span<const Move> played) {
  const bool same = follows_solution(puzzle, played) && played.size() < puzzle.line.size();
  if (puzzle.mate != 0) {
    const Position position = after(puzzle, played);
    const int left = puzzle.length() - static_cast<int>(played.size() / 2);
    MoveList legal;
    generate_legal(position, legal);
    ProofSearch search{table_bytes};
    search.set_budget(most_nodes);
    // the move of the file first: another one may mate as quickly
    const std::span<const Move> all{legal.begin(), legal.end()};
    const std::span<const Move> first =
        same ? std::span<const Move>{&puzzle.line[played.size()], 1} : all;
    auto found = search.solve(position, std::max(left, 1), first);
    if (found.verdict == Verdict::mate) {
      return std::move(found.line);
    }
  }
  return same ? std::vector<Move>{puzzle.line.begin() + static_cast<std::ptrdiff_t>(played.size()),
                                  puzzle.line.end()}
              : std::vector<Move>{};
}

} // namespace xq::service
