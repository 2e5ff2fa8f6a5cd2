#pragma once

#include "base/files/input.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xq::cli {

/// The lines of an input one by one, without LF or CR LF and without a byte order mark at the
/// front. Reads no more than there is, so that a program on the other end of a pipe gets each
/// answer before it writes the next line: see drained().
class LineReader {
public:
  /// A path, or `-` for stdin.
  explicit LineReader(const std::string& path);

  /// The next line, valid until the next call; nothing at the end. Throws FileError, also for a
  /// line of more than 16 MiB.
  [[nodiscard]] std::optional<std::string_view> next();
  /// Number of the line that next() returned last, from 1.
  [[nodiscard]] std::uint64_t number() const noexcept { return m_number; }
  /// The next line has to be waited for: time to flush what was written.
  [[nodiscard]] bool drained() const noexcept {
    return m_chunk.find('\n') == std::string_view::npos;
  }

private:
  [[nodiscard]] bool refill();
  [[nodiscard]] std::string_view finish(std::string_view line);

  Input m_input;
  std::string_view m_chunk; ///< what read() gave and next() has not used
  std::string m_partial;    ///< a line that began in an earlier chunk
  bool m_open = false;
  std::uint64_t m_number = 0;
};

} // namespace xq::cli
