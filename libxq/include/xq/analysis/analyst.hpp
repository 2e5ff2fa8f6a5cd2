#pragma once

#include <xq/analysis/evaluation.hpp>
#include <xq/base/error.hpp>
#include <xq/engine/searcher.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace xq::analysis {

/// An engine cannot answer: it does not start, or dies again and again on the same question.
class AnalystError : public Error {
public:
  using Error::Error;
};

/// Answers questions; the answer depends on the question alone as long as the limits are nodes or
/// depth, whatever was asked before. One object serves one thread, except stop().
class Analyst {
public:
  Analyst() = default;
  Analyst(const Analyst&) = delete;
  Analyst& operator=(const Analyst&) = delete;
  virtual ~Analyst() = default;

  /// There is a legal move besides those of Question::banned(). Throws AnalystError when the engine
  /// cannot answer.
  [[nodiscard]] virtual Evaluation analyse(const Question& question) = 0;
  /// Make a running analyse() return early, with an answer of no worth; from any thread.
  virtual void stop() noexcept = 0;
};

/// Where analysts come from. `identity` names everything that their answers depend on: engine,
/// version, options, rules, limits.
struct AnalystSource {
  std::string name; ///< of the engine, for a header
  std::string identity;
  std::function<std::unique_ptr<Analyst>()> make; ///< may be called on any thread
};

/// Our own engine in this process: a cleared table and cleared histories for each question. The
/// value of a line is the mean of what the last two depths say: the value of an odd depth differs
/// from that of an even one by who has the last word. A forced win is the last depth's.
/// `hash_megabytes` 0 takes a table that fits the limits. The identity holds a fingerprint of what
/// the engine answers to a few small questions, so that it changes when the engine does.
[[nodiscard]] AnalystSource own_analysts(const engine::Limits& limits, engine::Options options,
                                         std::string version);

/// Answers that were given before, shared by all threads.
class EvaluationStore {
public:
  EvaluationStore() = default;
  EvaluationStore(const EvaluationStore&) = delete;
  EvaluationStore& operator=(const EvaluationStore&) = delete;
  virtual ~EvaluationStore() = default;

  /// The answer in the question's orientation; or nothing, and then the caller must answer with
  /// add() or give_up(): other threads that ask the same wait for it.
  [[nodiscard]] virtual std::optional<Evaluation> find(const Question& question) = 0;
  virtual void add(const Question& question, const Evaluation& evaluation) = 0;
  virtual void give_up(const Question& question) noexcept = 0;
};

/// Whom to ask, and whom to tell.
struct Asking {
  Analyst* analyst = nullptr;
  EvaluationStore* store = nullptr; ///< may be null
  std::function<bool()> keep_going; ///< may be empty
  /// Told of each answer; `known`: the store had it; may be empty
  std::function<void(const Question& question, bool known)> on_question;
};
/// The answer of the store, else of the analyst, and then the store has it; in the question's
/// orientation. Throws AnalystError, and Interrupted when `keep_going` says so: what a search found
/// that was stopped is not used.
[[nodiscard]] Evaluation ask(const Question& question, const Asking& asking);

/// What a question costs as a multiple of one with Effort::full.
[[nodiscard]] double cost_of(Effort effort) noexcept;

/// The result of a search, from Red's side; it has a line.
[[nodiscard]] Evaluation evaluation_of(const engine::Report& report, Color side);
/// Limits of the search for a question: lower for less effort, with the moves that count.
[[nodiscard]] engine::Limits limits_of(const engine::Limits& limits, const Question& question);
/// "50000 nodes", "depth 12", "500 ms", joined by ", ".
[[nodiscard]] std::string to_text(const engine::Limits& limits);

} // namespace xq::analysis
