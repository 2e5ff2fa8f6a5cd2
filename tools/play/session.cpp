#include "play/session.hpp"

#include "base/text/text.hpp"
#include "cli/interrupt.hpp"
#include "cli/talk.hpp"
#include "play/talk_to_player.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

namespace xq::cli {

namespace {

using engine::Answer;
using match::GameEnd;

/// Stops a search when the user interrupts it.
class StopWatch {
public:
  explicit StopWatch(engine::Searcher& searcher)
      : m_thread{[&searcher](const std::stop_token& done) {
          while (!done.stop_requested()) {
            if (interrupted()) {
              searcher.stop();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{20});
          }
        }} {}

private:
  std::jthread m_thread;
};

} // namespace

PlaySession::PlaySession(PlaySettings settings)
    : m_settings{std::move(settings)}, m_history{m_settings.rules} {
  m_history.reset(m_settings.start);
  start_engine();
}

void PlaySession::start_engine() {
  if (m_settings.engine_command.empty()) {
    engine::Settings own = m_settings.engine;
    own.skill = engine::skill_of_play_level(m_settings.level);
    m_engine = std::make_unique<engine::InternalEngine>(own);
  } else if (!m_engine) {
    uci::ExternalOptions external;
    external.command = m_settings.engine_command;
    m_engine = std::make_unique<uci::ExternalEngine>(external);
  }
  m_engine->new_game();
}

engine::Searcher& PlaySession::adviser() {
  if (!m_adviser) {
    m_adviser = std::make_unique<engine::InternalEngine>(m_settings.engine);
  }
  return *m_adviser;
}

bool PlaySession::over() { return m_agreed || m_history.verdict(); }

bool PlaySession::engine_to_move() {
  return !m_waiting && m_settings.engine_plays[to_index(m_history.position().side_to_move())] &&
         !over();
}

bool PlaySession::run() {
  follow();
  while (!m_quit) {
    announce_end();
    std::optional<std::string> line;
    if (!engine_to_move()) {
      prompt();
      line = m_input.next();
      if (!line && m_settings.prompts) {
        say("");
      }
    }
    const bool ended = interrupted() || (!line && !engine_to_move());
    if (!ended) {
      step(line);
    }
    if (ended || interrupted()) {
      offer_to_save();
      return interrupted();
    }
  }
  return false;
}

/// A line that was typed or, without one, a move of the engine. What cannot be done (a file, an
/// engine that does not start again) is said, and the game goes on.
void PlaySession::step(const std::optional<std::string>& line) {
  try {
    if (line) {
      handle(*line);
    } else {
      engine_move();
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& e) {
    say(cell(e.what()));
    m_waiting = m_waiting || !line;
  }
}

void PlaySession::user_move(std::string_view text) {
  if (over()) {
    say(translate("The game is over: undo, new or load."));
    return;
  }
  const Position& position = m_history.position();
  const auto reading = notation::read_move(position, text);
  if (!reading) {
    if (reading.error().code == ProblemCode::unknown_move) {
      say(localized("'{}' is neither a move nor a command; ? lists the commands.",
                    excerpt(text, 40)));
    } else {
      say(localized("{}: {}.", excerpt(text, 40), reading.error().message));
    }
    return;
  }
  m_history.play(*reading);
  m_waiting = false;
  after_change();
  if (!engine_to_move()) {
    follow();
  }
}

/// The engine's answer; Ctrl-C stops the search.
Answer PlaySession::think(engine::Searcher& searcher, const engine::Limits& limits) {
  if (m_settings.prompts) {
    print_text("thinking ...");
    std::fflush(stdout);
  }
  Answer answer;
  {
    const StopWatch watch{searcher};
    answer = searcher.search(m_history.start(), m_history.moves(), limits);
  }
  if (m_settings.prompts) {
    print_lines("\r            \r");
  }
  return answer;
}

void PlaySession::engine_move() {
  const Color mover = m_history.position().side_to_move();
  const Answer answer = think(*m_engine, m_settings.limits);
  if (interrupted()) {
    return;
  }
  if (answer.resigns) {
    m_agreed = match::Referee::Verdict{GameEnd::resignation, ~mover};
    after_change();
    return;
  }
  if (answer.fault != engine::Fault::none) {
    say(localized("The engine failed: {}. Type go to try again, or make the move yourself.",
                  answer.detail));
    m_waiting = true;
    return;
  }
  m_history.play(answer.best);
  m_waiting = false;
  after_change();
  say_last_move();
  follow();
}

/// After a move, an undo or a loaded game: the result is announced again, and autosave writes.
void PlaySession::after_change() {
  m_announced = false;
  m_saved = m_history.moves().empty();
  if (!m_settings.autosave.empty()) {
    save(m_settings.autosave);
  }
}

} // namespace xq::cli
