#pragma once

#include "book/file/digest.hpp"
#include "sqlite/sqlite.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xq::book {

/// A row of table evaluation; see schemas/book/0002_scores.sql.
struct EvaluationRow {
  std::int64_t key = 0;
  std::int64_t lock = 0;
  std::uint16_t move = 0; ///< 0: no open move
  int score = 0;          ///< of the move
  int depth = 0;
  std::uint64_t nodes = 0;
  std::uint64_t context = 0;
  std::uint32_t analyst = 0; ///< from 1 in ScoreTables::analysts; 0: nobody
};

/// A row of table score.
struct ScoreRow {
  std::int64_t key = 0;
  std::int64_t lock = 0;
  std::uint16_t move = 0;
  int score = 0;
  int depth = 0;
  std::optional<std::uint32_t> replies;
};

/// What engines think of a book.
struct ScoreTables {
  std::vector<std::string> analysts;
  std::vector<std::string> roots; ///< FENs, sorted
  /// Replace the row by the next one in the order of the table; false at the end.
  std::function<bool(EvaluationRow&)> evaluations;
  std::function<bool(ScoreRow&)> scores;
};

struct ScoreDigests {
  Digest analyst, evaluation, score, root;
  std::uint64_t evaluations = 0; ///< rows
};

/// Fill the tables of a new book; no connection may be open.
ScoreDigests write_scores(const std::string& path, const ScoreTables& tables);

/// The judgements of several books for one of all their games, without scores: these are to be
/// counted back again. Of two judgements of a position that of more nodes stays (of equal ones what
/// comes first by analyst, context and move).
[[nodiscard]] ScoreTables merged_evaluations(std::span<const std::string> paths);

/// Call `f` for each judged position of a book, in order; none of a book of an earlier version.
/// Throws DbError for numbers that cannot be.
void for_each_evaluation(sqlite::Database& db, const std::function<void(const EvaluationRow&)>& f);
[[nodiscard]] std::vector<std::string> read_analysts(sqlite::Database& db); ///< [id - 1]
[[nodiscard]] std::vector<std::string> read_roots(sqlite::Database& db);

} // namespace xq::book
