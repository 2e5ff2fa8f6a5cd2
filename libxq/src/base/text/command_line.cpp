#include "base/text/command_line.hpp"

#include "base/os/path.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <utility>

namespace xq {

namespace {

/// Whether a backslash in front of `next` takes it as it is.
constexpr bool escapes(char next) noexcept { return !os::backslash_separates || next == '"'; }

} // namespace

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (in_word) {
        words.push_back(std::exchange(word, {}));
      }
      in_word = false;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      in_word = true;
    } else {
      if (c == '\\' && quote != '\'' && i + 1 < command.size() && escapes(command[i + 1])) {
        ++i;
      }
      word += command[i];
      in_word = true;
    }
  }
  if (quote != 0) {
    throw make_error<UsageError>("the command {} has a quote that is not closed", excerpt(command));
  }
  if (in_word) {
    words.push_back(std::move(word));
  }
  if (words.empty()) {
    throw make_error<UsageError>("the command of an engine is empty");
  }
  return words;
}

std::string quoted_word(std::string_view text) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./,:=+@%-";
  bool is_plain = !text.empty();
  for (const char c : text) { // bytes of other scripts mean nothing to a shell
    is_plain = is_plain &&
               (plain.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80);
  }
  if (is_plain) {
    return std::string{text};
  }
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  }
  return out + "'";
}

} // namespace xq
