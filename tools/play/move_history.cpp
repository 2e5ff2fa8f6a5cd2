#include "play/move_history.hpp"

#include "play/talk_to_player.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>

namespace xq::cli {

void MoveHistory::reset(const Position& start, std::vector<Move> moves) {
  m_start = start;
  m_moves = std::move(moves);
  m_played = m_moves.size();
  replay();
}

void MoveHistory::replay() {
  m_position = m_start;
  for (const Move m : moves()) {
    m_position.do_move(m);
  }
}

bool MoveHistory::play(Move m) {
  if (!m_position.is_legal(m)) {
    return false;
  }
  m_moves.resize(m_played);
  m_moves.push_back(m);
  ++m_played;
  m_position.do_move(m);
  return true;
}

std::size_t MoveHistory::undo(std::size_t plies) {
  plies = std::min(plies, m_played);
  m_played -= plies;
  replay();
  return plies;
}

std::size_t MoveHistory::redo(std::size_t plies) {
  plies = std::min(plies, taken_back());
  m_played += plies;
  replay();
  return plies;
}

std::optional<match::Referee::Verdict> MoveHistory::verdict() const {
  match::Referee referee{m_start, m_rules};
  for (const Move m : moves()) {
    referee.play(m);
  }
  return referee.verdict();
}

std::string verdict_text(const match::Referee::Verdict& verdict) {
  const auto end = translate(match::to_text(verdict.end));
  const auto& detail = verdict.detail;
  if (!verdict.winner) {
    return detail.empty() ? localized("a draw by {}", end)
                          : localized("a draw by {} ({})", end, detail);
  }
  const auto winner = color_name(*verdict.winner);
  return detail.empty() ? localized("{} wins by {}", winner, end)
                        : localized("{} wins by {} ({})", winner, end, detail);
}

record::Result result_of(const match::Referee::Verdict& verdict) noexcept {
  return !verdict.winner                 ? record::Result::draw
         : *verdict.winner == Color::red ? record::Result::red_wins
                                         : record::Result::black_wins;
}

} // namespace xq::cli
