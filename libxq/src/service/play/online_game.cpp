#include "service/play/online_game.hpp"

#include "base/text/language.hpp"
#include "jobs/adjudication/verdict_fields.hpp"
#include "notation/reading.hpp"
#include "service/conversation.hpp"
#include "service/move_json.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/adjudicate.hpp>
#include <xq/board/fen.hpp>
#include <xq/board/movegen.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace xq::service {

namespace {

using Clocks = PlayClock;
using match::GameEnd;

record::Result score_of(std::optional<Color> winner) noexcept {
  return !winner                 ? record::Result::draw
         : *winner == Color::red ? record::Result::red_wins
                                 : record::Result::black_wins;
}

std::string move_json(const Position& position, Move move) {
  std::string text;
  JsonWriter json{text};
  json.begin_object();
  jobs::write_members(json, move_name_fields(), NamedMove{position, move, {}});
  json.end_object();
  return text;
}

/// What the loser of a repetition did, in a word or two.
std::string_view offence(Conduct conduct) noexcept {
  switch (conduct) {
  case Conduct::perpetual_check:
    return to_translate("perpetual check");
  case Conduct::perpetual_chase:
  case Conduct::several_chased:
    return to_translate("perpetual chase");
  case Conduct::perpetual_kill:
    return to_translate("perpetual threat of mate");
  default:
    return to_translate("perpetual attack");
  }
}

/// The TimeControl header of PGN: seconds for the whole game and what each move adds, then the time
/// for each move.
std::string time_control(const Clocks::Terms& terms) {
  const auto seconds = [](auto time) {
    return std::chrono::duration_cast<std::chrono::seconds>(time).count();
  };
  if (terms.base.count() == 0) {
    return fmt::format("1/{}", terms.days.count() > 0 ? seconds(terms.days) : seconds(terms.step));
  }
  auto text = fmt::format("{}+{}", seconds(terms.base), seconds(terms.increment));
  return terms.byoyomi.count() > 0 ? fmt::format("{}:1/{}", text, seconds(terms.byoyomi)) : text;
}

/// `[%clk 0:09:58]`, as PGN has it.
std::string clock_text(Clocks::Milliseconds left) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left).count();
  return fmt::format("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

void write_side(JsonWriter& json, std::string_view name, std::optional<Color> side) {
  json.key(name);
  if (side) {
    json.value(name_of(*side));
  } else {
    json.null();
  }
}

} // namespace

OnlineGame::OnlineGame(Setup setup)
    : m_setup{std::move(setup)}, m_referee{m_setup.start, m_setup.rules}, m_clocks{m_setup.clock} {
  for (const Move move : m_setup.moves) {
    push(move);
  }
  look_at_position();
  judge({});
  if (m_result) {
    throw Refusal{localized("the game is over before it begins ({}). Give another position.",
                            translate(m_result->reason))};
  }
}

void OnlineGame::push(Move move) {
  m_written.push_back(move_json(position(), move));
  m_moves.push_back(move);
  static_cast<void>(m_referee.play(move)); // legal, as the caller knows
}

void OnlineGame::look_at_position() {
  MoveList legal;
  generate_legal(position(), legal);
  m_legal = "[";
  for (const Move move : legal) {
    m_legal += m_legal.size() > 1 ? "," : "";
    m_legal += move_json(position(), move);
  }
  m_legal += ']';
}

// ---- time
// ----------------------------------------------------------------------------------------

std::optional<Color> OnlineGame::running() const noexcept {
  return m_result || !has_clock() || played() == 0 ? std::nullopt
                                                   : std::optional{position().side_to_move()};
}

Clocks::Milliseconds OnlineGame::spent(TimePoint now) const noexcept {
  return std::chrono::duration_cast<Clocks::Milliseconds>(std::max(now, m_since) - m_since);
}

Clocks::Milliseconds OnlineGame::left(Color side, TimePoint now) const noexcept {
  const auto left = m_clocks.left(side);
  return running() == side ? std::max(left - spent(now), Clocks::Milliseconds{0}) : left;
}

Clocks::Milliseconds OnlineGame::budget(Color side, TimePoint now) const noexcept {
  const auto budget = m_clocks.budget(side);
  return running() == side ? std::max(budget - spent(now), Clocks::Milliseconds{0}) : budget;
}

std::optional<OnlineGame::TimePoint> OnlineGame::deadline() const noexcept {
  const auto side = running();
  return side ? std::optional{m_since + m_clocks.budget(*side) + Clocks::Milliseconds{1}}
              : std::nullopt;
}

bool OnlineGame::advance(TimePoint now) {
  const auto falls = deadline();
  if (!falls || now < *falls) {
    return false;
  }
  const Color loser = position().side_to_move();
  end(~loser, score_of(~loser), to_text(GameEnd::time), now);
  return true;
}

// ---- kept and gone on with
// ------------------------------------------------------------------------

OnlineGame::Kept OnlineGame::kept() const {
  Kept out{{}, m_clocks.all_left(), m_result};
  const std::size_t first = m_setup.moves.size();
  for (std::size_t i = 0; i < m_before.size(); ++i) {
    out.moves.push_back({m_moves[first + i], m_before[i].all_left()});
  }
  return out;
}

void OnlineGame::restore(const Kept& kept, TimePoint now, Clocks::Milliseconds age) {
  for (const auto& [move, before] : kept.moves) {
    if (!position().is_legal(move)) {
      throw Refusal{localized("the move is not legal: {}. Make a legal move.",
                              translate("it is no move such as h2e2"))};
    }
    m_clocks.set_left(before);
    m_before.push_back(m_clocks);
    push(move);
  }
  m_clocks.set_left(kept.left);
  m_since = m_setup.clock.days.count() > 0 ? now - age : now;
  look_at_position();
  m_result = kept.result;
  if (!m_result && !kept.moves.empty()) {
    judge(now);
  }
}

void OnlineGame::pause(TimePoint now) {
  if (const auto side = running(); side && m_setup.clock.base.count() > 0) {
    m_clocks.stop(*side, spent(now));
    m_since = now;
  }
}

// ---- what players do
// -----------------------------------------------------------------------------

void OnlineGame::check_open() const {
  if (m_result) {
    throw Refusal{
        localized("the game is over ({}). Begin another one.", translate(m_result->reason))};
  }
}

void OnlineGame::play(Color side, Move move, std::size_t ply, TimePoint now) {
  check_open();
  if (ply != m_moves.size()) {
    throw Refusal{localized("the move is for ply {}, but {} moves have been made. Look at the "
                            "state and send the move again.",
                            ply, m_moves.size())};
  }
  if (side != position().side_to_move()) {
    throw Refusal{localized("it is the other side's turn. Wait for its move.")};
  }
  if (!position().is_legal(move)) {
    throw Refusal{localized("the move is not legal: {}. Make a legal move.",
                            move ? notation::why_illegal(position(), move)
                                 : std::string{translate("it is no move such as h2e2")})};
  }
  m_before.push_back(m_clocks);
  if (running()) {
    m_clocks.take(side, spent(now)); // advance() has seen that it is in time
  }
  push(move);
  m_since = now;
  m_undo.by.reset();
  if (m_draw.by == ~side) { // who moves on declines
    m_draw.by.reset();
  }
  look_at_position();
  judge(now);
}

/// `again`: what to say when the side has asked already.
void OnlineGame::begin_offer(Offer& offer, Color side, const char* again) const {
  auto& asked = offer.asked[to_index(side)];
  if (asked != 0 && m_moves.size() < asked + 1) {
    throw Refusal{std::string{translate(again)}};
  }
  asked = m_moves.size() + 1;
  offer.by = side;
}

void OnlineGame::resign(Color side, TimePoint now) {
  check_open();
  end(~side, score_of(~side), to_text(GameEnd::resignation), now);
}

void OnlineGame::draw(Color side, TimePoint now) {
  check_open();
  if (m_draw.by == ~side) {
    end(std::nullopt, record::Result::draw, to_translate("agreement"), now);
  } else {
    begin_offer(m_draw, side,
                to_translate("you have offered a draw already. Offer it again after your next "
                             "move."));
  }
}

std::size_t OnlineGame::plies_of_undo(Color side) const {
  const std::size_t plies = side == position().side_to_move() ? 2 : 1;
  if (played() < plies) {
    throw Refusal{localized("there is no move of yours to take back. Make a move.")};
  }
  return plies;
}

void OnlineGame::undo(Color side, TimePoint now) {
  check_open();
  if (m_undo.by == ~side) {
    take_back(plies_of_undo(~side), now);
  } else {
    static_cast<void>(plies_of_undo(side));
    begin_offer(m_undo, side,
                to_translate("you have asked for a move back already. Ask again after your next "
                             "move."));
  }
}

void OnlineGame::take_back(std::size_t plies, TimePoint now) {
  m_clocks = m_before[m_before.size() - plies];
  m_before.resize(m_before.size() - plies, m_clocks);
  std::vector<Move> moves = std::move(m_moves);
  moves.resize(moves.size() - plies);
  m_moves.clear();
  m_written.clear();
  m_referee = match::Referee{m_setup.start, m_setup.rules};
  for (const Move move : moves) {
    push(move);
  }
  m_since = now;
  m_draw = {};
  m_undo = {};
  look_at_position();
}

void OnlineGame::decline(Color side) {
  check_open();
  if (m_draw.by != ~side && m_undo.by != ~side) {
    throw Refusal{localized("there is nothing to decline. Make a move.")};
  }
  m_draw.by = m_draw.by == ~side ? std::nullopt : m_draw.by;
  m_undo.by = m_undo.by == ~side ? std::nullopt : m_undo.by;
}

void OnlineGame::abandon(TimePoint now) {
  if (!m_result) {
    end(std::nullopt, record::Result::unknown, to_translate("abandoned"), now);
  }
}

// ---- the end
// -------------------------------------------------------------------------------------

void OnlineGame::end(std::optional<Color> winner, record::Result score, std::string_view reason,
                     TimePoint now) {
  if (const auto side = running()) {
    m_clocks.stop(*side, spent(now));
  }
  m_draw.by.reset();
  m_undo.by.reset();
  m_result = Result{winner, score, std::string{reason}, {}};
}

void OnlineGame::judge(TimePoint now) {
  auto verdict = m_referee.verdict();
  if (!verdict && m_moves.size() >= static_cast<std::size_t>(m_setup.rules.max_plies)) {
    verdict = {GameEnd::max_plies, std::nullopt};
  }
  if (!verdict) {
    return;
  }
  std::string_view reason = to_text(verdict->end);
  if (verdict->end == GameEnd::perpetual) {
    const auto ruling = judge_repetition(m_setup.start, m_moves, m_setup.rules.repetition);
    reason = offence(ruling.conduct[to_index(~*verdict->winner)]);
  }
  end(verdict->winner, score_of(verdict->winner), reason, now);
  const LanguageScope of_server{nullptr}; // both players read it, and it is kept with the game
  const AdjudicationRules rules{.rules = m_setup.rules.repetition,
                                .natural_limit = m_setup.rules.natural_limit};
  m_result->rule = adjudicate(m_setup.start, m_moves, rules).article;
}

// ---- as text
// -------------------------------------------------------------------------------------

void OnlineGame::write_clocks(JsonWriter& json, TimePoint now) const {
  if (!has_clock()) {
    json.null();
    return;
  }
  const auto& terms = m_setup.clock;
  const auto side = running();
  json.begin_object()
      .member("red", left(Color::red, now).count())
      .member("black", left(Color::black, now).count());
  write_side(json, "running", side);
  json.member("increment", terms.increment.count())
      .member("step", terms.step.count())
      .member("byoyomi", terms.byoyomi.count())
      .member("days", terms.days.count())
      .key("flag");
  if (side) {
    json.value(budget(*side, now).count());
  } else {
    json.null();
  }
  json.end_object();
}

void OnlineGame::write_members(JsonWriter& json, std::optional<Color> you, TimePoint now) const {
  json.member("start", std::string_view{write_fen(m_setup.start)}).key("moves").begin_array();
  for (const std::string& move : m_written) {
    json.raw(move);
  }
  json.end_array()
      .member("fen", std::string_view{write_fen(position())})
      .member("turn", name_of(position().side_to_move()))
      .key("legal")
      .raw(!m_result && you == position().side_to_move() ? std::string_view{m_legal} : "[]")
      .member("check", position().in_check())
      .member("rules", jobs::rules_word(m_setup.rules.repetition));
  json.key("clocks");
  write_clocks(json, now);
  json.key("offers").begin_object();
  write_side(json, "draw", m_draw.by);
  write_side(json, "undo", m_undo.by);
  json.end_object().key("result");
  if (m_result) {
    json.begin_object();
    write_side(json, "winner", m_result->winner);
    json.member("score", record::to_text(m_result->score))
        .member("reason", std::string_view{m_result->reason});
    if (!m_result->rule.empty()) {
      json.member("rule", std::string_view{m_result->rule});
    }
    json.end_object();
  } else {
    json.null();
  }
}

/// What the mover of the move of that number, counted from those made here, had left after it.
Clocks::Milliseconds OnlineGame::left_after(std::size_t played) const noexcept {
  const bool red = (m_moves.size() - m_setup.moves.size() - played) % 2 == 1
                       ? position().side_to_move() == Color::black
                       : position().side_to_move() == Color::red;
  const Color mover = red ? Color::red : Color::black;
  return played + 1 < m_before.size() ? m_before[played + 1].left(mover) : m_clocks.left(mover);
}

void OnlineGame::add_to(record::Game& out) const {
  const auto score = m_result ? m_result->score : record::Result::unknown;
  out.add_tag("Result", record::to_text(score));
  if (has_clock()) {
    out.add_tag("TimeControl", time_control(m_setup.clock));
  }
  out.add_tag("Termination", m_result ? std::string_view{m_result->reason} : "unfinished");
  out.set_start(m_setup.start);
  out.set_result(score);
  record::NodeId node = record::root_node;
  const std::size_t before = m_setup.moves.size();
  const bool with_clocks = m_setup.clock.base.count() > 0;
  for (std::size_t i = 0; i < m_moves.size(); ++i) {
    node = out.add_move(node, m_moves[i]);
    if (with_clocks && i >= before) {
      out.add_comment(node, clock_text(left_after(i - before)));
    }
  }
  if (m_result && !m_result->rule.empty()) {
    out.add_comment(node, m_result->rule);
  }
}

} // namespace xq::service
