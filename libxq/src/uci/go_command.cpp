#include "uci/go_command.hpp"

#include <fmt/core.h>

#include <array>

namespace xq::uci {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds least{1}; ///< of a clock: 0 means none
constexpr Milliseconds time_without_limits{1'000};

Milliseconds to_milliseconds(std::uint64_t amount, bool seconds) {
  constexpr std::uint64_t longest = std::uint64_t{1} << 40U; // 34 years
  amount = std::min(amount, longest);
  return Milliseconds{static_cast<std::int64_t>(seconds ? amount * 1000 : amount)};
}

/// Whether a number follows this word.
bool takes_number(std::string_view word) {
  constexpr std::array<std::string_view, 15> words{
      "depth", "nodes",     "mate", "movetime", "perft",     "time",         "wtime",       "btime",
      "winc",  "increment", "binc", "opptime",  "movestogo", "oppincrement", "oppmovestogo"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The whole number that a word begins with: 100 of `100.5`.
std::optional<std::uint64_t> leading_number(std::string_view word) {
  const std::size_t sign = word.starts_with('-') ? 1 : 0;
  return parse_number(word.substr(0, word.find_first_not_of("0123456789", sign)));
}

class GoReader {
public:
  GoReader(Color side_to_move, RankBase ranks, bool seconds)
      : m_red{side_to_move == Color::red}, m_ranks{ranks}, m_seconds{seconds} {}

  GoCommand read(Words words) {
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      if (takes_number(word)) {
        read_number(word, words);
      } else {
        read_word(word, words);
      }
    }
    const engine::Limits& limits = m_out.limits;
    const bool limited = limits.depth > 0 || limits.nodes > 0 || limits.mate > 0 ||
                         limits.move_time.count() > 0 || limits.time_left.count() > 0;
    if (m_limit_meant && !limited) {
      m_out.limits.move_time = time_without_limits;
    }
    return std::move(m_out);
  }

private:
  void read_word(std::string_view word, Words& words) {
    if (word == "infinite") {
      m_out.limits.infinite = true;
    } else if (word == "ponder") {
      m_out.ponder = true;
    } else if (word == "draw") {
      m_out.draw_offered = true;
    } else if (word == "searchmoves") {
      while (const Move m = parse_move(words.peek(), m_ranks)) {
        m_out.limits.search_moves.push_back(m);
        words.next();
      }
    } else {
      remark(fmt::format("'{}' is no word of go", excerpt(word, 60)));
    }
  }

  void read_number(std::string_view word, Words& words) {
    m_limit_meant = true;
    const auto number = leading_number(words.peek());
    if (!number) {
      return remark(fmt::format("a number is missing after '{}'", word));
    }
    if (const std::string_view text = words.next(); !parse_number(text)) {
      remark(fmt::format("'{}' is read as {}", excerpt(text, 60), *number));
    }
    set(word, *number);
  }

  void set(std::string_view word, std::uint64_t number) {
    engine::Limits& limits = m_out.limits;
    const int small = static_cast<int>(std::min<std::uint64_t>(number, 1000));
    const auto time = to_milliseconds(number, m_seconds);
    if (word == "depth") {
      limits.depth = std::max(small, 1);
    } else if (word == "nodes") {
      limits.nodes = std::max<std::uint64_t>(number, 1);
    } else if (word == "mate") {
      limits.mate = std::max(small, 1);
    } else if (word == "movetime") {
      limits.move_time = std::max(to_milliseconds(number, false), least);
    } else if (word == "perft") {
      m_out.perft_depth = small;
    } else if (word == "time" || word == (m_red ? "wtime" : "btime")) {
      limits.time_left = std::max(time, least);
    } else if (word == "increment" || word == (m_red ? "winc" : "binc")) {
      limits.increment = time;
    } else if (word == "movestogo") {
      limits.moves_to_go = small;
    } // else the opponent's
  }

  /// One line for the GUI, however much of the command is wrong.
  void remark(const std::string& what) {
    constexpr std::size_t longest = 200;
    if (m_out.remark.size() < longest) {
      m_out.remark += (m_out.remark.empty() ? "" : "; ") + what;
    }
  }

  bool m_red;
  RankBase m_ranks;
  bool m_seconds;
  bool m_limit_meant = false;
  GoCommand m_out;
};

} // namespace

GoCommand parse_go(Words words, Color side_to_move, RankBase ranks, bool seconds) {
  return GoReader{side_to_move, ranks, seconds}.read(words);
}

} // namespace xq::uci
