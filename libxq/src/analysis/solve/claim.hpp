#pragma once

#include <xq/record/game.hpp>

#include <string>
#include <string_view>

namespace xq::analysis {

/// What a problem or an ending says of itself: who wins, or that it is a draw.
struct Claim {
  record::Result result = record::Result::unknown; ///< unknown: nothing is claimed
  int mate = 0;       ///< within so many moves of the winner; 0: not said
  std::string source; ///< the header that says it, or `comment`
  std::string words;  ///< its value, or the part of it that was understood

  [[nodiscard]] bool says_anything() const noexcept {
    return result != record::Result::unknown || mate != 0;
  }
};

/// A claim in words, in either script or in English: `红先胜`, `黑先和`, `先手胜`, `五步杀`, `Red
/// to play and win`, `mate in 4`. Of what only judges (`红难胜`, `黑胜势`) nothing is taken.
/// `to_move`: who is meant by `先手胜` and `mate in 4`.
[[nodiscard]] Claim read_claim(std::string_view text, Color to_move);

/// The claim of a record. Words go before the operations of EPD (`dm`), and these before the
/// result, which is none of a game between players that are named.
[[nodiscard]] Claim find_claim(const record::Game& game);

} // namespace xq::analysis
