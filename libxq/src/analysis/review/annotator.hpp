#pragma once

#include <xq/analysis/review.hpp>

#include <string>
#include <string_view>

namespace xq::analysis {

/// What the header Annotator says.
[[nodiscard]] std::string annotator_of(std::string_view engine, const engine::Limits& limits,
                                       const Looks& looks);

} // namespace xq::analysis
