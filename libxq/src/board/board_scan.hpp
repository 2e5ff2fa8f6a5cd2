#pragma once

#include "board/piece_board.hpp"

#include <xq/board/board_pattern.hpp>

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xq {

/// Looks for the first position of a game that fits a pattern or an image of it, move by move from
/// the bytes of column game.moves: two squares and one piece count change at a time, and a game is
/// left as soon as a piece that is needed was taken or the plies that are left cannot get there. No
/// position is set up, nothing is allocated. Any thread.
class BoardScan {
public:
  struct Options {
    bool mirrored = true;   ///< the left-right mirror image counts
    bool exchanged = false; ///< so does the pattern of the other colour
    Move then{};            ///< unless none(): the move that follows, as seen with the pattern
    int first = 0;          ///< the ply after which it fits is from here
    int last = INT_MAX;     ///< to here
    int hold = 1;           ///< after so many plies in a row, the one that is found is the first
  };
  explicit BoardScan(const BoardPattern& pattern) : BoardScan{pattern, Options{}} {}
  BoardScan(const BoardPattern& pattern, const Options& options);

  /// The ply after which the pattern first fits (0: at the start); nothing when it never does.
  /// `start` is the position before the first move.
  [[nodiscard]] std::optional<int> find(const Position& start, std::string_view moves) const;
  /// From the standard start position.
  [[nodiscard]] std::optional<int> find(std::string_view moves) const;

private:
  static constexpr std::size_t most_images = 4;
  struct Image {
    BoardPattern pattern;
    Move then{};
  };
  /// The board under one image.
  struct Track {
    int wrong = 0;         ///< squares with a piece that the pattern does not allow
    int wrong_counts = 0;  ///< pieces
    int wrong_balance = 0; ///< kinds
    int held = 0;          ///< plies for which it has fitted
    bool hopeless = false;
  };
  /// Where a game stands.
  struct State {
    PieceBoard board;
    std::array<std::uint8_t, piece_slots> counts{};
    std::array<Track, most_images> tracks;
  };
  void add_image(const BoardPattern& pattern, Move then);
  [[nodiscard]] State set_up(const Position& start) const;
  [[nodiscard]] std::optional<int> walk(std::string_view moves, State state) const;
  [[nodiscard]] std::optional<int> found(State& state, int ply, Move next) const;
  void play(State& state, Move move) const;
  /// A piece was taken; `counts` are those before.
  static void take(Track& track, const BoardPattern& pattern, Piece taken,
                   const std::array<std::uint8_t, piece_slots>& counts) noexcept;

  Options m_options;
  std::array<Image, most_images> m_images;
  std::size_t m_image_count = 0;
  State m_start; ///< at the standard start position
};

} // namespace xq
