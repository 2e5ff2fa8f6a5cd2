#include "service/page/page.hpp"

#include "base/hash.hpp"
#include "base/text/compose.hpp"

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

Response response_of(const Asset& asset) {
  Response response;
  response.content_type = asset.content_type;
  response.body = asset.body;
  response.etag = asset.etag;
  return response;
}

/// What the page asks for first, in api.js, as it stands there.
constexpr std::array<std::string_view, 3> first_questions{"/about", "/position", "/explorer"};

/// The answers that are there at once, as an element for the page; a link to each other one, which
/// the browser then loads beside the script.
std::string first_answers(const Router& router) {
  std::string links;
  std::string answers;
  for (const auto address : first_questions) {
    Request request;
    request.method = "GET";
    request.target = address;
    Response response;
    if (!router.is_slow(request)) {
      response = router.answer(request);
    }
    if (response.body != nullptr && response.status == 200) {
      append_format(answers, "{}\"{}\":{}", answers.empty() ? "{" : ",\n", address, *response.body);
    } else {
      append_format(links,
                    "<link rel=\"preload\" as=\"fetch\" crossorigin=\"anonymous\" href=\"{}\">\n",
                    address);
    }
  }
  if (answers.empty()) {
    return links;
  }
  std::string out = links + "<script type=\"application/json\" id=\"first\">";
  for (const char c : answers) { // within a text of JSON alone: nothing ends the element
    c == '<' ? out += "\\u003c" : out += c;
  }
  return out + "}</script>\n";
}

} // namespace

Response FrontPage::answer(const Router& router) {
  std::string first = first_answers(router);
  const std::lock_guard lock{m_mutex};
  if (m_asset.body == nullptr || m_first != first) {
    const Asset& page = *find_asset("/");
    std::string text = *page.body;
    replace_once(text, "<!--first-->\n", first);
    m_first = std::move(first);
    m_asset.content_type = page.content_type;
    m_asset.etag = digest(text);
    m_asset.body = std::make_shared<const std::string>(std::move(text));
  }
  return response_of(m_asset);
}

const Asset* find_asset(std::string_view path) {
  static const Assets assets = make_assets();
  const auto found = assets.find(path);
  return found == assets.end() ? nullptr : &found->second;
}

Response answer_asset(const Call& call) {
  const auto* const asset = find_asset(fmt::format("/page/{}", call.rest));
  if (asset == nullptr) {
    throw HttpError{404, localized("The page has no such part. Open the address without a path.")};
  }
  return response_of(*asset);
}

} // namespace xq::service
