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
