#include "jobs/match/match.hpp"

#include "base/workers.hpp"
#include "jobs/watched_pool.hpp"

#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <span>
#include <utility>

namespace xq::jobs {

namespace {

using match::GameEnd;
using match::Opening;
using match::PlayedGame;

/// The engines of one game.
struct EnginePair {
  std::array<std::unique_ptr<engine::Searcher>, 2> players;
};
using EnginePool = WatchedPool<EnginePair>;

/// Shuffles by a generator that is the same everywhere, as std::shuffle is not.
void shuffle(std::vector<Opening>& list, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  for (std::size_t i = list.size(); i > 1; --i) {
    std::swap(list[i - 1], list[static_cast<std::size_t>(random() % i)]);
  }
}

/// The opening of each game.
class Openings {
public:
  explicit Openings(const MatchOpenings& openings) : m_openings{openings} {
    if (openings.shuffle) {
      m_shuffled = openings.list;
      shuffle(m_shuffled, openings.seed);
    }
  }

  [[nodiscard]] Opening of(std::size_t number) const {
    const auto pair = static_cast<std::uint64_t>(number / (m_openings.once ? 1 : 2));
    if (m_openings.list.empty()) {
      return match::random_opening(m_openings.seed * 1'000'003 + pair, m_openings.plies);
    }
    const auto& list = m_openings.shuffle ? m_shuffled : m_openings.list;
    const std::uint64_t offset = m_openings.shuffle ? 0 : m_openings.seed + list.size() - 1;
    return list[static_cast<std::size_t>((pair + offset) % list.size())];
  }

private:
  const MatchOpenings& m_openings;
  std::vector<Opening> m_shuffled;
};

class GameJob final : public Job {
public:
  GameJob(const MatchSetup& setup, const Openings& openings, EnginePool& engines,
          std::size_t number)
      : game{number, {}}, m_setup{setup}, m_openings{openings}, m_engines{engines} {}

  void run() override {
    if (!cancelled()) {
      const EnginePool::Lease engines{m_engines};
      const auto seat = [&](Color color) {
        const auto i = game.side(color);
        const MatchSide& side = m_setup.sides[i];
        return match::Seat{(*engines).players[i].get(), side.limits, side.base, side.increment};
      };
      game.game = match::play_game(m_openings.of(game.number), seat(Color::red), seat(Color::black),
                                   m_setup.rules, m_setup.cancelled);
    }
    broken_off = cancelled(); // the engines may have been stopped within a move
  }

  MatchGame game;
  bool broken_off = false;

private:
  [[nodiscard]] bool cancelled() const { return m_setup.cancelled && m_setup.cancelled(); }

  const MatchSetup& m_setup;
  const Openings& m_openings;
  EnginePool& m_engines;
};

void add(MatchTotals& totals, const MatchSetup& setup, const MatchGame& game) {
  const auto& verdict = game.game.verdict;
  const int points = !verdict.winner ? 1 : game.side(*verdict.winner) == 0 ? 2 : 0;
  if (totals.played == 0 && setup.skip % 2 == 1) {
    totals.score.add_single(points); // its counterpart was skipped
  } else {
    totals.score.add(points);
  }
  ++totals.played;
  ++totals.ends[static_cast<std::size_t>(verdict.end)];
  if (verdict.end == GameEnd::illegal_move || verdict.end == GameEnd::time ||
      verdict.end == GameEnd::crash) {
    ++totals.faults[points == 2 ? 1 : 0];
  }
}

} // namespace

record::Result MatchGame::result() const noexcept {
  const auto winner = game.verdict.winner;
  return !winner                 ? record::Result::draw
         : *winner == Color::red ? record::Result::red_wins
                                 : record::Result::black_wins;
}

bool is_decided(const MatchSetup& setup, const MatchTotals& totals) noexcept {
  return setup.sprt && setup.sprt->state(totals.score) != match::Sprt::State::open;
}

void play_match(const MatchSetup& setup, unsigned threads, MatchTotals& totals,
                const std::function<void(const MatchGame&)>& deliver) {
  const Openings openings{setup.openings};
  EnginePool engines{{[&] {
                        return std::make_unique<EnginePair>(
                            EnginePair{{setup.sides[0].start(), setup.sides[1].start()}});
                      },
                      [&] { return !setup.cancelled || !setup.cancelled(); },
                      [](EnginePair& pair) {
                        for (const auto& player : pair.players) {
                          player->stop();
                        }
                      }},
                     std::chrono::milliseconds{50}};
  std::size_t next_game = setup.skip;
  run_ordered(
      threads,
      [&]() -> std::unique_ptr<Job> {
        if (next_game >= setup.games || is_decided(setup, totals)) {
          return nullptr;
        }
        return std::make_unique<GameJob>(setup, openings, engines, next_game++);
      },
      [&](std::unique_ptr<Job> finished) {
        const auto& job = static_cast<GameJob&>(*finished);
        if (job.broken_off) {
          throw make_error<Interrupted>("interrupted"); // no result
        }
        if (is_decided(setup, totals)) {
          return; // was under way when the test ended; how many were depends on the threads
        }
        add(totals, setup, job.game);
        deliver(job.game);
      });
}

std::vector<Opening> read_openings(const std::string& path, int plies) {
  format::ReadOptions options;
  if (path.ends_with(".epd") || path.ends_with(".fen")) {
    options.format = "epd";
  }
  using Batch = std::vector<Opening>;
  Batch list;
  format::read_games<Batch>(
      std::span{&path, 1}, options,
      [&](record::Game& game, Batch& out) {
        if (!game.usable()) {
          throw make_error<FileError>(
              "{}", format_problem(game.source, game.number, game.problems.front()));
        }
        Opening opening{game.start(), {}};
        game.main_moves(opening.moves);
        opening.moves.resize(std::min(opening.moves.size(), static_cast<std::size_t>(plies)));
        out.push_back(std::move(opening));
      },
      [&](Batch&& batch) {
        list.insert(list.end(), std::make_move_iterator(batch.begin()),
                    std::make_move_iterator(batch.end()));
      },
      [](const format::FileProblem& p) {
        throw make_error<FileError>("{}", format_problem(p.source, 0, p.problem));
      });
  if (list.empty()) {
    throw make_error<FileError>("{}: no openings in it. One FEN a line is wanted, or games.", path);
  }
  return list;
}

record::Game to_record(const MatchSetup& setup, const MatchGame& game,
                       const MatchHeaders& headers) {
  record::Game out;
  out.add_tag("Event", headers.event);
  out.add_tag("Site", headers.site);
  out.add_tag("Date", headers.date);
  out.add_tag("Round", fmt::format("{}", game.number + 1));
  out.add_tag("Red", setup.sides[game.side(Color::red)].name);
  out.add_tag("Black", setup.sides[game.side(Color::black)].name);
  out.add_tag("Result", record::to_text(game.result()));
  out.add_tag("Termination", match::to_text(game.game.verdict.end));
  out.add_tag("Annotator", headers.annotator);
  out.add_tag("Remark", headers.remark);
  out.set_start(game.game.opening.start);
  out.set_result(game.result());
  record::NodeId node = record::root_node;
  for (const Move m : game.game.moves) {
    node = out.add_move(node, m);
  }
  if (!game.game.verdict.detail.empty()) {
    out.add_comment(node, game.game.verdict.detail);
  }
  return out;
}

} // namespace xq::jobs
