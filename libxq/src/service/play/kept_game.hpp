#pragma once

#include "base/text/json_value.hpp"
#include "base/text/json_writer.hpp"
#include "service/play/game_room.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xq::service {

inline constexpr std::size_t most_moves = 1000; ///< that a game begins with

/// Members of an object that say how a game is played: `fen`, `moves`, the clock, `rules`. Clients
/// send them for a new game, a journal keeps them. Throws Refusal for what is none such.
[[nodiscard]] OnlineGame::Setup read_terms(const JsonValue& wanted);
/// What read_terms() reads.
void write_terms(JsonWriter& json, const OnlineGame::Setup& setup);

/// A whole game as a line for a journal.
[[nodiscard]] std::string kept_line(const GameRoom::Setup& setup, const GameRoom::Kept& kept);
/// A move that was made after that.
[[nodiscard]] std::string kept_move(std::string_view id, Move move, const PlayClock::Left& left,
                                    std::int64_t time);
/// What the lines of a game say; nothing when they cannot be understood.
struct ReadGame {
  GameRoom::Setup setup;
  GameRoom::Kept kept;
};
[[nodiscard]] std::optional<ReadGame> read_kept(const std::vector<std::string>& lines);

} // namespace xq::service
