#include "store/move_scan.hpp"

#include <xq/board/fen.hpp>

namespace xq::store {

MoveScan::MoveScan(const Filter& filter) {
  if (filter.position) {
    m_board.emplace(filter.position->pattern);
  }
}

std::optional<int> MoveScan::find(const sqlite::Statement::Use& row, int column) const {
  const auto moves = row.blob(column + 1);
  if (row.is_null(column)) {
    return m_board->find(moves);
  }
  const auto start = read_fen(row.text(column), OpenKing::warning);
  return start ? m_board->find(start->position, moves) : std::nullopt;
}

} // namespace xq::store
