#pragma once

#include "cli/options/values.hpp"

#include <xq/board/position.hpp>
#include <xq/notation/notation.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// An argument that is a position, startpos or a FEN; another word is left to the next argument.
[[nodiscard]] Value position_argument(std::string& target);

/// The words of a command line with each FEN that lacks its quotes in one word: a board, its side
/// to move and, where all are there, the two dashes and the two counters.
[[nodiscard]] std::vector<std::string> with_whole_fens(std::span<const std::string> words);

/// Positions of a command line: a FEN or startpos begins one, the moves behind it are played. Moves
/// that come first are played from the standard start. `play` is called with each move and the
/// position before it. Throws UsageError.
[[nodiscard]] std::vector<Position>
position_arguments(const std::vector<std::string>& words, std::optional<notation::WxfStyle> wxf,
                   const std::function<void(const Position&, Move)>& play = {});

/// The position of a command line that has one: a FEN or startpos, or the standard start, and moves
/// as people paste them, in one word or many. `play` as above. Throws UsageError.
[[nodiscard]] Position pasted_position(std::span<const std::string> words,
                                       const std::function<void(const Position&, Move)>& play);

/// A position and a move there, as words of a command line: a FEN or startpos, then moves in any
/// style, of which the last is the move; without a position the moves begin at the standard start.
class MoveArguments {
public:
  /// Whether `word` continues what was added: it is a move there, or names no file, so that it can
  /// only be meant as a move.
  [[nodiscard]] bool claims(const std::string& word, std::optional<notation::WxfStyle> wxf) const;
  /// Throws UsageError with the reason.
  void add(const std::string& word, std::optional<notation::WxfStyle> wxf);

  /// Both throw UsageError when no move was added.
  [[nodiscard]] const Position& position() const;
  [[nodiscard]] Move move() const;

private:
  bool m_begun = false;
  Position m_before; ///< the last move
  Move m_move;
  Position m_after;
};

} // namespace xq::cli
