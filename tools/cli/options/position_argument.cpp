#include "cli/options/position_argument.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>

#include <algorithm>

namespace xq::cli {

Position position_argument(std::string_view text) {
  if (text == "startpos") {
    return Position::start();
  }
  const auto read = read_fen(text);
  if (!read) {
    const Problem& problem = read.error();
    throw make_error<UsageError>(R"(FEN "{}", column {}: {}. Write startpos or a FEN such as "{}")",
                                 excerpt(text, 100), problem.where.column, problem.message,
                                 start_fen);
  }
  return read->position;
}

Position after_moves(Position position, std::string_view moves,
                     std::optional<notation::WxfStyle> wxf) {
  constexpr std::string_view blanks = " \t\r\n,";
  for (;;) {
    moves.remove_prefix(std::min(moves.size(), moves.find_first_not_of(blanks)));
    if (moves.empty()) {
      return position;
    }
    auto token = moves.substr(0, moves.find_first_of(blanks));
    moves.remove_prefix(token.size());
    const auto number = token.find_first_not_of("0123456789");
    if (number == std::string_view::npos ||
        (number != 0 && token[number] == '.')) { // 12. or 12.炮二平五
      token.remove_prefix(std::min(token.size(), token.find_first_not_of("0123456789.")));
    }
    if (token.empty()) {
      continue;
    }
    const auto reading = notation::read_move(position, token, std::nullopt, wxf);
    if (!reading) {
      throw make_error<UsageError>("'{}': {}", excerpt(token, 40),
                                   notation::explain(position, token, reading));
    }
    position.do_move(reading.move);
  }
}

std::vector<Position> position_arguments(const std::vector<std::string>& words,
                                         std::optional<notation::WxfStyle> wxf) {
  std::vector<Position> positions;
  for (const std::string& word : words) {
    if (word == "startpos" || word.find('/') != std::string_view::npos) {
      positions.push_back(position_argument(word));
      continue;
    }
    if (positions.empty()) {
      positions.push_back(Position::start());
    }
    positions.back() = after_moves(positions.back(), word, wxf);
  }
  return positions;
}

} // namespace xq::cli
