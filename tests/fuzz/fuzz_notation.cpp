// Any bytes as a token, in positions that have every kind of crowded column. What is read must be
// legal and must be read again from its own name; what is not must be explained.
#include "notation/reading.hpp"

#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace xq;
using namespace xq::notation;

namespace {

const std::vector<Position>& positions() {
  static const std::vector<Position> all = [] {
    std::vector<Position> out;
    for (const char* fen : {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1",
                            "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w - - 0 1",
                            "3k5/3P1P3/4P4/3P1P3/9/9/9/9/9/5K3 w - - 0 1",
                            "3k5/9/9/9/9/2B6/4C4/3AC4/2R6/2RAK4 w - - 0 1"}) {
      auto reading = read_fen(fen, OpenKing::warning);
      if (!reading) {
        std::abort();
      }
      out.push_back(reading->position);
    }
    return out;
  }();
  return all;
}

void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

void try_token(const Position& p, std::string_view token, std::optional<Style> style) {
  const Reading r = read_token(p, token, style);
  if (r) {
    require(p.is_legal(r.move));
    for (std::size_t i = 0; i < style_count; ++i) {
      const auto s = static_cast<Style>(i);
      require(read_token(p, to_text(p, r.move, s), s).move == r.move);
    }
  } else {
    require(!r.move);
    require(!explain(p, token, r).empty());
    require(r.fault != ReadFault::ambiguous || r.candidates.size() > 1);
  }
  static_cast<void>(to_problem(p, token, r, {}, 1));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view token{reinterpret_cast<const char*>(data), size};
  for (const Position& p : positions()) {
    try_token(p, token, std::nullopt);
    for (std::size_t i = 0; i < style_count; ++i) {
      try_token(p, token, static_cast<Style>(i));
    }
    const FastReading fast = read_chinese_fast(p, token);
    require(fast.bytes <= size && (fast.bytes == 0 || p.is_legal(fast.move)));
  }
  return 0;
}
