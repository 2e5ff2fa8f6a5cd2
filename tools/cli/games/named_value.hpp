#pragma once

#include "cli/options/values.hpp"
#include "jobs/search/named_text.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace xq::cli {

/// The value of the option `name`, which is one of `texts`, stored in `target`. `shown` in help;
/// empty for a flag.
template <typename Target>
[[nodiscard]] Value named_value(std::span<const jobs::NamedText<Target>> texts,
                                std::string_view name, Target& target, std::string shown = {}) {
  const auto found =
      std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.name == name; });
  assert(found != texts.end() && found->is_flag == shown.empty());
  Value value;
  value.name = std::move(shown);
  value.many = found->is_flag;
  value.accept = [&target, read = found->read](const std::string& text) { read(text, target); };
  return value;
}

} // namespace xq::cli
