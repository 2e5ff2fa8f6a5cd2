#include "cli/options/position_argument.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

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

namespace {

/// Call `play` with each move.
template <typename Play>
Position play_moves(Position position, std::string_view moves,
                    std::optional<notation::WxfStyle> wxf, Play&& play) {
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
    play(std::as_const(position), reading.move);
    position.do_move(reading.move);
  }
}

bool is_position(std::string_view word) {
  return word == "startpos" || std::count(word.begin(), word.end(), '/') >= 9;
}

} // namespace

Position after_moves(Position position, std::string_view moves,
                     std::optional<notation::WxfStyle> wxf) {
  return play_moves(position, moves, wxf, [](const Position&, Move) {});
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

bool MoveArguments::claims(const std::string& word, std::optional<notation::WxfStyle> wxf) const {
  if (notation::read_move(m_after, word, std::nullopt, wxf)) {
    return true;
  }
  const auto dot = word.rfind('.'); // of an ending, unless a digit is all that follows: C2.5
  const bool looks_like_path =
      word.find('/') != std::string::npos || (dot != std::string::npos && word.size() - dot > 2);
  std::error_code failed; // what cannot be looked at is there
  return word != "-" && !looks_like_path && !std::filesystem::exists(word, failed) && !failed;
}

void MoveArguments::add(const std::string& word, std::optional<notation::WxfStyle> wxf) {
  if (!m_begun && is_position(word)) {
    m_after = position_argument(word);
  } else {
    m_after = play_moves(m_begun ? m_after : Position::start(), word, wxf,
                         [this](const Position& before, Move move) {
                           m_before = before;
                           m_move = move;
                         });
  }
  m_begun = true;
}

const Position& MoveArguments::position() const {
  static_cast<void>(move());
  return m_before;
}

Move MoveArguments::move() const {
  if (!m_move) {
    throw make_error<UsageError>("MOVE is missing");
  }
  return m_move;
}

} // namespace xq::cli
