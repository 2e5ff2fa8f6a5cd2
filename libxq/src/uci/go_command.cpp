#include "uci/go_command.hpp"

#include <fmt/core.h>

namespace xq::uci {

namespace {

std::chrono::milliseconds to_milliseconds(std::uint64_t amount, bool seconds) {
  constexpr std::uint64_t longest = std::uint64_t{1} << 40U; // 34 years
  amount = std::min(amount, longest);
  return std::chrono::milliseconds{static_cast<std::int64_t>(seconds ? amount * 1000 : amount)};
}

} // namespace

Expected<GoCommand, std::string> parse_go(Words words, Color side_to_move, RankBase ranks,
                                          bool seconds) {
  const bool red = side_to_move == Color::red;
  GoCommand out;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "infinite") {
      out.limits.infinite = true;
    } else if (word == "ponder") {
      out.ponder = true;
    } else if (word == "draw") {
      out.draw_offered = true;
    } else if (word == "searchmoves") {
      while (const Move m = parse_move(words.peek(), ranks)) {
        out.limits.search_moves.push_back(m);
        words.next();
      }
    } else {
      const auto number = parse_number(words.next());
      if (!number) {
        return Unexpected{
            fmt::format("'{}' is no word of go, or a number is missing after it", excerpt(word))};
      }
      const int small = static_cast<int>(std::min<std::uint64_t>(*number, 1000));
      const auto time = to_milliseconds(*number, seconds);
      constexpr std::chrono::milliseconds least{1}; // 0 means no clock
      if (word == "depth") {
        out.limits.depth = small;
      } else if (word == "nodes") {
        out.limits.nodes = *number;
      } else if (word == "mate") {
        out.limits.mate = small;
      } else if (word == "movetime") {
        out.limits.move_time = std::max(to_milliseconds(*number, false), least);
      } else if (word == "perft") {
        out.perft_depth = small;
      } else if (word == "time" || word == (red ? "wtime" : "btime")) {
        out.limits.time_left = std::max(time, least);
      } else if (word == "increment" || word == (red ? "winc" : "binc")) {
        out.limits.increment = time;
      } else if (word == "movestogo") {
        out.limits.moves_to_go = small;
      } else if (word != "wtime" && word != "btime" && word != "winc" && word != "binc" &&
                 word != "opptime" && word != "oppincrement" && word != "oppmovestogo") {
        return Unexpected{fmt::format("'{}' is no word of go", excerpt(word))};
      }
    }
  }
  return out;
}

} // namespace xq::uci
