#pragma once

#include "sqlite/sqlite.hpp"
#include "store/spelling/name_fold.hpp"

#include <xq/store/name_proposals.hpp>

#include <vector>

namespace xq::store {

/// The doubt about names that differ in spelling alone.
inline constexpr double doubt_of_spelling = 0.002;

/// The parts of propose_names(); the groups come in any order.
[[nodiscard]] std::vector<ProposedGroup> propose_players(sqlite::Database& db, NameFolder& fold,
                                                         const record::Aliases& known,
                                                         double most_doubt);
/// `kind` is event or site.
[[nodiscard]] std::vector<ProposedGroup> propose_titles(sqlite::Database& db, NameFolder& fold,
                                                        const record::Aliases& known,
                                                        record::NameKind kind, double most_doubt);

} // namespace xq::store
