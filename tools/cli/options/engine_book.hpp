#pragma once

#include <xq/engine/settings.hpp>

#include <string>

namespace xq::cli {

/// Opens an .xqbook for the engine, which opens no files itself; the weight of a move is its number
/// of games.
/// Throws DbError.
[[nodiscard]] engine::BookProbe open_engine_book(const std::string& path);

} // namespace xq::cli
