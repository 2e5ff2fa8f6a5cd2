#include "jobs/search/list_columns.hpp"

#include "base/text/text.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace xq::jobs {

namespace {

using store::SortColumn;

constexpr std::array<ListColumnInfo, list_column_count> infos{{
    {"game", "game", to_translate("game"), true, 0, 0, SortColumn::game},
    {"date", "date", to_translate("date"), false, 0, 0, SortColumn::date},
    {"red", "red", to_translate("red"), false, 20, 8, SortColumn::red},
    {"black", "black", to_translate("black"), false, 20, 8, SortColumn::black},
    {"result", "result", to_translate("result"), false, 0, 0, SortColumn::result},
    {"ecco", "ecco", to_translate("ecco"), false, 0, 0, SortColumn::ecco},
    {"plies", "plies", to_translate("plies"), true, 0, 0, SortColumn::plies},
    // Translators: heading over the ply at which a game reaches the position
    {"at", "ply", to_translate("at"), true, 0, 0, SortColumn::given},
    // Translators: heading over `same as 12` and `part of 12`
    {"repeats", "repeats", to_translate("repeats"), false, 0, 0, SortColumn::given},
    {"event", "event", to_translate("event"), false, 36, 12, SortColumn::event},
    {"site", "site", to_translate("site"), false, 36, 12, SortColumn::site},
    // Translators: heading over the number of the round of an event
    {"round", "round", to_translate("round"), false, 20, 8, SortColumn::round},
    {"red-team", "red_team", to_translate("red team"), false, 20, 8, SortColumn::red_team},
    {"black-team", "black_team", to_translate("black team"), false, 20, 8, SortColumn::black_team},
    {"red-elo", "red_elo", to_translate("red elo"), true, 0, 0, SortColumn::red_elo},
    {"black-elo", "black_elo", to_translate("black elo"), true, 0, 0, SortColumn::black_elo},
    {"opening", "opening", to_translate("opening"), false, 36, 12, SortColumn::opening},
    {"source", "source", to_translate("source"), false, 36, 12, SortColumn::source},
}};

std::optional<ListColumn> find_column(std::string_view name) {
  const auto* const found = std::find_if(infos.begin(), infos.end(),
                                         [&](const ListColumnInfo& i) { return i.name == name; });
  return found == infos.end() ? std::nullopt
                              : std::optional{static_cast<ListColumn>(found - infos.begin())};
}

ListColumn column_named(std::string_view name) {
  const auto found = find_column(name);
  if (!found) {
    throw make_error<UsageError>("'{}' is no column. There are {}", excerpt(name, 40),
                                 column_names(", "));
  }
  return *found;
}

/// Call f(part) for the parts between commas.
template <typename F>
void for_each_part(std::string_view list, F&& f) {
  while (true) {
    const auto end = list.find(',');
    f(trim(list.substr(0, end)));
    if (end == std::string_view::npos) {
      return;
    }
    list.remove_prefix(end + 1);
  }
}

/// The keys of a JSON object's first member, and of no other program's: a list begins with it.
bool begins_json_list(std::string_view text) {
  return text.starts_with("{\"") &&
         std::any_of(infos.begin(), infos.end(), [&](const ListColumnInfo& i) {
           return text.substr(2).starts_with(i.key) &&
                  text.substr(2 + i.key.size()).starts_with("\":");
         });
}

} // namespace

const ListColumnInfo& info(ListColumn column) noexcept {
  return infos[static_cast<std::size_t>(column)];
}

std::vector<ListColumn> read_columns(std::string_view list) {
  std::vector<ListColumn> columns;
  for_each_part(list, [&](std::string_view name) {
    const auto column = column_named(name);
    if (std::find(columns.begin(), columns.end(), column) != columns.end()) {
      throw make_error<UsageError>("column {} is named twice", name);
    }
    columns.push_back(column);
  });
  return columns;
}

std::vector<ListSortKey> read_sort_keys(std::string_view list) {
  std::vector<ListSortKey> keys;
  for_each_part(list, [&](std::string_view name) {
    const bool falling = name.starts_with('-');
    const ListSortKey key{column_named(name.substr(falling ? 1 : 0)), falling};
    // Games that are equal in a column stay so, and no two have the same number.
    const bool decided = std::any_of(keys.begin(), keys.end(), [&](const ListSortKey& earlier) {
      return earlier.column == ListColumn::game || earlier.column == key.column;
    });
    if (!decided) {
      keys.push_back(key);
    }
  });
  return keys;
}

std::string column_names(std::string_view separator) {
  std::string list;
  for (const auto& i : infos) {
    list += list.empty() ? std::string_view{} : separator;
    list += i.name;
  }
  return list;
}

bool is_game_list(std::string_view text) {
  if (begins_json_list(text)) {
    return true;
  }
  auto line = text.substr(0, text.find('\n'));
  line.remove_suffix(line.ends_with('\r') ? 1 : 0);
  bool all = true;
  for_each_part(line, [&](std::string_view name) { all = all && find_column(name).has_value(); });
  return all;
}

} // namespace xq::jobs
