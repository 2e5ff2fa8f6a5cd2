#pragma once

#include <xq/base/translate.hpp>

#include <string>
#include <string_view>

namespace xq::cli {

/// What files hold, besides games, whose kinds are the names of format::formats().
namespace file_kind {
inline constexpr std::string_view anything;
/// What is wanted where any format of games is read.
inline constexpr std::string_view games = to_translate("file of games");
inline constexpr std::string_view empty = to_translate("empty file");
inline constexpr std::string_view game_database = to_translate("xq game database");
inline constexpr std::string_view opening_book = to_translate("xq opening book");
inline constexpr std::string_view ending_table = to_translate("table of endings");
inline constexpr std::string_view obk = to_translate("obk book");
inline constexpr std::string_view eleeye = to_translate("eleeye book");
inline constexpr std::string_view text_book = to_translate("text book");
inline constexpr std::string_view jsonl_book = to_translate("jsonl book");
inline constexpr std::string_view sqlite = to_translate("SQLite database");
inline constexpr std::string_view packed = to_translate("packed file");
inline constexpr std::string_view game_list = to_translate("list of games");
inline constexpr std::string_view puzzles = to_translate("file of puzzles");
inline constexpr std::string_view web_page = to_translate("web page");
inline constexpr std::string_view rejects = to_translate("rejected games");
inline constexpr std::string_view aliases = to_translate("list of names");
} // namespace file_kind

/// The kind of a regular file by its first bytes, and by its name where they say nothing;
/// `anything` for other files and for what is not known. Throws FileError where the file cannot be
/// read, which must not pass for a file of another kind.
[[nodiscard]] std::string_view kind_of_file(const std::string& path);

/// kind_of_file(), but `anything` for a file that cannot be read, where a later reader reports it.
[[nodiscard]] std::string_view kind_if_readable(const std::string& path);

/// Whether the file holds this kind, or, where it does not exist or is empty, is named so (.xqdb,
/// .xqbook). Throws FileError as kind_of_file().
[[nodiscard]] bool is_meant_as(const std::string& path, std::string_view kind);

/// A kind as words after "holds": `an xq opening book`, `games in pgn`, `something else`.
[[nodiscard]] std::string kind_text(std::string_view kind);

} // namespace xq::cli
