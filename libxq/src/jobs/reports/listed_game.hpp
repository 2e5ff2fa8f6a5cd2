#pragma once

#include <xq/record/aliases.hpp>
#include <xq/reports.hpp>

#include <memory>
#include <string>

namespace xq::reports {

/// What a report tells of a game, with canonical names.
[[nodiscard]] ListedGame listed_game(const record::Game& game, const record::Aliases& names);

/// The names that a report treats as one: those of the filter, or else of the database.
[[nodiscard]] std::shared_ptr<const record::Aliases> names_of(const store::Filter& filter,
                                                              const std::string& database);

} // namespace xq::reports
