#include "service/http.hpp"
#include "support/catch.hpp"

using xq::service::HttpError;
using xq::service::Parameters;

namespace {

int status_of_parameters(std::string_view text) {
  try {
    const Parameters parameters{text};
  } catch (const HttpError& e) {
    CHECK(std::string_view{e.what()}.ends_with('.'));
    return e.status();
  }
  return 200;
}

} // namespace

TEST_CASE("Parameters: decodes names and values") {
  const Parameters p{"fen=a%20b+c&play=%e7%82%AE&learn=1&flag&empty=&x=1=2&&fen=second"};
  CHECK(p.get("fen") == "a b c");
  CHECK(p.get("play") == "炮");
  CHECK(p.get("x") == "1=2");
  CHECK(p.flag("flag"));
  CHECK(p.find("empty") == std::optional<std::string_view>{""});
  CHECK_FALSE(p.find("none"));
  CHECK(p.get("none", "other") == "other");
  CHECK(p.all().size() == 7);
}

TEST_CASE("Parameters: a NUL at the end is left out, one elsewhere refused") {
  using namespace std::string_view_literals;
  CHECK(Parameters{"board=x\0"sv}.get("board") == "x");
  CHECK(Parameters{"board=x%00"}.get("board") == "x");
  CHECK(Parameters{"board=x%00\0\0"sv}.get("board") == "x");
  CHECK(status_of_parameters("board=x%00y"sv) == 400);
  CHECK(status_of_parameters("board=x\0&a=b"sv) == 400);
}

TEST_CASE("Parameters: what is not percent-encoded UTF-8 is refused") {
  for (const auto* const text :
       {"a=%", "a=%4", "a=%zz", "%=1", "a=%ff", "a=%C0%80", "a=%ED%A0%80"}) {
    INFO(text);
    CHECK(status_of_parameters(text) == 400);
  }
  std::string many;
  for (int i = 0; i < 300; ++i) {
    many += "a&";
  }
  CHECK(status_of_parameters(many) == 400);
}

TEST_CASE("Parameters: numbers and flags are checked") {
  const Parameters p{
      "moves=12&bad=1x&far=99&minus=-3&yes=on&no=0&odd=maybe&huge=99999999999999999999"};
  CHECK(p.number("moves", 5, 0, 50) == 12);
  CHECK(p.number("none", 5, 0, 50) == 5);
  for (const auto* const name : {"bad", "far", "minus", "huge"}) {
    INFO(name);
    CHECK_THROWS_AS(p.number(name, 5, 0, 50), HttpError);
  }
  CHECK(p.flag("yes"));
  CHECK_FALSE(p.flag("no", true));
  CHECK(p.flag("none", true));
  CHECK_THROWS_AS(p.flag("odd"), HttpError);
}

TEST_CASE("error_response is JSON, whatever the text") {
  const auto response = xq::service::error_response(404, "a \"quote\" <b>\n");
  CHECK(response.status == 404);
  CHECK(response.content_type == "application/json");
  CHECK(*response.body == R"({"error":"a \"quote\" <b>\n"})");
  CHECK(response.etag.empty());
}
