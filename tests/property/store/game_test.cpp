#include "store/rows/notes_code.hpp"
#include "support/catch.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <vector>

using namespace xq;
using namespace xq::store;

namespace {

std::vector<record::Game> random_games(std::mt19937& random, int count) {
  std::vector<record::Game> games(static_cast<std::size_t>(count));
  for (auto& game : games) {
    support::random_record(random, game);
  }
  return games;
}

} // namespace

TEST_CASE("any tree survives the notes code", "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  record::Game game;
  record::Game copy;
  std::vector<Move> moves;
  std::size_t with_notes = 0;
  for (int i = 0; i < 2000; ++i) {
    support::random_record(random, game);
    std::string move_bytes;
    std::string notes;
    encode_moves(game, move_bytes);
    encode_notes(game, notes);
    with_notes += notes.empty() ? 0U : 1U;
    REQUIRE(notes.empty() == (!game.has_notes() && !game.has_variations()));
    REQUIRE(decode_moves(move_bytes, moves));
    copy.clear();
    copy.set_start(game.start());
    REQUIRE(decode_notes(notes, moves, copy));
    for (std::size_t t = 0; t < game.tag_count(); ++t) {
      copy.add_tag(game.tag_at(t).name, game.tag_at(t).value);
    }
    copy.set_result(game.result());
    REQUIRE(record::equal(game, copy));
  }
  CHECK(with_notes > 500);
}

TEST_CASE("damaged notes are refused, never played blindly", "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  record::Game game;
  record::Game copy;
  std::vector<Move> moves;
  for (int i = 0; i < 3000; ++i) {
    support::random_record(random, game);
    std::string move_bytes;
    std::string notes;
    encode_moves(game, move_bytes);
    encode_notes(game, notes);
    for (auto hits = 1 + random() % 3; hits > 0 && !notes.empty(); --hits) {
      notes[random() % notes.size()] = static_cast<char>(random());
    }
    notes.resize(notes.size() - (notes.empty() ? 0 : random() % notes.size()));
    REQUIRE(decode_moves(move_bytes, moves));
    copy.clear();
    copy.set_start(game.start());
    if (decode_notes(notes, moves, copy)) { // then it is a game, if another one
      std::string again;
      encode_notes(copy, again);
      record::Game third;
      third.set_start(game.start());
      std::vector<Move> line;
      copy.main_moves(line);
      REQUIRE(decode_notes(again, line, third));
      third.set_result(copy.result());
      REQUIRE(record::equal(copy, third));
    }
  }
}

TEST_CASE("games come out of a database as they went in", "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  support::ScratchFolder folder;
  const auto path = folder.file("games.xqdb");
  const auto games = random_games(random, 500);

  GameImport import{path};
  std::vector<const record::Game*> stored;
  for (const auto& game : games) {
    const bool seen = std::any_of(stored.begin(), stored.end(), [&](const record::Game* other) {
      return record::equal(*other, game);
    });
    REQUIRE(import.add(game) == !seen);
    if (!seen) {
      stored.push_back(&game);
    }
  }
  import.finish();
  CHECK(import.counts().added == stored.size());
  CHECK(import.counts().added + import.counts().duplicates == games.size());

  GameDatabase database{path};
  CHECK(database.counts().games == static_cast<std::int64_t>(stored.size()));
  std::size_t i = 0;
  database.for_each({}, [&](record::Game& game) {
    REQUIRE(i < stored.size());
    CHECK(game.number == i + 1);
    REQUIRE(record::equal(game, *stored[i]));
    ++i;
    return true;
  });
  CHECK(i == stored.size());
}

TEST_CASE("importing again, in pieces or over and over, makes the same rows", "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  support::ScratchFolder folder;
  const auto games = random_games(random, 200);
  const auto import_into = [&](const std::string& path, std::size_t from, std::size_t to,
                               std::size_t in_transaction) {
    GameImport import{path, {.games_per_transaction = in_transaction}};
    PackedGames packed;
    for (std::size_t i = from; i < to; ++i) {
      packed.add(games[i]);
    }
    import.add(packed);
    import.finish();
    return import.counts();
  };
  const auto once = import_into(folder.file("a"), 0, games.size(), 50'000);
  import_into(folder.file("b"), 0, games.size(), 50'000);
  CHECK(support::read_file(folder.file("a")) == support::read_file(folder.file("b")));

  const auto before = support::read_file(folder.file("a"));
  const auto again = import_into(folder.file("a"), 0, games.size(), 50'000);
  CHECK(again.added == 0);
  CHECK(again.duplicates == games.size());
  GameDatabase reference{folder.file("b")};
  for (const std::size_t split : {1U, 77U, 200U}) {
    const auto path = folder.file(fmt::format("c{}", split));
    import_into(path, 0, split, 10);
    const auto rest = import_into(path, 0, games.size(), 10);
    CHECK(rest.duplicates >= split);
    GameDatabase pieces{path};
    std::vector<record::Game> expected;
    reference.for_each({}, [&](record::Game& g) {
      expected.push_back(g);
      return true;
    });
    std::size_t i = 0;
    pieces.for_each({}, [&](record::Game& g) {
      REQUIRE(i < expected.size());
      REQUIRE(record::equal(g, expected[i]));
      REQUIRE(g.number == expected[i].number);
      ++i;
      return true;
    });
    CHECK(i == once.added);
  }
}
