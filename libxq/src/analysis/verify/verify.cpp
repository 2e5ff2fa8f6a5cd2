#include "analysis/verify/checks.hpp"
#include "record/facts.hpp"

#include <xq/analysis/verify.hpp>

namespace xq::analysis {

using record::Game;

void verify(Game& game, const VerifyOptions& options, GameSignature* signature) {
  if (!game.usable()) {
    return;
  }
  const record::Facts facts{game};
  check_line(game, options, facts, signature);
  check_headers(game, facts);
}

const Problem* worst(std::span<const Problem> problems) noexcept {
  const Problem* out = nullptr;
  for (const Problem& problem : problems) {
    if (out == nullptr || problem.severity > out->severity) {
      out = &problem;
    }
  }
  return out;
}

void VerifySummary::add(int game_plies, std::span<const Problem> problems) {
  ++games;
  const Problem* const most = worst(problems);
  const Severity severity = most == nullptr ? Severity::note : most->severity;
  ++(severity == Severity::error     ? with_errors
     : severity == Severity::warning ? with_warnings
                                     : ok);
  plies += static_cast<std::uint64_t>(game_plies);
  for (const Problem& problem : problems) {
    add(problem);
  }
}

} // namespace xq::analysis
