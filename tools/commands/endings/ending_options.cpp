#include "commands/endings/ending_options.hpp"

#include "base/text/text.hpp"
#include "cli/interrupt.hpp"

#include <xq/base/error.hpp>

namespace xq::cli {

endings::Material parse_material(const std::string& text) {
  const auto material = endings::read_material(text);
  if (!material) {
    throw make_error<UsageError>(
        "'{}' is no material: write both kings and what is beside them, KRkaabb, or the pieces of "
        "both sides without the kings, R-AAEE",
        excerpt(text, 60));
  }
  return *material;
}

void EndingTables::describe(OptionSet& options) {
  options.add("endings", table_folder(folder), "a folder of tables, made by xq endings build");
  options.add("memory", bytes(memory),
              "count a table that is not there, if this memory is enough for it; 0: none");
}

endings::LibraryOptions EndingTables::library() const {
  return {folder, memory, true, [] { return !interrupted(); }};
}

Value table_folder(std::string& target) {
  Value value = file(target, reads(), "DIR");
  value.hint = Hint::directory;
  return value;
}

} // namespace xq::cli
