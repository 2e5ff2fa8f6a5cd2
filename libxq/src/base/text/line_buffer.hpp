#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace xq {

/// Bytes come in, lines go out. What a line has beyond 64 KiB is dropped.
class LineBuffer {
public:
  void append(std::string_view bytes) {
    m_bytes.erase(0, std::exchange(m_used, 0));
    for (const char c : bytes) {
      if (c == '\n' || m_open_line < longest_line) {
        m_bytes += c;
        m_open_line = c == '\n' ? 0 : m_open_line + 1;
      }
    }
  }

  /// Take the next complete line, without a newline or carriage return; false where there is none.
  [[nodiscard]] bool take(std::string& line) {
    const std::size_t end = m_bytes.find('\n', m_used);
    if (end == std::string::npos) {
      return false;
    }
    line.assign(m_bytes, m_used, end - m_used);
    m_used = end + 1;
    if (line.ends_with('\r')) {
      line.pop_back();
    }
    return true;
  }

private:
  static constexpr std::size_t longest_line = std::size_t{64} * 1024;
  std::string m_bytes;
  std::size_t m_used = 0;      ///< of m_bytes
  std::size_t m_open_line = 0; ///< bytes of the line at its end
};

} // namespace xq
