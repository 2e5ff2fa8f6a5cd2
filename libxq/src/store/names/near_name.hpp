#pragma once

#include "sqlite/sqlite.hpp"

#include <xq/record/aliases.hpp>

#include <string>

namespace xq::store {

/// The name in the database that was probably meant by `text`, which is part of none of them: one
/// of the same sound, else one with few typing errors; empty where none is near.
[[nodiscard]] std::string near_name(sqlite::Database& db, record::NameKind kind,
                                    const std::string& text);

} // namespace xq::store
