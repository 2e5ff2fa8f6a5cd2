#pragma once

#include "board/check_info.hpp"
#include "engine/search/history.hpp"

#include <xq/board/movegen.hpp>

#include <array>

namespace xq::engine {

/// What a move picker reads; all of it outlives the picker.
struct OrderingContext {
  const Position& position;
  Histories& histories;
  /// Counters after the moves one, two, four and six plies ago.
  std::array<const PieceToHistory*, 4> previous{};
  bool in_check = false;
};

/// Gives the pseudo-legal moves of a position in the order in which they are searched, generating
/// each group only when it is reached: table move, good captures by victim and history, killers,
/// quiet moves by history, losing captures. In check: table move, then all evasions.
class MovePicker {
public:
  /// For the main search.
  MovePicker(const OrderingContext& context, Move table_move, std::array<Move, 2> killers);
  /// For quiescence: captures only, all evasions in check.
  MovePicker(const OrderingContext& context, Move table_move);
  /// Captures that win at least `threshold` in exchange, for probing cuts.
  MovePicker(const OrderingContext& context, Move table_move, int threshold);

  /// The next move, or Move::none() at the end.
  [[nodiscard]] Move next();
  /// From now on omits quiet moves after the killers that give no check; no effect in check.
  /// `check_info` is of the same position and outlives the picker.
  void only_checks(CheckInfo& check_info) noexcept;

private:
  enum class Stage : std::uint8_t {
    table,
    make_captures,
    good_captures,
    first_killer,
    second_killer,
    make_quiets,
    quiets,
    bad_captures,
    make_evasions,
    evasions,
    make_exact,
    exact,
    make_noisy,
    noisy,
    done,
  };

  void rank_captures();
  void rank_quiets();
  /// Remove the remaining ranked moves that give no check.
  void drop_others() noexcept;
  void rank_evasions();
  /// Append a move with its score.
  void rank(Move m, int score) noexcept;
  [[nodiscard]] int quiet_score(Move m) const;
  [[nodiscard]] int capture_score(Move m) const;
  /// Remove and return the best remaining move; none at the end.
  [[nodiscard]] Move take_best();
  [[nodiscard]] bool usable_killer(Move m) const;

  const OrderingContext& m_context;
  MoveList m_moves;
  /// Score, place in this list and move in one number each, so that the best is the largest (of
  /// equal scores the first) and finding it needs no branches. Saves 6 % of a search against moves
  /// with scores beside them. Relies on lists of fewer than 65,536 moves and scores below 2^30.
  std::array<std::uint64_t, 128> m_ranks;        // NOLINT: filled up to m_ranked
  std::array<std::uint16_t, 128> m_bad_captures; // NOLINT: filled up to m_bad_count
  std::size_t m_ranked = 0;
  std::size_t m_bad_count = 0;
  std::size_t m_cursor = 0;
  std::size_t m_bad_cursor = 0;
  Move m_table_move;
  std::array<Move, 2> m_killers{};
  int m_threshold = 0;
  Stage m_stage;
  bool m_skip_quiets = false;
  CheckInfo* m_only_checks = nullptr;
};

} // namespace xq::engine
