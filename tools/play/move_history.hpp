#pragma once

#include "match/match.hpp"

#include <xq/record/game.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xq::cli {

/// The game on the board of `xq play`: moves that were played, and those taken back that can be
/// played again.
class MoveHistory {
public:
  explicit MoveHistory(const match::RefereeRules& rules) : m_rules{rules} {}

  /// A new game from here.
  void reset(const Position& start, std::vector<Move> moves = {});
  /// What was taken back is forgotten. False for an illegal move.
  bool play(Move m);
  /// Take back, or play again, up to `plies`; how many it were.
  std::size_t undo(std::size_t plies);
  std::size_t redo(std::size_t plies);

  [[nodiscard]] const Position& start() const noexcept { return m_start; }
  [[nodiscard]] const Position& position() const noexcept { return m_position; }
  /// Moves on the board, those taken back left out.
  [[nodiscard]] std::span<const Move> moves() const noexcept {
    return std::span{m_moves}.first(m_played);
  }
  [[nodiscard]] std::size_t taken_back() const noexcept { return m_moves.size() - m_played; }
  [[nodiscard]] Move last() const noexcept {
    return m_played == 0 ? Move::none() : m_moves[m_played - 1];
  }
  /// The verdict of a match's referee; none while the game goes on.
  [[nodiscard]] std::optional<match::Referee::Verdict> verdict() const;

private:
  void replay();

  match::RefereeRules m_rules;
  Position m_start = Position::start();
  Position m_position = Position::start();
  std::vector<Move> m_moves;
  std::size_t m_played = 0;
};

/// `Red wins by checkmate`, `a draw: repetition (a sentence)`.
[[nodiscard]] std::string verdict_text(const match::Referee::Verdict& verdict);
[[nodiscard]] record::Result result_of(const match::Referee::Verdict& verdict) noexcept;

} // namespace xq::cli
