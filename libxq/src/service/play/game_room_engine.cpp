#include "service/play/game_room.hpp"

#include <xq/board/movegen.hpp>
#include <xq/engine/settings.hpp>

#include <algorithm>
#include <utility>

namespace xq::service {

/// A move that the engine is to find for a room.
class EngineMove final : public SearchTask {
public:
  EngineMove(std::weak_ptr<GameRoom> room, const void* owner, std::uint64_t request)
      : m_room{std::move(room)}, m_owner{owner}, m_request{request} {}

  std::optional<SearchQuestion> question() override {
    const auto room = m_room.lock();
    return room ? room->engine_question(m_request) : std::nullopt;
  }
  void finished(const engine::Report& report, bool shut_down) override {
    if (const auto room = m_room.lock(); room && !shut_down) {
      room->engine_answer(m_request, report);
    }
  }
  [[nodiscard]] const void* owner() const noexcept override { return m_owner; }

private:
  std::weak_ptr<GameRoom> m_room;
  const void* m_owner;
  std::uint64_t m_request;
};

std::optional<Color> GameRoom::engine_side() const noexcept {
  for (const Color side : {Color::red, Color::black}) {
    if (m_setup.players[to_index(side)].level) {
      return side;
    }
  }
  return std::nullopt;
}

/// It gives every move back, and takes a draw when it sees nothing better.
void GameRoom::answer_as_engine(TimePoint now) {
  const Color side = *engine_side();
  if (m_game.undo_asked_by() == ~side) {
    m_game.undo(side, now);
  }
  if (m_game.draw_offered_by() == ~side) {
    if (m_worth && engine::accepts_draw(*m_worth, m_game.moves().size())) {
      m_game.draw(side, now);
    } else {
      m_game.decline(side);
    }
  }
}

void GameRoom::ask_engine() {
  const auto side = engine_side();
  const bool wanted =
      !m_closed && side && !m_game.result() && m_game.position().side_to_move() == *side;
  const auto queue = m_queue.lock();
  if (m_ticket != 0 && !(wanted && m_thinks_at == m_game.moves().size())) {
    ++m_request;
    if (queue) {
      queue->cancel(m_ticket);
    }
    m_ticket = 0;
  }
  if (wanted && m_ticket == 0 && queue) {
    ++m_request;
    m_thinks_at = m_game.moves().size();
    m_ticket = queue->add(SearchQueue::Kind::move,
                          std::make_shared<EngineMove>(weak_from_this(), this, m_request),
                          m_setup.visitor);
  }
}

std::optional<SearchQuestion> GameRoom::engine_question(std::uint64_t request) {
  const std::lock_guard lock{m_mutex};
  if (request != m_request || m_ticket == 0) {
    return std::nullopt;
  }
  const Color side = m_game.position().side_to_move();
  SearchQuestion question{m_game.start(), m_game.moves(), {}};
  engine::Limits& limits = question.limits;
  limits.handicap = engine::handicap_of_level(
      engine::skill_of_play_level(*m_setup.players[to_index(side)].level));
  limits.handicap.seed = m_setup.seed;
  limits.move_time = m_rules.engine_time;
  if (m_game.has_clock()) {
    const auto now = m_rules.now();
    const std::chrono::milliseconds least{1}; // 0 means no clock
    const auto& terms = m_game.setup().clock;
    const bool only_moves = terms.base.count() == 0;
    // a move that has its own limit leaves a fifth of it for the way
    const auto most = std::max(m_game.budget(side, now) * 4 / 5, least);
    limits.move_time =
        std::min(only_moves ? m_rules.engine_time : m_rules.longest_engine_time, most);
    if (!only_moves) {
      limits.time_left = std::max(m_game.left(side, now) + terms.byoyomi, least);
      limits.increment = terms.increment;
      limits.opponent_time = std::max(m_game.left(~side, now), least);
    }
  }
  if (m_setup.game.rules.repetition == RuleSet::none) {
    question.repetition = engine::RepetitionRule::draw;
  }
  return question;
}

void GameRoom::engine_answer(std::uint64_t request, const engine::Report& report) {
  const std::lock_guard lock{m_mutex};
  if (request != m_request || m_ticket == 0) {
    return; // the game went another way
  }
  m_ticket = 0;
  const auto now = m_rules.now();
  if (!m_game.advance(now)) {
    Move move;
    if (report.lines.empty()) { // it had no memory to think: any move will do
      MoveList legal;
      generate_legal(m_game.position(), legal);
      move = legal[0];
    } else {
      move = report.lines.front().moves.front();
      m_worth = report.lines.front().score;
    }
    const Color side = m_game.position().side_to_move();
    m_game.play(side, move, m_game.moves().size(), now);
  }
  changed(now);
}

} // namespace xq::service
