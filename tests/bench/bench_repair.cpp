// How well repair finds its way back from damaged games of the reference archive: games are damaged
// once each, or several times, by the seeded typist of support/damage.hpp, then repaired without
// knowledge of the original.
//
//   bench_repair [GAMES] [SEED] [NODES] [THREADS] [LIST] [DAMAGES]
//
// A game counts as damaged when its text no longer gives the same moves. Of two moves that changed
// places and led to the same position nobody can tell the order: these are drawn again. A proposal
// is right when it restores the moves and the start position exactly; where a game was damaged
// several times, when each of its changes undoes damage, for a slip that leaves a legal game may
// remain. With LIST other than 0 every wrong or missing proposal is printed.
#include "analysis/repair/repair.hpp"
#include "analysis/repair/typo_model.hpp"
#include "support/damage.hpp"

#include <xq/board/fen.hpp>
#include <xq/engine/searcher.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>

using namespace xq;

namespace {

struct Original {
  Position start;
  bool standard = true;
  std::vector<Move> moves;
  record::Result result{};
};

std::vector<Original> read_archive(std::size_t wanted, std::uint32_t seed) {
  const std::vector<std::string> inputs{XQ_SHARED_DATA "/ccpd/ccpd.big5.pgn.xz"};
  constexpr std::size_t archive_games = 54'000; // of the length that is wanted, at least
  const std::size_t step = std::max<std::size_t>(archive_games / wanted, 1);
  std::vector<Original> out;
  format::ReadOptions options;
  options.threads = 2;
  format::read_games<std::vector<Original>>(
      inputs, options,
      [&](record::Game& game, std::vector<Original>& batch) {
        constexpr int shortest = 20;
        if (game.number % step == seed % step && game.usable() && game.plies() >= shortest) {
          Original& o = batch.emplace_back();
          o.start = game.start();
          o.standard = game.standard_start();
          game.main_moves(o.moves);
          o.result = game.result();
        }
      },
      [&](std::vector<Original>&& batch) { out.insert(out.end(), batch.begin(), batch.end()); },
      [](const format::FileProblem& p) { fmt::print(stderr, "{}\n", p.problem.message); });
  out.resize(std::min(out.size(), wanted));
  return out;
}

support::TypedGame type(const Original& game) {
  support::TypedGame out;
  out.fen = game.standard ? std::string{} : write_fen(game.start);
  Position p = game.start;
  for (const Move m : game.moves) {
    out.moves.push_back(notation::to_text(p, m, notation::Style::chinese));
    p.do_move(m);
  }
  return out;
}

/// The moves of a text as far as they are legal, and where they end.
struct Replay {
  bool sound_start = false;
  std::vector<Move> moves;
  Position end;
};

Replay replay(const support::TypedGame& game) {
  Replay out;
  Position p = Position::start();
  if (!game.fen.empty()) {
    const auto reading = read_fen(game.fen);
    if (!reading) {
      return out;
    }
    p = reading->position;
  }
  out.sound_start = true;
  for (const auto& text : game.moves) {
    const Move m = analysis::read_written(p, text);
    if (!m) {
      break;
    }
    out.moves.push_back(m);
    p.do_move(m);
  }
  out.end = p;
  return out;
}

/// Moves to write, leave out or write otherwise to make the one list the other.
std::size_t distance(std::span<const std::string_view> a, const std::vector<std::string>& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t same = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({same, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

/// Every change of `steps` brings the text nearer to the original, by all that it changes.
bool undo_damage(const analysis::WrittenGame& damaged, const support::TypedGame& original,
                 std::span<const analysis::Repair> steps) {
  using analysis::RepairKind;
  analysis::Manuscript text{damaged};
  std::size_t now = distance(damaged.moves, original.moves);
  for (const auto& step : steps) {
    text.change(step);
    const std::size_t before =
        std::exchange(now, distance(text.game(text.size()).moves, original.moves));
    const std::size_t size = step.kind == RepairKind::replace || step.kind == RepairKind::insert ? 1
                             : step.kind == RepairKind::remove ? step.other - step.at + 1
                             : step.kind == RepairKind::swap   ? 2
                                                               : 0;
    if (now + size != before) {
      return false;
    }
  }
  return true;
}

struct Tally {
  int damaged = 0;
  int illegal = 0;               ///< of these, not legal to the end
  std::array<int, 4> proposed{}; ///< at confidence from 0, 0.5, 0.7, 0.9 on
  std::array<int, 4> right{};
  int best_right = 0; ///< the first choice is right, whatever the confidence
};

constexpr std::array<double, 4> levels{0.0, 0.5, 0.7, 0.9};

struct Sums {
  std::map<std::string, Tally> by_kind;
  double seconds = 0;
  double slowest = 0;
  int sound = 0;  ///< undamaged games that were looked at
  int alarms = 0; ///< and got a proposal of 0.5 or more
};

class Bench {
public:
  Bench(std::vector<Original> games, std::uint32_t seed, std::uint64_t nodes, bool list,
        unsigned damages)
      : m_games{std::move(games)}, m_seed{seed}, m_nodes{nodes}, m_list{list}, m_damages{damages} {}

  void run(unsigned threads) {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i) {
      workers.emplace_back([this] { work(); });
    }
  }

  void print() const {
    fmt::print("{:<22}{:>8}{:>8}", "kind", "damaged", "illegal");
    for (const double level : levels) {
      fmt::print("{:>18}", fmt::format(">= {:.1f} right/all", level));
    }
    fmt::print("\n");
    Tally all;
    for (const auto& [kind, t] : m_sums.by_kind) {
      print(kind, t);
      all.damaged += t.damaged;
      all.illegal += t.illegal;
      for (std::size_t i = 0; i < levels.size(); ++i) {
        all.proposed[i] += t.proposed[i];
        all.right[i] += t.right[i];
      }
    }
    print("all", all);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      fmt::print("confidence >= {:.1f}: precision {:.1f} %, recall {:.1f} %\n", levels[i],
                 100.0 * all.right[i] / std::max(all.proposed[i], 1),
                 100.0 * all.right[i] / std::max(all.damaged, 1));
    }
    fmt::print("of {} undamaged games {} got a proposal\n", m_sums.sound, m_sums.alarms);
    fmt::print("{:.3f} s a game, the slowest {:.2f} s\n", m_sums.seconds / std::max(all.damaged, 1),
               m_sums.slowest);
  }

private:
  static void print(const std::string& kind, const Tally& t) {
    fmt::print("{:<22}{:>8}{:>8}", kind, t.damaged, t.illegal);
    for (std::size_t i = 0; i < levels.size(); ++i) {
      fmt::print("{:>18}", fmt::format("{}/{}", t.right[i], t.proposed[i]));
    }
    fmt::print("\n");
  }

  void work() {
    engine::Settings settings;
    settings.hash = 2;
    engine::InternalEngine engine{settings};
    analysis::RepairOptions options;
    options.plausibility.nodes = m_nodes;
    analysis::Judge judge{engine, m_nodes};
    analysis::Repairer repairer{judge, options};
    for (std::size_t i = m_next++; i < m_games.size(); i = m_next++) {
      constexpr std::size_t every = 10;
      if (i % every == 0) {
        undamaged(m_games[i], repairer);
      }
      one(m_games[i], static_cast<std::uint32_t>(i), repairer);
    }
  }

  /// A game as it was printed should be left alone.
  void undamaged(const Original& original, analysis::Repairer& repairer) {
    const auto typed = type(original);
    const std::vector<std::string_view> texts{typed.moves.begin(), typed.moves.end()};
    const auto repair = repairer.repair_implausible({typed.fen, texts, original.result});
    const std::lock_guard lock{m_mutex};
    ++m_sums.sound;
    m_sums.alarms += repair && repair->confidence >= levels[1] ? 1 : 0;
  }

  void one(const Original& original, std::uint32_t index, analysis::Repairer& repairer) {
    support::Typist typist{m_seed * 1'000'003U + index};
    support::TypedGame typed;
    Replay read;
    std::optional<support::Damage> kind;
    const Position end = replay(type(original)).end;
    while (true) {
      typed = type(original);
      for (unsigned i = 0; i < m_damages; ++i) {
        kind = typist.damage(typed);
      }
      read = replay(typed);
      const bool legal = read.sound_start && read.moves.size() == typed.moves.size();
      const bool same = read.moves == original.moves && legal;
      const bool transposed = legal && kind == support::Damage::swapped && read.end.same_board(end);
      if (kind && !same && !transposed) {
        break;
      }
    }
    const bool illegal = !read.sound_start || read.moves.size() < typed.moves.size();
    const std::vector<std::string_view> texts{typed.moves.begin(), typed.moves.end()};
    const analysis::WrittenGame written{typed.fen, texts, original.result};
    const auto began = std::chrono::steady_clock::now();
    std::vector<analysis::Repair> steps;
    if (illegal) {
      steps = repairer.repair_all(written);
    } else if (auto one = repairer.repair_implausible(written)) {
      steps.push_back(std::move(*one));
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    std::optional<analysis::Repair> repair;
    if (!steps.empty()) { // what all of them come to
      repair = steps.back();
      repair->confidence = 1;
      for (const auto& step : steps) {
        repair->confidence *= step.confidence;
      }
    }
    const bool right = repair && repair->start.same_board(original.start) &&
                       (repair->moves == original.moves ||
                        (m_damages > 1 && undo_damage(written, type(original), steps)));
    const std::lock_guard lock{m_mutex};
    m_sums.seconds += took.count();
    m_sums.slowest = std::max(m_sums.slowest, took.count());
    Tally& tally = m_sums.by_kind[fmt::format(
        "{}{}", m_damages > 1 ? "several" : support::damage_names[static_cast<std::size_t>(*kind)],
        illegal ? "" : ", legal")];
    ++tally.damaged;
    tally.illegal += illegal ? 1 : 0;
    for (std::size_t i = 0; i < levels.size() && repair; ++i) {
      tally.proposed[i] += repair->confidence >= levels[i] ? 1 : 0;
      tally.right[i] += right && repair->confidence >= levels[i] ? 1 : 0;
    }
    if (m_list && !right) {
      list(original, index, typed, read, *kind, repair);
    }
  }

  static void list(const Original& original, std::uint32_t index, const support::TypedGame& typed,
                   const Replay& read, support::Damage kind,
                   const std::optional<analysis::Repair>& repair) {
    const auto good = type(original);
    std::size_t at = 0;
    while (at < typed.moves.size() && at < good.moves.size() && typed.moves[at] == good.moves[at]) {
      ++at;
    }
    fmt::print("{} {}: at {} of {} {} for {}, illegal at {}; ", index,
               support::damage_names[static_cast<std::size_t>(kind)], at, good.moves.size(),
               at < typed.moves.size() ? typed.moves[at] : "-",
               at < good.moves.size() ? good.moves[at] : "-", read.moves.size());
    if (!repair) {
      fmt::print("no proposal\n");
      return;
    }
    fmt::print("{} at {}: {} for {}, cost {:.1f} loss {:.1f} confidence {:.2f}\n",
               analysis::to_text(repair->kind), repair->at, repair->replacement, repair->original,
               repair->cost, repair->loss, repair->confidence);
  }

  std::vector<Original> m_games;
  std::uint32_t m_seed;
  std::uint64_t m_nodes;
  bool m_list;
  unsigned m_damages;
  std::atomic<std::size_t> m_next{0};
  std::mutex m_mutex;
  Sums m_sums;
};

unsigned argument(int argc, char** argv, int at, unsigned otherwise) {
  return argc > at ? static_cast<unsigned>(std::strtoul(argv[at], nullptr, 10)) : otherwise;
}

} // namespace

int main(int argc, char** argv) {
  const unsigned games = argument(argc, argv, 1, 2000);
  const unsigned seed = argument(argc, argv, 2, 1);
  const unsigned nodes = argument(argc, argv, 3, 3000);
  const unsigned threads = argument(argc, argv, 4, 2);
  Bench bench{read_archive(games, seed), seed, nodes, argument(argc, argv, 5, 0) != 0,
              std::max(argument(argc, argv, 6, 1), 1U)};
  bench.run(threads);
  bench.print();
}
