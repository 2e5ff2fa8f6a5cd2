#pragma once

#include "analysis/verify/duplicates.hpp"
#include "record/facts.hpp"

#include <xq/analysis/verify.hpp>
#include <xq/record/game.hpp>

#include <string>
#include <string_view>

namespace xq::analysis {

/// Adds what is wrong with the headers of a game, which say `facts`: missing, no dates, days that
/// do not exist, contradictions between them and with the moves, text that lost characters.
void check_headers(record::Game& game, const record::Facts& facts);

/// What shows that a text was decoded wrongly or lost characters, in a few words; empty for sound
/// text. Looks for replacement characters, well-known garbage (锟斤拷), private-use and control
/// characters, Latin letters that once were bytes of Chinese, and, except in prose, question marks
/// between Chinese characters.
[[nodiscard]] std::string find_damage(std::string_view text, bool prose = false);

/// Replays the main line of a usable game once and adds what its end and its repetitions say about
/// the result. `signature`, if any, gets its hashes of moves and positions, and what `facts`, those
/// of the game, say of the occasion.
void check_line(record::Game& game, const VerifyOptions& options, const record::Facts& facts,
                GameSignature* signature);

} // namespace xq::analysis
