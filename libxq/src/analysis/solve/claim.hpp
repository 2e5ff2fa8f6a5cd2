#pragma once

#include <xq/record/game.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xq::analysis {

/// The result of a game that `side` wins.
[[nodiscard]] constexpr record::Result won_by(Color side) noexcept {
  return side == Color::red ? record::Result::red_wins : record::Result::black_wins;
}

/// What a problem or an ending says of itself: who wins, or that it is a draw.
struct Claim {
  record::Result result = record::Result::unknown; ///< unknown: nothing is claimed
  int mate = 0;       ///< within so many moves of the winner; 0: not said
  std::string source; ///< the header that says it, or `comment`, `file`
  std::string words;  ///< its value, or the part of it that was understood
  /// What speaks against the claim, or why there is none although there are words for one.
  enum class Doubt : std::uint8_t {
    none,
    two_claims,   ///< `红先胜 ... 红先和`: none is taken
    other_side,   ///< `黑先胜` where Red is to move: none is taken
    other_result, ///< the result of the record is another one
  };
  Doubt doubt = Doubt::none;

  [[nodiscard]] bool says_anything() const noexcept {
    return result != record::Result::unknown || mate != 0;
  }
};

/// `none`, `two-claims` ... as in JSON.
[[nodiscard]] std::string_view to_text(Claim::Doubt doubt) noexcept;

/// A claim in words, in either script or in English: `红先胜`, `黑先和`, `先手胜`, `五步杀`, `Red
/// to play and win`, `mate in 4`. Of what only judges (`红难胜`, `黑胜势`) nothing is taken.
/// `to_move`: who is meant by `先手胜` and `mate in 4`.
[[nodiscard]] Claim read_claim(std::string_view text, Color to_move);

/// The claim of a record. Words of headers and of a short comment before the first move go before
/// the operations of EPD (`dm`), these before the words of the file's name, which must not
/// contradict the result, and these before the result, which is none of a game between players
/// that are named.
[[nodiscard]] Claim find_claim(const record::Game& game);

/// What a comment behind the last move of a line says of its end: `红胜`, `和棋`. Nothing of what
/// also speaks of other moves (`如 ...`).
[[nodiscard]] Claim read_end(std::string_view comment, Color to_move = Color::red);
/// Whether it says that the last move mates, or leaves no move: `将死`, `困毙`, `checkmate`.
[[nodiscard]] bool says_mate(std::string_view comment);

} // namespace xq::analysis
