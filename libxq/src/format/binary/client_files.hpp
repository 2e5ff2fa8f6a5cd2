#pragma once

#include "format/shared/byte_reader.hpp"
#include "format/shared/move_tree.hpp"

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <span>

namespace xq::format {

/// Games as playing programs save them: the moves played, with variations in CHE only. None
/// of these formats is documented by its makers; what is known of each, and from what, is in
/// docs/formats/.
///
/// Each reader fills a cleared game. An error means that there is no game; damage further on is a
/// finding in game.problems, and the game holds what came before it.

/// MoveSky: strings with a length before each.
[[nodiscard]] bool looks_like_mxq(Bytes head) noexcept;
[[nodiscard]] Expected<TreeCounts, Problem> read_mxq(Bytes file, record::Game& game);
/// Ourgame (CHN and XQI): structures of fixed sizes.
[[nodiscard]] bool looks_like_chn(Bytes head) noexcept;
[[nodiscard]] Expected<TreeCounts, Problem> read_chn(Bytes file, record::Game& game);
/// 17PK: nine bytes a move.
[[nodiscard]] bool looks_like_ccm(Bytes head) noexcept;
[[nodiscard]] Expected<TreeCounts, Problem> read_ccm(Bytes file, record::Game& game);
/// QQ: ten decimal numbers a move.
[[nodiscard]] bool looks_like_che(Bytes head) noexcept;
[[nodiscard]] Expected<TreeCounts, Problem> read_che(Bytes file, record::Game& game);
/// SG: players, result, date and board as text, then two bytes a move.
[[nodiscard]] bool looks_like_sg(Bytes head) noexcept;
[[nodiscard]] Expected<TreeCounts, Problem> read_sg(Bytes file, record::Game& game);
/// XieXie: numbered fields, a board, twenty bytes a move.
[[nodiscard]] bool looks_like_xgf(Bytes head) noexcept;
[[nodiscard]] Expected<TreeCounts, Problem> read_xgf(Bytes file, record::Game& game);

/// A move as such a file has it; squares off the board are none.
struct SavedMove {
  Square from = Square::none, to = Square::none;
  std::uint64_t offset = 0;
};
/// Check the start position and play the moves from it; the first one tells the side to move.
TreeCounts play_moves(record::Game& game, std::span<const SavedMove> moves);
/// The square on `file` (0 is a) and `row` (0 is Black's home rank); none when off the board.
[[nodiscard]] constexpr Square square_from_top(int file, int row) noexcept {
  return file >= 0 && file < file_count && row >= 0 && row < rank_count
             ? make_square(file, rank_count - 1 - row)
             : Square::none;
}

} // namespace xq::format
