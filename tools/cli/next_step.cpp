#include "cli/next_step.hpp"

#include "base/os/path.hpp"
#include "base/os/terminal.hpp"
#include "cli/talk.hpp"

#include <cstddef>
#include <filesystem>

namespace xq::cli {

bool is_watched(const GlobalOptions& global) {
  return !global.quiet && !global.json && os::is_terminal(os::Stream::error);
}

void say_next(const GlobalOptions& global, const std::string& first, const std::string& second) {
  if (!is_watched(global)) {
    return;
  }
  if (second.empty()) {
    talk("xq: next: {}\n", first);
  } else {
    talk("xq: next: {}; or {}\n", first, second);
  }
}

std::string shell_words(const std::vector<std::string>& words) {
  constexpr std::size_t most = 3;
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words.size() > most && i == 1) {
      return out + " ...";
    }
    out += (i == 0 ? "" : " ") + shell_word(words[i]);
  }
  return out;
}

std::string with_ending(const std::string& path, std::string_view ending) {
  return os::name_of(os::path_of(path).replace_extension(ending));
}

} // namespace xq::cli
