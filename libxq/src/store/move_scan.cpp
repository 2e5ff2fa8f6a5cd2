#include "store/move_scan.hpp"

#include <xq/board/fen.hpp>

#include <climits>

namespace xq::store {

MoveScan::MoveScan(const Filter& filter, const WordQuery* words)
    : m_words{words}, m_range{filter.ply.value_or(Range{0, INT_MAX})} {
  if (filter.position) {
    BoardScan::Options options;
    options.mirrored = filter.mirrored;
    options.exchanged = filter.exchanged;
    options.then = filter.position->then;
    options.first = m_range.least;
    options.last = m_range.most;
    options.hold = filter.position->hold;
    m_board.emplace(filter.position->pattern, options);
  }
  if (!filter.path.empty()) {
    m_path.emplace(filter.path, PathScan::Images{filter.mirrored, filter.exchanged});
  }
}

MoveScan::Plies MoveScan::find(const sqlite::Statement::Use& row, int column) const {
  const auto moves = row.blob(column + 1);
  Plies plies;
  if (row.is_null(column)) {
    plies.position = m_board ? m_board->find(moves) : std::nullopt;
    plies.path =
        m_path ? m_path->find(Position::start(), moves, m_range.least, m_range.most) : std::nullopt;
    return plies;
  }
  if (const auto start = read_fen(row.text(column), OpenKing::warning)) {
    plies.position = m_board ? m_board->find(start->position, moves) : std::nullopt;
    plies.path =
        m_path ? m_path->find(start->position, moves, m_range.least, m_range.most) : std::nullopt;
  }
  return plies;
}

bool MoveScan::passes(const sqlite::Statement::Use& row, int column) const {
  if (m_words != nullptr && (row.is_null(column + 2) || !(*m_words)(row.blob(column + 2)))) {
    return false;
  }
  if (!m_board && !m_path) {
    return true;
  }
  const auto plies = find(row, column);
  return (!m_board || plies.position) && (!m_path || plies.path);
}

std::optional<int> MoveScan::ply(const sqlite::Statement::Use& row, int column) const {
  const auto plies = find(row, column);
  return m_board ? plies.position : plies.path;
}

} // namespace xq::store
