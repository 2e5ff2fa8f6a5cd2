#pragma once

#include "service/cloud/judged_moves.hpp"
#include "service/cloud/position_queue.hpp"
#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"

#include <optional>
#include <string>

namespace xq::service {

/// `GET|POST /chessdb.php`: the protocol by which Xiangqi programs ask a cloud book (docs/api.md
/// has it row by row). Thread-safe.
class CloudBook {
public:
  /// Both outlive it. `queue`: path of the file of positions to be judged; empty: refused.
  CloudBook(const Library& library, AnswerCache& cache, const std::string& queue,
            Unjudged unjudged);

  [[nodiscard]] Response answer(const Call& call);

private:
  struct Asked;
  [[nodiscard]] Response queue(const Call& call, const Asked& asked);
  [[nodiscard]] Response probe(const Asked& asked);

  const Library& m_library;
  AnswerCache& m_cache;
  const Unjudged m_unjudged;
  std::optional<PositionQueue> m_queue;
};

} // namespace xq::service
