#pragma once

#include "command.hpp"
#include "jobs/search/game_page.hpp"

#include <string_view>
#include <vector>

namespace xq::cli {

/// --columns: what a list shows.
[[nodiscard]] Value columns(std::vector<jobs::ListColumn>& target);

/// --sort, --limit, --after.
void describe_page(jobs::PageQuestion& page, OptionSet& options,
                   std::string_view limit_description);

} // namespace xq::cli
