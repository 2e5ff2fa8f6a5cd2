#pragma once

// Books made of games, and of other books.
//
//     book::Builder builder{"archive.xqbook", {.min_games = 2}};
//     auto recorder = builder.recorder();
//     book::Batch batch;
//     for (const record::Game& one : format::GameReader{"archive.pgn"}) {
//       if (one.usable()) {
//         recorder.add(one, batch);
//       }
//     }
//     builder.add(batch);
//     builder.finish();

#include <xq/board/position.hpp>
#include <xq/book/book.hpp>
#include <xq/record/game.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace xq::book {

/// What a game says beside its moves. Years and levels that are not known are 0.
struct GameFacts {
  static constexpr std::uint16_t most_year = (1U << 14U) - 1;
  static constexpr std::uint16_t most_level = (1U << 12U) - 1;

  record::Result result = record::Result::unknown;
  std::uint16_t year = 0;
  std::array<std::uint16_t, color_count> levels{}; ///< of Red and Black
};

struct BatchContents; // internal, like the next
class GameRecorder;

/// A number of games as they count, made by Recorders for Builder::add().
class Batch {
public:
  Batch();
  ~Batch();
  Batch(Batch&& other) noexcept;
  Batch& operator=(Batch&& other) noexcept;

  [[nodiscard]] std::uint64_t games() const noexcept;

private:
  friend class Builder;
  friend class Recorder;
  std::unique_ptr<BatchContents> m_contents;
};

/// Takes of games what a book counts. Keeps scratch memory, so one object serves many games, but
/// only one thread. Made by Builder::recorder().
class Recorder {
public:
  ~Recorder();
  Recorder(Recorder&& other) noexcept;
  Recorder& operator=(Recorder&& other) noexcept;

  /// The main line of a usable game; its year and the levels of the players are those of its
  /// headers.
  void add(const record::Game& game, Batch& out);
  /// `moves` are legal, one after another, from `start`.
  void add(const Position& start, std::span<const Move> moves, const GameFacts& facts, Batch& out,
           const GameName& name = {});

private:
  friend class Builder;
  Recorder(int max_ply, bool names);
  std::unique_ptr<GameRecorder> m_recorder;
};

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
  std::uint64_t judged = 0;    ///< positions of the old book that keep what an engine said of them
};

/// Makes a book file (schemas/book/). The bytes depend on the games and on max_ply and min_games,
/// and on nothing else: not on the order of the games, the threads or the memory (nor, but for what
/// engines said of an old book, on `append`). The file is
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

  /// One for each thread. Everything that it makes must be given to add().
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

struct MergeOptions {
  std::uint32_t min_games = 1; ///< leave out moves of fewer games in all books together
  unsigned threads = 1;        ///< 2 and more: read while writing
};

/// Write to `target` the book of all games of the books `paths`. Whatever their order, and in
/// however many steps they are merged, the bytes are those of one build from all the games with the
/// same max_ply and samples (the least of theirs, when they differ), but for what engines said of
/// positions, which is kept; ScoringRun makes scores of it again. An old book at `target`
/// stays until the new one takes its place; it may be one of `paths`. Throws UsageError for books
/// that cannot be added up (see require_whole()), DbError, FileError, or Interrupted when
/// `progress` says so.
BookInfo merge_books(std::span<const std::string> paths, const std::string& target,
                     const MergeOptions& options, const BuildProgress& progress = {});

/// Throws UsageError with advice when the moves of a few games were left out of the book at `path`:
/// what they add up to in a larger book cannot be known.
void require_whole(const std::string& path, const BookInfo& info);

} // namespace xq::book
