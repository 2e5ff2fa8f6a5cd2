#pragma once

#include "analysis/solve/solve.hpp"
#include "jobs/annotation/annotation_input.hpp"

#include <xq/jobs/annotation.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq::jobs {

struct SolvingSetup {
  std::vector<std::string> files; ///< records come from these ...
  format::ReadOptions read;       ///< (the format's name must outlive the run)
  std::string database;           ///< ... or, where this is not empty, from here
  store::Filter filter;           ///< which of the database
  std::uint64_t limit = 0;        ///< only the first so many records; 0: all
  analysis::SolveOptions solve;   ///< its analyst and keep_going are set by the run
  std::optional<analysis::AnalystSource> analysts; ///< none: nobody is asked
  std::optional<RunClock::time_point> deadline;
  std::function<bool()> keep_going; ///< asked ten times a second; may be empty
};

struct SolvedRecord {
  std::uint64_t number = 0; ///< in the input, from 1
  std::unique_ptr<record::Game> game;
  std::optional<analysis::SolvedProblem> problem; ///< none: no position, or a game from the start
  std::string failure;                            ///< why the engine could not be asked
};

/// Solves the records of a collection, one on each thread, and calls `deliver` on this thread for
/// each in order. After a stop those before the first unfinished one have been delivered. What is
/// delivered is the same for any number of threads.
StopReason solve_records(SolvingSetup setup, unsigned threads,
                         const std::function<void(SolvedRecord&&)>& deliver,
                         const std::function<void(const format::FileProblem&)>& on_file_problem);

} // namespace xq::jobs
