#pragma once

#include "board/board_scan.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/store/query.hpp>

#include <optional>

namespace xq::store {

/// What a filter asks of the moves of a game, which SQL cannot say.
class MoveScan {
public:
  explicit MoveScan(const Filter& filter);

  /// Whether the filter asks anything of the moves.
  [[nodiscard]] bool asks() const noexcept { return m_board.has_value(); }
  /// Of a row with the columns start_fen and moves at `column` and behind it: the ply after which
  /// the game has done what is asked; nothing for a game that does not, and for a damaged one.
  [[nodiscard]] std::optional<int> find(const sqlite::Statement::Use& row, int column) const;

private:
  std::optional<BoardScan> m_board;
};

} // namespace xq::store
