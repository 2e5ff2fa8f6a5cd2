#pragma once

// What an engine thinks of positions, from Red's side.
//
//     const auto analysts = analysis::own_analysts({.nodes = 50'000}, {}, "1");
//     const auto evaluation = analysts.make()->analyse(analysis::Question{position, moves});
//     std::cout << analysis::value_text(evaluation.score) << '\n'; // +0.35

#include <xq/base/error.hpp>
#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>
#include <xq/engine/searcher.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::analysis {

/// A line of play that an engine prefers, with its value from Red's side.
struct ValuedLine {
  engine::Score score = 0;
  std::vector<Move> moves;
};

/// What an engine thinks of one position.
struct Evaluation {
  engine::Score score = 0; ///< from Red's side; centipawns, mates as in engine.hpp
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<ValuedLine> lines; ///< best first; empty when the game is over

  [[nodiscard]] std::span<const Move> best_line() const noexcept {
    return lines.empty() ? std::span<const Move>{} : std::span<const Move>{lines.front().moves};
  }
};

/// The lines of an evaluation as bytes for a database; decode_lines() gives nothing for bytes that
/// encode_lines() cannot have made.
[[nodiscard]] std::string encode_lines(const Evaluation& evaluation);
[[nodiscard]] std::optional<std::vector<ValuedLine>> decode_lines(std::string_view bytes);

/// "+0.35", "-12.00", "#5" (Red mates in five moves), "-#5" (Black does); a win by the rules on
/// repetition is +-99.99.
[[nodiscard]] std::string value_text(engine::Score red_score);

/// How much work a question is worth: quick is a quarter of the nodes or the time, or three plies
/// less; deep is four times the nodes or the time, or three plies more; thorough eight times, or
/// four plies more; extensive 16 times, or five plies more; exhaustive 64 times, or seven plies
/// more. Journals know them by their numbers, so none is used again (4 was 32 times).
enum class Effort : std::uint8_t {
  full = 0,
  quick = 1,
  deep = 2,
  thorough = 3,
  extensive = 5,
  exhaustive = 6
};

/// A question to an engine, in a form that is the same for every game that comes to ask it: left
/// and right as in the position's canonical form, and no more of the game's past than can matter.
/// Moves since the last capture are kept only when one of the positions since then has occurred
/// twice, and the count of plies without a capture only from 60 on.
class Question {
public:
  /// Asks about the position after `moves` (all legal).
  Question(const Position& start, std::span<const Move> moves);

  /// This question without the move `m` (as the game sees it) among the answers.
  [[nodiscard]] Question without(Move m, Effort effort) const;
  /// This question without any of these moves among the answers.
  [[nodiscard]] Question without(std::span<const Move> moves, Effort effort) const;
  /// This question with the move `m` as the only answer that counts.
  [[nodiscard]] Question only(Move m, Effort effort) const;
  /// This question with another effort, all moves allowed.
  [[nodiscard]] Question with(Effort effort) const;

  [[nodiscard]] const Position& base() const noexcept { return m_base; }
  [[nodiscard]] std::span<const Move> moves() const noexcept { return m_moves; } ///< from base()
  [[nodiscard]] const Position& position() const noexcept { return m_position; }
  [[nodiscard]] std::span<const Move> banned() const noexcept { return m_banned; }
  [[nodiscard]] Move required() const noexcept { return m_required; } ///< none(): any move
  [[nodiscard]] Effort effort() const noexcept { return m_effort; }

  /// Together they identify the question: key and lock of the position in its canonical form, and
  /// a hash of everything else; 0 for a position by itself.
  [[nodiscard]] Key key() const noexcept { return m_position.key(); }
  [[nodiscard]] Key lock() const noexcept { return m_position.lock(); }
  [[nodiscard]] std::uint64_t context() const noexcept;

  /// An answer in the orientation of the game that asks, and back.
  [[nodiscard]] Evaluation oriented(Evaluation evaluation) const;

private:
  Position m_base;
  std::vector<Move> m_moves;
  Position m_position;
  std::vector<Move> m_banned; ///< in the order of their squares
  Move m_required;
  Effort m_effort = Effort::full;
  bool m_mirrored = false;
};

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

/// Our own engine in this process: a cleared table and cleared histories for each question; or,
/// where the same was asked with less effort not long ago, that search going on, which gives the
/// same answer (with soft_nodes or a depth as limit, and none of time). The value of a line is the
/// mean of what the last two depths say: the value of an odd depth differs from that of an even one
/// by who has the last word. A forced win is the last depth's. `hash_megabytes` 0 takes a table
/// that fits the limits. The identity holds a fingerprint of what the engine answers to a few small
/// questions, so that it changes when the engine does.
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
