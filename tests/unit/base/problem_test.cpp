#include "base/text/text.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <xq/base/problem_code.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

using namespace xq;

TEST_CASE("every problem code is documented once") {
  std::set<std::string_view> names;
  for (const auto& row : problem_codes()) {
    INFO(row.name);
    CHECK(&info(row.code) == &row);
    CHECK(names.insert(row.name).second);
    CHECK(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
    CHECK_FALSE(row.meaning.empty());
    CHECK_FALSE(row.meaning.ends_with('.'));
    CHECK(row.advice.ends_with('.'));
    CHECK(find_invalid_utf8(row.advice) == std::string_view::npos);
  }
}

TEST_CASE("docs/problems.md has every code as the table has it") {
  std::ifstream file{support::source_dir() + "/docs/problems.md"};
  const std::string page{std::istreambuf_iterator<char>{file}, {}};
  for (const auto& row : problem_codes()) {
    INFO(row.name);
    const std::string begin = "| `" + std::string{row.name} + "` | ";
    const auto at = page.find(begin);
    REQUIRE(at != std::string::npos);
    const auto line = page.substr(at, page.find('\n', at) - at);
    CHECK(line.find(std::string{to_text(row.severity)} + " | ") == begin.size());
    CHECK(line.find(std::string{row.meaning}) != std::string::npos);
  }
}

TEST_CASE("a problem's token is clipped between characters") {
  std::string token(199, 'x');
  token += "炮二平五";
  const auto problem = make_problem(ProblemCode::unknown_move, "no move", token);
  CHECK(problem.token == std::string(199, 'x'));
  CHECK(problem.severity == Severity::error);
  CHECK(problem.advice == info(ProblemCode::unknown_move).advice);
  const std::string garbage(1000, '\x80'); // no character begins anywhere
  CHECK(make_problem(ProblemCode::unknown_move, "", garbage).token.size() <= 200);
}

TEST_CASE("a problem reads as one line") {
  auto problem = make_problem(ProblemCode::illegal_move, "炮二平五 is not legal here", "炮二平五",
                              {120, 12, 7}, 3);
  problem.advice = "Check it.";
  CHECK(format_problem("a.pgn", 5, problem) ==
        "a.pgn:12:7: game 5, ply 3: 炮二平五 is not legal here (token \"炮二平五\"). Check it.");
  problem.where.column = 0;
  problem.ply = 0;
  problem.token = "a\nb";
  CHECK(format_problem("a.pgn", 5, problem) ==
        "a.pgn:12: game 5: 炮二平五 is not legal here (token \"a\\x0Ab\"). Check it.");
  problem = {};
  problem.message = "Nothing.";
  CHECK(format_problem("", 0, problem) == "Nothing.");
}

TEST_CASE("only an error makes a game unusable") {
  std::vector<Problem> problems{make_problem(ProblemCode::bad_date, "odd date")};
  CHECK_FALSE(has_error(problems));
  problems.push_back(make_problem(ProblemCode::illegal_move, "illegal"));
  CHECK(has_error(problems));
}
