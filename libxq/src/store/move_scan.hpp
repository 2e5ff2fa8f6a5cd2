#pragma once

#include "board/board_scan.hpp"
#include "board/path_scan.hpp"
#include "sqlite/sqlite.hpp"
#include "store/words/word_query.hpp"

#include <xq/store/query.hpp>

#include <optional>
#include <string_view>

namespace xq::store {

/// What a filter asks of a stored game that SQL cannot say: of its moves and comments.
class MoveScan {
public:
  /// `words`, those of Filter::comment, must outlive the object; null: comments are not looked at.
  explicit MoveScan(const Filter& filter, const WordQuery* words = nullptr);

  /// What a statement must select.
  static constexpr std::string_view columns = "g.start_fen, g.moves, g.notes";
  /// Whether the filter asks anything of this kind.
  [[nodiscard]] bool asks() const noexcept { return m_board || m_path || m_words != nullptr; }
  /// Whether the game of a row, with `columns` from `column` on, has all of it. Not so of a damaged
  /// one.
  [[nodiscard]] bool passes(const sqlite::Statement::Use& row, int column) const;
  /// The ply after which the position that is asked for stands, or with which the path ends where
  /// none is; nothing for a game without it.
  [[nodiscard]] std::optional<int> ply(const sqlite::Statement::Use& row, int column) const;

private:
  struct Plies {
    std::optional<int> position, path;
  };
  [[nodiscard]] Plies find(const sqlite::Statement::Use& row, int column) const;

  std::optional<BoardScan> m_board;
  std::optional<PathScan> m_path;
  const WordQuery* m_words;
  Range m_range;
};

} // namespace xq::store
