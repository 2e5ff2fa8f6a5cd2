#include "engine/search/proof_search.hpp"
#include "support/shared_data.hpp"

#include <xq/board/fen.hpp>
#include <xq/engine/engine.hpp>

#include <fstream>

using namespace xq;

TEST_CASE("every mate in up to three moves is found within 200,000 nodes") {
  support::skip_without("suites/mates.epd");
  std::ifstream file{support::shared("suites/mates.epd")};
  engine::Engine engine;
  int positions = 0;
  for (std::string line; std::getline(file, line);) {
    const auto at = line.find(" dm ");
    if (at == std::string::npos || line[at + 4] < '1' || line[at + 4] > '3' ||
        line[at + 5] != ';') {
      continue;
    }
    INFO(line);
    const auto reading = read_fen(line.substr(0, line.find(';')));
    REQUIRE(reading);
    engine::Limits limits;
    limits.mate = line[at + 4] - '0';
    limits.nodes = 200'000;
    const engine::Report report = engine.search(reading->position, {}, limits);
    REQUIRE(report.lines.size() == 1);
    const int plies = engine::mate_plies(report.lines[0].score);
    CHECK(plies > 0);
    CHECK(plies <= 2 * limits.mate - 1); // a few of the collection's can be done faster
    CHECK(report.nodes <= limits.nodes);
    ++positions;
  }
  CHECK(positions > 800);
}

TEST_CASE("long mates of an external collection are proved") {
  support::skip_without("suites/endgames.epd");
  std::ifstream file{support::shared("suites/endgames.epd")};
  engine::ProofSearch search{std::size_t{64} << 20U};
  int positions = 0;
  int proved = 0;
  for (std::string line; std::getline(file, line);) {
    const auto reading = read_fen(line.substr(0, line.find(';')));
    const auto at = line.find(" dm ");
    REQUIRE(reading);
    if (at == std::string::npos) {
      continue; // a win that is no mate
    }
    const int moves = std::stoi(line.substr(at + 4));
    using enum engine::ProofSearch::Verdict;
    search.set_budget(search.nodes() + 50'000);
    ++positions;
    proved += search.prove(reading->position, moves, engine::ProofSearch::Width::checks) == mate;
  }
  CHECK(positions > 990);
  INFO(proved);
  CHECK(proved >= 950);
}
