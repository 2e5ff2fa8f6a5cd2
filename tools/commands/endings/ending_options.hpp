#pragma once

// What the tools for tables of endings share.

#include "cli/options/option_set.hpp"
#include "endings/library.hpp"

#include <cstdint>
#include <string>

namespace xq::cli {

/// A material as somebody typed it. Throws UsageError.
[[nodiscard]] endings::Material parse_material(const std::string& text);

/// --endings and --memory: where tables of endings come from.
struct EndingTables {
  std::string folder;                ///< empty: none
  std::uint64_t memory = 64U << 20U; ///< to count a table that is not there

  void describe(OptionSet& options);
  /// Interrupted by the user.
  [[nodiscard]] endings::LibraryOptions library() const;
};

/// The value of an option for a folder of tables.
[[nodiscard]] Value table_folder(std::string& target);

} // namespace xq::cli
