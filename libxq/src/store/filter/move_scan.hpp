#pragma once

#include "board/board_scan.hpp"
#include "board/path_scan.hpp"
#include "sqlite/sqlite.hpp"
#include "store/words/word_query.hpp"

#include <xq/record/game.hpp>
#include <xq/store/query.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// What a filter asks of a game that SQL cannot say: of its moves, comments and marks. The moves
/// are those that Filter::position and Filter::path are about.
class MoveScan {
public:
  /// `words`, those of Filter::comment, must outlive the object; null: comments are not looked at.
  explicit MoveScan(const Filter& filter, const WordQuery* words = nullptr);

  /// What a statement over `game AS g` must select.
  [[nodiscard]] std::string columns() const;
  /// Whether the filter asks anything of this kind.
  [[nodiscard]] bool asks() const noexcept {
    return m_board || m_path || m_words != nullptr || !m_marks.empty();
  }
  /// Whether the game of a row, with `columns` from `column` on, has all of it. Not so of a damaged
  /// one.
  [[nodiscard]] bool passes(const sqlite::Statement::Use& row, int column) const;
  /// The ply after which the position that is asked for stands, or with which the path ends where
  /// none is; nothing for a game that has not both.
  [[nodiscard]] std::optional<int> ply(const sqlite::Statement::Use& row, int column) const;
  [[nodiscard]] std::optional<int> ply(const record::Game& game) const;

private:
  /// `start`: null for the usual one.
  [[nodiscard]] std::optional<int> find(const Position* start, std::string_view moves) const;
  [[nodiscard]] bool has_mark(const sqlite::Statement::Use& row, int column) const;

  std::optional<BoardScan> m_board;
  std::optional<PathScan> m_path;
  const WordQuery* m_words;
  std::vector<std::uint16_t> m_marks;
  Range m_range;
};

} // namespace xq::store
