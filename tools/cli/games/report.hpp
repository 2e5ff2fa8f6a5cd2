#pragma once

#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "command.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// What a worker notes about the games of one batch: part of the Output of format::read_games().
/// The Report takes it in input order, so the messages do not depend on the number of threads.
struct Findings {
  std::string errors;                  ///< finished lines
  std::vector<std::string> unwritable; ///< finished lines: games that the output has no place for
  std::string warnings;                ///< finished lines
  std::string rejects;     ///< text of the games that cannot be used, each after its reason
  std::string xml_rejects; ///< of those that were XML
  std::uint64_t games = 0;
  std::uint64_t rejected = 0;
  std::uint64_t doubtful = 0; ///< usable games with warnings
  std::uint64_t warning_count = 0;

  /// Note the game's problems and, when it is not usable, its text.
  void add(const record::Game& game);

private:
  void add_reject(const record::Game& game);
};

/// `warning: a.pgn:7:1: game 2, ...` and a line end; an error without that word.
[[nodiscard]] std::string finding_line(std::string_view source, std::uint64_t game,
                                       const Problem& problem);

/// `xq: a.pgn: pgn in big5` and a line end.
[[nodiscard]] std::string found_file(const format::FoundFile& file);

/// The file of --rejects: text as it was read, XML under a root of its own. Appears whole or not at
/// all.
class RejectsFile {
public:
  /// Without a path nothing is kept. Throws FileError.
  explicit RejectsFile(const std::string& path);
  [[nodiscard]] explicit operator bool() const noexcept { return m_file != nullptr; }
  void take(const Findings& findings);
  /// `complete`: all inputs were read; else a file that is there stays, see commit_incomplete().
  void commit(bool complete);

private:
  std::unique_ptr<AtomicFile> m_file;
  bool m_has_text = false;
  std::string m_xml;
};

/// Reports what was wrong with the input: errors on stderr one a line (`FILE:LINE:COLUMN: ...`),
/// warnings with --verbose, a summary at the end unless --quiet; collects --rejects. Of the games
/// that cannot be written without --verbose the first few are named. Calling thread only.
class Report {
public:
  /// Opens the rejects file. `progress` is taken out of the way before anything is written.
  /// `inputs`: as they were named; kept by reference.
  Report(const GlobalOptions& global, const RejectOptions& options, Progress& progress,
         std::span<const std::string> inputs);

  void take(const Findings& findings);
  /// With --verbose, say of each file what it turned out to be. `*this` must outlive the reading.
  void watch(format::ReadOptions& options);
  /// For read_games(): a file that could not be read, or holds no games.
  void take(const format::FileProblem& problem);

  /// Whether every input was read, so that a result may take the place of an older one.
  [[nodiscard]] bool is_complete() const noexcept { return m_unread == 0; }

  /// Write the rejects file and say the summary. Exit::failure when a file could not be read,
  /// Exit::negative when something was rejected (or doubtful) under --strict, when nothing usable
  /// was found in an input or at all, else Exit::ok.
  [[nodiscard]] Exit finish();

private:
  void say(std::string_view lines);
  void say_unwritable(const std::vector<std::string>& lines);

  const GlobalOptions& m_global;
  const RejectOptions& m_options;
  Progress& m_progress;
  RejectsFile m_rejects;
  Findings m_sum; ///< the counts; its texts stay empty
  std::uint64_t m_unwritable = 0;
  std::uint64_t m_unsaid = 0; ///< of these
  std::span<const std::string> m_inputs;
  std::uint64_t m_unread = 0; ///< inputs
  std::uint64_t m_unreadable_files = 0;
  std::uint64_t m_useless_files = 0; ///< unknown format, no games, too large
};

} // namespace xq::cli
