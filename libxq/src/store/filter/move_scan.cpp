#include "store/filter/move_scan.hpp"

#include "store/filter/filter_values.hpp"
#include "store/rows/notes_code.hpp"

#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <climits>

namespace xq::store {

MoveScan::MoveScan(const Filter& filter, const WordQuery* words)
    : m_words{words}, m_marks{filter.marks}, m_range{filter.ply.value_or(Range{0, INT_MAX})} {
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

std::string MoveScan::columns() const {
  std::string columns = "g.start_fen, g.moves, g.notes";
  if (!m_marks.empty()) { // of the annotation that games show when they leave the database
    columns += ", (SELECT group_concat (DISTINCT mark) FROM annotation_move WHERE game = g.id AND "
               "analyst = (SELECT max (analyst) FROM annotation WHERE game = g.id))";
  }
  return columns;
}

std::optional<int> MoveScan::find(const Position* start, std::string_view moves) const {
  const auto position = !m_board           ? std::nullopt
                        : start == nullptr ? m_board->find(moves)
                                           : m_board->find(*start, moves);
  if (!m_path || (m_board && !position)) {
    return position;
  }
  const auto path = m_path->find(start == nullptr ? Position::start() : *start, moves,
                                 m_range.least, m_range.most);
  return m_board && path ? position : path;
}

std::optional<int> MoveScan::ply(const record::Game& game) const {
  const Position start = game.start();
  std::string moves;
  encode_moves(game, moves);
  return find(&start, moves);
}

bool MoveScan::has_mark(const sqlite::Statement::Use& row, int column) const {
  bool has = false;
  for_each_main_glyph(
      row.is_null(column) ? std::string_view{} : row.blob(column), [&](std::uint64_t glyph) {
        has = has || std::find(m_marks.begin(), m_marks.end(), glyph) != m_marks.end();
      });
  if (has || row.is_null(column + 1)) {
    return has;
  }
  const auto judged = fmt::format(",{},", row.text(column + 1));
  return std::any_of(m_marks.begin(), m_marks.end(), [&](std::uint16_t glyph) {
    return judged.find(fmt::format(",{},", mark_of(glyph))) != std::string::npos;
  });
}

bool MoveScan::passes(const sqlite::Statement::Use& row, int column) const {
  return (m_words == nullptr || (!row.is_null(column + 2) && (*m_words)(row.blob(column + 2)))) &&
         (m_marks.empty() || has_mark(row, column + 2)) &&
         ((!m_board && !m_path) || ply(row, column).has_value());
}

std::optional<int> MoveScan::ply(const sqlite::Statement::Use& row, int column) const {
  const auto moves = row.blob(column + 1);
  if (row.is_null(column)) {
    return find(nullptr, moves);
  }
  const auto start = read_fen(row.text(column), OpenKing::warning);
  return start ? find(&start->position, moves) : std::nullopt;
}

} // namespace xq::store
