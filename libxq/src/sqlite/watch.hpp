#pragma once

#include "sqlite/sqlite.hpp"

#include <functional>

namespace xq::sqlite {

/// Ask `keep_going` about a thousand times a second while a statement of `db`, which only reads,
/// runs: false ends the statement with Interrupted. It does not throw, and is kept by its address;
/// null: nobody is asked.
void watch(Database& db, const std::function<bool()>* keep_going);

} // namespace xq::sqlite
