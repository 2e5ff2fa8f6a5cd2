#pragma once

#include "sqlite/sqlite.hpp"

#include <functional>
#include <string>

namespace xq::store {

/// Tell of tables with numbers that cannot stand where they do: results, kinds, places, counts.
/// Hashes, and references that the schema declares, are checked elsewhere.
void check_numbers(sqlite::Database& db, const std::function<void(std::string problem)>& report);

} // namespace xq::store
