#include "match/match.hpp"
#include "service/page/page.hpp"
#include "support/catch.hpp"

#include <set>
#include <string>

using namespace xq;

namespace {

/// The addresses behind each `attribute="` of a text.
std::set<std::string> addresses(const std::string& text, const std::string& attribute) {
  std::set<std::string> found;
  const std::string start = attribute + "=\"";
  for (auto at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
    const auto begin = at + start.size();
    found.insert(text.substr(begin, text.find('"', begin) - begin));
  }
  return found;
}

const service::Asset& asset(std::string_view path) {
  const auto* const found = service::find_asset(path);
  INFO(path);
  REQUIRE(found != nullptr);
  return *found;
}

} // namespace

TEST_CASE("the page names nothing that is not served") {
  const std::string page = *asset("/").body;
  auto named = addresses(page, "src");
  named.merge(addresses(page, "href"));
  REQUIRE(named.size() > 5);
  for (const auto& address : named) {
    if (!address.starts_with('#')) {
      CHECK_FALSE(asset(address).body->empty());
    }
  }
}

TEST_CASE("the page fits a strict content security policy") {
  const std::string page = *asset("/").body;
  CHECK(page.find("<style") == std::string::npos);
  CHECK(page.find(" style=") == std::string::npos);
  CHECK(addresses(page, "onclick").empty());
  for (auto at = page.find("<script"); at != std::string::npos; at = page.find("<script", at + 1)) {
    const auto end = page.find('>', at);
    CHECK(page.substr(at, end - at).find("src=") != std::string::npos);
    CHECK(page.substr(end + 1, 9) == "</script>");
  }
}

TEST_CASE("assets have types and digests") {
  CHECK(asset("/").content_type == "text/html; charset=utf-8");
  CHECK(asset("/page/page.js").content_type == "text/javascript; charset=utf-8");
  CHECK(asset("/page/page.css").content_type == "text/css; charset=utf-8");
  CHECK(asset("/page/icon.svg").content_type == "image/svg+xml");
  CHECK(asset("/page/page.js").etag.size() == 18);
  CHECK(asset("/page/page.js").etag != asset("/page/page.css").etag);
  auto named = addresses(*asset("/").body, "href");
  named.merge(addresses(*asset("/").body, "src"));
  std::size_t bytes = asset("/").body->size();
  for (const auto& address : named) {
    if (address.starts_with("/page/")) {
      bytes += asset(address).body->size();
    }
  }
  CHECK(bytes > 100'000);
  CHECK(bytes < 400'000);
}

TEST_CASE("the script of the page has all modules, without imports and exports") {
  const std::string& script = *asset("/page/page.js").body;
  CHECK(script.find("\nimport ") == std::string::npos);
  CHECK(script.find("\nexport ") == std::string::npos);
  for (const char* module : {"texts", "board", "study", "play", "app"}) {
    INFO(module);
    CHECK(script.find(std::string{"const of_"} + module + " = (() => {\n") != std::string::npos);
  }
  CHECK(script.find("const { Board, columnsOf, menOf } = of_board;") != std::string::npos);
}

TEST_CASE("there is nothing beside the assets") {
  for (const char* path : {"", "/page", "/page/", "/page/../page.js", "/page/report.js",
                           "/page/app.js", "/page/index.html", "/page/page.js?x", "/etc/passwd"}) {
    INFO(path);
    CHECK(service::find_asset(path) == nullptr);
  }
}

TEST_CASE("the page has words in each language for every end of a game over the network") {
  const std::string& script = *asset("/page/page.js").body;
  const auto table = script.find("const reasons = {");
  REQUIRE(table != std::string::npos);
  const auto reasons = script.substr(table, script.find('}', table) - table);
  using match::GameEnd;
  for (const GameEnd end :
       {GameEnd::checkmate, GameEnd::stalemate, GameEnd::repetition, GameEnd::natural_limit,
        GameEnd::no_attackers, GameEnd::max_plies, GameEnd::time, GameEnd::resignation}) {
    const std::string name{to_text(end)};
    INFO(name);
    const bool known = reasons.find('"' + name + "\": \"") != std::string::npos ||
                       reasons.find(' ' + name + ": \"") != std::string::npos;
    CHECK(known);
  }
}
