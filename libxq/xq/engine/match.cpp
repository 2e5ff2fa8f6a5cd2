#include <xq/board/rules.hpp>
#include <xq/engine/match.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace xq::engine {

std::string_view to_text(GameEnd end) noexcept {
  constexpr std::array<std::string_view, 8> names{"checkmate",  "stalemate",     "perpetual",
                                                  "repetition", "natural limit", "no attackers",
                                                  "ply limit",  "illegal move"};
  return names[static_cast<std::size_t>(end)];
}

// ---- referee -----------------------------------------------------------------------------------

Referee::Referee(const Position& start, const RefereeRules& rules)
    : m_rules{rules}, m_base{start}, m_position{start}, m_seen{{start.key(), start.lock()}} {}

bool Referee::play(Move m) {
  if (!m_position.is_legal(m)) {
    return false;
  }
  const bool capture = m_position.at(m.to()) != Piece::none;
  m_position.do_move(m);
  if (capture) { // nothing before it comes back
    m_seen.clear();
    m_moves.clear();
    m_base = m_position;
  } else {
    m_moves.push_back(m);
  }
  m_seen.emplace_back(m_position.key(), m_position.lock());
  return true;
}

std::optional<Referee::Verdict> Referee::repetition() const {
  if (std::count(m_seen.begin(), m_seen.end(), m_seen.back()) < 3) {
    return std::nullopt;
  }
  const Ruling ruling = judge_repetition(m_base, m_moves, RuleSet::wxf, 3);
  switch (ruling.outcome) {
  case Outcome::red_wins:
    return Verdict{GameEnd::perpetual, Color::red};
  case Outcome::black_wins:
    return Verdict{GameEnd::perpetual, Color::black};
  case Outcome::draw:
    return Verdict{GameEnd::repetition, std::nullopt};
  case Outcome::none:
    break;
  }
  return std::nullopt;
}

std::optional<Referee::Verdict> Referee::verdict() const {
  const Color to_move = m_position.side_to_move();
  if (!has_legal_move(m_position)) {
    return Verdict{m_position.in_check() ? GameEnd::checkmate : GameEnd::stalemate, ~to_move};
  }
  if (auto repeated = repetition()) {
    return repeated;
  }
  if (m_position.halfmove_clock() >= m_rules.natural_limit) {
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

Move EnginePlayer::choose(const Position& start, std::span<const Move> moves) {
  const Report report = m_engine.search(start, moves, m_limits);
  return report.lines.empty() ? Move::none() : report.lines.front().moves.front();
}

PlayedGame play_game(const Opening& opening, Player& red, Player& black, const RefereeRules& rules,
                     const std::function<bool()>& cancelled) {
  PlayedGame game{opening, {}, {}};
  Referee referee{opening.start, rules};
  red.new_game();
  black.new_game();
  while (true) {
    if (const auto verdict = referee.verdict()) {
      game.verdict = *verdict;
      return game;
    }
    if (static_cast<int>(game.moves.size()) >= rules.max_plies || (cancelled && cancelled())) {
      game.verdict = {GameEnd::max_plies, std::nullopt};
      return game;
    }
    const Color side = referee.position().side_to_move();
    const std::size_t ply = game.moves.size();
    const Move m = ply < opening.moves.size()
                       ? opening.moves[ply]
                       : (side == Color::red ? red : black).choose(opening.start, game.moves);
    if (!referee.play(m)) {
      game.verdict = {GameEnd::illegal_move, ~side};
      return game;
    }
    game.moves.push_back(m);
  }
}

Opening random_opening(std::uint64_t seed, int plies, Score margin) {
  std::mt19937_64 random{seed * 0x9E3779B97F4A7C15U + 0x6A09E667F3BCC909U};
  Options options;
  options.hash_megabytes = 1;
  Engine engine{options};
  Limits limits;
  limits.nodes = 3000;
  limits.multipv = 16;
  Opening opening;
  for (int i = 0; i < plies; ++i) {
    const Report report = engine.search(opening.start, opening.moves, limits);
    // A fresh board forgives more, and without a wider choice there every game opens alike.
    const Score allowed = i < 4 ? 2 * margin : margin;
    std::vector<Move> good;
    for (const Line& line : report.lines) {
      if (line.score >= report.lines.front().score - allowed) {
        good.push_back(line.moves.front());
      }
    }
    if (good.empty()) {
      break; // mate already: a very short opening it is
    }
    opening.moves.push_back(good[static_cast<std::size_t>(random() % good.size())]);
  }
  return opening;
}

// ---- score -------------------------------------------------------------------------------------

void MatchScore::add(int points) {
  m_wins += points == 2 ? 1 : 0;
  m_draws += points == 1 ? 1 : 0;
  m_losses += points == 0 ? 1 : 0;
  if (m_open) {
    ++m_pairs[static_cast<std::size_t>(*m_open + points)];
    m_open.reset();
  } else {
    m_open = points;
  }
}

double MatchScore::share() const noexcept {
  return games() == 0 ? 0.5 : (m_wins + 0.5 * m_draws) / games();
}

std::optional<MatchScore::Elo> MatchScore::elo() const {
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < m_pairs.size(); ++i) {
    const double share_of_pair = static_cast<double>(i) / 4;
    count += m_pairs[i];
    sum += m_pairs[i] * share_of_pair;
    squares += m_pairs[i] * share_of_pair * share_of_pair;
  }
  if (count == 0) {
    return std::nullopt;
  }
  const double mean = sum / count;
  const double variance = std::max(0.0, squares / count - mean * mean);
  const double error = 1.96 * std::sqrt(variance / count);
  const auto to_elo = [](double p) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return p <= 0 ? -infinity : p >= 1 ? infinity : 400 * std::log10(p / (1 - p));
  };
  return Elo{to_elo(mean), to_elo(mean - error), to_elo(mean + error)};
}

} // namespace xq::engine
