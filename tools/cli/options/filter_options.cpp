#include "cli/options/filter_options.hpp"

#include "cli/files/alias_file.hpp"
#include "cli/named_options.hpp"
#include "store/filter/filter_table.hpp"

#include <xq/base/error.hpp>

#include <memory>
#include <string>

namespace xq::cli {

void FilterOptions::describe(OptionSet& options, Games games) {
  options.begin_group("Filters (all that are given must hold)");
  for (const store::FilterRow& row : store::filter_table()) {
    if (games != Games::of_files || row.kind.looks_at != store::LooksAt::database) {
      add_named(options, row, filter);
    }
  }
  options.add("names", file(names_path, reads()),
              "the names that FILE has on one line are one person or event for --player, --red, "
              "--black and --event; without it, the names that xq names --load put into the "
              "database");
  options.add("no-names", flag(no_names), "take every name as it is written");
  options.begin_group("Options");
}

void FilterOptions::require_database(bool has_database) const {
  for (const store::FilterRow& row : store::filter_table()) {
    if (!has_database && row.kind.looks_at == store::LooksAt::database && row.kind.asked(filter)) {
      throw make_error<UsageError>("--{} needs a game database: import the files first (xq import)",
                                   row.name);
    }
  }
}

void FilterOptions::read_names() {
  if (no_names && !names_path.empty()) {
    throw make_error<UsageError>("--names and --no-names exclude each other");
  }
  if (no_names) {
    filter.names = std::make_shared<const record::Aliases>();
  } else if (!names_path.empty()) {
    filter.names = std::make_shared<const record::Aliases>(read_alias_file(names_path));
  }
}

void FilterOptions::restrict(format::ReadOptions& options) const {
  if (!filter.empty()) {
    options.wanted = store::Matcher{filter};
  }
}

} // namespace xq::cli
