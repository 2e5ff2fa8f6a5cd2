#pragma once

#include "analysis/solve/claim.hpp"
#include "endings/library.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/record/game.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::analysis {

/// What is known of a problem's claim, from the surest to nothing.
enum class Answer : std::uint8_t {
  proved,   ///< a mate that no defence escapes
  refuted,  ///< shown to be false: the other side mates, or there is no mate of the stated length
  likely,   ///< the engine's value agrees
  unlikely, ///< it contradicts, by more nodes and at the end of the record's main line, too
  open,     ///< neither
  no_claim, ///< nothing was claimed; what was found stands by itself
  // parts of a run keep the numbers: new ones at the end
  impossible, ///< no game reaches the position: a king could be taken there. Nothing is sought
};
inline constexpr std::size_t answer_count = 7;
/// `proved`, `refuted` ... as in JSON.
[[nodiscard]] std::string_view to_text(Answer answer) noexcept;

/// A forced mate.
struct ForcedMate {
  Color winner = Color::red;
  std::vector<Move> line; ///< from the position, with the longest defence found
  int moves = 0;          ///< of the winner
  bool by_checks = false;
  bool shortest = false; ///< it is shown that none is shorter
};

/// What a table of endings says.
struct TableAnswer {
  std::optional<Color> winner; ///< none: a draw
  bool by_rule = false;        ///< the loser has in the end nothing but perpetual check
  int moves = 0; ///< of the winner, to mate or stalemate; 0 for a draw and by the rule
};

/// What is wrong with, or missing from, the solution that a record gives.
struct SolutionFinding {
  enum class Kind : std::uint8_t {
    second_key, ///< another first move mates, too, in no more moves
    // in the order of their numbers, which journals keep: new ones at the end
    missing_defence, ///< a defence that the record lacks and that lasts longer than those it has
    lets_mate_go,    ///< after this move of the record there is no mate within the moves before it
    ends_early,      ///< the main line ends before the mate
    second_move,     ///< later in the main line another move mates, too, in no more moves
    shorter_mate,    ///< the mate takes fewer moves than are claimed
    no_mate_there,   ///< a comment says that this move mates, and it does not
    other_end,       ///< a comment behind this move says who wins, and another side mates
  };
  Kind kind{};
  record::NodeId node = record::root_node; ///< the move before `move`
  int ply = 0;                             ///< of `move`, from 1
  Move move;
  /// The mate behind `move`; empty for lets_mate_go and no_mate_there.
  std::vector<Move> line;
};
inline constexpr std::size_t finding_kind_count = 8;
/// `second-key`, `missing-defence` ... as in JSON.
[[nodiscard]] std::string_view to_text(SolutionFinding::Kind kind) noexcept;

struct SolveOptions {
  std::uint64_t nodes = 1'000'000;      ///< for a position, and once more for its solution
  int longest = 50;                     ///< no longer mates are sought, in moves
  std::size_t table_bytes = 64U << 20U; ///< of the search, at most: fewer nodes need less
  bool all_defences = false;  ///< missing defences that last as long as those that are there, too
  std::optional<Claim> claim; ///< instead of what the record says
  endings::Library* tables = nullptr; ///< asked, except about a mate that is near; null: none is
  Analyst* analyst = nullptr;         ///< asked where nothing is proved; null: nobody
  std::function<bool()> keep_going;   ///< asked now and then; may be empty
};

struct SolvedProblem {
  Claim claim;
  Answer answer = Answer::open;
  std::string fault; ///< why no game reaches the position, for people; empty where one may
  std::optional<ForcedMate> mate;
  std::optional<TableAnswer> table;      ///< with one every claim is proved or refuted
  std::optional<Evaluation> evaluation;  ///< where there was no mate
  std::vector<SolutionFinding> findings; ///< in the order of the record
  std::uint64_t nodes = 0;               ///< of the search for mates
};

/// The answer where no game reaches the position: a claim about it is neither true nor false. It
/// takes no search.
[[nodiscard]] std::optional<SolvedProblem> impossible_problem(const record::Game& game,
                                                              const Claim& claim);

/// What an answer depends on besides the record, its claim and the analyst, in words.
[[nodiscard]] std::string to_text(const SolveOptions& options);

/// Proves or refutes what a record of a problem claims, and looks at its solution where a mate is
/// proved. The same for the same record and options, whatever was asked before. Throws Interrupted
/// when told to stop, and AnalystError.
[[nodiscard]] SolvedProblem solve(const record::Game& game, const SolveOptions& options);

} // namespace xq::analysis
