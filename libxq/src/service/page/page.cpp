#include "service/page/page.hpp"

#include "base/hash.hpp"

#include <xq/base/translate.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/core.h>

#include <array>
#include <functional>
#include <map>
#include <span>
#include <utility>

namespace xq::service {

// Generated from the files here and in render/web/ (see XqEmbedText.cmake).
using EmbeddedFile = std::pair<std::string_view, std::string_view>;
std::span<const EmbeddedFile> page_files() noexcept;

namespace {

std::string_view content_type(std::string_view name) noexcept {
  constexpr auto types = std::to_array<std::pair<std::string_view, std::string_view>>({
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".wasm", "application/wasm"},
  });
  for (const auto& [ending, type] : types) {
    if (name.ends_with(ending)) {
      return type;
    }
  }
  return "text/html; charset=utf-8";
}

/// Tells versions of a file apart.
std::string digest(std::string_view text) { return fmt::format("\"{:016x}\"", content_hash(text)); }

void replace_once(std::string& text, std::string_view old, std::string_view by) {
  const auto at = text.find(old);
  if (at != std::string::npos) {
    text.replace(at, old.size(), by);
  }
}

/// index.html with the drawing of board and pieces, and where the engine for browsers is.
std::string front_page(std::string_view text) {
  std::string page{text};
  replace_once(page, "<!--board-->\n", render::svg_parts());
  replace_once(page, "<!--engine-->\n",
               embedded_engine().empty() ? ""
                                         : "<meta name=\"xq-engine\" content=\"/page/xq.js\">\n");
  return page;
}

using Assets = std::map<std::string, Asset, std::less<>>;

Assets make_assets() {
  Assets assets;
  const auto add = [&assets](std::string path, std::string_view name, std::string text) {
    auto etag = digest(text);
    assets.emplace(std::move(path),
                   Asset{content_type(name), std::make_shared<const std::string>(std::move(text)),
                         std::move(etag)});
  };
  for (const auto& [name, content] : page_files()) {
    const bool front = name == "index.html";
    add(front ? std::string{"/"} : fmt::format("/page/{}", name), name,
        front ? front_page(content) : std::string{content});
  }
  if (const std::string_view engine = embedded_engine(); !engine.empty()) {
    add("/page/xq.wasm", "xq.wasm", std::string{engine});
  }
  return assets;
}

} // namespace

const Asset* find_asset(std::string_view path) {
  static const Assets assets = make_assets();
  const auto found = assets.find(path);
  return found == assets.end() ? nullptr : &found->second;
}

Response answer_asset(const Call& call) {
  const auto* const asset =
      find_asset(call.rest.empty() ? std::string{"/"} : fmt::format("/page/{}", call.rest));
  if (asset == nullptr) {
    throw HttpError{404, localized("The page has no such part. Open the address without a path.")};
  }
  Response response;
  response.content_type = asset->content_type;
  response.body = asset->body;
  response.etag = asset->etag;
  return response;
}

} // namespace xq::service
