#include "record/header_value.hpp"

#include <algorithm>
#include <array>

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

} // namespace xq::record
