#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace xq::cli {

/// Reads one JSON value front to back, for lines that our own tools write: the caller names what it
/// expects next, and skips what it does not know. Every function is false on text that is no JSON
/// of that kind; nothing more should be asked then.
class JsonReader {
public:
  explicit JsonReader(std::string_view text) noexcept : m_rest{text} {}

  /// Call `member(name)` for each member; it must read or skip the value.
  [[nodiscard]] bool object(const std::function<bool(std::string_view)>& member);
  /// Call `element()` for each element; it must read or skip it.
  [[nodiscard]] bool array(const std::function<bool()>& element);
  [[nodiscard]] bool string(std::string& out);
  /// A whole number from 0 to 2^63 - 1; null leaves `out` as it is.
  [[nodiscard]] bool number(std::uint64_t& out);
  /// Any value. Nested no deeper than 32.
  [[nodiscard]] bool skip(int depth = 0);
  /// Nothing but blanks is left.
  [[nodiscard]] bool at_end();

private:
  char peek(); ///< the next character that is no blank, which is not taken; 0 at the end
  [[nodiscard]] bool take(char c);
  [[nodiscard]] bool take_word(std::string_view word);

  std::string_view m_rest;
};

} // namespace xq::cli
