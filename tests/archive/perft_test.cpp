#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

using namespace xq;

TEST_CASE("perft agrees with the reference counts") {
  support::skip_without("rules/perft.tsv");
  const auto rows = support::read_tsv(support::shared("rules/perft.tsv"));
  REQUIRE(rows.size() > 60);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    const std::uint64_t expected = std::stoull(row.at(2));
    if (expected > support::rounds(100'000'000)) {
      continue; // minutes; `xq perft FEN 6` shows it
    }
    INFO(row.at(0) << " depth " << row.at(1));
    const auto read = read_fen(row.at(0));
    REQUIRE(read);
    Position p = read->position;
    CHECK(perft(p, std::stoi(row.at(1))) == expected);
    CHECK(write_fen(read->position) == row.at(0));
  }
}
