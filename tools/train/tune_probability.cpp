// Fits the curves of winning_probability() (libxq/src/analysis/review/review.cpp) and outcomes_of()
// (libxq/src/engine/outcomes.cpp): how probable a win is at a value of so many centipawns, from
// games with results; those of people for the first, of strong players (`xq match -o`) for the
// second. One random position of every Nth game is asked about in the way that `xq annotate` asks,
// so the curves are those of the engine as it is now. One position a game: positions of one game
// share their result and would count as one anyway.
//
//   tune_probability GAMES... [--every N] [--nodes N] [--first-ply N] [-t THREADS] [-s SEED]
//
// Prints the scale s of 1 / (1 + exp(-c / s)) with the greatest likelihood, a draw counting as half
// a win, and its standard error (200 bootstrap samples); margin m and scale s of a win's
// probability 1 / (1 + exp((m - c) / s)) and a loss's 1 / (1 + exp((m + c) / s)), the rest being
// draws, with the greatest likelihood; and results against predictions by value.
// The same build, games and options give the same figures, whatever THREADS is.
#include "engine/outcomes.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/analysis/review.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace xq;

namespace {

struct Plan {
  std::vector<std::string> inputs;
  std::uint64_t every = 20;
  std::uint64_t nodes = 75'000; ///< what `xq annotate --quality normal` takes
  std::size_t first_ply = 10;   ///< the opening says little about the result
  unsigned threads = 1;
  std::uint64_t seed = 1;
};

struct Sample {
  double score = 0;  ///< centipawns from Red's side
  double result = 0; ///< for Red: 1, 0.5, 0
};
using Samples = std::vector<Sample>;

double points(record::Result result) {
  return result == record::Result::red_wins ? 1.0 : result == record::Result::draw ? 0.5 : 0.0;
}

void add_position(const Plan& plan, const record::Game& game, Samples& out) {
  if (!game.usable() || game.number % plan.every != 0 || game.result() == record::Result::unknown) {
    return;
  }
  std::vector<Move> moves;
  game.main_moves(moves);
  if (moves.size() <= plan.first_ply) {
    return;
  }
  std::mt19937_64 random{plan.seed * 1'000'000'007U + game.number};
  const std::size_t ply = plan.first_ply + random() % (moves.size() - plan.first_ply);
  engine::Limits limits;
  limits.nodes = plan.nodes;
  thread_local const auto analyst =
      analysis::own_analysts(limits, {.hash_megabytes = 0}, "tune").make();
  const auto answer =
      analyst->analyse(analysis::Question{game.start(), std::span{moves}.first(ply)});
  if (!engine::is_decided(answer.score)) { // a forced mate is 1 or 0 by definition
    out.push_back({static_cast<double>(answer.score), points(game.result())});
  }
}

double expected(double score, double steepness) { return 1 / (1 + std::exp(-score * steepness)); }

/// The steepness of the greatest likelihood, by Newton's method: the logarithmic likelihood is
/// concave in it.
double fit(const Samples& samples) {
  double steepness = 0.003;
  for (int step = 0; step < 50; ++step) {
    double slope = 0;
    double curvature = 1e-9;
    for (const Sample& s : samples) {
      const double p = expected(s.score, steepness);
      slope += (s.result - p) * s.score;
      curvature += p * (1 - p) * s.score * s.score;
    }
    steepness = std::clamp(steepness + slope / curvature, steepness / 3, steepness * 3);
  }
  return steepness;
}

/// The standard error of the scale, from the spread of the steepness, which is finite in every
/// small sample.
double standard_error(const Samples& samples) {
  constexpr int resamplings = 200;
  std::mt19937_64 random{1};
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < resamplings; ++i) {
    Samples drawn;
    for (std::size_t k = 0; k < samples.size(); ++k) {
      drawn.push_back(samples[random() % samples.size()]);
    }
    const double steepness = fit(drawn);
    sum += steepness;
    squares += steepness * steepness;
  }
  const double mean = sum / resamplings;
  return std::sqrt(std::max(0.0, squares / resamplings - mean * mean)) / (mean * mean);
}

/// The curve of engine::outcomes_of() with other numbers.
struct OutcomeCurve {
  double margin = 0;
  double scale = 100;

  [[nodiscard]] double win(double score) const { return expected(score - margin, 1 / scale); }
  [[nodiscard]] double loss(double score) const { return win(-score); }
  [[nodiscard]] double of(const Sample& s) const {
    return s.result == 1   ? win(s.score)
           : s.result == 0 ? loss(s.score)
                           : 1 - win(s.score) - loss(s.score);
  }
  [[nodiscard]] double points(double score) const { return (1 + win(score) - loss(score)) / 2; }
};

double log_likelihood(const Samples& samples, const OutcomeCurve& outcomes) {
  double sum = 0;
  for (const Sample& s : samples) {
    sum += std::log(std::max(outcomes.of(s), 1e-12));
  }
  return sum;
}

/// The curve of the greatest likelihood, found by ever shorter steps along both numbers.
OutcomeCurve fit_outcomes(const Samples& samples) {
  OutcomeCurve best{50, 150};
  double likelihood = log_likelihood(samples, best);
  for (double step = 64; step > 0.1;) {
    bool better = false;
    for (const auto& [margin, scale] : {std::pair{step, 0.0}, std::pair{-step, 0.0},
                                        std::pair{0.0, step}, std::pair{0.0, -step}}) {
      const OutcomeCurve next{best.margin + margin, best.scale + scale};
      if (next.margin < 0 || next.scale < 5) {
        continue;
      }
      if (const double l = log_likelihood(samples, next); l > likelihood) {
        best = next;
        likelihood = l;
        better = true;
      }
    }
    step = better ? step : step / 2;
  }
  return best;
}

double mean_loss(const Samples& samples, double steepness) {
  double sum = 0;
  for (const Sample& s : samples) {
    const double p = std::clamp(expected(s.score, steepness), 1e-9, 1 - 1e-9);
    sum -= s.result * std::log(p) + (1 - s.result) * std::log(1 - p);
  }
  return sum / static_cast<double>(samples.size());
}

/// The inverse of winning_probability() at one point.
double compiled_scale() { return 100 / std::log(1 / (1 / analysis::winning_probability(100) - 1)); }

/// What the side with the better value scored.
void print_table(const Samples& samples, double steepness, const OutcomeCurve& outcomes) {
  constexpr std::array limits{0, 25, 50, 100, 150, 200, 300, 400, 600, 900, 1'000'000};
  fmt::print("{:>12} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8}\n", "centipawns", "positions", "scored",
             "logistic", "outcomes", "drawn", "outcomes");
  for (std::size_t i = 0; i + 1 < limits.size(); ++i) {
    double scored = 0;
    double fitted = 0;
    double by_margin = 0;
    double drawn = 0;
    double draws_by_margin = 0;
    int n = 0;
    for (const Sample& s : samples) {
      if (const double size = std::abs(s.score); size >= limits[i] && size < limits[i + 1]) {
        scored += s.score < 0 ? 1 - s.result : s.result;
        fitted += expected(size, steepness);
        by_margin += outcomes.points(size);
        drawn += s.result == 0.5 ? 1 : 0;
        draws_by_margin += 1 - outcomes.win(size) - outcomes.loss(size);
        ++n;
      }
    }
    if (n > 0) {
      fmt::print("{:>11}+ {:>9}", limits[i], n);
      for (const double part : {scored, fitted, by_margin, drawn, draws_by_margin}) {
        fmt::print(" {:>6.1f} %", 100 * part / n);
      }
      fmt::print("\n");
    }
  }
}

Plan read_plan(int argc, char* argv[]) {
  Plan plan;
  const std::vector<std::string> arguments{argv + 1, argv + argc};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (!name.starts_with('-')) {
      plan.inputs.push_back(name);
      continue;
    }
    const std::uint64_t value =
        i + 1 < arguments.size() ? std::strtoull(arguments[++i].c_str(), nullptr, 10) : 0;
    if (name == "--every") {
      plan.every = value;
    } else if (name == "--nodes") {
      plan.nodes = value;
    } else if (name == "--first-ply") {
      plan.first_ply = value;
    } else if (name == "-t") {
      plan.threads = static_cast<unsigned>(value);
    } else if (name == "-s") {
      plan.seed = value;
    } else {
      plan.inputs.clear();
      break;
    }
  }
  return plan;
}

} // namespace

int main(int argc, char* argv[]) {
  const Plan plan = read_plan(argc, argv);
  if (plan.inputs.empty() || plan.every == 0 || plan.nodes == 0 || plan.threads == 0) {
    fmt::print(stderr, "tune_probability GAMES... [--every N] [--nodes N] [--first-ply N] "
                       "[-t THREADS] [-s SEED]\n");
    return 2;
  }
  Samples samples;
  format::ReadOptions options;
  options.threads = plan.threads;
  format::read_games<Samples>(
      plan.inputs, options,
      [&](const record::Game& game, Samples& out) { add_position(plan, game, out); },
      [&](Samples&& more) { samples.insert(samples.end(), more.begin(), more.end()); },
      [](const format::FileProblem& problem) {
        fmt::print(stderr, "{}: {}\n", problem.source, problem.problem.message);
      });
  if (samples.size() < 2) {
    fmt::print(stderr, "no games with results and enough moves\n");
    return 1;
  }
  const double steepness = fit(samples);
  fmt::print("{} positions of as many games, {} nodes each\n", samples.size(), plan.nodes);
  fmt::print("scale {:.0f} +- {:.0f} centipawns; 75 % at {:.0f}\n", 1 / steepness,
             standard_error(samples), std::log(3.0) / steepness);
  fmt::print("logarithmic loss {:.4f}; {:.4f} with the scale compiled in, {:.1f}\n",
             mean_loss(samples, steepness), mean_loss(samples, 1 / compiled_scale()),
             compiled_scale());
  const OutcomeCurve outcomes = fit_outcomes(samples);
  fmt::print("margin {:.0f}, scale {:.0f} centipawns\n", outcomes.margin, outcomes.scale);
  print_table(samples, steepness, outcomes);
  return 0;
}
