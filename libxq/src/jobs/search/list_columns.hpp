#pragma once

#include "base/text/json_writer.hpp"
#include "jobs/answer/field.hpp"
#include "record/facts.hpp"
#include "store/order/page.hpp"

#include <xq/record/game.hpp>
#include <xq/store/game_database.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

using store::ListColumn;

/// A game of a list, with what it does not say itself.
struct FoundGame {
  const record::Game& game;
  std::optional<int> at;                     ///< the ply after which it reaches what was asked for
  const store::Duplicate* repeats = nullptr; ///< null: nothing, or that was not asked for
  record::Facts facts{game};
};

struct ListColumnInfo {
  std::string_view option; ///< on command lines and in CSV: `red-elo`
  FieldOf<FoundGame> field;
};
[[nodiscard]] const ListColumnInfo& info(ListColumn column) noexcept;

/// The fields of all columns.
[[nodiscard]] std::vector<Field> list_fields();

/// The column as a member of an open object, in the same way in every language. Where there is
/// nothing to say, numbers are null with `always`, and left out without it; so is
/// ListColumn::repeats in any case.
void write_member(JsonWriter& json, const FoundGame& found, ListColumn column, bool always);

/// A key of --sort.
struct ListSortKey {
  ListColumn column{};
  bool falling = false;
};

/// `red,black,plies`. Throws UsageError.
[[nodiscard]] std::vector<ListColumn> read_columns(std::string_view list);
/// `red,-date`; without columns that change nothing behind those before them. Throws UsageError.
[[nodiscard]] std::vector<ListSortKey> read_sort_keys(std::string_view list);

/// The names of all columns, `separator` between them.
[[nodiscard]] std::string column_names(std::string_view separator);
/// Whether a text begins as a list of games in CSV or JSON Lines does.
[[nodiscard]] bool is_game_list(std::string_view text);

} // namespace xq::jobs
