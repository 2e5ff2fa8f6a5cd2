#pragma once

#include "service/router.hpp"

#include <span>
#include <string>
#include <string_view>

namespace xq::service {

/// The addresses, their parameters and what their answers have, as a document of OpenAPI 3.1.
[[nodiscard]] std::string openapi(std::span<const Route> routes, std::string_view version);

} // namespace xq::service
