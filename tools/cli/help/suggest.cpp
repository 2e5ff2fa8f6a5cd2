#include "cli/help/suggest.hpp"

#include <xq/base/translate.hpp>

namespace xq::cli {

std::string suggestion(std::string_view word, std::span<const std::string> candidates,
                       std::string_view prefix) {
  const std::string_view found = nearest(word, candidates);
  return found.empty() ? std::string{} : localized(" Did you mean '{}{}'?", prefix, found);
}

} // namespace xq::cli
