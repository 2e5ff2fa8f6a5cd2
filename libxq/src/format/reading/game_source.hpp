#pragma once

#include "base/files/input.hpp"
#include "format/reading/cutters.hpp"
#include "format/reading/read_jobs.hpp"

#include <xq/base/encoding.hpp>
#include <xq/format/format.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::format {

/// The games of an input, file by file, as pieces of work: what each file is, how its bytes become
/// text and where it is cut.
class GameSource {
public:
  /// Throws UsageError where the options name no format that can be read. All three are kept.
  GameSource(Input& input, const ReadOptions& options, const BatchHandler& handler);

  /// The next piece of work; null at the end of the last file.
  std::unique_ptr<ReadJob> next();
  /// A job that was delivered may serve again.
  void recycle(std::unique_ptr<TextJob> job) { m_spare.push_back(std::move(job)); }

  [[nodiscard]] const Input& input() const noexcept { return m_input; }
  [[nodiscard]] std::uint64_t files() const noexcept { return m_files; }

private:
  bool open_file();
  void open_text();
  void take_text_of_document();
  void take_games_of_markdown();
  void mend_misread();
  void spread_json();
  bool read_whole();
  void tell_found(std::string_view format, std::optional<Encoding> encoding);
  void close_file();
  void refuse(Problem problem);
  void file_error(std::string_view what, bool too_large);

  ReadOptions m_options;
  const BatchHandler& m_handler;
  Input& m_input;
  std::vector<FileProblem> m_problems;
  std::unique_ptr<FileJob> m_found; ///< about the file that was opened, not yet told
  SpareJobs m_spare;
  std::uint64_t m_files = 0;
  std::uint64_t m_games = 0; ///< numbered so far

  std::optional<FileInWork> m_file;
  std::unique_ptr<Cutter> m_cutter; ///< of m_file; null: there is nothing in it
};

} // namespace xq::format
