#pragma once

#include <xq/base/encoding.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

using xq::encode;
using xq::Encoding;
using xq::find_encoding;
using xq::name;

/// What stands in the registry for each format; see formats().
struct FormatInfo {
  std::string_view name;       ///< pgn, xml, uci, epd, ...
  std::string_view extensions; ///< "pgn" or "xml cbf", without dots, space-separated
  std::string_view summary;    ///< one line for --help and xq-formats(7)
  bool readable = false;
  bool writable = false;
  /// Writer::game() makes a whole file of bytes that are no text: one game a file, no encoding.
  bool one_game_a_file = false;
  /// A file begins with an index of its games, see Writer::index(); the bytes are no text.
  bool has_index = false;
  /// What of a game a written file has no place for; empty: nothing.
  std::string_view limits = {};
};
[[nodiscard]] std::span<const FormatInfo> formats() noexcept;
[[nodiscard]] const FormatInfo* find_format(std::string_view name) noexcept;

class MovetextCache;
struct FoundFile;

// ---- reading ---------------------------------------------------------------------------------

struct ReadOptions {
  std::optional<Encoding> encoding;      ///< none: detect, once a file
  std::string format;                    ///< its name; empty: detect by content, then by name
  std::optional<notation::Style> style;  ///< none: any but keypad
  std::optional<notation::WxfStyle> wxf; ///< WXF dialect to assume where dialects disagree
  bool look_ahead = true; ///< an ambiguous move may be decided by those that follow it
  unsigned threads = 1;   ///< workers; the results do not depend on it
  std::size_t max_game_bytes = std::size_t{64} << 20U;
  /// PGN only: stop reading moves after so many plies of a game, for those who need no more (0:
  /// all). What comes behind is neither in the game nor validated; a result at the very end counts.
  int max_ply = 0;
  /// Games for which it is false are read as if they were not there; empty: all are wanted. Asked
  /// on the workers, of games with errors, too.
  std::function<bool(const record::Game&)> wanted{};
  std::shared_ptr<MovetextCache> cache; ///< set by read_games()
  /// Called on the calling thread for each file whose format is known, before its games are
  /// delivered. May be empty.
  std::function<void(const FoundFile&)> on_file;
};

/// What a file turned out to be; `source` is the path or member name.
struct FoundFile {
  std::string_view source;
  std::string_view format;          ///< its name in the registry
  std::optional<Encoding> encoding; ///< none: the format is no text
};

/// A file that could not be read at all, or holds no games; `source` is the path or member name.
struct FileProblem {
  std::string source;
  Problem problem;
};

struct ReadTotals {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0; ///< as stored, before decompression
  std::uint64_t games = 0; ///< usable or not
  std::uint64_t rejected = 0;
  std::uint64_t plies = 0; ///< of main lines of usable games
};

/// Progress and cancellation for a long read. Called on the calling thread a few times a second;
/// return false to stop (the function then throws Interrupted after the batch in work).
struct ReadProgress {
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0; ///< 0 when unknown (a pipe)
  std::uint64_t games = 0;
};
using ProgressFunction = std::function<bool(const ReadProgress&)>;

/// The games of files, one after the other, in any format that can be read.
///
///     for (const record::Game& game : format::GameReader{"archive/"})
///       if (game.usable()) std::cout << game["Red"] << '\n';
///
/// Inputs are files, folders (walked in name order) and `-` for standard input, each plain, gz, xz,
/// zst or zip. Games come in the order of the input, bad ones like good ones, with game.usable() ==
/// false. A file that cannot be read comes as an unusable game without moves whose number is 0 and
/// whose only problem says why; what is wrong with files is in file_problems(), too. With
/// ReadOptions::threads above 1 other threads read ahead. One object serves one thread.
class GameReader {
public:
  /// Throws UsageError for a format that is unknown or cannot be read.
  explicit GameReader(std::string input, const ReadOptions& options = {});
  explicit GameReader(const std::vector<std::string>& inputs, const ReadOptions& options = {});
  /// Games of a text or file in memory. A packed one may grow to 64 MB.
  [[nodiscard]] static GameReader of_bytes(std::string bytes, const ReadOptions& options = {});
  ~GameReader();
  GameReader(GameReader&& other) noexcept;
  GameReader& operator=(GameReader&& other) noexcept;

  /// The next game; null after the last. It may be changed or moved from, and stays as it is until
  /// the next call.
  [[nodiscard]] record::Game* next();
  using Iterator = record::GameIterator<GameReader>;
  /// Goes on where next() stopped.
  [[nodiscard]] Iterator begin() { return Iterator{*this}; }
  [[nodiscard]] static std::default_sentinel_t end() noexcept { return {}; }

  /// What was wrong with files so far, beyond their games.
  [[nodiscard]] const std::vector<FileProblem>& file_problems() const noexcept;
  /// What was read so far. Games that were read ahead do not count.
  [[nodiscard]] const ReadTotals& totals() const noexcept;
  [[nodiscard]] ReadProgress progress() const noexcept;

private:
  class State;
  explicit GameReader(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> m_state;
};

/// GameReader for work that many threads do: read every game of `inputs` (files, folders walked in
/// name order, `-` for stdin; plain, gz, xz, zst or zip), in order. `work(game, output)` runs on
/// the workers, games of one batch in order, an Output for each batch; `emit(output)` runs on the
/// calling thread, batch by batch in input order. Bad games arrive like good ones, with
/// game.usable() == false. Files that cannot be opened are reported to `on_file_problem` and the
/// rest goes on. Throws what `work` and `emit` throw.
template <typename Output>
ReadTotals read_games(std::span<const std::string> inputs, const ReadOptions& options,
                      const std::function<void(record::Game&, Output&)>& work,
                      const std::function<void(Output&&)>& emit,
                      const std::function<void(const FileProblem&)>& on_file_problem,
                      const ProgressFunction& progress = {});

/// The untyped core of read_games(); see read.cpp.
struct BatchOutput {
  virtual ~BatchOutput() = default;
};
struct BatchHandler {
  std::function<std::unique_ptr<BatchOutput>()> make;
  std::function<void(record::Game&, BatchOutput&)> work;
  std::function<void(BatchOutput&)> emit;
  std::function<void(const FileProblem&)> file_problem;
  std::function<bool(const record::Game&)> wanted{}; ///< see ReadOptions
};
ReadTotals read_batches(std::span<const std::string> inputs, const ReadOptions& options,
                        const BatchHandler& handler, const ProgressFunction& progress);

template <typename Output>
ReadTotals read_games(std::span<const std::string> inputs, const ReadOptions& options,
                      const std::function<void(record::Game&, Output&)>& work,
                      const std::function<void(Output&&)>& emit,
                      const std::function<void(const FileProblem&)>& on_file_problem,
                      const ProgressFunction& progress) {
  struct Holder final : BatchOutput {
    Output value{};
  };
  BatchHandler handler;
  handler.make = [] { return std::make_unique<Holder>(); };
  handler.work = [&](record::Game& g, BatchOutput& o) { work(g, static_cast<Holder&>(o).value); };
  handler.emit = [&](BatchOutput& o) { emit(std::move(static_cast<Holder&>(o).value)); };
  handler.file_problem = on_file_problem;
  handler.wanted = options.wanted;
  return read_batches(inputs, options, handler, progress);
}

// ---- writing ---------------------------------------------------------------------------------

struct WriteOptions {
  notation::Style style = notation::Style::chinese;
  notation::WriteOptions notation;
  Encoding encoding =
      Encoding::utf8; ///< in which the text will be stored; XML says so in its prolog
};

/// Turns games into text of one format, in UTF-8. Stateless between games: one writer may serve
/// many threads, each with its own `out`. A file is header(), games, footer(), where the format has
/// no index; see file() for any.
class Writer {
public:
  virtual ~Writer() = default;
  virtual void header(std::string& out) const { static_cast<void>(out); }
  virtual void game(std::string& out, const record::Game& game) const = 0;
  virtual void footer(std::string& out) const { static_cast<void>(out); }
  /// FormatInfo::has_index: what stands before all that game() has written for a file, `games`.
  virtual void index(std::string& out, std::string_view games) const {
    static_cast<void>(out);
    static_cast<void>(games);
  }
  /// The whole file of what game() has written, in any format.
  [[nodiscard]] std::string file(std::string_view games) const;
  /// Append a warning (not_representable) for each thing in `game` that game() leaves out or
  /// changes because the format has no place for it. Formats that hold everything add none, and
  /// neither do those whose purpose is a part of the game, such as uci.
  virtual void losses(const record::Game& game, std::vector<Problem>& out) const {
    static_cast<void>(game);
    static_cast<void>(out);
  }
};

/// Throws UsageError for an unknown or read-only format.
[[nodiscard]] std::unique_ptr<Writer> make_writer(std::string_view format,
                                                  const WriteOptions& options);

} // namespace xq::format
