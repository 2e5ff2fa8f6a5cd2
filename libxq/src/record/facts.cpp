#include "record/facts.hpp"

#include "record/header_names.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace xq::record {

namespace {

constexpr auto nobody = std::to_array<std::string_view>(
    {"NN",   "N.N.", "N",    "无名氏",    "無名氏",  "佚名",   "不详",
     "不詳", "未知", "红方", "紅方",      "黑方",    "棋手",   "棋友",
     "网友", "網友", "某某", "Anonymous", "Unknown", "unknown"});

} // namespace

bool is_filled_in(std::string_view value) noexcept {
  return std::any_of(value.begin(), value.end(), [](char c) {
    return c != ' ' && c != '?' && c != '-' && c != '*' && c != '.';
  });
}

bool names_somebody(std::string_view name) noexcept {
  while (!name.empty()) {
    const auto word = name.substr(0, std::min(name.find(' '), name.size()));
    if (is_filled_in(word) && std::find(nobody.begin(), nobody.end(), word) == nobody.end()) {
      return true;
    }
    name.remove_prefix(std::min(word.size() + 1, name.size()));
  }
  return false;
}

std::uint16_t read_level(std::string_view text) noexcept {
  int level = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), level);
  return error == std::errc{} && level > 0 && level <= most_level
             ? static_cast<std::uint16_t>(level)
             : std::uint16_t{0};
}

Facts::Facts(const Game& game) noexcept {
  std::array<std::string_view, header_kind_count> values;
  std::array<bool, header_kind_count> seen{};
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    const auto kind = header_kind(tag.name);
    if (kind == HeaderKind::red_level || kind == HeaderKind::black_level) {
      auto& level = levels[to_index(kind == HeaderKind::red_level ? Color::red : Color::black)];
      level = level == 0 ? read_level(tag.value) : level;
    } else if (const auto place = static_cast<std::size_t>(kind); !seen[place]) {
      seen[place] = true;
      values[place] = tag.value;
    }
  }
  const auto value = [&](HeaderKind kind) { return values[static_cast<std::size_t>(kind)]; };
  event = value(HeaderKind::event);
  site = value(HeaderKind::site);
  date = value(HeaderKind::date);
  round = value(HeaderKind::round);
  red = value(HeaderKind::red);
  black = value(HeaderKind::black);
  red_team = value(HeaderKind::red_team);
  black_team = value(HeaderKind::black_team);
  ecco = value(HeaderKind::ecco);
}

} // namespace xq::record
