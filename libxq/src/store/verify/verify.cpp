
#include "sqlite/integrity.hpp"
#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"
#include "store/import/sequence_index.hpp"
#include "store/journal/edit_journal.hpp"
#include "store/names/alias_table.hpp"
#include "store/position_index.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/name_list.hpp"
#include "store/words/word_index.hpp"

#include <xq/base/translate.hpp>
#include <xq/record/ecco.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/maintenance.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

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

/// Tell of tables with numbers that cannot stand where they do: results, kinds, places, counts.
/// Hashes, and references that the schema declares, are checked elsewhere.
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

class Verifier {
public:
  Verifier(const std::string& path, const std::function<bool(std::uint64_t)>& progress)
      : m_games{path}, m_db{m_games.sqlite()}, m_progress{progress} {
    m_old_packer.leave_column_to_header();
  }

  DatabaseFindings run() {
    m_db.execute("BEGIN"); // one state of the file for all questions
    check_file();
    if (m_findings.problem_count == 0) { // what SQLite finds damaged cannot be read on
      check_values();
      check_names();
      check_games();
      check_journal();
    }
    if (m_findings.problem_count == 0 && !PositionIndex{m_db}.is_sound()) {
      report(localized("the position index does not fit the games. Make it anew with xq index"));
    }
    if (m_findings.problem_count == 0 && !WordIndex{m_db}.is_sound()) {
      report(localized("the word index does not fit the games. Make it anew with xq index"));
    }
    return std::move(m_findings);
  }

private:
  void report(std::string problem) {
    if (m_findings.problem_count++ < DatabaseFindings::most_problems) {
      m_findings.problems.push_back(std::move(problem));
    }
  }

  void check_file() {
    for (const auto& finding : sqlite::integrity_findings(m_db)) {
      report(localized("SQLite finds the file damaged: {}", finding));
    }
    sqlite::Statement keys{m_db, "PRAGMA foreign_key_check"};
    for (auto row = keys.use(); row.next();) {
      report(localized("row {} of table {} names a row of table {} that is not there",
                       row.integer(1), row.text(0), row.text(2)));
    }
  }

  void check_values() {
    const auto tell = [this](std::string problem) { report(std::move(problem)); };
    sqlite::check_types(m_db, sqlite::game_schema(), tell);
    check_numbers(m_db, tell);
    try {
      static_cast<void>(read_alias_table(m_db));
    } catch (const sqlite::DbError& e) {
      report(e.what());
    }
  }

  void check_names() {
    for (const auto* table : {"player", "team", "event", "site", "source"}) {
      sqlite::Statement query{m_db, fmt::format("SELECT id, name, hash FROM {}", table)};
      for (auto row = query.use(); row.next();) {
        if (name_hash(row.text(1)) != row.integer(2)) {
          report(localized("table {}, row {}: the name is not that of its hash", table,
                           row.integer(0)));
        }
      }
    }
  }

  /// What xq edit --undo needs.
  void check_journal() {
    if (!EditJournal::is_in(m_db)) {
      return;
    }
    for (const auto* table : {"edit_base", "deleted_game"}) {
      sqlite::Statement query{m_db, fmt::format("SELECT edit, game, record FROM {}", table)};
      GameFields fields;
      record::Game game;
      std::vector<Move> scratch;
      for (auto row = query.use(); row.next();) {
        if (!read_packed(row.blob(2), fields) || !restore(fields, game, scratch)) {
          report(
              localized("the journal of edits, operation {}: what it keeps of game {} is damaged",
                        row.integer(0), row.integer(1)));
        }
      }
    }
  }

  void check_games() {
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    try {
      m_games.read(lowest, highest, [this](record::Game& game) {
        check_game(game);
        ++m_findings.games;
        if (m_progress && m_findings.games % 1024 == 0 && !m_progress(m_findings.games)) {
          throw make_error<Interrupted>("stopped while verifying the database");
        }
        return true;
      });
    } catch (const sqlite::DbError& e) { // a row of which no game can be made
      report(e.what());
    }
    const auto rows = m_db.query_integer("SELECT count(*) FROM game");
    if (m_findings.problem_count == 0 && static_cast<std::uint64_t>(rows) != m_findings.games) {
      report(localized("{} rows of table game lack the names or the source that they name",
                       static_cast<std::uint64_t>(rows) - m_findings.games));
    }
  }

  void check_game(const record::Game& game) {
    const auto id = static_cast<std::int64_t>(game.number);
    const bool of_now = has_hash(game, m_packer);
    if (!of_now && !has_hash(game, m_old_packer)) {
      report(localized("game {} says something else than when it was imported, or its hash in "
                       "table line is damaged",
                       id));
    }
    auto row = m_row.use();
    if (!row(id).next()) {
      return;
    }
    if (row.integer(0) != static_cast<std::int64_t>(game.plies())) {
      report(localized("game {} has {} plies and says {}", id, game.plies(), row.integer(0)));
    }
    if (row.text(1) != record::opening_code(game) && (of_now || row.text(1) != game.tag("ECCO"))) {
      report(localized("game {}: its opening is not {}", id, row.text(1)));
    }
  }

  /// Whether table line has the hash of the game as this packer packs it.
  bool has_hash(const record::Game& game, GamePacker& packer) {
    m_bytes.clear();
    const auto span = packer.pack(game, m_bytes);
    const auto key = key_of(hashes_of(m_bytes, 0, span));
    auto found = m_sequence.use();
    return found(key.sequence)(key.record)(static_cast<std::int64_t>(game.number)).next();
  }

  GameDatabase m_games;
  sqlite::Database& m_db;
  sqlite::Statement m_sequence{m_db,
                               "SELECT 1 FROM line WHERE hash = ? AND record = ? AND game = ?"};
  sqlite::Statement m_row{m_db, "SELECT plies, ecco FROM game WHERE id = ?"};
  const std::function<bool(std::uint64_t)>& m_progress;
  GamePacker m_packer, m_old_packer;
  std::string m_bytes;
  DatabaseFindings m_findings;
};

} // namespace

DatabaseFindings verify_database(const std::string& path,
                                 const std::function<bool(std::uint64_t)>& progress) {
  return Verifier{path, progress}.run();
}

} // namespace xq::store
