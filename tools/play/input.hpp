#pragma once

#include <optional>
#include <string>

namespace xq::cli {

/// Lines of stdin, from a terminal or a script, one at a time.
class PlayInput {
public:
  /// The next line of stdin, without its end; nothing at the end of the input, or when the user
  /// asked to stop and `heed_interrupt` is set.
  [[nodiscard]] std::optional<std::string> next(bool heed_interrupt = true);

private:
  std::string m_buffer;
  bool m_ended = false;
};

} // namespace xq::cli
