#pragma once

#include "cli/options/option_set.hpp"
#include "store/filter/named_text.hpp"

#include <xq/base/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// The option of a row: what it says is stored in `target`.
template <typename Target>
void add_named(OptionSet& options, const store::NamedText<Target>& row, Target& target) {
  Value value;
  value.name = row.value;
  value.many = row.is_flag();
  value.default_text = row.usual;
  for (std::string_view rest = row.choices; !rest.empty();) {
    const auto end = std::min(rest.find(' '), rest.size());
    value.choices.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  value.accept = [&target, read = row.read, choices = value.choices](const std::string& text) {
    if (!choices.empty()) {
      require_choice(text, choices); // which names the nearest
    }
    read(text, target);
  };
  const auto names =
      row.letter == 0 ? std::string{row.name} : fmt::format("{},{}", row.name, row.letter);
  options.add(names, std::move(value), std::string{row.help});
}

} // namespace xq::cli
