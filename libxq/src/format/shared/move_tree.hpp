#pragma once

#include <xq/record/game.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xq::format {

/// Moves of a record's tree: what its file holds, and what of it was legal and is in the game.
struct TreeCounts {
  std::size_t in_file = 0;
  std::size_t kept = 0;
};

/// Grows a game's tree from moves in pre-order: a move, all that follows it, then the alternatives
/// to it. That is the order of XQF, CBR and their kin, where each move has two flags. Every move is
/// checked. One that is not legal is left out with all that follows it: on the main line that is an
/// error, in a variation a warning. Memory grows with the moves kept, never with nesting alone.
class MoveTree {
public:
  /// Moves beyond this ply are cut off (too-deep): no game has so many.
  static constexpr std::size_t max_plies = 20'000;

  /// Begin at game.start(), on a game without moves.
  explicit MoveTree(record::Game& game);

  struct Entry {
    Square from = Square::none; ///< none: the record's square is off the board
    Square to = Square::none;
    bool continues = false;       ///< a move that follows this one comes next
    bool has_alternative = false; ///< after all that, another move in place of this one
    std::uint64_t offset = 0;     ///< in the file, for messages
  };
  /// Whether the file promises another move.
  [[nodiscard]] bool expects_move() const noexcept { return m_expects_move; }
  /// Take the next move. The node it became, or no_node when it was left out.
  record::NodeId add(const Entry& entry);
  /// For files that number their moves instead: the next move follows the first `plies` of the
  /// moves that lead to the last one. Entries then always `continue` and never have alternatives.
  void go_back_to(std::size_t plies);
  /// Ply, from 1, of the move that add() takes next.
  [[nodiscard]] int next_ply() const noexcept;
  /// No alternative was taken up yet: the next move belongs to the main line.
  [[nodiscard]] bool in_main_moves() const noexcept { return m_in_main_moves; }
  /// The file holds no more moves; tell how many were left out and why no more came.
  TreeCounts finish();

private:
  struct Played {
    record::NodeId node;
    Undo undo;
  };
  /// An alternative that the file promised: to the move after the first `plies`.
  struct Promise {
    std::uint32_t plies;
    bool skip; ///< its parent is not in the tree
  };
  static constexpr std::size_t no_loss = ~std::size_t{0};

  [[nodiscard]] bool accept(const Entry& entry, Problem& why) const;
  void refuse(Problem problem, const Entry& entry);
  void undo_to(std::size_t plies);
  void go_on(bool continues);

  record::Game& m_game;
  Position m_position;
  std::vector<Played> m_played;
  std::vector<Promise> m_promises;
  TreeCounts m_counts;
  std::size_t m_warnings = 0;
  std::size_t m_lost_at = no_loss; ///< plies before the move at which the main line was lost
  bool m_has_kings;
  bool m_expects_move = true;
  bool m_in_main_moves = true;
  bool m_skip = false;
};

/// The side that readers of XQF, CCBridge and DhtmlXQ give the move in a record without moves,
/// since such files often name the wrong one: the side that alone is in check, else that of the
/// position.
[[nodiscard]] Color mover_without_moves(const Position& start);

/// Make Red or Black the side to move, whichever owns the piece on `from`: files of several formats
/// name the wrong one. When no piece stands there (no moves), a side that is in check without
/// having the move gets it, with a warning at `offset`, where the file keeps the side or the board.
void trust_first_mover(record::Game& game, Square from, std::uint64_t offset = 0);

/// Settle the side to move by trust_first_mover(), then add what is wrong with the start position,
/// judged as set_up_start() does. `offset` is where the file keeps the board.
void check_start(record::Game& game, Square from, std::uint64_t offset);

/// What is wrong with a move of a variation, which ends before that move: a warning.
[[nodiscard]] Problem ending_variation(Problem problem);

/// A move as a reader shows it in a message: `h2e2`.
[[nodiscard]] std::string square_names(Move move);

} // namespace xq::format
