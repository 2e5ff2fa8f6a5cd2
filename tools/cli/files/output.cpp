#include "cli/files/output.hpp"

#include "base/files/packer.hpp"
#include "base/files/partial_files.hpp"
#include "base/os/console.hpp"
#include "base/os/file.hpp"
#include "base/os/terminal.hpp"
#include "base/text/system_message.hpp"
#include "base/text/text.hpp"
#include "cli/files/game_files.hpp"
#include "cli/files/line_reader.hpp"
#include "cli/interrupt.hpp"
#include "cli/language.hpp"
#include "cli/talk.hpp"
#include "jobs/result_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace xq::cli {

namespace {

[[noreturn]] void fail_stdout(int cause) {
  if (cause == EPIPE) {
    throw Unread{system_message(cause)};
  }
  throw make_error<FileError>("standard output: {}. Part of it is missing.",
                              cause != 0 ? system_message(cause) : localized("cannot write"));
}

} // namespace

Output::Output(const std::string& path) {
  if (!path.empty() && path != "-") {
    remove_stale_files(path);
    m_file = std::make_unique<AtomicFile>(path);
    if (const auto packing = packing_of(path); packing != Packing::none) {
      m_packer = std::make_unique<Packer>(
          packing, path, [file = m_file.get()](std::string_view bytes) { file->write(bytes); });
    }
  }
}

Output::~Output() = default;

void Output::finish_packing() {
  if (m_packer != nullptr) {
    m_packer->finish();
  }
}

void Output::write(std::string_view bytes) {
  if (m_packer != nullptr) {
    m_packer->add(bytes);
    return;
  }
  if (m_file != nullptr) {
    m_file->write(bytes);
    return;
  }
  std::string shown;
  if (interactive() && find_invalid_utf8(bytes) == std::string_view::npos) { // no other encoding
    shown = for_terminal(bytes, os::Stream::output);
    bytes = shown;
  }
  errno = 0;
  if (!os::write(os::Stream::output, bytes)) {
    fail_stdout(errno);
  }
}

void Output::commit() {
  finish_packing();
  if (m_file != nullptr) {
    m_file->commit();
  } else {
    flush_stdout();
  }
}

void Output::commit_incomplete() {
  finish_packing();
  m_file != nullptr ? cli::commit_incomplete(*m_file) : flush_stdout();
}

void commit_incomplete(AtomicFile& file) {
  const auto path = file.path();
  const auto status = os::status_of(path);
  if (!status || !status->is_regular || status->size == 0) {
    file.commit();
    return;
  }
  file.commit_as(say_kept(path));
}

bool Output::interactive() const noexcept {
  return is_stdout() && os::is_terminal(os::Stream::output);
}

void flush_stdout() {
  errno = 0;
  if (!os::flush_output()) {
    const int cause = errno;
    std::clearerr(stdout); // reported once
    fail_stdout(cause);
  }
}

void answer_lines(Output& output, std::string& out,
                  const std::function<void(std::string_view line, std::uint64_t number)>& answer) {
  constexpr std::size_t buffered = std::size_t{64} << 10U;
  LineReader lines{"-"};
  while (const auto line = lines.next()) {
    answer(*line, lines.number());
    if (lines.drained() || out.size() > buffered) {
      output.write(out);
      out.clear();
      flush_stdout();
      throw_if_interrupted();
    }
  }
  output.write(out);
  out.clear();
}

} // namespace xq::cli
