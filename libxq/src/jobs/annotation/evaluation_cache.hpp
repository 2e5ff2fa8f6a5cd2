#pragma once

#include "store/annotation_journal.hpp"

#include <xq/analysis/analyst.hpp>

#include <condition_variable>
#include <mutex>
#include <vector>

namespace xq::jobs {

/// A journal's answers, for analysis::review(). A question that one thread works on is not begun by
/// another, so that every question is searched once.
class EvaluationCache : public analysis::EvaluationStore {
public:
  /// The journal must outlive this.
  explicit EvaluationCache(store::AnnotationJournal& journal) : m_journal{journal} {}

  std::optional<analysis::Evaluation> find(const analysis::Question& question) override;
  void add(const analysis::Question& question, const analysis::Evaluation& evaluation) override;
  void give_up(const analysis::Question& question) noexcept override;

private:
  store::AnnotationJournal& m_journal;
  std::mutex m_mutex;
  std::condition_variable m_answered;
  std::vector<store::EvaluationKey> m_in_work; ///< as many as threads: few
};

} // namespace xq::jobs
