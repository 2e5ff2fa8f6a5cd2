// Texel tuning of the evaluation: finds the weights of libxq/xq/engine/parameters.hpp with which
// the score of quiet positions best foretells how their games ended. Gradient descent (Adam) on the
// logarithmic loss over all terms; the same games give the same weights. Every tenth game is held
// out and only measured.
//
//   tune_evaluation OUT.hpp EPOCHS PRIOR NODES GAMES...
//
// With NODES above 0 each position is also searched that far with the present weights, and what is
// foretold is half the game's end and half the score of that search, which knows less luck. PRIOR
// pulls each weight towards where it is now, in games' worth of evidence (0.2 is a good
// start). docs/engine.md has the commands that made the games.
#include <xq/board/movegen.hpp>
#include <xq/engine/evaluate.hpp>
#include <xq/engine/parameters.hpp>
#include <xq/engine/see.hpp>
#include <xq/format/format.hpp>
#include <xq/record/replay.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::engine;

namespace {

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
  if (p.in_check() || p.at(played.to()) != Piece::none || gives_check(p, played)) {
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
  Weight now;
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
  sample.share = static_cast<float>(winning_share(p, phase, taper(now, phase) > 0)) / 64.0F;
  out.samples.push_back(sample);
}

/// Searches positions for their scores.
class Labeller {
public:
  explicit Labeller(std::uint64_t nodes) : m_engine{small_options()} { m_limits.nodes = nodes; }
  /// The score for Red; nullopt where the game is as good as decided or nothing is searched.
  [[nodiscard]] std::optional<Score> operator()(const Position& p) {
    if (m_limits.nodes == 0) {
      return std::nullopt;
    }
    const Report report = m_engine.search(p, {}, m_limits);
    const Score score = report.lines.front().score;
    if (std::abs(score) > 3000) {
      return std::nullopt;
    }
    return p.side_to_move() == Color::red ? score : -score;
  }

private:
  static Options small_options() {
    Options options;
    options.hash_megabytes = 2;
    return options;
  }
  Engine m_engine;
  Limits m_limits;
};

void read_game(const record::Game& game, Labeller& label, Samples& out) {
  const auto result = game.result();
  if (!game.usable() || result == record::Result::unknown) {
    return;
  }
  const float points = result == record::Result::red_wins     ? 1.0F
                       : result == record::Result::black_wins ? 0.0F
                                                              : 0.5F;
  int ply = 0;
  record::replay_main_line(game, [&](record::NodeId id, const Position& before) {
    constexpr int opening = 10;
    if (ply++ >= opening && is_quiet(before, game.node(id).move)) {
      add_sample(before, points, out);
      out.samples.back().searched = label(before);
    }
  });
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

double expected(double score, double scale) { return 1 / (1 + std::exp(-score * scale)); }

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
    ++m_steps;
    const double correct_first = 1 - std::pow(0.9, m_steps);
    const double correct_second = 1 - std::pow(0.999, m_steps);
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
  int m_steps = 0;
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
  out << "#pragma once\n\n#include <xq/engine/terms.hpp>\n#include <xq/engine/weight.hpp>\n\n"
         "namespace xq::engine {\n\n"
         "// Written by the program tune_evaluation, see docs/engine.md; not edited by hand.\n"
         "// clang-format off\n"
         "/// What each term of the evaluation is worth, in the middle game and in the endgame.\n"
         "inline constexpr std::array<Weight, terms::count> weights{{\n";
  for (const terms::Section& section : terms::sections) {
    out << "    // " << section.name << '\n';
    for (std::size_t i = 0; i < section.count; ++i) {
      const std::size_t at = 2 * (section.first + i);
      out << (i % section.line == 0 ? "    " : " ")
          << fmt::format("{{{}, {}}},", std::lround(w[at]), std::lround(w[at + 1]));
      out << (i % section.line + 1 == section.line || i + 1 == section.count ? "\n" : "");
    }
  }
  out << "}};\n// clang-format on\n\n} // namespace xq::engine\n";
}

} // namespace

int main(int argc, char* argv[]) {
  if (argc < 6) {
    fmt::print(stderr, "tune_evaluation OUT.hpp EPOCHS PRIOR NODES GAMES...\n");
    return 2;
  }
  const std::vector<std::string> inputs{argv + 5, argv + argc};
  Samples all;
  Samples held_out;
  std::size_t games = 0;
  Labeller label{static_cast<std::uint64_t>(std::atoll(argv[4]))};
  format::ReadOptions options;
  options.threads = 1;
  format::read_games<std::vector<record::Game>>(
      inputs, options,
      [](record::Game& game, std::vector<record::Game>& out) { out.push_back(std::move(game)); },
      [&](std::vector<record::Game>&& batch) {
        for (const record::Game& game : batch) {
          read_game(game, label, games++ % 10 == 9 ? held_out : all);
          if (games % 500 == 0) {
            fmt::print(stderr, "{} games read\n", games);
          }
        }
      },
      [](const format::FileProblem& problem) { fmt::print(stderr, "{}\n", problem.source); });
  fmt::print(stderr, "{} games, {} positions, {} held out\n", games, all.samples.size(),
             held_out.samples.size());
  Vector w;
  for (const Weight weight : weights) {
    w.push_back(weight.middle());
    w.push_back(weight.end());
  }
  const double scale = find_scale(all, w);
  fmt::print(stderr, "scale {:.5f}, loss {:.5f}, held out {:.5f}\n", scale, loss(all, w, scale),
             loss(held_out, w, scale));
  blend(all, scale);
  blend(held_out, scale);
  tune(all, held_out, w, scale, std::atoi(argv[2]), std::atof(argv[3]));
  write(argv[1], w);
}
