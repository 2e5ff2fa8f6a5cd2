#pragma once

#include <xq/record/aliases.hpp>

#include <string>

namespace xq::store {

/// The names that a game database treats as one (table `alias`). Throws DbError.
[[nodiscard]] record::Aliases load_aliases(const std::string& database);

/// Put these into the table instead of those that are there, in one transaction; an older database
/// gets the newest schema. No game is changed. Throws DbError (BusyError while another program
/// writes).
void save_aliases(const std::string& database, const record::Aliases& aliases);

} // namespace xq::store
