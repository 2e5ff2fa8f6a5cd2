#pragma once

#include "sqlite/sqlite.hpp"
#include "store/words/word_query.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace xq::store {

/// Words of comments and the games that have them: table word.
///
/// A table of its own and not SQLite's FTS5, which programs that read a database may lack, and
/// whose tables without texts give no row back before SQLite 3.43. The same tokens of 29,176
/// commented games: 3.1 MB and 0.2 ms for a word of 20,535 games; FTS5 (detail=none) 1.7 MB and 0.7
/// ms.
class WordIndex {
public:
  explicit WordIndex(sqlite::Database& db);

  /// The last game that was indexed; nothing when there is no index, or one with other tokens.
  [[nodiscard]] std::optional<std::int64_t> last_game() const noexcept { return m_last_game; }

  /// Games up to last_game() of which the index says nothing, by number; some may not be there.
  [[nodiscard]] std::vector<std::int64_t> changed();

  struct Games {
    std::vector<std::int64_t> numbers; ///< in rising order, changed() among them
    bool exact = false;                ///< each has the words; else each may have them
  };
  /// Games up to last_game(): every one that has the words, but for changed(). Nothing when there
  /// is no index, or the words have no tokens. Throws DbError for a row that is damaged.
  [[nodiscard]] std::optional<Games> games(const WordQuery& query);

  /// Whether the rows are those that the comments of the games make, changed() left out. Goes
  /// through all comments.
  [[nodiscard]] bool is_sound();

private:
  class Lookup;

  sqlite::Database& m_db;
  std::optional<std::int64_t> m_last_game;
};

/// Make table word anew, in the transaction of the caller; returns how many games have comments.
/// `progress`: as IndexProgress.
std::int64_t build_word_index(sqlite::Database& db, const std::function<bool(double)>& progress);

} // namespace xq::store
