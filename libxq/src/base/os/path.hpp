#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace xq::os {

/// A name of a file, as users and files write it, as a path for the standard library. UTF-8 on
/// Windows (what is not UTF-8 is no name there and becomes U+FFFD), where a path longer than the
/// classical 260 characters gets the prefix that allows it; the bytes as they are elsewhere. Every
/// name goes through this function: `std::filesystem::path{name}` is another file on Windows.
[[nodiscard]] std::filesystem::path path_of(std::string_view name);

/// Whether a backslash stands between folders, as a slash does.
inline constexpr bool backslash_separates = std::filesystem::path::preferred_separator == '\\';

/// The name of a path, for users and files; the opposite of path_of().
[[nodiscard]] std::string name_of(const std::filesystem::path& path);

/// The name in UTF-8 for libraries that call the system themselves: with the prefix of path_of().
[[nodiscard]] std::string name_for_calls(std::string_view name);

} // namespace xq::os
