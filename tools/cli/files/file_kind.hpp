#pragma once

#include <string>
#include <string_view>

namespace xq::cli {

/// What files hold, besides games, whose kinds are the names of format::formats().
namespace file_kind {
inline constexpr std::string_view anything;
inline constexpr std::string_view empty = "empty file";
inline constexpr std::string_view game_database = "xq game database";
inline constexpr std::string_view opening_book = "xq opening book";
inline constexpr std::string_view obk = "obk book";
inline constexpr std::string_view eleeye = "eleeye book";
inline constexpr std::string_view text_book = "text book";
inline constexpr std::string_view jsonl_book = "jsonl book";
inline constexpr std::string_view sqlite = "SQLite database";
inline constexpr std::string_view packed = "packed file";
inline constexpr std::string_view web_page = "web page";
inline constexpr std::string_view rejects = "rejected games";
} // namespace file_kind

/// The kind of a regular file by its first bytes, and by its name where they say nothing;
/// `anything` for other files and for what is not known.
[[nodiscard]] std::string_view kind_of_file(const std::string& path);

/// A kind as words after "holds": `an xq opening book`, `games in pgn`, `something else`.
[[nodiscard]] std::string kind_text(std::string_view kind);

} // namespace xq::cli
