#pragma once

#include "store/order/page.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::jobs {

/// What a list of games can show of each.
enum class ListColumn : std::uint8_t {
  game,
  date,
  red,
  black,
  result,
  ecco,
  plies,
  at,
  repeats,
  event,
  site,
  round,
  red_team,
  black_team,
  red_elo,
  black_elo,
  opening,
  source
};
inline constexpr std::size_t list_column_count = 18;

struct ListColumnInfo {
  std::string_view name;    ///< on command lines and in CSV: `red-elo`
  std::string_view key;     ///< in JSON: `red_elo`
  std::string_view heading; ///< over a table, not yet translated
  bool is_number;
  /// Columns of the terminal that a text takes at most, and what may be left of that where a table
  /// is too wide; 0: all of it.
  std::uint8_t widest, least;
  store::SortColumn sort; ///< `given`: what it is sorted by is not in the database
};
[[nodiscard]] const ListColumnInfo& info(ListColumn column) noexcept;

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
