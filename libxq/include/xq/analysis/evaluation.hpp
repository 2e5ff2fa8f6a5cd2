#pragma once

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <cstdint>
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
/// less; deep is four times the nodes or the time, or three plies more.
enum class Effort : std::uint8_t { full, quick, deep };

/// A question to an engine, in a form that is the same for every game that comes to ask it: left
/// and right as in the position's canonical form, and no more of the game's past than can matter.
/// Moves since the last capture are kept only when one of the positions since then has occurred
/// twice, and the count of plies without a capture only from 60 on.
class Question {
public:
  /// About the position after `moves` (all legal).
  Question(const Position& start, std::span<const Move> moves);

  /// The same without the move `m` (as the game sees it) among the answers.
  [[nodiscard]] Question without(Move m, Effort effort) const;
  /// The same without any of these moves.
  [[nodiscard]] Question without(std::span<const Move> moves, Effort effort) const;
  /// The same with the move `m` as the only answer that counts.
  [[nodiscard]] Question only(Move m, Effort effort) const;
  /// The same, all moves allowed.
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

} // namespace xq::analysis
