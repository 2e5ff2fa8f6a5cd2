#pragma once

#include "analysis/puzzle/puzzle_record.hpp"
#include "jobs/annotation/annotation_input.hpp"

#include <xq/annotation.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xq::jobs {

struct PuzzleSetup {
  std::vector<std::string> files; ///< games with values come from these ...
  format::ReadOptions read;       ///< (the format's name must outlive the run)
  std::string database;           ///< ... or, where this is not empty, from here
  store::Filter filter;           ///< which of the database
  analysis::PuzzleOptions puzzle;
  /// Which puzzles are wanted; asked before those that are alike are left out. May be empty.
  std::function<bool(const analysis::Puzzle&)> wanted;
  std::uint64_t limit = 0;          ///< stop after so many puzzles; 0: never
  std::function<bool()> keep_going; ///< asked ten times a second; may be empty
};

/// The puzzles that were made of one game.
struct PuzzlesOfGame {
  std::unique_ptr<record::Game> game; ///< with what is wrong with it
  bool valued = false;                ///< it has values
  int candidates = 0;
  int alike = 0; ///< puzzles left out because one like them came before, here or in another game
  std::vector<analysis::FoundPuzzle> puzzles;
};

/// Makes puzzles of annotated games, one game on each thread, and calls `deliver` on this thread
/// for each game in order: the same for any number of threads. After a stop the games before the
/// first unfinished one have been delivered. Throws what a reader or the database throws.
StopReason make_puzzles(PuzzleSetup setup, unsigned threads,
                        const std::function<void(PuzzlesOfGame&&)>& deliver,
                        const std::function<void(const format::FileProblem&)>& on_file_problem);

} // namespace xq::jobs
