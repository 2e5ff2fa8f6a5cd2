#pragma once

#include <xq/record/game.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// A start position that lets the side to move take the king may be read, such a move may not.
[[nodiscard]] inline bool takes_king(const Position& position, Move move) noexcept {
  return type_of(position.at(move.to())) == PieceType::king;
}

/// Grows a game's tree the way records are written: moves one after the other, variations opened
/// after the move they replace. Holds the position after the last move.
class GameTreeBuilder {
public:
  /// Variations inside variations; a record that goes deeper is an attack or an accident.
  static constexpr std::size_t max_depth = 256;

  /// Begin a game that has no moves yet; comments may come before set_start().
  void begin(record::Game& game);
  /// The game's start position is known; moves may come.
  void set_start() { m_position = m_game->start(); }

  [[nodiscard]] const Position& position() const noexcept { return m_position; }
  [[nodiscard]] int ply() const noexcept { return m_ply; } ///< plies played up to the position
  [[nodiscard]] std::size_t depth() const noexcept { return m_suspended.size(); } ///< 0: main line
  /// No move since the game or the variation began: a variation cannot be opened here.
  [[nodiscard]] bool at_start() const noexcept { return m_node == m_line_start; }
  /// The offset that open_variation() got for the innermost variation.
  [[nodiscard]] std::size_t opened_at() const noexcept { return m_suspended.back().opened; }

  /// Append a legal move.
  void play(Move move) {
    m_position.do_move(move, m_undo);
    m_node = m_game->add_move(m_node, move);
    ++m_ply;
    if (m_has_comment_before) {
      flush_comment_before(record::NoteKind::comment_before);
    }
  }
  /// At the end of the record: give the game its final position, unless a variation is still open.
  void end() noexcept {
    if (depth() == 0) {
      m_game->set_final_position(m_position);
    }
  }
  /// Begin a variation that replaces the last move. Needs !at_start() and depth() < max_depth.
  void open_variation(std::size_t offset);
  /// Begin a variation behind the node, which is any of the game. Needs depth() < max_depth.
  void open_branch(record::NodeId behind, std::size_t offset);
  /// Go back to the moves in which the variation was opened. Needs depth() > 0.
  void close_variation();
  /// On the last move, or before the first move of a variation. Blanks at the ends are dropped, and
  /// so is a comment of nothing else.
  void add_comment(std::string_view text);
  void add_nag(std::uint16_t nag) { m_game->add_nag(m_node, nag); }

private:
  struct Suspended {
    Position position;
    Undo undo;
    record::NodeId node, line_start;
    int ply;
    std::size_t opened;
  };
  void flush_comment_before(record::NoteKind kind);

  record::Game* m_game = nullptr;
  Position m_position;
  Undo m_undo;
  record::NodeId m_node = record::root_node;
  record::NodeId m_line_start = record::root_node;
  int m_ply = 0;
  std::vector<Suspended> m_suspended;
  std::string m_comment_before;
  bool m_has_comment_before = false;
  std::string m_scratch;
};

} // namespace xq::format
