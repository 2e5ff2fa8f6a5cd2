#pragma once

#include "service/router.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace xq::service {

/// A part of the page of `xq serve`, as it is sent.
struct Asset {
  std::string_view content_type;
  std::shared_ptr<const std::string> body;
  std::string etag; ///< with its quotes: a digest of the body
};

/// The engine as WebAssembly, for browsers (docs/serve.md); empty: this build has none.
[[nodiscard]] std::string_view embedded_engine() noexcept;

/// What stands at `/` and `/page/NAME`; null for other paths. The page loads nothing from elsewhere
/// and needs no inline script or style, so that a strict content security policy fits it. Lives as
/// long as the program; thread-safe.
[[nodiscard]] const Asset* find_asset(std::string_view path);

/// For the rows `/` and `/page/*` of the table of addresses.
[[nodiscard]] Response answer_asset(const Call& call);

} // namespace xq::service
