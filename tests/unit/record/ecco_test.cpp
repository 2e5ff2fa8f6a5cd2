#include "base/script/chinese_script.hpp"
#include "record/openings/ecco_pattern.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/record/ecco.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace xq;
using namespace xq::record;

namespace {

std::string_view code(std::string_view text) {
  const auto* opening = classify(support::line_of(text));
  return opening == nullptr ? std::string_view{} : opening->code;
}

bool fits(std::string_view pattern, std::string_view played) {
  const auto side = SidePattern::parse(pattern);
  REQUIRE(side);
  return side->matches(support::line_of(played));
}

} // namespace

TEST_CASE("patterns of one side", "[record]") {
  CHECK(fits("h2e2", "h2e2 h0g2"));
  CHECK_FALSE(fits("h2e2", ""));
  CHECK_FALSE(fits("h2e2 h0g2", "h2e2 b0c2 h0g2"));
  CHECK(fits("h2e2 [b0c2] h0g2", "h2e2 b0c2 h0g2"));
  CHECK_FALSE(fits("h2e2 [b0c2] h0g2", "b0c2 h2e2 h0g2"));
  CHECK(fits("h2e2 (h0g2 b0c2)", "h2e2 b0c2 h0g2"));
  CHECK_FALSE(fits("h2e2 (h0g2 b0c2)", "h2e2 b0c2"));
  CHECK(fits("h2e2 f0e1/d0e1", "h2e2 d0e1"));
  CHECK(fits("h2e2 [*] h0g2", "h2e2 a0a1 a1a0 h0g2"));
  CHECK(fits("", "a0a1"));
  for (const auto* bad : {"h2", "h2e2 (", "h2e2 )", "[h2e2", "h2h2", "z9a0", "h2e2/"}) {
    CAPTURE(bad);
    CHECK_FALSE(SidePattern::parse(bad));
  }
}

TEST_CASE("openings by their moves", "[record]") {
  CHECK(classify(std::vector<Move>{}) == nullptr);
  CHECK(code("e0e1") == "A00");
  CHECK(code("g0e2") == "A10");
  CHECK(code("h2e2 h7e7 h0g2 h9g7 i0h0 i9i8") == "D20");
  // The same in the mirror, and in another order of Red's and Black's moves.
  CHECK(code("b2e2 b7e7 b0c2 b9c7 a0b0 a9a8") == "D20");
  CHECK(code("h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4") == "C30");
  CHECK(code("h2e2 b9c7 h0g2 g6g5 i0h0 h9g7 c3c4 i9h9 h0h6") == "C30");
  CHECK(code("h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 d9e8") == "C31");
}

TEST_CASE("the table of openings", "[record]") {
  const auto all = openings();
  CHECK(all.size() == 260);
  for (std::size_t i = 1; i < all.size(); ++i) {
    CHECK(all[i - 1].code < all[i].code);
  }
  REQUIRE(find_opening("C46") != nullptr);
  CHECK(find_opening("C46")->also == "C45");
  CHECK(find_opening("A09") == nullptr);
}

TEST_CASE("every opening has a name in each script and in English", "[record]") {
  ChineseScriptConverter traditional{ChineseScript::traditional};
  std::set<std::string_view> english;
  for (const Opening& opening : openings()) {
    INFO(opening.code);
    CHECK(opening.traditional == traditional.convert(opening.name));
    CHECK(english.insert(opening.english).second); // names tell openings apart
    CHECK(std::all_of(opening.english.begin(), opening.english.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x80 && (c < '0' || c > '9');
    }));
  }
  CHECK(english.size() == 260);
}

TEST_CASE("a header that contradicts the moves", "[record]") {
  Game game;
  NodeId node = root_node;
  for (const Move move : support::line_of("h2e2 h7e7 h0g2 h9g7 i0h0 i9i8")) {
    node = game.add_move(node, move);
  }
  CHECK_FALSE(check_ecco(game)); // no header, nothing to contradict
  game.set_tag("ECCO", "D20");
  CHECK_FALSE(check_ecco(game));
  game.set_tag("ECCO", "A40");
  const auto problem = check_ecco(game);
  REQUIRE(problem);
  CHECK(problem->code == ProblemCode::ecco_conflict);
  CHECK(problem->token == "A40");
  CHECK(problem->message.find("D20") != std::string::npos);
}
