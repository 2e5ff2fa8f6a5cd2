#include "jobs/annotation/analyst_pool.hpp"
#include "jobs/solving/solved_text.hpp"
#include "jobs/solving/solving_run.hpp"
#include "store/annotation_journal.hpp"

#include <xq/problems.hpp>

#include <utility>

namespace xq {

namespace {

jobs::SolvingSetup setup_of(const SolverOptions& options, endings::Library& tables) {
  jobs::SolvingSetup setup;
  setup.solve.nodes = options.nodes;
  setup.solve.table_bytes = options.table_bytes;
  setup.solve.all_defences = options.all_defences;
  setup.solve.tables = &tables;
  if (options.claim) {
    setup.solve.claim = analysis::Claim{*options.claim, 0, "--claim", {}};
  }
  if (options.engine_nodes != 0) {
    engine::Limits limits;
    limits.nodes = options.engine_nodes;
    setup.analysts = analysis::own_analysts(limits, {}, {}); // as xq solve: journals serve both
  }
  setup.keep_going = options.keep_going;
  return setup;
}

} // namespace

class ProblemSolver::State {
public:
  explicit State(const SolverOptions& options)
      : tables{{options.endings, options.endings_memory, true, options.keep_going}},
        setup{setup_of(options, tables)},
        journal{options.journal, jobs::solving_identity(setup)},
        analysts{setup.analysts.value_or(analysis::AnalystSource{}), std::nullopt,
                 setup.keep_going} {}

  endings::Library tables;
  const jobs::SolvingSetup setup;
  store::AnnotationJournal journal;
  jobs::AnalystPool analysts;
};

ProblemSolver::ProblemSolver(const SolverOptions& options)
    : m_state{std::make_unique<State>(options)} {}

ProblemSolver::~ProblemSolver() = default;

std::optional<Solution> ProblemSolver::solve(record::Game game, std::uint64_t number) {
  if (!game.usable() || game.standard_start()) {
    return std::nullopt;
  }
  jobs::SolvedRecord record;
  record.number = number;
  record.game = std::make_unique<record::Game>(std::move(game));
  record.game->number = number;
  const auto& found = record.problem.emplace(
      jobs::solve_kept(*record.game, m_state->setup, m_state->journal, m_state->analysts));
  Solution out;
  out.answer = analysis::to_text(found.answer);
  if (found.mate) {
    out.winner = found.mate->winner;
    out.line = found.mate->line;
    out.moves = found.mate->moves;
  } else if (found.table) {
    out.winner = found.table->winner;
    out.draw = !found.table->winner;
    out.moves = found.table->moves;
  }
  out.json = jobs::solved_json(record);
  out.json.pop_back(); // the line end
  return out;
}

} // namespace xq
