#include "cli/tabbed.hpp"

#include "cli/talk.hpp"
#include "render/document.hpp"

#include <algorithm>
#include <string_view>

namespace xq::cli {

std::string for_reader(std::string rows) {
  const auto screen = table_columns();
  if (screen == std::string::npos) {
    return rows;
  }
  const auto next = [](std::string_view& rest, char end) {
    const auto part = rest.substr(0, rest.find(end));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    return part;
  };
  render::Table table;
  for (std::string_view rest = rows; !rest.empty();) {
    auto line = next(rest, '\n');
    auto& cells = table.rows.emplace_back();
    while (!line.empty()) {
      cells.emplace_back(next(line, '\t'));
    }
    if (cells.size() > table.columns.size()) {
      table.columns.resize(cells.size(), {.heading = {}, .wraps = true});
    }
  }
  for (auto& row : table.rows) {
    row.resize(table.columns.size());
  }
  return render::table_text(table, screen);
}

} // namespace xq::cli
