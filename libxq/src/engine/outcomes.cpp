
#include "engine/outcomes.hpp"

#include <cmath>

namespace xq::engine {

Outcomes outcomes_of(Score score) noexcept {
  if (is_decided(score)) {
    return score > 0 ? Outcomes{1, 0} : Outcomes{0, 1};
  }
  const auto share = [](double ahead) {
    return 1.0 / (1.0 + std::exp((win_margin - ahead) / win_scale));
  };
  return {share(score), share(-score)};
}

} // namespace xq::engine
