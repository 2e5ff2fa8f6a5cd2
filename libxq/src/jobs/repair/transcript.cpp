#include "jobs/repair/transcript.hpp"

#include "base/text/compose.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"

#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::jobs {

namespace {

/// What stands between two marks; nothing when one is missing.
std::optional<std::string_view> between(std::string_view text, std::string_view front,
                                        std::string_view back) {
  const auto begin = text.find(front);
  const auto end = begin == npos ? npos : text.find(back, begin + front.size());
  if (end == npos) {
    return std::nullopt;
  }
  return text.substr(begin + front.size(), end - begin - front.size());
}

/// The `<move>` elements outside `<variation>`.
std::string moves_of_xml(std::string_view text) {
  std::vector<std::string_view> out;
  int depth = 0;
  for (auto at = text.find('<'); at != npos; at = text.find('<', at + 1)) {
    const auto rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      const auto end = text.find("-->", at);
      at = end == npos ? text.size() : end;
    } else if (rest.starts_with("<variation")) {
      ++depth;
    } else if (rest.starts_with("</variation")) {
      --depth;
    } else if (depth == 0 && (rest.starts_with("<move>") || rest.starts_with("<move "))) {
      const auto move = between(rest, ">", "<");
      if (!move || trim(*move).empty()) {
        return {};
      }
      out.push_back(trim(*move));
    }
  }
  return join(out, " ");
}

/// Files from the left and ranks from the top, two digits a square.
std::string moves_of_dhtmlxq(std::string_view text) {
  constexpr std::size_t digits = 4;
  const auto list = between(text, "[DhtmlXQ_movelist]", "[/");
  if (!list || trim(*list).size() % digits != 0) {
    return {};
  }
  std::string out;
  for (auto rest = trim(*list); !rest.empty(); rest.remove_prefix(digits)) {
    std::string move{rest.substr(0, digits)};
    if (move.find_first_not_of("0123456789") == npos) {
      for (std::size_t i = 0; i < digits; i += 2) {
        move[i] = static_cast<char>('a' + (move[i] - '0'));
        move[i + 1] = static_cast<char>('9' - (move[i + 1] - '0'));
      }
    }
    out += move + ' ';
  }
  return out;
}

/// From the first line that begins with a number and a dot on.
std::string moves_of_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = trim(text.substr(at, end - at));
    const auto number = line.find_first_not_of("0123456789");
    if (number != 0 && number != npos && number <= 4 &&
        (line[number] == '.' || line.substr(number).starts_with("．") ||
         line.substr(number).starts_with("、"))) {
      return std::string{text.substr(at)};
    }
    at = end + 1;
  }
  return {};
}

std::string moves_of(std::string_view text) {
  if (text.starts_with('<')) {
    return moves_of_xml(text);
  }
  if (text.find("[DhtmlXQ") != npos) {
    return moves_of_dhtmlxq(text);
  }
  if (const auto wxf = between(text, "START{", "}END")) {
    return std::string{*wxf};
  }
  return moves_of_text(text);
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  std::string safe;
  for (const char c : value) {
    safe += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c == '\n' ? ' ' : c};
  }
  append_format(out, "[{} \"{}\"]\n", name, safe);
}

} // namespace

std::string transcript(const record::Game& game) {
  const std::string moves = moves_of(game.raw);
  if (trim(moves).empty()) {
    return {};
  }
  std::string out;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (tag.name != "FEN" && tag.name != "Result") {
      append_header(out, tag.name, tag.value);
    }
  }
  const auto written = between(game.raw, "<fen>", "</fen>");
  if (written) {
    append_header(out, "FEN", trim(*written));
  } else if (!game.standard_start()) {
    append_header(out, "FEN", write_fen(game.start()));
  }
  const auto result = record::to_text(game.result());
  append_header(out, "Result", result);
  return fmt::format("{}\n{}\n{}\n", out, moves, result);
}

} // namespace xq::jobs
