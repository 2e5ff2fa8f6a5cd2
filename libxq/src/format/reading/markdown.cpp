#include "format/reading/markdown.hpp"

#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "format/shared/slice.hpp"
#include "format/text/line_records.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace xq::format {
namespace {

constexpr auto fences = std::to_array<std::string_view>({"```", "~~~"});

/// What stands behind a fence; null data where the line is none.
std::string_view behind_fence(std::string_view line) noexcept {
  const auto content = trim(line);
  const auto* const fence = std::find_if(
      fences.begin(), fences.end(), [&](std::string_view f) { return content.starts_with(f); });
  return fence == fences.end() ? std::string_view{} : content.substr(fence->size());
}

bool is_of_games(std::string_view language) noexcept {
  constexpr auto known = std::to_array<std::string_view>({"xiangqi", "xq", "pgn", "fen"});
  return std::any_of(known.begin(), known.end(), [&](std::string_view name) {
    return equal_ignoring_case(trim(language), name);
  });
}

/// `r:true`: how the plugin shows the board.
bool is_setting(std::string_view line) noexcept {
  const auto content = trim(line);
  return content.size() > 1 && (content[1] == ':' || content.substr(1).starts_with("：")) &&
         (content.ends_with("true") || content.ends_with("false"));
}

/// The position of `fen: "4k4/..."`, or of a line that is one; empty where the line is neither.
std::string_view position_in(std::string_view line) noexcept {
  constexpr std::string_view key = "fen";
  auto value = trim(line);
  if (equal_ignoring_case(value.substr(0, key.size()), key)) {
    value.remove_prefix(key.size());
    constexpr std::string_view wide_colon = "：";
    value = value.starts_with(wide_colon) ? value.substr(wide_colon.size()) : value;
    value = trim(value.substr(std::min(value.find_first_not_of(": \""), value.size())));
    value.remove_suffix(value.ends_with('"') ? 1 : 0);
  }
  return looks_like_fen(value) ? value : std::string_view{};
}

} // namespace

std::optional<std::string> games_in_markdown(std::string_view text) {
  std::string out;
  bool found = false;
  bool in_block = false;
  while (!text.empty()) {
    const auto line = take_line(text);
    const auto behind = behind_fence(line);
    if (behind.data() != nullptr) {
      in_block = !in_block && is_of_games(behind);
      found = found || in_block;
    } else if (const auto fen = in_block ? position_in(line) : std::string_view{}; !fen.empty()) {
      append_format(out, "[FEN \"{}\"]", fen);
    } else if (in_block && !is_setting(line)) {
      out += line;
    }
    out += '\n';
  }
  return found ? std::optional{std::move(out)} : std::nullopt;
}

} // namespace xq::format
