#pragma once

#include "format/shared/slice.hpp"

#include <xq/record/game.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// The moves of a record as its file has them, not yet checked, in any order: for files that do not
/// list them in pre-order. Keeps its memory between games.
class RecordTree {
public:
  using Id = std::uint32_t;
  static constexpr Id root = 0;

  RecordTree() { clear(); }
  void clear();

  /// Append a move after that of `parent`, behind the alternatives that are there. `offset` is into
  /// the slice.
  Id add(Id parent, Square from, Square to, std::size_t offset);
  /// Make it the first of its alternatives. The first that is preferred wins.
  void prefer(Id id) noexcept;
  /// Blanks at the ends are dropped, and a comment that repeats the one before it.
  void add_comment(Id id, std::string_view text);

  [[nodiscard]] std::size_t size() const noexcept { return m_nodes.size(); }
  [[nodiscard]] Id parent(Id id) const noexcept { return m_nodes[id].parent; }
  /// Where the first move begins; none when there is no move.
  [[nodiscard]] Square first_from() const noexcept;

  /// Put the moves and comments into `game`, from its start position on, as MoveTree does.
  void grow(record::Game& game, Reporter& report);

private:
  static constexpr Id none = 0xFFFFFFFF;
  struct Node {
    Square from = Square::none, to = Square::none;
    Id parent = none, first_child = none, last_child = none, next_sibling = none;
    Id preferred = none; ///< of the children
    std::uint32_t first_comment = none, last_comment = none;
    std::uint64_t offset = 0;
  };
  struct Comment {
    std::size_t at, size; ///< in m_text
    std::uint32_t next;   ///< of the same move
  };
  void reorder(Node& above) noexcept;
  [[nodiscard]] std::string_view text(const Comment& comment) const noexcept {
    return std::string_view{m_text}.substr(comment.at, comment.size);
  }

  std::vector<Node> m_nodes;
  std::vector<Comment> m_comments;
  std::string m_text; ///< of comments
};

} // namespace xq::format
