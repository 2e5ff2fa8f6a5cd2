#include "engine/bench.hpp"

#include <xq/board/fen.hpp>

#include <array>
#include <cassert>

namespace xq::engine {

namespace {

// From games of the engine against itself after random openings.
constexpr std::array<std::string_view, 16> positions{
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "2bakab1r/9/2n1c3n/p1p1p1p1p/9/2P6/Pr2P1P1P/1CN3C2/R8/2BAKABNR w - - 5 7",
    "rnb1kabnr/4a4/4c4/p1p3p1p/7c1/4C1P2/P1P1P2CP/6N2/9/RNBAKAB1R b - - 4 7",
    "1nba1ab2/1R2k4/4c1n2/p1p1p1p1p/9/4C1B2/P1P1P1r1P/4C1N2/9/2BAKA3 b - - 1 11",
    "r1bak1br1/4a4/2n1c1n2/p1p1pRp1p/9/9/P1P1P1P1P/2Nc5/C3C4/1RBAKABN1 w - - 20 11",
    "2rak4/4a4/R1n1b1n2/p3p1p1p/2p6/9/P1P1P1P1P/2N6/4Ar1CR/2B1K1B2 b - - 0 14",
    "4kabrC/4a4/b3c4/p1pr5/6p2/2C1p4/P1P3PcP/B3B1N2/7RR/1N1AKA3 b - - 2 18",
    "1R1a1abr1/3rk4/4b1n2/p3p3p/c5c2/4P2C1/2P1N1P1P/B5C2/7R1/3AKAB2 w - - 3 18",
    "3ak1b2/4a4/b3c4/p3p2rp/1n3nr2/9/P2RP3P/2N1B3C/C4N2R/2BAKA3 b - - 7 21",
    "r1bak4/4a4/4b1n2/p7p/2R1C1p2/8n/P1Pc5/2N1B4/6C2/3AKAB2 b - - 1 25",
    "3ak4/4a4/4b1n2/p7p/4r1p2/9/P1c2R3/9/N3A4/3AK1B2 w - - 0 40",
    "3aka3/9/6R2/p1p6/2b6/9/P4RP1P/4r4/3rA4/2BAK4 w - - 0 33",
    "4ka3/4a4/4b4/p7p/4P4/9/P1P5P/B1nnR4/3K5/4rAB2 b - - 3 36",
    "3ak4/4a4/4b4/3N5/P2n5/8p/9/4B4/4Ap3/3AK4 b - - 12 54",
    "3ak4/6R2/3a1N3/9/9/P8/8P/4r4/4Ap3/3AK4 b - - 26 40",
    "3a5/4ak3/9/9/P1b6/1r2n4/5R3/4B4/4AN3/2B1KA3 b - - 12 50",
};

} // namespace

std::span<const std::string_view> bench_positions() noexcept { return positions; }

std::optional<BenchResult> run_bench(int depth, const Options& options,
                                     const std::function<bool()>& stopped) {
  Engine engine{options};
  Limits limits;
  limits.depth = depth;
  BenchResult result;
  for (const std::string_view fen : positions) {
    const auto reading = read_fen(fen);
    assert(reading);
    bool stop = false;
    const Report report = engine.search(reading->position, {}, limits, [&](const Report&) {
      stop = stop || stopped();
      if (stop) {
        engine.stop();
      }
    });
    if (stop) {
      return std::nullopt;
    }
    result.nodes += report.nodes;
    result.time += report.time;
  }
  return result;
}

} // namespace xq::engine
