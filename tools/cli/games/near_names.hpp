#pragma once

#include <xq/store/game_database.hpp>

namespace xq::cli {

/// Where a name of the filter is part of none in the database, say which was probably meant.
void say_near_names(store::GameDatabase& database, const store::Filter& filter);

} // namespace xq::cli
