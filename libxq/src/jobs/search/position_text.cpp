#include "jobs/search/position_text.hpp"

#include "base/text/text.hpp"
#include "notation/reading.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>

#include <algorithm>

namespace xq::jobs {

namespace {

/// Take the next word off `text`, without a move number (`12.`, `12.炮二平五`), which may leave
/// nothing of it.
std::string_view next_move(std::string_view& text) {
  auto word = text.substr(0, text.find_first_of(" \t\r\n,"));
  text.remove_prefix(word.size());
  const auto number = word.find_first_not_of("0123456789");
  if (number == std::string_view::npos || (number != 0 && word[number] == '.')) {
    word.remove_prefix(std::min(word.size(), word.find_first_not_of("0123456789.")));
  }
  return word;
}

} // namespace

Position read_position(std::string_view text, OpenKing open_king) {
  if (text == "startpos") {
    return Position::start();
  }
  const auto read = read_fen(text, open_king);
  if (!read) {
    const Problem& problem = read.error();
    throw make_error<UsageError>(R"(FEN "{}", column {}: {}. Write startpos or a FEN such as "{}")",
                                 excerpt(text, 100), problem.where.column, problem.message,
                                 start_fen);
  }
  return read->position;
}

Position after_moves(Position position, std::string_view moves,
                     std::optional<notation::WxfStyle> wxf,
                     const std::function<void(const Position&, Move)>& play) {
  for (;;) {
    moves.remove_prefix(std::min(moves.size(), moves.find_first_not_of(" \t\r\n,")));
    if (moves.empty()) {
      return position;
    }
    const auto word = next_move(moves);
    if (word.empty()) {
      continue;
    }
    const auto reading = notation::read_token(position, word, std::nullopt, wxf);
    if (!reading) {
      throw make_error<UsageError>("'{}': {}", excerpt(word, 40),
                                   notation::explain(position, word, reading));
    }
    if (play) {
      play(position, reading.move);
    }
    position.do_move(reading.move);
  }
}

} // namespace xq::jobs
