// Any request to the service: the first line is method and target, the rest the body. The answer
// has a status that is known, JSON is JSON, a refusal says what to do, nothing is thrown.
#include "base/text/text.hpp"
#include "service/service.hpp"
#include "support/make_book.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace {

using namespace xq;

/// A service over a few games; its files go away with it.
struct Served {
  Served() {
    std::mt19937 random{5};
    const auto games = support::small_archive(random, 25);
    support::make_database(folder.file("games.xqdb"), games, 20);
    support::make_book(folder.file("book.xqbook"), games);
    service::ServiceOptions options;
    options.databases = {folder.file("games.xqdb")};
    options.books = {folder.file("book.xqbook")};
    options.queue = folder.file("queue.txt");
    options.cache_megabytes = 1;
    options.languages = {{"en", {}}, {"zh_CN", {}}, {"zh_TW", {}}};
    service = std::make_unique<service::Service>(options);
  }
  support::ScratchFolder folder;
  std::unique_ptr<service::Service> service;
};

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

/// What games say may be no text at all, but JSON is always UTF-8.
void check(const service::Response& response) {
  constexpr std::array known{200, 201, 204, 301, 303, 400, 403, 404, 405, 413, 429, 503};
  require(std::find(known.begin(), known.end(), response.status) != known.end());
  require(response.body != nullptr);
  if (response.content_type != "application/json") {
    return;
  }
  require(find_invalid_utf8(*response.body) == std::string_view::npos);
  const auto value = nlohmann::json::parse(*response.body, nullptr, false);
  require(!value.is_discarded());
  if (response.status >= 400) {
    require(value.contains("error") && value["error"].get<std::string>().ends_with('.'));
    require(response.body->size() < 2000);
    require(response.etag.empty());
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Served served;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto line = text.substr(0, text.find('\n'));
  service::Request request;
  request.method = line.substr(0, line.find(' '));
  request.target = line.substr(std::min(line.size(), request.method.size() + 1));
  request.body = text.substr(std::min(text.size(), line.size() + 1));
  request.accept_language = request.body.substr(0, 100);
  static_cast<void>(served.service->is_slow(request));
  check(served.service->answer(request));
  check(served.service->answer(request)); // perhaps from the cache
  return 0;
}
