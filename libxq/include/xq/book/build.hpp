#pragma once

#include <xq/book/recorder.hpp>
#include <xq/book/write.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace xq::book {

struct BuildOptions {
  int max_ply = 0;             ///< only so many plies of a game; 0: all
  std::uint32_t min_games = 1; ///< leave out moves of fewer games
  std::uint32_t samples = 0;   ///< name so many games of each move; 0: none, nor their table
  std::size_t memory = std::size_t{512}
                       << 20U; ///< for sorting; more goes to disk beside the target
  unsigned threads = 1;        ///< 2 and more: sort while writing
  /// Add the games to those of the book at the target, if there is one. The result is the same as
  /// building from all the games.
  bool append = false;
};

struct BuildTotals {
  std::uint64_t games = 0;        ///< read now
  std::uint64_t games_before = 0; ///< of the book that they were added to
  std::uint64_t records = 0; ///< positions and moves of these games, before counting them together
  std::uint64_t positions = 0; ///< in the book
  std::uint64_t moves = 0;     ///< rows of the book
  std::uint64_t runs = 0;      ///< sorted runs written to disk
};

/// Makes a book file (schemas/book/). The bytes depend on the games and on max_ply and min_games,
/// and on nothing else: not on the order of the games, the threads or the memory. The file is
/// written beside the target and takes its place at the end; until then an old book stays as it is.
class Builder {
public:
  /// Throws FileError when there is no writing to the folder of `path`, UsageError for too little
  /// memory or a book that games cannot be added to (see require_whole(); or another max_ply),
  /// DbError for an old book that cannot be read.
  Builder(const std::string& path, const BuildOptions& options);
  ~Builder();
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  /// What turns games into batches for add(); one for each thread, and none that outlives the
  /// builder. Everything it makes must be given to add().
  [[nodiscard]] Recorder recorder() const;

  /// Count a batch. One thread only. Throws FileError when a sorted run cannot be written.
  void add(const Batch& batch);

  /// Sort, count, write and rename. The builder is used up afterwards. Throws DbError, FileError,
  /// or Interrupted when `progress` says so.
  BuildTotals finish(const BuildProgress& progress = {});

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace xq::book
