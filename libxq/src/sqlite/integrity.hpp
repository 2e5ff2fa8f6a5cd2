#pragma once

#include "sqlite/sqlite.hpp"

#include <string>
#include <vector>

namespace xq::sqlite {

/// What SQLite finds damaged in a file, some twenty findings at most. Throws DbError where pages
/// cannot be read, which says nothing about what they hold.
[[nodiscard]] std::vector<std::string> integrity_findings(Database& db);

} // namespace xq::sqlite
