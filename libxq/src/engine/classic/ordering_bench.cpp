#include "engine/classic/ordering_bench.hpp"

#include <array>
#include <utility>

namespace xq::engine {

namespace {

constexpr std::array<std::string_view, 20> positions{
    "rnbak1b2/4a4/4c4/p1pR2p1p/9/5nP2/P1P1P2cP/4C4/N8/2BAKABN1 w - - 2 13",
    "r2aka3/9/b1c1c3b/p3p1r1p/1Rp2n3/2P6/P3P3P/2N1B3C/4AN2R/2BAK4 b - - 11 16",
    "3akabR1/9/1cn1b3P/pC1Cp3p/2p6/1r6P/P1P1P4/2N1B4/9/2RAKAB2 w - - 3 20",
    "1r1ak1b2/3Ran2r/4b4/C1R5p/4P4/9/c5p2/C3B4/4A3N/3AK4 b - - 1 23",
    "2bakab1r/2c6/2n3n2/pR4p1p/9/4C2r1/P3P1P1P/N3B3N/9/2BAKA2R w - - 0 16",
    "2Ca1ab2/4k4/r1n6/2p3P2/p8/6n2/1cP1P3P/3R2N2/9/2BAKAB2 w - - 6 23",
    "2baka3/9/r5nRb/pC3C2p/1Rp1p4/9/P1P1c1r1P/4B4/4A4/4KA3 b - - 4 15",
    "2baka3/4n4/4b1n2/2P1p3p/5rp2/3NP2r1/4N1P1P/4C4/3R1R3/c1BAKAB2 w - - 8 19",
    "r1bak4/4a4/6n2/4p4/6C2/p5P2/4c3P/4r4/4AR3/1cBA1KR2 b - - 1 22",
    "3akab2/9/6n2/2R3p1p/1r2C4/9/2P1P1c1P/1c4r2/9/1NBAKABR1 w - - 1 15",
    "2bak2C1/4a4/2n1b3c/p1N5p/6p2/2P1p4/rC4P2/9/4A4/1RB1KAB2 b - - 0 18",
    "2bakab1r/1R7/r8/p3C1C1p/2p3p2/9/P1c1P3c/8N/9/R1BAKAB2 b - - 0 14",
    "3ak1b2/4a4/2c1b1n2/p1C1p3p/r8/2P6/P2RP2RP/1rN1B4/4A4/4KAB2 w - - 7 18",
    "2bak4/4a1r2/2n1c1n1b/p1p1p1R1p/6r2/1NP6/P3P3P/4C1N2/R8/2BAKAB2 w - - 0 14",
    "1cRaka3/9/8n/p3p1p1p/9/9/P3P3c/2N1B1C2/4A4/4KABr1 b - - 0 17",
    "2baka3/1r7/n3b3n/8p/p1p1p4/P5P2/2P1P2rP/4B1NCR/Rc1N5/3AKAB2 b - - 1 13",
    "2b1kabn1/4a4/4c4/pR6p/6p2/3r4C/P3P1c1P/N3B1N2/9/2BAKA3 w - - 0 17",
    "2bakab2/3r5/n3c1n2/2p1p3p/p5p2/2P2N3/P3P2cP/C1N4C1/9/2BAKAB1R w - - 0 13",
    "1nbaka3/8c/3rb2rn/p1C1p4/2P6/6P1R/P3P2R1/2N1B4/5N3/2BAKA3 b - - 0 16",
    "2bak4/1r2a4/4b4/pc4p1p/2p2Nn2/PR7/2P3PrP/5R1C1/4A4/2B1KAB2 w - - 8 20",
};

ClassicIdeas unordered() {
  ClassicIdeas ideas;
  ideas.table_move = false;
  ideas.captures = ClassicIdeas::Captures::in_turn;
  ideas.killers = ClassicIdeas::Killers::none;
  ideas.history = false;
  return ideas;
}

/// How a scheme differs from the one above it in its table.
struct Step {
  std::string name;
  void (*change)(ClassicIdeas& ideas);
  int depth_less = 0;
};

OrderingTable table_of(std::string title, ClassicIdeas ideas, const std::vector<Step>& steps) {
  OrderingTable table{std::move(title), {}};
  for (const Step& step : steps) {
    step.change(ideas);
    table.schemes.push_back({step.name, ideas, step.depth_less});
  }
  return table;
}

} // namespace

std::span<const std::string_view> middle_games() noexcept { return positions; }

std::vector<OrderingTable> ordering_tables() {
  using Ideas = ClassicIdeas;
  const auto nothing = [](Ideas&) {};
  return {
      table_of(
          "Order of moves", unordered(),
          {{"as generated, by piece", nothing, 2},
           {"+ table move", [](Ideas& i) { i.table_move = true; }, 1},
           {"+ captures by victim", [](Ideas& i) { i.captures = Ideas::Captures::by_victim; }, 1},
           {"+ captures judged", [](Ideas& i) { i.captures = Ideas::Captures::judged; }},
           {"+ killers", [](Ideas& i) { i.killers = Ideas::Killers::after_captures; }},
           {"+ history", [](Ideas& i) { i.history = true; }}}),
      table_of(
          "Killers", {},
          {{"before all captures", [](Ideas& i) { i.killers = Ideas::Killers::before_captures; }},
           {"after good captures", [](Ideas& i) { i.killers = Ideas::Killers::after_captures; }},
           {"none", [](Ideas& i) { i.killers = Ideas::Killers::none; }}}),
      table_of("Internal iterative deepening", {},
               {{"none", nothing},
                {"plain", [](Ideas& i) { i.deepening = Ideas::Deepening::plain; }},
                {"window opened", [](Ideas& i) { i.deepening = Ideas::Deepening::opened; }}}),
      table_of("Driver", {},
               {{"principal variation", nothing},
                {"alpha-beta", [](Ideas& i) { i.driver = Ideas::Driver::alpha_beta; }},
                {"MTD(f)", [](Ideas& i) { i.driver = Ideas::Driver::mtd_f; }}}),
  };
}

} // namespace xq::engine
