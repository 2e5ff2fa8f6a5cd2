// What is wrong is said in the language that the client asks for.
#include "base/text/language.hpp"
#include "service/service.hpp"
#include "support/catch.hpp"
#include "support/listener.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace xq;
using service::Request;
using service::Service;

namespace {

/// A compiled catalogue of these texts, in the order of their bytes ("The Format of GNU MO Files").
std::string catalogue(const std::vector<std::pair<std::string, std::string>>& texts) {
  constexpr std::size_t header_bytes = 28;
  const auto count = static_cast<std::uint32_t>(texts.size());
  std::string tables;
  std::string strings;
  const auto number = [](std::string& out, std::size_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
      out += static_cast<char>(value >> shift & 0xFFU);
    }
  };
  const auto add = [&](const std::string& text) {
    number(tables, text.size());
    number(tables, header_bytes + 16 * texts.size() + strings.size());
    strings += text + '\0';
  };
  for (const auto& [english, unused] : texts) {
    add(english);
  }
  for (const auto& [unused, translated] : texts) {
    add(translated);
  }
  std::string out;
  for (const std::size_t value :
       {std::size_t{0x950412DEU}, std::size_t{0}, std::size_t{count}, header_bytes,
        header_bytes + 8 * texts.size(), std::size_t{0}, std::size_t{0}}) {
    number(out, value);
  }
  return out + tables + strings;
}

const std::string simplified =
    catalogue({{"dialect= is not understood. Give 0-9 or 1-10.", "方言不对。"},
               {"the type \"{}\" is not known here. Send go, stop or ping.", "不认识 {}。"}});
const std::string traditional =
    catalogue({{"dialect= is not understood. Give 0-9 or 1-10.", "方言不對。"}});

service::ServiceOptions options() {
  service::ServiceOptions out;
  out.languages = {{"en", {}}, {"zh_CN", simplified}, {"zh_TW", traditional}};
  return out;
}

} // namespace

TEST_CASE("a language holds for a thread, while its scope lives") {
  const std::string bytes = catalogue({{"words", "话"}}); // which a Language only looks at
  const Language chinese{bytes};
  const Language english{std::string_view{}};
  CHECK(translate("words") == "words");
  {
    const LanguageScope scope{&chinese};
    CHECK(translate("words") == "话");
    {
      const LanguageScope inner{&english};
      CHECK(translate("words") == "words");
    }
    CHECK(translate("words") == "话");
    const LanguageScope of_process{nullptr};
    CHECK(translate("words") == "words");
  }
  CHECK(translate("words") == "words");
  CHECK_THROWS_AS(Language{"no catalogue"}, Error);
}

TEST_CASE("refusals are in the language of the client", "[threads]") {
  Service service{options()};
  const auto said = [&](std::string target, std::string accept_language) {
    Request request;
    request.method = "GET";
    request.target = std::move(target);
    request.accept_language = std::move(accept_language);
    return *service.answer(request).body;
  };
  const std::string wrong = "/position?dialect=2";
  const std::string english = R"({"error":"dialect= is not understood. Give 0-9 or 1-10."})";
  const std::string hans = R"({"error":"方言不对。"})";
  const std::string hant = R"({"error":"方言不對。"})";
  CHECK(said(wrong, "") == english);
  CHECK(said(wrong, "zh-CN,zh;q=0.9,en;q=0.8") == hans);
  CHECK(said(wrong, "de, fr;q=0.9,ZH-hant-HK;q=0.5") == hant);
  CHECK(said(wrong, "zh_TW") == hant);
  CHECK(said(wrong, "en-GB,zh") == english);
  CHECK(said(wrong, "de") == english);
  CHECK(said(wrong, ",;,\xff;q=,") == english);
  CHECK(said(wrong + "&lang=zh-Hant", "zh-CN") == hant);
  CHECK(said(wrong + "&lang=xx", "zh-CN") == hans);
  CHECK(said("/position?lang=%&dialect=2", "zh-CN") != hans); // another thing is wrong
}

TEST_CASE("conversations are in the language of the client", "[threads]") {
  Service service{options()};
  const support::Listener ear;
  Request request;
  request.method = "GET";
  request.target = "/analysis?lang=zh-Hans";
  const auto opened = service.open(request, ear.outlet());
  REQUIRE(opened.conversation);
  opened.conversation->receive(R"({"type":"sing"})");
  CHECK(ear.last() == R"({"type":"error","error":"不认识 sing。"})");
}
