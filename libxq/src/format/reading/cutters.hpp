#pragma once

#include "format/binary/binary.hpp"
#include "format/reading/decoded_file.hpp"
#include "format/reading/read_jobs.hpp"
#include "format/registry.hpp"

#include <xq/format/format.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace xq::format {

/// A file that is being read, for what cuts it into games and for GameSource.
struct FileInWork {
  FileInWork(Input& input, const ReadOptions& o, const BatchHandler& h, std::uint64_t& numbered,
             std::vector<FileProblem>& found)
      : options{o},
        handler{h},
        text{input},
        source{std::make_shared<const std::string>(input.name())},
        games{numbered},
        games_before{numbered},
        problems{found} {}

  void report(Problem problem) {
    reported = true;
    problems.push_back({*source, std::move(problem)});
  }
  /// The job is the next of the file and has so many games.
  template <typename Job>
  std::unique_ptr<Job> numbered(std::unique_ptr<Job> job, std::size_t count) {
    job->first_number = games + 1;
    job->source = source;
    games += count;
    return job;
  }

  const ReadOptions& options;
  const BatchHandler& handler;
  DecodedFile text;
  FileName source;
  std::uint64_t& games; ///< numbered so far, those of the files before included
  std::uint64_t games_before;
  std::vector<FileProblem>& problems;
  bool reported = false; ///< something was said about this file
  bool mended = false;   ///< see mend_misread_file()
};

/// Cuts a file into batches of games.
class Cutter {
public:
  explicit Cutter(FileInWork& in) noexcept : m_in{in} {}
  virtual ~Cutter() = default;
  Cutter(const Cutter&) = delete;
  Cutter& operator=(const Cutter&) = delete;

  /// The next batch; null at the end of the file. A batch without games means that there are none
  /// so far: progress is reported and cancellation requested between batches.
  virtual std::unique_ptr<ReadJob> next() = 0;

protected:
  FileInWork& m_in;
};

/// Jobs that were delivered and may serve again.
using SpareJobs = std::vector<std::unique_ptr<TextJob>>;

/// Takes all games of a binary file at once, which is small.
[[nodiscard]] std::unique_ptr<Cutter> cut_binary(FileInWork& in, const BinaryFormat& format);
/// Cuts text where the format's Splitter finds the beginnings of games.
[[nodiscard]] std::unique_ptr<Cutter> cut_text(FileInWork& in, const FormatEntry& format,
                                               SpareJobs& spare);
/// Has a stream of XML read by XmlGameReader, which finds the games itself.
[[nodiscard]] std::unique_ptr<Cutter> cut_xml(FileInWork& in);

} // namespace xq::format
