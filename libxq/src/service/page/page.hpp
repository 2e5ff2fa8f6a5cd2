#pragma once

#include "service/router.hpp"

#include <memory>
#include <mutex>
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

/// For the row `/page/*` of the table of addresses.
[[nodiscard]] Response answer_asset(const Call& call);

/// What stands at `/`, with the answers in it that the page's first picture needs: a browser shows
/// it without asking once more. What is not answered at once (Router::is_slow()) the page asks for
/// itself. Thread-safe.
class FrontPage {
public:
  [[nodiscard]] Response answer(const Router& router);

private:
  std::mutex m_mutex;
  std::string m_first; ///< what m_asset has in it
  Asset m_asset;
};

} // namespace xq::service
