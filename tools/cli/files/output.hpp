#pragma once

#include <xq/base/atomic_file.hpp>
#include <xq/base/error.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace xq {
class Packer; // internal
}

namespace xq::cli {

/// Nobody reads stdout any more: the pipe is closed, as behind `| head`. Exit status 141, without a
/// message.
class Unread : public FileError {
public:
  using FileError::FileError;
};

/// Where a tool's data goes: stdout, or a file that appears whole or not at all, packed where its
/// name ends so (.gz, .xz, .zst). All functions throw FileError, and Unread for a closed pipe. Not
/// shared between threads.
class Output {
public:
  /// stdout when `path` is empty or `-`.
  explicit Output(const std::string& path = {});
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view bytes);
  /// The file is there, or stdout has taken everything, when this returns. Without it (an exception
  /// passed) the file is not made.
  void commit();
  /// commit() when an input could not be read to its end, see below.
  void commit_incomplete();

  [[nodiscard]] bool is_stdout() const noexcept { return m_file == nullptr; }
  /// True for a terminal or a pipe that is read meanwhile: write each answer at once.
  [[nodiscard]] bool interactive() const noexcept;

private:
  void finish_packing();

  std::unique_ptr<AtomicFile> m_file;
  std::unique_ptr<Packer> m_packer; ///< before the file; null: it is not packed
};

/// Finish a file of which a part is missing, because an input could not be read to its end. A file
/// that is there already stays: the text goes into FILE.partial, which is said.
void commit_incomplete(AtomicFile& file);

/// Push what was written to stdout on its way, for tools that answer line by line. Throws as
/// Output does.
void flush_stdout();

/// Hand each line of stdin to `answer`, which appends to `out`, and write what stands there, at the
/// latest before the next line has to be waited for. Throws Interrupted.
void answer_lines(Output& output, std::string& out,
                  const std::function<void(std::string_view line, std::uint64_t number)>& answer);

} // namespace xq::cli
