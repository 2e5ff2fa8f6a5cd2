// Texel tuning of the evaluation: finds the weights of libxq/src/engine/eval/parameters.hpp with
// which the score of quiet positions best foretells how their games end. It plays the games itself,
// the engine against itself after drawn openings, searches each quiet position once more for a
// score that knows less luck, and descends along the gradient (Adam) of the logarithmic loss over
// all terms. Every tenth game is held out and only measured.
//
//   tune_evaluation OUT.hpp [-n GAMES] [-t THREADS] [-s SEED] [--nodes N] [--labels N]
//                   [--epochs N] [--prior X]
//
// The same build and options give the same file, whatever THREADS is. --nodes are for a move of
// the games, --labels for the score of a position (0: only how its game ended counts). --prior
// pulls each weight towards what it was compiled with, in games' worth of evidence.
#include "engine/eval/evaluate.hpp"
#include "engine/eval/parameters.hpp"
#include "engine/search/see.hpp"
#include "match/match.hpp"
#include "train/exponential.hpp"

#include <xq/board/movegen.hpp>

#include <fmt/core.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace xq;
using namespace xq::engine;

namespace {

struct Plan {
  std::string output;
  int games = 3200;
  int threads = 1;
  std::uint64_t seed = 1;
  std::uint64_t nodes = 1500;
  std::uint64_t labels = 1000;
  int epochs = 40;
  double prior = 0.2;
};

struct Occurrence {
  std::uint16_t term;
  std::int16_t times; ///< Red's less Black's
};

/// One quiet position: its score is linear in the weights.
struct Sample {
  std::uint32_t first; ///< of its occurrences
  std::uint32_t last;
  float middle; ///< share of the middle game, 0 to 1
  float share;  ///< of an advantage that can be won
  float result; ///< of the game, for Red: 1, 0.5, 0
  std::optional<Score> searched{};
};

struct Samples {
  std::vector<Sample> samples;
  std::vector<Occurrence> occurrences;

  void append(const Samples& more) {
    const auto shift = static_cast<std::uint32_t>(occurrences.size());
    for (Sample s : more.samples) {
      s.first += shift;
      s.last += shift;
      samples.push_back(s);
    }
    occurrences.insert(occurrences.end(), more.occurrences.begin(), more.occurrences.end());
  }
};

/// A position as its terms, for terms::Counter.
struct Collector {
  std::array<std::int16_t, terms::count> times{};
  template <Color c>
  void add(std::size_t term, int n) {
    times[term] = static_cast<std::int16_t>(times[term] + (c == Color::red ? n : -n));
  }
};

/// Nothing on the board is about to change hands, so that the static score should be the truth.
bool is_quiet(const Position& p, Move played) {
  if (p.in_check() || p.at(played.to()) != Piece::none || p.gives_check(played)) {
    return false;
  }
  MoveList captures;
  generate_captures(p, captures);
  return std::none_of(captures.begin(), captures.end(),
                      [&](Move m) { return exchange_wins(p, m, 60); });
}

void add_sample(const Position& p, float result, Samples& out) {
  Collector collector;
  for (const Square s : p.occupied()) {
    const Piece piece = p.at(s);
    const bool red = color_of(piece) == Color::red;
    const std::size_t term = terms::square_term(type_of(piece), red ? s : rotate(s));
    collector.times[term] = static_cast<std::int16_t>(collector.times[term] + (red ? 1 : -1));
  }
  terms::Counter counter{p, collector};
  counter.run();
  collector.times[terms::tempo.first] = p.side_to_move() == Color::red ? 1 : -1;
  TaperedScore now;
  Sample sample{static_cast<std::uint32_t>(out.occurrences.size()), 0, 0, 0, result};
  for (std::size_t i = 0; i < terms::count; ++i) {
    if (const std::int16_t n = collector.times[i]; n != 0) {
      out.occurrences.push_back({static_cast<std::uint16_t>(i), n});
      now += weights[i] * n;
    }
  }
  sample.last = static_cast<std::uint32_t>(out.occurrences.size());
  const int phase = phase_of(p);
  sample.middle = static_cast<float>(std::min(phase, 32)) / 32.0F;
  const Color ahead = taper(now, phase) > 0 ? Color::red : Color::black;
  sample.share = static_cast<float>(winning_share(p, ahead)) / 64.0F;
  out.samples.push_back(sample);
}

/// Plays games against itself and takes their quiet positions. One a thread.
class Player {
public:
  explicit Player(const Plan& plan)
      : m_plan{plan}, m_player{small_settings()}, m_labeller{small_options()} {
    m_seat.searcher = &m_player;
    m_seat.limits.nodes = plan.nodes;
    m_rules.referee.max_plies = 300;
    m_rules.adjudication.resign_score = 2000; // what follows teaches nothing
    m_rules.adjudication.resign_moves = 4;
  }

  /// Depends on the number of the game and the options alone.
  [[nodiscard]] Samples operator()(int number) {
    constexpr int opening_plies = 8;
    const auto game_seed = m_plan.seed * 1'000'000 + static_cast<std::uint64_t>(number);
    const match::PlayedGame game =
        match::play_game(match::random_opening(game_seed, opening_plies), m_seat, m_seat, m_rules);
    const float points = !game.verdict.winner                 ? 0.5F
                         : *game.verdict.winner == Color::red ? 1.0F
                                                              : 0.0F;
    m_labeller.clear();
    Samples out;
    Position p = game.opening.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
      if (ply > opening_plies + 1 && is_quiet(p, game.moves[ply])) {
        add_sample(p, points, out);
        out.samples.back().searched = label(p);
      }
      p.do_move(game.moves[ply]);
    }
    return out;
  }

private:
  static Settings small_settings() {
    Settings settings;
    settings.hash = 2;
    return settings;
  }
  static Options small_options() {
    Options options;
    options.hash_megabytes = 2;
    return options;
  }
  /// The score for Red; nullopt where the game is as good as decided or nothing is searched.
  [[nodiscard]] std::optional<Score> label(const Position& p) {
    if (m_plan.labels == 0) {
      return std::nullopt;
    }
    Limits limits;
    limits.nodes = m_plan.labels;
    const Report report = m_labeller.search(p, {}, limits);
    const Score score = report.lines.front().score;
    if (std::abs(score) > 3000) {
      return std::nullopt;
    }
    return p.side_to_move() == Color::red ? score : -score;
  }

  const Plan& m_plan;
  InternalEngine m_player;
  Engine m_labeller;
  match::Seat m_seat;
  match::GameRules m_rules;
};

/// All games, in order, on as many threads as wanted.
std::vector<Samples> play_games(const Plan& plan) {
  std::vector<Samples> games(static_cast<std::size_t>(plan.games));
  std::atomic<int> next{0};
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<std::size_t>(plan.threads));
  for (int t = 0; t < plan.threads; ++t) {
    threads.emplace_back([&] {
      Player player{plan};
      for (int number = next++; number < plan.games; number = next++) {
        games[static_cast<std::size_t>(number)] = player(number);
        if (number % 200 == 199) {
          fmt::print(stderr, "{} games\n", number + 1);
        }
      }
    });
  }
  threads.clear(); // wait for them
  return games;
}

using Vector = std::vector<double>; ///< middle and end of each term in turn

double score(const Sample& s, const Samples& all, const Vector& w) {
  double middle = 0;
  double end = 0;
  for (std::uint32_t i = s.first; i < s.last; ++i) {
    const Occurrence& o = all.occurrences[i];
    middle += w[2U * o.term] * o.times;
    end += w[2U * o.term + 1] * o.times;
  }
  return s.share * (s.middle * middle + (1 - s.middle) * end);
}

double expected(double score, double scale) { return 1 / (1 + exponential(-score * scale)); }

double loss(const Samples& all, const Vector& w, double scale) {
  double sum = 0;
  for (const Sample& s : all.samples) {
    const double p = std::clamp(expected(score(s, all, w), scale), 1e-9, 1 - 1e-9);
    sum -= s.result * std::log(p) + (1 - s.result) * std::log(1 - p);
  }
  return sum / static_cast<double>(all.samples.size());
}

/// Mix the results with what the searches say, now that the scale of a score is known.
void blend(Samples& all, double scale) {
  for (Sample& s : all.samples) {
    if (s.searched) {
      s.result = static_cast<float>(0.5 * s.result + 0.5 * expected(*s.searched, scale));
    }
  }
}

/// The steepness with which the present weights foretell best; it fixes what a centipawn means.
double find_scale(const Samples& all, const Vector& w) {
  double best = 0.003;
  // NOLINTNEXTLINE(clang-analyzer-security.FloatLoopCounter): halved, not counted
  for (double step = 0.001; step > 1e-5; step /= 2) {
    while (loss(all, w, best + step) < loss(all, w, best)) {
      best += step;
    }
    while (best > step && loss(all, w, best - step) < loss(all, w, best)) {
      best -= step;
    }
  }
  return best;
}

class Adam {
public:
  explicit Adam(std::size_t n) : m_first(n), m_second(n) {}
  void step(Vector& w, const Vector& gradient, double rate) {
    m_first_power *= 0.9;
    m_second_power *= 0.999;
    const double correct_first = 1 - m_first_power;
    const double correct_second = 1 - m_second_power;
    for (std::size_t i = 0; i < w.size(); ++i) {
      m_first[i] = 0.9 * m_first[i] + 0.1 * gradient[i];
      m_second[i] = 0.999 * m_second[i] + 0.001 * gradient[i] * gradient[i];
      w[i] -=
          rate * (m_first[i] / correct_first) / (std::sqrt(m_second[i] / correct_second) + 1e-12);
    }
  }

private:
  Vector m_first;
  Vector m_second;
  double m_first_power = 1;
  double m_second_power = 1;
};

void tune(const Samples& all, const Samples& held_out, Vector& w, double scale, int epochs,
          double prior) {
  constexpr std::size_t batch = 16384;
  const Vector start = w;
  std::vector<std::uint32_t> order(all.samples.size());
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937 random{1};
  Adam adam{w.size()};
  Vector gradient(w.size());
  // a game's positions tell one story: together they count as one piece of evidence
  const double pull = prior / (static_cast<double>(all.samples.size()) / 40.0) / (20.0 * 20.0);
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random() % i]);
    }
    const double rate = epoch * 2 < epochs ? 1.0 : epoch * 4 < epochs * 3 ? 0.3 : 0.1;
    for (std::size_t begin = 0; begin < order.size(); begin += batch) {
      const std::size_t end = std::min(begin + batch, order.size());
      for (std::size_t i = 0; i < w.size(); ++i) {
        gradient[i] = 2 * pull * (w[i] - start[i]);
      }
      for (std::size_t i = begin; i < end; ++i) {
        const Sample& s = all.samples[order[i]];
        const double error = (expected(score(s, all, w), scale) - s.result) * scale * s.share /
                             static_cast<double>(end - begin);
        for (std::uint32_t k = s.first; k < s.last; ++k) {
          const Occurrence& o = all.occurrences[k];
          gradient[2U * o.term] += error * o.times * s.middle;
          gradient[2U * o.term + 1] += error * o.times * (1 - s.middle);
        }
      }
      adam.step(w, gradient, rate);
    }
    if (epoch % 10 == 0 || epoch == epochs) {
      fmt::print(stderr, "epoch {}: loss {:.5f}, held out {:.5f}\n", epoch, loss(all, w, scale),
                 loss(held_out, w, scale));
    }
  }
}

void write(const std::string& path, const Vector& w) {
  std::ofstream out{path};
  out << "#pragma once\n\n#include \"engine/eval/eval_features.hpp\"\n#include "
         "\"engine/eval/tapered_score.hpp\"\n\n"
         "namespace xq::engine {\n\n"
         "// Written by the program tune_evaluation, see docs/engine.md; not edited by hand.\n"
         "// clang-format off\n"
         "/// What each term of the evaluation is worth, in the middle game and in the endgame.\n"
         "inline constexpr std::array<TaperedScore, terms::count> weights{{\n";
  for (const terms::Section& section : terms::sections) {
    out << "    // " << section.name << '\n';
    for (std::size_t i = 0; i < section.count; ++i) {
      const std::size_t at = 2 * (section.first + i);
      out << (i % section.per_row == 0 ? "    " : " ")
          << fmt::format("{{{}, {}}},", std::lround(w[at]), std::lround(w[at + 1]));
      out << (i % section.per_row + 1 == section.per_row || i + 1 == section.count ? "\n" : "");
    }
  }
  out << "}};\n// clang-format on\n\n} // namespace xq::engine\n";
}

} // namespace

namespace {

Plan read_plan(int argc, char* argv[]) {
  Plan plan;
  const std::vector<std::string> arguments{argv + 1, argv + argc};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (!name.starts_with('-')) {
      plan.output = name;
      continue;
    }
    const char* const value = i + 1 < arguments.size() ? arguments[++i].c_str() : "";
    if (name == "-n") {
      plan.games = std::atoi(value);
    } else if (name == "-t") {
      plan.threads = std::atoi(value);
    } else if (name == "-s") {
      plan.seed = std::strtoull(value, nullptr, 10);
    } else if (name == "--nodes") {
      plan.nodes = std::strtoull(value, nullptr, 10);
    } else if (name == "--labels") {
      plan.labels = std::strtoull(value, nullptr, 10);
    } else if (name == "--epochs") {
      plan.epochs = std::atoi(value);
    } else if (name == "--prior") {
      plan.prior = std::atof(value);
    } else {
      plan.output.clear();
      break;
    }
  }
  return plan;
}

} // namespace

int main(int argc, char* argv[]) {
  const Plan plan = read_plan(argc, argv);
  if (plan.output.empty() || plan.games < 1 || plan.threads < 1 || plan.nodes == 0) {
    fmt::print(stderr, "tune_evaluation OUT.hpp [-n GAMES] [-t THREADS] [-s SEED] [--nodes N] "
                       "[--labels N] [--epochs N] [--prior X]\n");
    return 2;
  }
  Samples all;
  Samples held_out;
  const std::vector<Samples> games = play_games(plan);
  for (std::size_t i = 0; i < games.size(); ++i) {
    (i % 10 == 9 ? held_out : all).append(games[i]);
  }
  fmt::print(stderr, "{} games, {} positions, {} held out\n", games.size(), all.samples.size(),
             held_out.samples.size());
  Vector w;
  for (const TaperedScore weight : weights) {
    w.push_back(weight.middle());
    w.push_back(weight.end());
  }
  const double scale = find_scale(all, w);
  fmt::print(stderr, "scale {:.5f}, loss {:.5f}, held out {:.5f}\n", scale, loss(all, w, scale),
             loss(held_out, w, scale));
  blend(all, scale);
  blend(held_out, scale);
  tune(all, held_out, w, scale, plan.epochs, plan.prior);
  write(plan.output, w);
}
