#include "cli/games/game_source.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

namespace xq::cli {

void GameSourceOptions::describe(OptionSet& options, std::string what) {
  input.describe(options, 0);
  add_database(options, database, std::move(what));
}

void GameSourceOptions::check(const FilterOptions& filter) const {
  if (database.empty() == input.inputs.empty()) {
    throw database.empty()
        ? make_error<UsageError>("name files, or a game database")
        : make_error<UsageError>("games come from files or from a database, not from both");
  }
  filter.require_database(!database.empty());
}

std::string GameSourceOptions::name() const {
  return !database.empty()          ? database
         : input.inputs.size() == 1 ? input.inputs.front()
                                    : counted(input.inputs.size(), "{} input", "{} inputs");
}

} // namespace xq::cli
