#include "store/rows/notes_code.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <string>

using namespace xq;
using namespace xq::store;

namespace {

/// A shuffling of the two rooks: moves that can be told apart and repeated at will.
std::vector<Move> shuffle_line(std::mt19937& random, int plies) {
  std::vector<Move> moves;
  std::array<int, 2> rank{0, 9};
  for (int ply = 0; ply < plies; ++ply) {
    auto& at = rank[static_cast<std::size_t>(ply % 2)];
    const int low = ply % 2 == 0 ? 0 : 7;
    int to = low + static_cast<int>(random() % 3);
    to = to == at ? low + (to - low + 1) % 3 : to;
    moves.emplace_back(make_square(0, at), make_square(0, to));
    at = to;
  }
  return moves;
}

struct Known {
  std::vector<Move> moves;
  std::string red, black;
  int facts = 0;
};

bool begins(const std::vector<Move>& a, const std::vector<Move>& b) {
  return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
}

} // namespace

TEST_CASE("unique games: exactly those that the definition leaves", "[store][property]") {
  std::mt19937 random{2024};
  for (int round = 0; round < 20; ++round) {
    support::ScratchFolder folder;
    const auto path = folder.file("a.xqdb");
    std::map<std::int64_t, Known> games;
    {
      GameImport import{path};
      std::vector<std::vector<Move>> lines;
      for (int i = 0; i < 60; ++i) {
        Known known;
        if (lines.empty() || random() % 3 == 0) {
          known.moves = shuffle_line(random, static_cast<int>(random() % 50));
        } else { // the beginning, or all, of another one
          known.moves = lines[random() % lines.size()];
          known.moves.resize(std::min<std::size_t>(known.moves.size(), random() % 60));
        }
        lines.push_back(known.moves);
        known.red = std::string(1, static_cast<char>('A' + random() % 2));
        known.black = random() % 4 == 0 ? "" : "X";
        record::Game game;
        game.add_tag("Red", known.red);
        game.add_tag("Black", known.black);
        game.add_tag("Round", std::to_string(i)); // so that no record says all of another
        known.facts = known.black.empty() ? 2 : 3;
        auto node = record::root_node;
        for (const Move move : known.moves) {
          node = game.add_move(node, move);
        }
        REQUIRE(import.add(game));
        games.emplace(i + 1, known);
      }
      import.finish();
    }

    const auto same_players = [](const Known& a, const Known& b) {
      return !a.black.empty() && a.red == b.red && a.black == b.black;
    };
    std::vector<std::int64_t> in_order; // those with more in their headers first
    in_order.reserve(games.size());
    for (const auto& [id, game] : games) {
      in_order.push_back(id);
    }
    std::stable_sort(in_order.begin(), in_order.end(), [&](std::int64_t a, std::int64_t b) {
      return games.at(a).facts > games.at(b).facts;
    });
    std::vector<std::int64_t> kept; // of the same moves
    for (const auto id : in_order) {
      const Known& game = games.at(id);
      const auto repeats = [&](std::int64_t other_id) {
        const Known& o = games.at(other_id);
        return o.moves == game.moves &&
               (game.moves.size() >= 40 ||
                (o.red == game.red && (game.moves.size() >= 16 || same_players(o, game))));
      };
      if (std::none_of(kept.begin(), kept.end(), repeats)) {
        kept.push_back(id);
      }
    }
    std::sort(kept.begin(), kept.end());
    std::vector<std::int64_t> expected;
    for (const auto id : kept) {
      const Known& game = games.at(id);
      const auto embeds = [&](const auto& other) {
        const Known& o = other.second;
        return o.moves.size() > game.moves.size() && begins(game.moves, o.moves) &&
               (same_players(o, game) || game.moves.size() >= 40);
      };
      if (std::none_of(games.begin(), games.end(), embeds)) {
        expected.push_back(id);
      }
    }
    GameDatabase database{path};
    CHECK(database.find_numbers({.unique = true}) == expected);
    CHECK(database.count({.unique = true}) == static_cast<std::int64_t>(expected.size()));
    for (const auto& d : database.duplicates({})) {
      const auto& inner = games.at(d.game).moves;
      const auto& outer = games.at(d.of).moves;
      CHECK(begins(inner, outer));
      CHECK((inner.size() == outer.size()) == (d.how == Duplicate::How::same_moves));
    }
  }
}
