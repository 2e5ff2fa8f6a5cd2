#pragma once

// What is wrong with a game beyond what its reader found.
//
//     analysis::verify(game, {.rules = RuleSet::cxa});
//     for (const Problem& problem : game.problems) {
//       std::cout << problem << '\n';
//     }

#include <xq/board/rules.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace xq::analysis {

struct GameSignature;

struct VerifyOptions {
  RuleSet rules = RuleSet::wxf; ///< none: repetition is not looked at
  int natural_limit = 120;      ///< plies without a capture; 0: none
  /// What was found about cycles of other games; with it, verifying many games by the Chinese rules
  /// takes half of the extra time. Null: each game is judged alone.
  SharedFindings* shared = nullptr;
};

/// Checks that need a whole game, beyond what its reader found: findings are added to
/// game.problems. A game with an error is left alone; of a game without one, the headers and the
/// result against the final position, repetitions and the natural limit are looked at. `signature`,
/// if any, gets what a DuplicateFinder wants to know. Thread-safe on different games.
void verify(record::Game& game, const VerifyOptions& options = {},
            GameSignature* signature = nullptr);

/// The problem with the greatest severity: note, warning or error; nothing when there is none.
[[nodiscard]] const Problem* worst(std::span<const Problem> problems) noexcept;

/// Counts over many games. The sums do not depend on the order of add().
struct VerifySummary {
  std::uint64_t games = 0;
  std::uint64_t ok = 0;                          ///< notes at most
  std::uint64_t with_warnings = 0;               ///< usable, with at least one warning
  std::uint64_t with_errors = 0;                 ///< not usable
  std::uint64_t plies = 0;                       ///< of main lines, up to the first error
  std::uint64_t positions = 0;                   ///< games that begin elsewhere than usual
  using CodeCounts = std::vector<std::uint64_t>; ///< by ProblemCode
  CodeCounts by_code = CodeCounts(problem_codes().size());
  /// by_code for each Severity: a code may weigh more in one game than in another.
  std::array<CodeCounts, 3> by_severity{by_code, by_code, by_code};

  void add(int plies, std::span<const Problem> problems);
  void add(const Problem& problem) {
    const auto code = static_cast<std::size_t>(problem.code);
    ++by_code[code];
    ++by_severity[static_cast<std::size_t>(problem.severity)][code];
  }
};

} // namespace xq::analysis
