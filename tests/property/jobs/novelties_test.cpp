// Novelties of random archives with few dates: against a search through all games for each move.
#include "support/catch.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"
#include "support/small_archive.hpp"

#include <xq/board/fen.hpp>
#include <xq/reports.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace xq;
using namespace xq::reports;
using support::SmallGame;

namespace {

constexpr int plies = 9;
constexpr std::size_t earlier = 2;

/// A game as texts: positions, the same for a mirror image, and the moves made there.
struct Plain {
  std::int64_t number = 0;
  std::int64_t first = 0; ///< day on which it can have been played
  std::int64_t last = 0;
  std::vector<std::string> before;
  std::vector<std::string> moves; ///< with the position
  std::vector<std::string> after;
};

std::string position_name(const Position& p) {
  return std::min(write_short_fen(p), write_short_fen(p.mirrored()));
}

std::string move_name(const Position& p, Move m) {
  const auto text = [](const Position& at, Move move) {
    return write_short_fen(at) + " " + std::to_string(move.disk());
  };
  return std::min(text(p, m), text(p.mirrored(), mirror(m)));
}

/// yyyy.mm.dd with ? for what is not known, every ? as `digit`.
std::int64_t day(std::string date, char digit) {
  if (date.empty()) {
    return digit == '0' ? 0 : 99999999;
  }
  std::erase(date, '.');
  std::ranges::replace(date, '?', digit);
  return std::stoll(date);
}

Plain plain(const SmallGame& game) {
  Plain out;
  out.number = game.number;
  const std::string date{support::as_record(game).tag("Date")};
  out.first = day(date, '0');
  out.last = day(date, '9');
  Position position = game.start;
  for (std::size_t ply = 0; ply < plies && ply < game.moves.size(); ++ply) {
    out.before.push_back(position_name(position));
    out.moves.push_back(move_name(position, game.moves[ply]));
    position.do_move(game.moves[ply]);
    out.after.push_back(position_name(position));
  }
  return out;
}

bool has(const std::vector<std::string>& all, const std::string& text) {
  return std::ranges::find(all, text) != all.end();
}

/// By game and move: games before, games later.
using Found = std::map<std::pair<std::int64_t, std::string>, std::pair<std::size_t, std::size_t>>;

Found naive(const std::vector<Plain>& games) {
  Found found;
  for (const Plain& game : games) {
    for (std::size_t i = 0; i < game.moves.size() && game.first != 0; ++i) {
      std::size_t before = 0;
      std::size_t later = 0;
      bool first = true;
      for (const Plain& other : games) {
        if (other.number == game.number) {
          continue;
        }
        before += has(other.before, game.before[i]) && other.last < game.first ? 1U : 0U;
        if (has(other.moves, game.moves[i])) {
          ++later;
          first = first && other.first > game.last;
        }
        first = first && !(has(other.after, game.after[i]) && other.first <= game.last);
      }
      if (first && before >= earlier) {
        found[{game.number, game.moves[i]}] = {before, later};
      }
    }
  }
  return found;
}

} // namespace

TEST_CASE("novelties are what a search through all games finds", "[threads]") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random{seed};
  const support::ScratchFolder folder;
  std::size_t seen = 0;
  for (int round = 0; round < 6; ++round) {
    std::vector<SmallGame> archive;
    std::vector<Plain> games;
    for (int number = 1; number <= 60; ++number) {
      SmallGame game = support::small_game(random);
      while (game.moves.size() < 20) { // no game repeats another one
        game = support::small_game(random);
      }
      game.number = number;
      game.year =
          random() % 8 == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(1990 + random() % 6);
      archive.push_back(game);
      games.push_back(plain(game));
    }
    const auto path = folder.file(std::to_string(round) + ".xqdb");
    support::make_database(path, archive);
    const auto report = novelties(path, {}, {.earlier = earlier, .plies = plies});
    const Found expected = naive(games);
    seen += expected.size();
    Found found;
    for (const Novelty& n : report.novelties) {
      found[{n.game.number, move_name(n.before, n.move)}] = {n.earlier, n.later};
      CHECK(static_cast<int>(n.line.size()) == n.ply);
    }
    CHECK(found == expected);
    CHECK(found.size() == report.novelties.size());
    CHECK(report.games == games.size());
    CHECK(report.undated ==
          static_cast<std::size_t>(std::ranges::count(games, std::int64_t{0}, &Plain::first)));
    CHECK(std::ranges::is_sorted(report.novelties, std::greater{},
                                 [](const Novelty& n) { return n.game.date; }));
    // Those of a player: the same ones, of his games.
    store::Filter filter;
    filter.player = "Li Ming";
    std::size_t own = 0;
    for (const Novelty& n : report.novelties) {
      own += n.game.red == "Li Ming" || n.game.black == "Li Ming" ? 1U : 0U;
    }
    CHECK(
        novelties(path, filter, {.earlier = earlier, .plies = plies, .memory = 4096, .threads = 2})
            .novelties.size() == own);
  }
  CHECK(seen > 0);
}
