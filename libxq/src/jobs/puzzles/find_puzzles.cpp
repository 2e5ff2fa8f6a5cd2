#include "jobs/answer/write.hpp"
#include "jobs/puzzles/puzzle_fields.hpp"
#include "jobs/puzzles/puzzle_run.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem.hpp>
#include <xq/problems.hpp>

#include <utility>

namespace xq {

StopReason find_puzzles(const PuzzleSearch& search, unsigned threads,
                        const std::function<void(PuzzleRecord&&)>& deliver) {
  jobs::PuzzleSetup setup;
  setup.files = search.files;
  setup.database = search.database;
  setup.filter = search.filter;
  setup.puzzle.nodes = search.nodes;
  setup.limit = search.limit;
  setup.keep_going = search.keep_going;
  return jobs::make_puzzles(
      std::move(setup), threads,
      [&](jobs::PuzzlesOfGame&& of_game) {
        for (const auto& found : of_game.puzzles) {
          deliver(
              {analysis::puzzle_record(found), jobs::json_object(jobs::puzzle_fields(), found)});
        }
      },
      [](const format::FileProblem& problem) {
        throw FileError{format_problem(problem.source, 0, problem.problem)};
      });
}

} // namespace xq
