#pragma once

#include <xq/record/game.hpp>

#include <string>

namespace xq::jobs {

/// The text of a game that is no PGN (XML, DhtmlXQ, WXF or Chinese text) put down as PGN: headers
/// as they were read, the moves of the main line as they are written, also those that no reader
/// understands. Squares of DhtmlXQ become h2e2. Empty for text of other kinds.
[[nodiscard]] std::string transcript(const record::Game& game);

} // namespace xq::jobs
