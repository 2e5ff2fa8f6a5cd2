// Any text as what an external engine says: its command line, and info lines in both ways to count
// ranks. Lines of moves are legal, and no score lies outside the scale.
#include "base/text/command_line.hpp"
#include "uci/info_line.hpp"

#include <xq/base/error.hpp>
#include <xq/board/movegen.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace xq;
using namespace xq::engine;

void check(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void check_legal(Position position, const std::vector<Move>& moves) {
  for (const Move m : moves) {
    check(position.is_legal(m));
    position.do_move(m);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text{reinterpret_cast<const char*>(data), size};
  try {
    check(!split_command(text).empty());
  } catch (const UsageError&) {
  }
  Report report;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    for (const uci::RankBase ranks : {uci::RankBase::zero, uci::RankBase::one}) {
      const uci::InfoLine info = parse_info(text.substr(0, end), Position::start(), ranks);
      check_legal(Position::start(), info.moves);
      check(!info.score || std::abs(*info.score) <= mate_value);
      update(report, info);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  check(report.lines.size() <= 128);
  for (const Line& line : report.lines) {
    check(!line.moves.empty());
    check_legal(Position::start(), line.moves);
  }
  return 0;
}
