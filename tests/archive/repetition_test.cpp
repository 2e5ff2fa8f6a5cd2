#include "support/positions.hpp"
#include "support/shared_data.hpp"

#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/rules.hpp>

using namespace xq;

TEST_CASE("repetition verdicts agree with the reference cases") {
  support::skip_without("rules/repetition_cases.tsv");
  const auto rows = support::read_tsv(support::shared("rules/repetition_cases.tsv"));
  REQUIRE(rows.size() == 131);
  constexpr const char* names[] = {"none", "red", "black", "draw"};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    INFO(row.at(0) << ": " << row.at(1) << " moves " << row.at(2));
    const auto start = read_fen(row.at(1));
    REQUIRE(start);
    const auto moves = support::line_of(row.at(2));
    Position p = start->position;
    for (const Move move : moves) {
      REQUIRE(p.is_legal(move));
      p.do_move(move);
    }
    for (const int occurrences : {2, 3, 5}) {
      const auto ruling = judge_repetition(start->position, moves, RuleSet::wxf, occurrences);
      CHECK(names[static_cast<std::size_t>(ruling.outcome)] == row.at(3));
      CHECK(ruling.reason.empty() == (row.at(3) == "none"));
    }
    const Verdict verdict = adjudicate(start->position, moves, {.natural_limit = 0});
    CHECK(names[static_cast<std::size_t>(verdict.outcome)] == row.at(3));
    CHECK((verdict.article.find("(Asian rules, ") == std::string::npos) == (row.at(3) == "none"));
  }
}
