#include "jobs/search/list_columns.hpp"

#include "base/text/text.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace xq::jobs {

namespace {

Value level(const FoundGame& found, Color side) {
  const int value = found.facts.levels[to_index(side)];
  return value == 0 ? Value{} : Value{value};
}

Value relation(const FoundGame& found) {
  const store::Duplicate* const d = found.repeats;
  if (d == nullptr) {
    return {};
  }
  switch (d->how) {
  case store::Duplicate::How::same_moves:
    return localized("same as {}", d->of);
  case store::Duplicate::How::embedded:
    return localized("part of {}", d->of);
  case store::Duplicate::How::retyped:
    break;
  }
  return localized("with slips {}", d->of);
}

/// The name of a relation in JSON.
std::string_view key_of(store::Duplicate::How how) {
  switch (how) {
  case store::Duplicate::How::same_moves:
    return "same_as";
  case store::Duplicate::How::embedded:
    return "part_of";
  case store::Duplicate::How::retyped:
    break;
  }
  return "retyped_from";
}

template <std::string_view record::Facts::*Member>
Value fact(const FoundGame& found) {
  return found.facts.*Member;
}

using F = record::Facts;
constexpr std::array<ListColumnInfo, store::list_column_count> infos{{
    {"game",
     {"game", to_translate("game"), Kind::count,
      [](const FoundGame& f) -> Value { return static_cast<std::int64_t>(f.game.number); }}},
    {"date", {"date", to_translate("date"), Kind::date, fact<&F::date>}},
    {"red", {"red", to_translate("red"), Kind::name, fact<&F::red>, Missing::never, 20, 8}},
    {"black", {"black", to_translate("black"), Kind::name, fact<&F::black>, Missing::never, 20, 8}},
    {"result",
     {"result", to_translate("result"), Kind::result,
      [](const FoundGame& f) -> Value { return to_text(f.game.result()); }}},
    {"ecco",
     {"ecco", to_translate("ecco"), Kind::text,
      [](const FoundGame& f) -> Value { return record::opening_code(f.game); }}},
    {"plies",
     {"plies", to_translate("plies"), Kind::count,
      [](const FoundGame& f) -> Value { return f.game.plies(); }}},
    // Translators: heading over the ply at which a game reaches the position
    {"at", {"ply", to_translate("at"), Kind::count, get<&FoundGame::at>, Missing::null}},
    // Translators: heading over `same as 12` and `part of 12`
    {"repeats", {"repeats", to_translate("repeats"), Kind::text, relation, Missing::left_out}},
    {"event",
     {"event", to_translate("event"), Kind::name, fact<&F::event>, Missing::never, 36, 12, true}},
    {"site", {"site", to_translate("site"), Kind::name, fact<&F::site>, Missing::never, 36, 12}},
    // Translators: heading over the number of the round of an event
    {"round", {"round", to_translate("round"), Kind::text, fact<&F::round>, Missing::never, 20, 8}},
    {"red-team",
     {"red_team", to_translate("red team"), Kind::name, fact<&F::red_team>, Missing::never, 20, 8}},
    {"black-team",
     {"black_team", to_translate("black team"), Kind::name, fact<&F::black_team>, Missing::never,
      20, 8}},
    {"red-elo",
     {"red_elo", to_translate("red elo"), Kind::count,
      [](const FoundGame& f) { return level(f, Color::red); }, Missing::null}},
    {"black-elo",
     {"black_elo", to_translate("black elo"), Kind::count,
      [](const FoundGame& f) { return level(f, Color::black); }, Missing::null}},
    {"opening",
     {"opening", to_translate("opening"), Kind::opening,
      [](const FoundGame& f) -> Value {
        const auto opening = record::opening_of(f.game);
        return opening.known == nullptr ? Value{opening.name} : Value{opening.known};
      },
      Missing::never, 36, 12}},
    {"source",
     {"source", to_translate("source"), Kind::text,
      [](const FoundGame& f) -> Value { return f.game.source; }, Missing::never, 36, 12}},
}};

std::optional<ListColumn> find_column(std::string_view name) {
  const auto* const found = std::find_if(infos.begin(), infos.end(),
                                         [&](const ListColumnInfo& i) { return i.option == name; });
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
           return text.substr(2).starts_with(i.field.name) &&
                  text.substr(2 + i.field.name.size()).starts_with("\":");
         });
}

} // namespace

const ListColumnInfo& info(ListColumn column) noexcept {
  return infos[static_cast<std::size_t>(column)];
}

std::vector<Field> list_fields() {
  std::vector<Field> fields;
  fields.reserve(infos.size() + 2);
  for (const auto& i : infos) {
    if (i.option != "repeats") {
      fields.push_back(i.field);
      continue;
    }
    for (const auto how : {store::Duplicate::How::same_moves, store::Duplicate::How::embedded,
                           store::Duplicate::How::retyped}) {
      fields.push_back({.name = key_of(how), .kind = Kind::count, .missing = Missing::left_out});
    }
  }
  return fields;
}

void write_member(JsonWriter& json, const FoundGame& found, ListColumn column, bool always) {
  if (column == ListColumn::repeats) { // which game, and how, without words of a language
    if (found.repeats != nullptr) {
      json.member(key_of(found.repeats->how), found.repeats->of);
    }
    return;
  }
  const auto& field = info(column).field;
  const Value value = field.get(found);
  if (always || !value.is_missing()) {
    write_member(json, field, value);
  }
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
    list += i.option;
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
