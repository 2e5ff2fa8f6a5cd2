#include "base/os/arguments.hpp"

#include "base/os/windows/api.hpp"

#include <algorithm>
#include <iterator>
#include <shellapi.h>

namespace xq::os {

namespace {

struct FreeLater {
  void operator()(wchar_t** words) const noexcept { LocalFree(words); }
};

/// The names that a pattern stands for, in order; none where there is no such file. Only its last
/// part is a pattern. `*` alone is a result of games.
std::vector<std::string> names_like(const std::string& pattern) {
  const auto last = pattern.find_last_of("/\\:") + 1; // npos + 1 == 0
  if (pattern == "*" || pattern.starts_with('-') || pattern.find_first_of("*?") < last ||
      pattern.find_first_of("*?") == std::string::npos) {
    return {};
  }
  WIN32_FIND_DATAW found{};
  const HANDLE first = FindFirstFileW(wide_path(pattern).c_str(), &found);
  if (first == INVALID_HANDLE_VALUE) {
    return {};
  }
  const FindHandle search{first};
  std::vector<std::string> names;
  do {
    const auto name = to_utf8(found.cFileName);
    if (!name.starts_with('.') && (found.dwFileAttributes & FILE_ATTRIBUTE_HIDDEN) == 0) {
      names.push_back(pattern.substr(0, last) + name);
    }
  } while (FindNextFileW(search.get(), &found) != 0);
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace

std::vector<std::string> arguments(int /*count*/, const char* const* /*words*/) {
  int count = 0;
  const std::unique_ptr<wchar_t*, FreeLater> words{CommandLineToArgvW(GetCommandLineW(), &count)};
  std::vector<std::string> out;
  for (int i = 0; i < count; ++i) {
    auto word = to_utf8(words.get()[i]);
    auto names = i > 0 ? names_like(word) : std::vector<std::string>{};
    if (names.empty()) {
      out.push_back(std::move(word));
    } else {
      std::move(names.begin(), names.end(), std::back_inserter(out));
    }
  }
  return out;
}

} // namespace xq::os
