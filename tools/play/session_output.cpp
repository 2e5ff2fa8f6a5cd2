// What a game shows: the board with its panel, moves, the end, the prompt.
#include "base/text/text.hpp"
#include "cli/talk.hpp"
#include "play/session.hpp"
#include "play/talk_to_player.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <cstdio>

namespace xq::cli {

using match::GameEnd;

std::string PlaySession::player_text(Color side) const {
  if (!m_settings.engine_plays[to_index(side)]) {
    return m_settings.player;
  }
  return m_settings.engine_command.empty() ? fmt::format("xq level {}", m_settings.level)
                                           : m_engine->name();
}

std::string PlaySession::name_of(std::size_t ply) const {
  Position position = m_history.start();
  for (std::size_t i = 0; i < ply; ++i) {
    position.do_move(m_history.moves()[i]);
  }
  return notation::to_text(position, m_history.moves()[ply], m_settings.style, m_settings.notation);
}

/// What stands to the right of the board, line by line: players and the last rounds.
std::vector<std::string> PlaySession::panel() const {
  constexpr std::size_t rounds_shown = 9;
  const bool flipped = m_settings.board.flipped;
  const auto player = [&](Color side) {
    const bool ours = m_settings.engine_plays[to_index(side)] && m_settings.engine_command.empty();
    // Translators: our engine as a player, and its level
    const auto name = ours ? localized("xq level {}", m_settings.level) : player_text(side);
    return localized("{}: {}", color_name(side), cell(name));
  };
  std::vector<std::string> out{player(flipped ? Color::red : Color::black), ""};
  const std::size_t first = m_history.start().side_to_move() == Color::black ? 1 : 0;
  const std::size_t half_moves = m_history.moves().size() + first; // a missing first one counts
  const std::size_t rounds = (half_moves + 1) / 2;
  const int number = m_history.start().fullmove_number();
  for (std::size_t r = rounds > rounds_shown ? rounds - rounds_shown : 0; r < rounds; ++r) {
    const auto move = [&](std::size_t half) {
      return half < first ? "..." : half < half_moves ? name_of(half - first) : std::string{};
    };
    const std::string red = move(2 * r);
    const std::string black = move(2 * r + 1);
    out.push_back(fmt::format("{:>3}. {}{}", number + static_cast<int>(r),
                              black.empty() ? red : pad_right(red, 10), black));
  }
  out.resize(13);
  out[12] = player(flipped ? Color::black : Color::red);
  return out;
}

void PlaySession::show_board() {
  const auto board = draw_play_board(m_history.position(), m_history.last(), m_settings.board);
  const auto side = panel();
  say("");
  for (std::size_t i = 0; i < board.size(); ++i) {
    const bool beside = i < side.size() && !side[i].empty();
    std::string line = beside ? fmt::format("{}   {}", board[i], side[i]) : board[i];
    line.erase(line.find_last_not_of(' ') + 1);
    say(line);
  }
}

/// The board after a change, unless boards are not wanted.
void PlaySession::follow() {
  if (m_settings.show_boards) {
    show_board();
  }
}

void PlaySession::say_last_move() {
  const Color mover = ~m_history.position().side_to_move();
  say(localized("{} plays {} ({})", color_name(mover), name_of(m_history.moves().size() - 1),
                notation::to_text(m_history.position(), m_history.last(), notation::Style::uci)));
}

void PlaySession::announce_end() {
  if (m_announced) {
    return;
  }
  const auto verdict = m_agreed ? m_agreed : m_history.verdict();
  if (!verdict) {
    return;
  }
  m_announced = true;
  say(verdict->end == GameEnd::agreed_draw
          ? localized("The game is over: a draw is agreed.")
          : localized("The game is over: {}.", verdict_text(*verdict)));
}

void PlaySession::prompt() {
  if (!m_settings.prompts) {
    return;
  }
  if (over()) {
    print_text("(new, undo, save, quit) > ");
  } else {
    const Position& position = m_history.position();
    const bool waits = m_waiting && m_settings.engine_plays[to_index(position.side_to_move())];
    print_lines(fmt::format("{}{}{} > ", color_name(position.side_to_move()),
                            position.in_check() ? translate(", in check") : "",
                            waits ? translate(" (go: the engine moves)") : ""));
  }
  std::fflush(stdout);
}

} // namespace xq::cli
