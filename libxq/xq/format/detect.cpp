#include <xq/format/detect.hpp>
#include <xq/format/lines.hpp>
#include <xq/format/movetext.hpp>
#include <xq/format/pgn.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace xq::format {
namespace {

using namespace std::string_view_literals;

/// Formats that people have and that xq does not read, by how they begin ...
struct ForeignMagic {
  std::string_view beginning, name;
};
constexpr auto foreign_magic = std::to_array<ForeignMagic>({
    {"CCBridge"sv, "a CCBridge file of another version"},
    {"[DhtmlXQ"sv, "DhtmlXQ"},
    {"gameID,"sv, "CSV"},
    {"PK\x03\x04"sv, "zip"},
    {"SQLite format 3\0"sv, "SQLite"},
    {"{\""sv, "JSON"},
});

/// ... and by the ends of their names.
struct ForeignExtension {
  std::string_view extension, name;
};
constexpr auto foreign_extensions = std::to_array<ForeignExtension>({
    {"cbf", "CBF"},
    {"pfc", "PFC"},
    {"obk", "OBK opening book"},
    {"xqdb", "game database"},
    {"xqbook", "opening book"},
});

std::string extension(std::string_view file_name) {
  const auto dot = file_name.find_last_of("./!");
  std::string out;
  if (dot != std::string_view::npos && file_name[dot] == '.') {
    for (const char c : file_name.substr(dot + 1)) {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
  }
  return out;
}

/// The name without the ending that compression adds.
std::string_view without_compression(std::string_view file_name) {
  for (const auto ending : {".gz"sv, ".xz"sv, ".zst"sv, ".bz2"sv}) {
    if (file_name.ends_with(ending)) {
      return file_name.substr(0, file_name.size() - ending.size());
    }
  }
  return file_name;
}

const FormatInfo* by_extension(std::string_view wanted) {
  for (const auto& format : formats()) {
    auto list = format.extensions;
    while (format.readable && !list.empty()) {
      const auto end = std::min(list.find(' '), list.size());
      if (list.substr(0, end) == wanted) {
        return &format;
      }
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }
  return nullptr;
}

/// More control characters than any text has.
bool is_binary(std::string_view text) noexcept {
  const auto head = text.substr(0, 512);
  const auto controls = std::count_if(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1B';
  });
  return static_cast<std::size_t>(controls) * 20 > head.size();
}

/// The first line that is neither empty nor a `%` line.
std::string_view first_line(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto content = skip_blanks(text.substr(0, end));
    if (!content.empty() && content[0] != '%') {
      return content;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

/// Some line is a header, or begins with `1.` and goes on with a move or with Black's dots.
bool has_pgn_lines(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = skip_blanks(text.substr(0, end));
    if (is_tag_start(line) || line.starts_with("1.") || line.starts_with("１．") ||
        line.starts_with("1．") || line.starts_with("1、")) {
      return true;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

std::optional<std::string_view> by_content(std::string_view text) {
  const auto line = first_line(text);
  if (line.starts_with('<')) {
    return "xml";
  }
  if (line.starts_with('[') || line.starts_with('{')) {
    return "pgn";
  }
  if (looks_like_uci(line)) {
    return "uci";
  }
  if (looks_like_fen(line)) {
    return "epd";
  }
  return std::nullopt;
}

} // namespace

Detected detect_format(std::string_view text, std::string_view file_name) {
  const auto ending = extension(without_compression(file_name));
  const auto content = skip_blanks(text);
  for (const auto& foreign : foreign_magic) {
    if (content.starts_with(foreign.beginning)) {
      return {nullptr, std::string{foreign.name}};
    }
  }
  if (!is_binary(text)) {
    if (const auto name = by_content(text)) {
      return {find_format(*name), {}};
    }
  }
  for (const auto& foreign : foreign_extensions) {
    if (ending == foreign.extension) {
      return {nullptr, std::string{foreign.name}};
    }
  }
  if (const auto* format = by_extension(ending)) {
    return {format, {}};
  }
  if (!is_binary(text) && has_pgn_lines(text)) {
    return {find_format("pgn"), {}};
  }
  return {};
}

} // namespace xq::format
