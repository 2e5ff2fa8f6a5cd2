#include "match/match.hpp"

#include "match/clocks.hpp"

#include <xq/base/translate.hpp>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace xq::match {

std::string_view to_text(GameEnd end) noexcept {
  constexpr std::array<std::string_view, game_end_count> names{
      to_translate("checkmate"),  to_translate("stalemate"),     to_translate("perpetual"),
      to_translate("repetition"), to_translate("natural limit"), to_translate("no attackers"),
      to_translate("ply limit"),  to_translate("illegal move"),  to_translate("time"),
      to_translate("crash"),      to_translate("resignation"),   to_translate("agreed win"),
      to_translate("agreed draw")};
  return names[static_cast<std::size_t>(end)];
}

// ---- referee -----------------------------------------------------------------------------------

Referee::Referee(const Position& start, const RefereeRules& rules)
    : m_rules{rules},
      m_position{start},
      m_judge{start, rules.repetition},
      m_limit{start, rules.repetition} {}

bool Referee::play(Move m) {
  if (!m_position.is_legal(m)) {
    return false;
  }
  m_position.do_move(m);
  m_judge.add(m, m_position);
  return true;
}

std::optional<Referee::Verdict> Referee::repetition() {
  if (m_rules.repetition == RuleSet::none) {
    return m_judge.history().occurrences() < usual_occurrences(RuleSet::none)
               ? std::nullopt
               : std::optional{Verdict{GameEnd::repetition, std::nullopt}};
  }
  if (!m_judge.may_judge()) {
    return std::nullopt;
  }
  const Ruling ruling = m_judge.judge();
  switch (ruling.outcome) {
  case Outcome::red_wins:
    return Verdict{GameEnd::perpetual, Color::red, ruling.reason};
  case Outcome::black_wins:
    return Verdict{GameEnd::perpetual, Color::black, ruling.reason};
  case Outcome::draw:
    return Verdict{GameEnd::repetition, std::nullopt, ruling.reason};
  case Outcome::none:
    break;
  }
  return std::nullopt;
}

std::optional<Referee::Verdict> Referee::verdict() {
  const Color to_move = m_position.side_to_move();
  if (!has_legal_move(m_position)) {
    return Verdict{m_position.in_check() ? GameEnd::checkmate : GameEnd::stalemate, ~to_move};
  }
  if (auto repeated = repetition()) {
    return repeated;
  }
  if (m_rules.natural_limit != 0 && m_limit.count(m_judge.moves()) >= m_rules.natural_limit) {
    return Verdict{GameEnd::natural_limit, std::nullopt};
  }
  if ((m_position.pieces(PieceType::rook) | m_position.pieces(PieceType::horse) |
       m_position.pieces(PieceType::cannon) | m_position.pieces(PieceType::pawn))
          .empty()) {
    return Verdict{GameEnd::no_attackers, std::nullopt};
  }
  return std::nullopt;
}

// ---- games -------------------------------------------------------------------------------------

namespace {

/// The scores of both engines, and whether they end the game.
class Assessment {
public:
  explicit Assessment(const Adjudication& rules) : m_rules{rules} {}

  /// After a move of `mover` (the `ply`th) that it gave this score, or none.
  [[nodiscard]] std::optional<Referee::Verdict>
  after_move(Color mover, std::optional<engine::Score> score, std::size_t ply) {
    m_red_scores[to_index(mover)] = score && mover == Color::black ? std::optional{-*score} : score;
    const auto [red, black] = m_red_scores; // both from Red's side
    if (!red || !black) {
      m_won = 0;
      m_level = 0;
      return std::nullopt;
    }
    const bool far = std::min(std::abs(*red), std::abs(*black)) >= m_rules.resign_score;
    m_won = far && (*red > 0) == (*black > 0) ? m_won + 1 : 0;
    const bool level = std::max(std::abs(*red), std::abs(*black)) <= m_rules.draw_score &&
                       static_cast<int>(ply) >= m_rules.draw_from;
    m_level = level ? m_level + 1 : 0;
    if (m_rules.resign_moves > 0 && m_won >= 2 * m_rules.resign_moves) {
      return Referee::Verdict{GameEnd::agreed_win, *red > 0 ? Color::red : Color::black};
    }
    if (m_rules.draw_moves > 0 && m_level >= 2 * m_rules.draw_moves) {
      return Referee::Verdict{GameEnd::agreed_draw, std::nullopt};
    }
    return std::nullopt;
  }

private:
  Adjudication m_rules;
  std::array<std::optional<engine::Score>, 2> m_red_scores;
  int m_won = 0;   ///< plies running
  int m_level = 0; ///< plies running
};

/// What a side may spend on its next move, by its seat and the clocks.
engine::Limits limits_of(const Seat& seat, const Clocks& clocks, Color mover) {
  engine::Limits limits = seat.limits;
  if (clocks.runs(mover)) {
    constexpr std::chrono::milliseconds least{1}; // 0 means no clock
    limits.time_left = std::max(clocks.left(mover), least);
    limits.increment = clocks.increment(mover);
    limits.opponent_time = clocks.runs(~mover) ? clocks.left(~mover) : least * 0;
  }
  return limits;
}

GameEnd end_of(engine::Fault fault) {
  return fault == engine::Fault::crash     ? GameEnd::crash
         : fault == engine::Fault::timeout ? GameEnd::time
                                           : GameEnd::illegal_move;
}

/// Plays one game.
class Play {
public:
  Play(const Opening& opening, const Seat& red, const Seat& black, const GameRules& rules)
      : m_rules{rules},
        m_seats{&red, &black},
        m_referee{opening.start, rules.referee},
        m_clocks{{red.base, red.increment}, {black.base, black.increment}, rules.time_margin},
        m_assessment{rules.adjudication},
        m_game{opening, {}, {}} {}

  PlayedGame run(const std::function<bool()>& cancelled) {
    for (const Seat* const seat : m_seats) {
      seat->searcher->new_game();
    }
    std::optional<Referee::Verdict> verdict;
    while (!verdict) {
      verdict = m_referee.verdict();
      if (!verdict && (static_cast<int>(m_game.moves.size()) >= m_rules.referee.max_plies ||
                       (cancelled && cancelled()))) {
        verdict = {GameEnd::max_plies, std::nullopt};
      }
      if (!verdict) {
        const std::size_t ply = m_game.moves.size();
        verdict = ply < m_game.opening.moves.size() ? play(m_game.opening.moves[ply]) : ask();
      }
    }
    m_game.verdict = std::move(*verdict);
    return std::move(m_game);
  }

private:
  std::optional<Referee::Verdict> play(Move m) {
    const Color mover = m_referee.position().side_to_move();
    if (!m_referee.play(m)) {
      return Referee::Verdict{GameEnd::illegal_move, ~mover};
    }
    m_game.moves.push_back(m);
    return std::nullopt;
  }

  std::optional<Referee::Verdict> ask() {
    const Color mover = m_referee.position().side_to_move();
    const Seat& seat = *m_seats[to_index(mover)];
    const engine::Answer answer =
        seat.searcher->search(m_game.opening.start, m_game.moves, limits_of(seat, m_clocks, mover));
    if (answer.fault != engine::Fault::none) {
      return Referee::Verdict{end_of(answer.fault), ~mover, answer.detail};
    }
    if (!m_clocks.take(mover, answer.wall)) {
      return Referee::Verdict{GameEnd::time, ~mover, localized("the flag fell")};
    }
    if (answer.resigns) {
      return Referee::Verdict{GameEnd::resignation, ~mover};
    }
    if (auto illegal = play(answer.best)) {
      return illegal;
    }
    const auto& lines = answer.report.lines;
    return m_assessment.after_move(
        mover, lines.empty() ? std::nullopt : std::optional{lines.front().score},
        m_game.moves.size());
  }

  const GameRules& m_rules;
  std::array<const Seat*, 2> m_seats; ///< by colour
  Referee m_referee;
  Clocks m_clocks;
  Assessment m_assessment;
  PlayedGame m_game;
};

} // namespace

PlayedGame play_game(const Opening& opening, const Seat& red, const Seat& black,
                     const GameRules& rules, const std::function<bool()>& cancelled) {
  return Play{opening, red, black, rules}.run(cancelled);
}

Opening random_opening(std::uint64_t seed, int plies, engine::Score margin) {
  std::mt19937_64 random{seed * 0x9E3779B97F4A7C15U + 0x6A09E667F3BCC909U};
  engine::Options options;
  options.hash_megabytes = 1;
  engine::Engine searcher{options};
  engine::Limits limits;
  limits.nodes = 3000;
  limits.multipv = 16;
  Opening opening;
  for (int i = 0; i < plies; ++i) {
    const engine::Report report = searcher.search(opening.start, opening.moves, limits);
    // a wider choice in the first plies, else the openings are too similar
    const engine::Score allowed = i < 4 ? 2 * margin : margin;
    std::vector<Move> good;
    for (const engine::Line& line : report.lines) {
      if (line.score >= report.lines.front().score - allowed) {
        good.push_back(line.moves.front());
      }
    }
    if (good.empty()) {
      break; // mate: a shorter opening
    }
    opening.moves.push_back(good[static_cast<std::size_t>(random() % good.size())]);
  }
  return opening;
}

} // namespace xq::match
