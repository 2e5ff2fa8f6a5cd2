#include "uci/search_request.hpp"

#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::uci {

namespace {

std::string clock_words(const engine::Limits& limits, Color mover, const Dialect& dialect) {
  if (dialect.ucci) {
    const int unit = dialect.seconds ? 1000 : 1;
    const auto time = std::max<std::int64_t>(limits.time_left.count() / unit, 1);
    return limits.moves_to_go > 0
               ? fmt::format(" time {} movestogo {}", time, limits.moves_to_go)
               : fmt::format(" time {} increment {}", time, limits.increment.count() / unit);
  }
  const auto own = limits.time_left.count();
  const auto other = limits.opponent_time.count() > 0 ? limits.opponent_time.count() : own;
  const bool red = mover == Color::red;
  std::string words = fmt::format(" wtime {} btime {}", red ? own : other, red ? other : own);
  if (limits.increment.count() > 0) {
    words += fmt::format(" winc {0} binc {0}", limits.increment.count());
  }
  if (limits.moves_to_go > 0) {
    words += fmt::format(" movestogo {}", limits.moves_to_go);
  }
  return words;
}

/// `searchmoves`, where only some moves are allowed.
std::string move_words(const engine::Limits& limits, const Position& now, const Dialect& dialect) {
  if (dialect.ucci || (limits.search_moves.empty() && limits.banned_moves.empty())) {
    return {};
  }
  const auto listed = [](const std::vector<Move>& moves, Move m) {
    return std::find(moves.begin(), moves.end(), m) != moves.end();
  };
  MoveList legal;
  generate_legal(now, legal);
  std::string words = " searchmoves";
  for (const Move m : legal) {
    if ((limits.search_moves.empty() || listed(limits.search_moves, m)) &&
        !listed(limits.banned_moves, m)) {
      words += ' ';
      words += move_text(m, dialect.ranks);
    }
  }
  return words;
}

} // namespace

Course since_last_capture(const Position& start, std::span<const Move> moves) {
  Course course{start, moves, start};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool capture = course.now.at(moves[i].to()) != Piece::none;
    course.now.do_move(moves[i]);
    if (capture) {
      course.from = course.now;
      course.moves = moves.subspan(i + 1);
    }
  }
  return course;
}

std::string position_line(const Position& start, std::span<const Move> moves, const Course& course,
                          const Dialect& dialect) {
  const Position& from = dialect.ucci ? course.from : start;
  const std::span<const Move> played = dialect.ucci ? course.moves : moves;
  std::string line = from == Position::start() ? std::string{"position startpos"}
                                               : fmt::format("position fen {}", write_fen(from));
  if (!played.empty()) {
    line += " moves";
  }
  for (const Move m : played) {
    line += ' ';
    line += move_text(m, dialect.ranks);
  }
  return line;
}

std::string ban_line(const engine::Limits& limits, const Dialect& dialect) {
  std::string ban = "banmoves";
  for (const Move m : limits.banned_moves) {
    ban += ' ';
    ban += move_text(m, dialect.ranks);
  }
  return ban;
}

std::string go_line(const engine::Limits& limits, const Course& course, const Dialect& dialect) {
  std::string words;
  if (limits.depth > 0) {
    words += fmt::format(" depth {}", limits.depth);
  }
  if (limits.nodes > 0) {
    words += fmt::format(" nodes {}", limits.nodes);
  }
  if (limits.mate > 0 && !dialect.ucci) {
    words += fmt::format(" mate {}", limits.mate);
  }
  if (limits.move_time.count() > 0 && !dialect.ucci) {
    words += fmt::format(" movetime {}", limits.move_time.count());
  }
  if (limits.time_left.count() > 0) {
    words += clock_words(limits, course.now.side_to_move(), dialect);
  }
  if (words.empty()) { // until `stop`; more UCCI engines know a great depth than `infinite`
    words = dialect.ucci ? " depth 60" : " infinite";
  }
  return fmt::format("go{}{}", words, move_words(limits, course.now, dialect));
}

} // namespace xq::uci
