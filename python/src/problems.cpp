#include "checked_cast.hpp"
#include "game_pipeline.hpp"
#include "game_source.hpp"

#include <xq/base/error.hpp>
#include <xq/problems.hpp>

#include <atomic>

namespace xq::python {
namespace {

// ---- solve ------------------------------------------------------------------------------------

/// A game with what was found about it: nothing where it is no problem.
struct SolvedGame {
  GamePointer game;
  std::optional<Solution> solution;
};

class Solving {
public:
  explicit Solving(SolverOptions options) {
    options.keep_going = [this] { return !m_stopped; };
    m_solver.emplace(std::move(options));
  }
  SolvedGame operator()(const record::Game& game, std::uint64_t number) {
    return {std::make_shared<record::Game>(game), m_solver->solve(game, number)};
  }
  void stop() noexcept { m_stopped = true; }

private:
  std::atomic<bool> m_stopped = false;
  std::optional<ProblemSolver> m_solver; ///< last: its thread asks m_stopped
};
using Solver = GamePipeline<Solving>;

py::dict to_dict(const SolvedGame& solved) {
  const Solution& found = *solved.solution;
  py::dict out = from_json(found.json);
  out["number"] = out["game"];
  out["game"] = solved.game;
  out["line"] = move_list(found.line);
  out["plies"] = found.line.size();
  out["winner"] = !found.winner                 ? py::object{py::none{}}
                  : *found.winner == Color::red ? py::object{py::str{"red"}}
                                                : py::object{py::str{"black"}};
  return out;
}

/// The next problem; None at the end.
py::object next_problem(Solver& solver) {
  while (const auto solved = solver.next()) {
    if (solved->solution) {
      return to_dict(*solved);
    }
  }
  return py::none();
}

std::optional<record::Result> to_claim(const std::optional<std::string>& name) {
  using record::Result;
  if (!name) {
    return std::nullopt;
  }
  for (const auto& [known, result] :
       {std::pair{"red", Result::red_wins}, std::pair{"black", Result::black_wins},
        std::pair{"draw", Result::draw}}) {
    if (*name == known) {
      return result;
    }
  }
  throw make_error<UsageError>("a claim is red, black or draw, not \"{}\"", *name);
}

py::object solve(const py::object& games, std::uint64_t nodes, std::uint64_t engine_nodes,
                 const std::optional<std::string>& claim, bool all_defences,
                 const py::object& endings, unsigned threads, const py::object& journal) {
  SolverOptions options;
  options.nodes = nodes;
  options.engine_nodes = engine_nodes;
  options.claim = to_claim(claim);
  options.all_defences = all_defences;
  options.endings = endings.is_none() ? std::string{} : to_path(endings);
  options.journal = journal.is_none() ? std::string{} : to_path(journal);
  auto work =
      long_call([&](SignalWatch&) { return std::make_unique<Solving>(std::move(options)); });
  auto all = std::make_unique<Solver>(games_of(games), threads, std::move(work));
  return is_one_game(games) ? next_problem(*all) : py::cast(std::move(all));
}

// ---- puzzles ----------------------------------------------------------------------------------

py::list puzzles(const py::object& games, std::uint64_t nodes, std::uint64_t limit,
                 unsigned threads, const py::kwargs& conditions) {
  PuzzleSearch search;
  search.nodes = nodes;
  search.limit = limit;
  search.filter = to_filter(conditions);
  const auto source = to_game_source(games);
  if (source.database) {
    search.database = source.database->path();
  } else if (source.files.empty() || !search.filter.empty()) {
    throw py::type_error{"games are a path, a list of paths or an xq.Database; conditions on games "
                         "need an xq.Database"};
  }
  search.files = source.files;
  std::atomic<bool> stopped = false;
  search.keep_going = [&stopped] { return !stopped; };
  const auto found = stoppable_call(
      [&] {
        std::vector<PuzzleRecord> all;
        find_puzzles(search, threads, [&](PuzzleRecord&& each) { all.push_back(std::move(each)); });
        return all;
      },
      [&stopped] { stopped = true; });
  py::list out;
  for (const auto& each : found) {
    py::dict puzzle = from_json(each.json);
    puzzle["record"] = std::make_shared<record::Game>(each.record);
    std::vector<Move> line;
    each.record.main_moves(line);
    puzzle["line"] = move_list(line);
    out.append(std::move(puzzle));
  }
  return out;
}

} // namespace

void bind_problems(py::module_& m) {
  using namespace py::literals;
  py::class_<Solver>(m, "_Solver")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", [](Solver& solver) {
        auto next = next_problem(solver);
        if (next.is_none()) {
          throw py::stop_iteration{};
        }
        return next;
      });
  m.def(
      "solve", &solve, "games"_a, py::kw_only(), "nodes"_a = 1'000'000, "engine_nodes"_a = 100'000,
      "claim"_a = py::none(), "all_defences"_a = false, "endings"_a = py::none(), "threads"_a = 1,
      "journal"_a = py::none(),
      "What problems claim, proved or refuted, as `xq solve` does it.\n\n"
      "games: an xq.Game or an xq.Board, which give one dict (None for what is no problem: the\n"
      "usual position, a game with errors), or an iterable of xq.Game, an xq.Database or a path,\n"
      "which give an iterator of them, problems alone. Each has the members of `xq solve --json`:\n"
      "answer (proved, refuted, likely, unlikely, open, no-claim, impossible), claim, fault, mate, "
      "table,\n"
      "value, findings (what the solution of the record lacks) ...; and game (the xq.Game),\n"
      "number, line (the mate, as xq.Move objects), plies (of it), winner (red, black or None).\n"
      "nodes: to look for mates; engine_nodes: for the engine's value where there is none (0: it\n"
      "is not asked); claim: red, black or draw, instead of what records say; endings: a folder\n"
      "of tables; threads: games at a time; journal: a database that keeps each answer at once.");
  m.def(
      "puzzles", &puzzles, "games"_a, py::kw_only(), "nodes"_a = 200'000, "limit"_a = 0,
      "threads"_a = 1,
      "Puzzles of games that have values (xq.annotate): positions in which one move wins and the\n"
      "others do not, as `xq puzzles` makes them. games: a path, a list of paths, or an\n"
      "xq.Database with the conditions of Database.search(). limit: so many at most; 0: all.\n"
      "Dicts as `xq puzzles --json` has them (fen, themes, difficulty, mate, red, black ...) with\n"
      "the xq.Move objects of the solution as line and an xq.Game as record.");
}

} // namespace xq::python
