#include "store/verify/verify_numbers.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace xq::store {

namespace {

/// What holds for every row of a table: the conditions of its schema, which a file may lack, and
/// those that its readers have besides.
struct Rule {
  std::string_view table;
  std::string_view counts; ///< columns of numbers from 0 that an int can hold, with commas
  std::string_view condition = "1";
  bool has_score = false; ///< a column of this name, of either sign, that an int can hold
};

constexpr std::string_view annotation_counts =
    "book_plies,red_good,black_good,red_dubious,black_dubious,red_mistakes,black_mistakes,"
    "red_blunders,black_blunders,mates_missed";
constexpr bool has_score = true;
constexpr std::string_view of_a_game =
    "game IN (SELECT id FROM game UNION SELECT game FROM deleted_game)";

constexpr Rule rules[] = {
    {"layout", "place", "id > 0 AND kind IN (0, 1, 2) AND (kind = 2) = (value IS NOT NULL)"},
    {"game", "plies", "coalesce(date, 0) BETWEEN 0 AND 99991231 AND result IN (0, 1, 2, 3)"},
    {"tag", "place"},
    {"evaluation", "depth", "nodes >= 0", has_score},
    {"annotation", annotation_counts},
    {"annotation_move", "ply", "1", has_score},
    {"deleted_annotation", annotation_counts},
    {"deleted_annotation_move", "ply",
     "(edit, game, analyst) IN (SELECT edit, game, analyst FROM deleted_annotation)", has_score},
    {"part_game", "", "number > 0"},
    {"position_index", "plies",
     "id = 1 AND game BETWEEN 0 AND (SELECT coalesce(max(id), 0) FROM game)"},
    {"word_index", "", "id = 1 AND game >= 0"}, // the last games may have been deleted
    {"alias", "place",
     "kind IN (0, 1, 2) AND owner > 0 AND owner IN (SELECT owner FROM alias WHERE place = 0)"},
    {"edit", "games",
     "kind IN ('edit', 'delete', 'undo', 'redo') AND in_force IN (0, 1) AND "
     "(target IS NULL) = (kind IN ('edit', 'delete')) AND coalesce(target, 0) < id"},
    {"edit_import", "", "first BETWEEN 1 AND last AND edit IN (SELECT id FROM edit)"},
    {"edit_base", "", of_a_game},
    {"edit_value", "number", of_a_game},
};

std::string condition_of(const Rule& rule) {
  std::string all{rule.condition};
  for (auto rest = rule.counts; !rest.empty();) {
    const auto column = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), column.size() + 1));
    all += fmt::format(" AND {} BETWEEN 0 AND 2147483647", column);
  }
  return rule.has_score ? all + " AND score BETWEEN -2147483648 AND 2147483647" : all;
}

} // namespace

void check_numbers(sqlite::Database& db, const std::function<void(std::string problem)>& report) {
  for (const Rule& rule : rules) {
    if (!db.has_table(rule.table)) {
      continue; // of a newer schema
    }
    const auto rows = db.query_integer(fmt::format(
        "SELECT count(*) FROM {} WHERE NOT ifnull(({}), 0)", rule.table, condition_of(rule)));
    if (rows != 0) {
      report(
          localized("table {}: {} rows have a number that cannot stand there", rule.table, rows));
    }
  }
}

} // namespace xq::store
