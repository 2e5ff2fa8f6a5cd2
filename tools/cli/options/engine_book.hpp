#pragma once

#include <xq/engine/book_choice.hpp>

#include <string>

namespace xq::cli {

/// Opens an .xqbook for the engine, which knows no files; moves weigh what games played them.
/// Throws DbError.
[[nodiscard]] engine::BookProbe open_engine_book(const std::string& path);

} // namespace xq::cli
