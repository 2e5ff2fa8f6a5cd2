#pragma once

// The conditions of `xq search` from texts, for programs whose users write them.
//
//     const auto filter = jobs::read_filter({{"player", "胡荣华"}, {"moves", "炮二平五 马8进7"}});
//     std::cout << store::GameDatabase{"archive.xqdb"}.count(filter) << '\n';

#include <xq/board/position.hpp>
#include <xq/store/query.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::jobs {

/// A condition on games as the options of `xq search` have it, without dashes: `min-plies`.
struct FilterInfo {
  std::string_view name;
  std::string_view
      value;             ///< what stands for its text in help; empty: a flag, whose text is ignored
  std::string_view help; ///< English, for translate(); empty: it only says how another is read
  bool needs_database = false; ///< games of files cannot be asked it
};
/// All conditions, in the order of the help.
[[nodiscard]] std::vector<FilterInfo> filters();

/// A name of filters() and its text.
using NamedCondition = std::pair<std::string_view, std::string_view>;
/// The filter that has all of these conditions. `place`: in place of the text of `position`.
/// Throws UsageError for a name that is none, a text that cannot be read, or conditions that do not
/// go together.
[[nodiscard]] store::Filter read_filter(std::span<const NamedCondition> conditions,
                                        const std::optional<Position>& place = {});
[[nodiscard]] inline store::Filter read_filter(std::initializer_list<NamedCondition> conditions,
                                               const std::optional<Position>& place = {}) {
  return read_filter(std::span{conditions.begin(), conditions.size()}, place);
}

} // namespace xq::jobs
