#include <xq/record/header_value.hpp>

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
  return value.find_first_not_of(" ?-*.") != std::string_view::npos;
}

bool names_somebody(std::string_view name) noexcept {
  return is_filled_in(name) && std::find(nobody.begin(), nobody.end(), name) == nobody.end();
}

} // namespace xq::record
