#pragma once

#include <xq/record/game.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

// What a game has beside its main line (comments, glyphs, variations) as bytes, column game.notes.
// The first byte is 1, the version. Then tokens, one byte each with its operands; a number is
// little-endian base 128 (7 bits a byte, high bit: more follow):
//
//   1 n          the next n moves of the main line
//   2 n m1..mn   n moves of a variation, two bytes each, big-endian: from * 90 + to
//   3            begin a variation: an alternative to the last move
//   4            end it; what follows belongs to what it interrupted
//   5 n text     comment on the last move (before the first move: on the game), n bytes of UTF-8
//   6 n text     comment before the first move of a variation, written after that move
//   7 n          glyph (NAG) n
//
// The alternatives to a move follow it and its notes, before the moves that follow. Main-line moves
// after the last token are not mentioned. Frozen: it is on disk.

/// Append the notes of `game`; nothing when it is a bare main line.
void encode_notes(const record::Game& game, std::string& out);

/// Build the tree of `game`, which has a start position and no moves yet, from its main line and
/// its notes (which may be empty). Every move is checked. False when the bytes are damaged or a
/// move is not legal; the game is then of no use.
[[nodiscard]] bool decode_notes(std::string_view notes, std::span<const Move> main_moves,
                                record::Game& game);

/// Call f(text) for each comment in notes, up to where they are damaged. No move is looked at.
void for_each_comment(std::string_view notes, const std::function<void(std::string_view)>& f);

/// Call f(NAG) for each glyph of the main line, likewise.
void for_each_main_glyph(std::string_view notes, const std::function<void(std::uint64_t)>& f);

/// The column game.moves: two bytes a ply, big-endian.
void encode_moves(const record::Game& game, std::string& out);
/// False when the bytes are no moves.
[[nodiscard]] bool decode_moves(std::string_view bytes, std::vector<Move>& out);

} // namespace xq::store
