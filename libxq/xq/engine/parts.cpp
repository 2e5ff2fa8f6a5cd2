#include <xq/engine/parts.hpp>

#include <algorithm>

namespace xq::engine {

std::optional<PartSet> parse_parts(std::string_view list) noexcept {
  PartSet parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const auto* const name = std::find(part_names.begin(), part_names.end(), list.substr(0, end));
    if (name == part_names.end()) {
      return std::nullopt;
    }
    parts.insert(static_cast<Part>(name - part_names.begin()));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

} // namespace xq::engine
