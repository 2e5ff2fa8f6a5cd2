#include "cli/options/position_options.hpp"

#include "cli/named_options.hpp"

#include <fmt/core.h>

#include <string_view>

namespace xq::cli {

void PositionOptions::describe(OptionSet& options) {
  options.begin_group("Position (at most one of the first five; mirror images count, too)");
  for (const auto& row : jobs::position_texts()) {
    if (!row.help.empty()) {
      add_named(options, row, question);
    }
  }
  options.begin_group("Options");
}

void PositionOptions::apply(store::Filter& filter, const WxfStyleOption& wxf) const {
  jobs::PositionQuestion asked = question;
  asked.wxf = wxf.style;
  asked.apply(filter, [](std::string_view name) { return fmt::format("--{}", name); });
}

} // namespace xq::cli
