#include <xq/engine/engine.hpp>

#include <algorithm>

namespace xq::engine {

std::optional<SearchFeatureSet> parse_features(std::string_view list) noexcept {
  SearchFeatureSet features;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const auto* const name =
        std::find(feature_names.begin(), feature_names.end(), list.substr(0, end));
    if (name == feature_names.end()) {
      return std::nullopt;
    }
    features.insert(static_cast<SearchFeature>(name - feature_names.begin()));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return features;
}

} // namespace xq::engine
