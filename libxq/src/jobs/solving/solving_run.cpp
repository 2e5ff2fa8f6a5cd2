#include "jobs/solving/solving_run.hpp"

#include "jobs/annotation/game_work.hpp"
#include "jobs/solving/answer_code.hpp"
#include "store/rows/bytes.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <iterator>
#include <utility>

namespace xq::jobs {

namespace {

/// The version of the solver: another number where it comes to other answers with the same options.
constexpr int solver_version = 3;

/// What a part keeps as the text of a record: its answer, one more than the number; what is told;
/// the text.
std::string part_bytes(const SolvedRecord& record) {
  std::string out;
  store::put_number(out,
                    record.problem ? static_cast<std::uint64_t>(record.problem->answer) + 1 : 0);
  store::put_bytes(out, record.answer);
  store::put_bytes(out, record.text);
  return out;
}

} // namespace

std::string solving_identity(const SolvingSetup& setup) {
  return fmt::format("xq solve {}; {}; {}; engine {}", solver_version,
                     analysis::to_text(setup.solve),
                     setup.solve.tables != nullptr ? setup.solve.tables->identity() : "no tables",
                     setup.analysts ? setup.analysts->identity : "none");
}

analysis::SolvedProblem solve_kept(const record::Game& game, const SolvingSetup& setup,
                                   store::AnnotationJournal& journal, AnalystPool& analysts) {
  auto options = setup.solve;
  options.claim = options.claim ? *options.claim : analysis::find_claim(game);
  if (auto impossible = analysis::impossible_problem(game, *options.claim)) {
    return std::move(*impossible); // journals of former versions have other answers
  }
  const auto key = problem_key(game, *options.claim);
  if (const auto known = journal.find(key)) {
    if (auto problem = decode_answer(known->lines)) {
      problem->claim = std::move(*options.claim);
      return std::move(*problem);
    }
  }
  std::optional<AnalystPool::Pool::Lease> analyst;
  if (setup.analysts) {
    analyst.emplace(analysts.pool());
    options.analyst = &**analyst;
  }
  options.keep_going = [&analysts] { return analysts.stopped() == StopReason::none; };
  auto problem = analysis::solve(game, options);
  journal.add(key,
              {0, problem.mate ? problem.mate->moves : 0, problem.nodes, encode_answer(problem)});
  return problem;
}

class SolvingRun::State : public GameRun<SolvingSetup> {
public:
  class RecordJob;

  explicit State(SolvingSetup wanted) : GameRun{std::move(wanted), solving_identity} {}
};

/// Solves one record, or takes the answer that the journal has.
class SolvingRun::State::RecordJob final : public Job {
public:
  RecordJob(State& run, AnalystPool& analysts, AnnotationInput::Item item)
      : m_run{run}, m_analysts{analysts} {
    out.number = item.number;
    out.game = std::move(item.game);
  }

  void run() override {
    record::Game& game = *out.game;
    if (!game.usable()) {
      return;
    }
    const SolvingSetup& wanted = m_run.setup;
    if (!game.standard_start()) {
      solve(game);
    }
    if (out.problem) {
      out.answer = wanted.tell ? wanted.tell(out) : std::string{};
      out.page = wanted.page ? wanted.page(out) : std::string{};
    }
    if (wanted.write) {
      auto problems = wanted.write(out.text, out);
      std::move(problems.begin(), problems.end(), std::back_inserter(game.problems));
    }
  }

  static std::string for_part(const SolvedRecord& record) { return part_bytes(record); }

  SolvedRecord out;

private:
  void solve(const record::Game& game) {
    try {
      out.problem = solve_kept(game, m_run.setup, *m_run.journal, m_analysts);
    } catch (const analysis::AnalystError& e) {
      out.failure = e.what();
    }
  }

  State& m_run;
  AnalystPool& m_analysts;
};

SolvingRun::SolvingRun(SolvingSetup setup) : m_state{std::make_unique<State>(std::move(setup))} {}

SolvingRun::~SolvingRun() = default;

StopReason SolvingRun::run(unsigned threads, const std::function<void(SolvedRecord&&)>& deliver) {
  State& state = *m_state;
  state.begin();
  AnalystPool analysts{state.setup.analysts.value_or(analysis::AnalystSource{}),
                       state.setup.deadline, state.setup.keep_going};
  return work_on_games<State::RecordJob>(state, analysts, threads, deliver);
}

std::vector<format::FileProblem> SolvingRun::take_file_problems() {
  return m_state->input.take_file_problems();
}

std::uint64_t SolvingRun::answers() { return m_state->answers(); }

AnnotationRun::OtherAnswers SolvingRun::other_answers() { return m_state->other_answers(); }

void SolvingRun::remove_journal() { m_state->remove_journal(); }

void SolvingMerge::for_each(const std::function<void(const SolvedPart&)>& visit) {
  m_parts.for_each([&](std::string_view bytes, std::string_view page) {
    store::ByteReader in{bytes};
    SolvedPart part;
    if (const auto answer = in.number(); answer != 0 && answer <= analysis::answer_count) {
      part.answer = static_cast<analysis::Answer>(answer - 1);
    }
    part.told = in.sized_bytes();
    part.text = in.sized_bytes();
    part.page = page;
    if (!in.ok() || !in.at_end()) {
      throw make_error("a part is not as it was written. Make it again.");
    }
    visit(part);
  });
}

} // namespace xq::jobs
