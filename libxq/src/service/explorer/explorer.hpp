#pragma once

#include "service/data/answer_cache.hpp"
#include "service/data/library.hpp"
#include "service/router.hpp"

namespace xq::service {

/// `GET /explorer`: what was played in a position, how it went, and in which games. The counts are
/// those of a book, if one has the position and no games are filtered; else the games of the
/// database are counted. Thread-safe.
class Explorer {
public:
  /// Both outlive it.
  Explorer(const Library& library, AnswerCache& cache) : m_library{library}, m_cache{cache} {}

  [[nodiscard]] Response answer(const Call& call);
  /// Whether games must be looked at: all that is not kept from an earlier time.
  [[nodiscard]] bool is_slow(std::string_view query) const;

private:
  const Library& m_library;
  AnswerCache& m_cache;
};

[[nodiscard]] std::vector<jobs::Field> explorer_fields();

} // namespace xq::service
