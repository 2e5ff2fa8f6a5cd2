#include "store/words/word_tokens.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace xq::store;

namespace {

using Texts = std::vector<std::string>;

Texts tokens(std::string_view comment) {
  Texts all;
  for_each_token(comment, [&](std::string_view token) { all.emplace_back(token); });
  return all;
}

Texts parts(const TokenQuery& query) {
  Texts all;
  for (const auto& part : query.parts) {
    all.push_back(part.token + (part.beginning ? "*" : ""));
  }
  return all;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (; times > 0; --times) {
    all += text;
  }
  return all;
}

} // namespace

// Frozen: databases hold them. Other tokens need another token_version.
TEST_CASE("comments are cut into tokens", "[store][frozen]") {
  CHECK(token_version == 1);
  CHECK(tokens("").empty());
  CHECK(tokens("，。！ — …").empty());
  CHECK(tokens("Good MOVE, R8+1") == Texts{"good", "move", "r8", "1"});
  CHECK(tokens("Édition été") == Texts{"Édition", "été"});
  CHECK(tokens("车") == Texts{"车"});
  CHECK(tokens("弃车绝杀") == Texts{"弃车绝", "车绝杀", "绝杀", "杀"});
  CHECK(tokens("弃车，妙") == Texts{"弃车", "车", "妙"});
  CHECK(tokens("车A步") == Texts{"车", "a", "步"});
  CHECK(tokens("８の한🐎") == Texts{"８の한", "の한🐎", "한🐎", "🐎"});
  CHECK(tokens("“车”《马》") == Texts{"车", "马"});
  CHECK(tokens(std::string("a\0b", 3)) == Texts{"a", "b"});
  CHECK(tokens(repeated("x", 70)) == Texts{repeated("x", 64)});
  CHECK(tokens("x" + repeated("é", 40)) == Texts{"x" + repeated("é", 31)});
}

TEST_CASE("what is looked for is asked of the tokens", "[store]") {
  struct Case {
    std::string text;
    bool beginning;
    Texts parts;
    bool exact;
  };
  const std::vector<Case> cases{
      {"车", false, {"车*"}, true},
      {"弃车", false, {"弃车*"}, true},
      {"弃车绝", true, {"弃车绝*"}, true},
      {"弃车绝杀", false, {"弃车绝*", "车绝杀*"}, false},
      {"rook", false, {"rook"}, true},
      {"roo", true, {"roo*"}, true},
      {"good mov", true, {"good", "mov*"}, false},
      {"good move", false, {"good", "move"}, false},
      {"弃 车", true, {"弃*", "车*"}, false},
      {"a车", false, {"a", "车*"}, false},
      {"rook!", true, {"rook"}, false},
      {"！", false, {}, false},
      {repeated("x", 60), false, {repeated("x", 60)}, true},
      {repeated("x", 61), false, {repeated("x", 61)}, false},
      {repeated("x", 64), true, {repeated("x", 64) + "*"}, false},
      {repeated("x", 65), true, {repeated("x", 64)}, false},
  };
  for (const auto& wanted : cases) {
    CAPTURE(wanted.text);
    const auto query = token_query(wanted.text, wanted.beginning);
    CHECK(parts(query) == wanted.parts);
    CHECK(query.exact == wanted.exact);
  }
}
