#include "jobs/annotation/evaluation_cache.hpp"

#include <xq/annotation.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace xq::jobs {

namespace {

store::EvaluationKey key_of(const analysis::Question& question) {
  return {to_integer(question.key()), to_integer(question.lock()), question.context()};
}

/// Nothing for a row that is damaged: the question is then asked again, and its answer not kept.
std::optional<analysis::Evaluation> evaluation_of(const store::StoredEvaluation& stored) {
  auto lines = analysis::decode_lines(stored.lines);
  if (!lines) {
    return std::nullopt;
  }
  return analysis::Evaluation{stored.score, stored.depth, stored.nodes, std::move(*lines)};
}

} // namespace

std::optional<analysis::Evaluation> EvaluationCache::find(const analysis::Question& question) {
  const auto key = key_of(question);
  std::unique_lock lock{m_mutex};
  m_answered.wait(
      lock, [&] { return std::find(m_in_work.begin(), m_in_work.end(), key) == m_in_work.end(); });
  if (const auto stored = m_journal.find(key)) {
    if (auto evaluation = evaluation_of(*stored)) {
      return evaluation;
    }
  }
  m_in_work.push_back(key);
  return std::nullopt;
}

void EvaluationCache::add(const analysis::Question& question,
                          const analysis::Evaluation& evaluation) {
  m_journal.add(key_of(question), {evaluation.score, evaluation.depth, evaluation.nodes,
                                   analysis::encode_lines(evaluation)});
  give_up(question);
}

void EvaluationCache::give_up(const analysis::Question& question) noexcept {
  {
    const std::lock_guard lock{m_mutex};
    std::erase(m_in_work, key_of(question));
  }
  m_answered.notify_all();
}

} // namespace xq::jobs

namespace xq {

namespace {

struct OpenJournal {
  store::AnnotationJournal journal;
};

/// A journal and its answers in one object.
class KeptEvaluations final : private OpenJournal, public jobs::EvaluationCache {
public:
  KeptEvaluations(const std::string& path, const std::string& identity)
      : OpenJournal{{path, identity}}, EvaluationCache{journal} {}
};

} // namespace

std::unique_ptr<analysis::EvaluationStore> open_journal(const std::string& path,
                                                        const analysis::AnalystSource& analysts) {
  return std::make_unique<KeptEvaluations>(path, analysts.identity);
}

} // namespace xq
