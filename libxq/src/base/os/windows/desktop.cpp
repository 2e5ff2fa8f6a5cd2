#include "base/os/desktop.hpp"

#include "base/os/path.hpp"

#include <array>
#include <cstddef>
#include <windows.h>

namespace xq::os {

namespace {

bool is_console(DWORD stream) noexcept {
  DWORD mode = 0;
  return ::GetConsoleMode(::GetStdHandle(stream), &mode) != 0;
}

bool is_pipe(DWORD stream) noexcept {
  return ::GetFileType(::GetStdHandle(stream)) == FILE_TYPE_PIPE;
}

} // namespace

bool has_own_terminal() noexcept {
  std::array<DWORD, 2> processes{};
  return is_console(STD_INPUT_HANDLE) && is_console(STD_OUTPUT_HANDLE) &&
         ::GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

bool is_piped_by_program() noexcept {
  return is_pipe(STD_INPUT_HANDLE) && is_pipe(STD_OUTPUT_HANDLE);
}

std::string desktop_language() {
  std::array<wchar_t, LOCALE_NAME_MAX_LENGTH> name{};
  const auto language = MAKELCID(::GetUserDefaultUILanguage(), SORT_DEFAULT);
  const int size = ::LCIDToLocaleName(language, name.data(), static_cast<int>(name.size()), 0);
  return size > 1 ? name_of(std::wstring{name.data()}) : std::string{};
}

// For cmd.exe and PowerShell alike: quoted with "...", where a backslash means something in front
// of a quotation mark alone. (No name of a file has one.)
std::string shell_word(std::string_view text) {
  constexpr std::string_view special = " \t\"&|<>^()%!'`;,@{}[]~$#*?";
  if (!text.empty() && text.find_first_of(special) == std::string_view::npos) {
    return std::string{text};
  }
  std::string out = "\"";
  std::size_t backslashes = 0;
  for (const char c : text) {
    if (c == '"') {
      out.append(backslashes + 1, '\\');
    }
    backslashes = c == '\\' ? backslashes + 1 : 0;
    out += c;
  }
  return out.append(backslashes, '\\') + '"';
}

} // namespace xq::os
