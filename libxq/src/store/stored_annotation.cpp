#include "store/stored_annotation.hpp"

namespace xq::store {

StoredAnnotation::StoredAnnotation(sqlite::Database& db)
    : m_moves{db, "SELECT ply, score, loss, mark FROM annotation_move WHERE game = ?1 AND analyst "
                  "= (SELECT max(analyst) FROM annotation WHERE game = ?1) ORDER BY ply"} {}

std::vector<StoredJudgement> StoredAnnotation::of(std::int64_t game) {
  std::vector<StoredJudgement> judgements;
  auto row = m_moves.use();
  for (row(game); row.next();) {
    judgements.push_back(
        {row.number<int>(0), row.number<int>(1), row.real(2), std::string{row.text(3)}});
  }
  return judgements;
}

} // namespace xq::store
