#include "service/analysis/mate_proof.hpp"

#include "engine/search/proof_search.hpp"

#include <xq/board/movegen.hpp>

#include <utility>

namespace xq::service {

namespace {

using engine::ProofSearch;
using Verdict = ProofSearch::Verdict;

constexpr std::uint64_t most_nodes = 100'000; ///< at about two million a second
constexpr std::size_t table_bytes = 4U << 20U;
constexpr int longest = 20;

} // namespace

std::optional<MateProof> prove_mate(const Position& position, std::function<bool()> stopped) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) {
    return std::nullopt;
  }
  ProofSearch search{table_bytes};
  search.set_stopped(std::move(stopped));
  search.set_budget(most_nodes * 3 / 4);
  auto found = search.solve(position, longest, {moves.begin(), moves.end()});
  if (found.verdict == Verdict::mate) {
    const int count = static_cast<int>(found.line.size() + 1) / 2;
    return MateProof{count, found.shortest, std::move(found.line)};
  }
  search.set_budget(search.nodes() + most_nodes / 4);
  if (search.prove_against(position, longest, ProofSearch::Width::checks) == Verdict::mate) {
    if (auto line = search.line()) {
      return MateProof{-search.proved_moves(), false, std::move(*line)};
    }
  }
  return std::nullopt;
}

} // namespace xq::service
