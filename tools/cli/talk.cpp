#include "cli/talk.hpp"

#include "base/os/console.hpp"
#include "base/os/terminal.hpp"
#include "base/text/printable.hpp"
#include "cli/language.hpp"

#include <algorithm>
#include <exception>

namespace xq::cli {

namespace {

constexpr std::size_t usual_columns = 80;
constexpr std::size_t least_columns = 40;

} // namespace

void talk_lines(std::string_view lines) noexcept {
  try {
    std::string out;
    while (!lines.empty()) {
      const auto end = std::min(lines.find('\n'), lines.size());
      out += printable(lines.substr(0, end));
      out += end < lines.size() ? "\n" : "";
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    out = for_terminal(out, os::Stream::error);
    os::write(os::Stream::error, out);
  } catch (const std::exception&) { // out of memory: the message is lost
  }
}

void print_lines(std::string_view lines) {
  os::write(os::Stream::output, for_terminal(lines, os::Stream::output));
}

std::size_t screen_columns() noexcept {
  const auto columns = os::terminal_columns(os::Stream::output);
  return columns == 0 ? usual_columns : std::max(columns, least_columns);
}

std::size_t table_columns() noexcept {
  return os::terminal_columns(os::Stream::output) == 0 ? std::string::npos : screen_columns();
}

std::size_t text_columns() noexcept { return std::min(screen_columns(), usual_columns); }

std::string cell(std::string_view text, std::size_t columns) {
  return columns == std::string::npos ? printable(text) : printable(text, columns);
}

} // namespace xq::cli
