#pragma once

#include "endings/table.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xq::endings {

/// What the names of tables end in: `KRkaabb.xqend`.
inline constexpr std::string_view table_suffix = ".xqend";

// A file has a head, lines of ASCII that end with a line `end` and are filled up with spaces to a
// multiple of 512 bytes, and behind it the codes of the table (see Table). The lines, in this
// order, each a word and values: `xq-endings` version, `material` name, `checks` judged or drawn,
// `width` of a code, `placements`, `red` and `black` won drawn lost by-rule, `longest` plies and
// FEN, `longest-by-rule`, `stages` first last ..., `codes` XXH3 of the codes, `head` XXH3 of the
// lines before it. Numbers are decimal, the hashes sixteen hexadecimal digits.

/// Writes the file of a table into a folder; it appears whole or not at all. Returns its path.
/// Throws FileError.
std::string write_table(const std::string& folder, const Table& table);

/// Null if there is no file for it. Throws FileError for one that cannot be read or is damaged.
[[nodiscard]] std::unique_ptr<Table> open_table(const std::string& folder,
                                                const Material& material);
/// Opens the table as above, and throws FileError also if it was counted with another rule on
/// checks.
[[nodiscard]] std::unique_ptr<Table> open_table(const std::string& folder, const Material& material,
                                                bool judges_checks);

/// Materials for which there are files in a folder, the smallest first. Throws FileError.
[[nodiscard]] std::vector<Material> list_tables(const std::string& folder);
[[nodiscard]] std::string table_path(const std::string& folder, const Material& material);

} // namespace xq::endings
