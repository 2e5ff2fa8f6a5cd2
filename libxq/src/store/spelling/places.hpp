#pragma once

#include <string_view>

namespace xq::store {

/// The province, country or region of a place or a team, in simplified characters: 广东 for 广州,
/// 广东王老吉 and 中国广东. Empty when no known place stands at the front (中国 aside): 火车头.
[[nodiscard]] std::string_view region_of(std::string_view team);

/// The region of the place or team with which a text ends; empty when it ends with none.
[[nodiscard]] std::string_view region_at_end(std::string_view text);

/// Whether this is a place that players are said to be from, with or without what teams are called
/// (队, 棋院): 上海, 上海队, 上海浦东. 中国 and parts of it (南方) are.
[[nodiscard]] bool is_team(std::string_view text);

/// Whether this is a city by its usual name; provinces, countries and 北京, 上海, 天津, 重庆 are
/// not.
[[nodiscard]] bool is_city(std::string_view text) noexcept;

} // namespace xq::store
