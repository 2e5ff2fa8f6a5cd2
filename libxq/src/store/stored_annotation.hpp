#pragma once

#include "sqlite/sqlite.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace xq::store {

/// What an engine thought of a move; a row of table annotation_move.
struct StoredJudgement {
  int ply = 0;   ///< from 1
  int score = 0; ///< after the move, centipawns from Red's side
  double loss = 0;
  std::string mark; ///< '', '!', '?!', '?', '??'
};

/// The judgements that xq annotate left in a game database. The database outlives it.
class StoredAnnotation {
public:
  explicit StoredAnnotation(sqlite::Database& db);

  /// The judgements of a game in the order of plies, by the analyst with the highest number; none
  /// where the game was not judged.
  [[nodiscard]] std::vector<StoredJudgement> of(std::int64_t game);

private:
  sqlite::Statement m_moves;
};

} // namespace xq::store
