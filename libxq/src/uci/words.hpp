#pragma once

#include "base/text/text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xq::uci {

/// Reads the words of a command or an answer, front to back.
class Words {
public:
  explicit Words(std::string_view line) : m_rest{line} {}

  /// Empty at the end.
  std::string_view next() {
    skip_blanks();
    const std::size_t end = std::min(m_rest.find_first_of(" \t\r"), m_rest.size());
    const std::string_view word = m_rest.substr(0, end);
    m_rest.remove_prefix(end);
    return word;
  }
  [[nodiscard]] std::string_view peek() const { return Words{*this}.next(); }
  /// The text before the word `stop`, which is not consumed, or all that is left.
  std::string_view until(std::string_view stop) {
    skip_blanks();
    const char* const begin = m_rest.data();
    std::size_t length = 0;
    while (!peek().empty() && peek() != stop) {
      const std::string_view word = next();
      length = static_cast<std::size_t>(word.data() + word.size() - begin);
    }
    return {begin, length};
  }
  [[nodiscard]] std::string_view rest() const { return trim(m_rest); }

private:
  void skip_blanks() {
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r"), m_rest.size()));
  }
  std::string_view m_rest;
};

/// A whole number: 0 for a negative one, the largest value for one that does not fit.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view word);

} // namespace xq::uci
