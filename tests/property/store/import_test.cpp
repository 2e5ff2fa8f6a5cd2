#include "sqlite/sqlite.hpp"
#include "store/import/sequence_index.hpp"
#include "store/rows/name_list.hpp"
#include "support/catch.hpp"
#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_import.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace xq;
using namespace xq::sqlite;
using namespace xq::store;

namespace {

/// A record that another source might have of the same game: more in the header, or less, or notes
/// of its own.
void vary(std::mt19937& random, record::Game& game) {
  switch (random() % 4) {
  case 0:
    if (game.tag_count() > 0) {
      const std::string name{game.tag_at(random() % game.tag_count()).name};
      game.remove_tag(name);
    }
    break;
  case 1:
    game.set_tag("Site", random() % 2 == 0 ? "?" : "Somewhere");
    break;
  case 2:
    support::random_notes(random, game, record::root_node, 30);
    break;
  default:
    break;
  }
}

/// Records as archives have them: some come again, up to four times, soon or late.
std::vector<record::Game> archive(std::mt19937& random, std::size_t count) {
  static constexpr std::string_view sources[] = {"a.pgn", "b.pgn", "c.xml"};
  std::vector<record::Game> games(count);
  for (std::size_t i = 0; i < games.size(); ++i) {
    do { // of more than four records of one line it is open which are compared
      support::random_record(random, games[i]);
    } while (games[i].plies() < 4);
    for (auto again = random() % 4; again > 0 && i > 0; --again, ++i) {
      if (i + 1 < games.size()) {
        games[i + 1] = games[i];
        vary(random, games[i + 1]);
      }
    }
  }
  for (std::size_t i = 0; i < games.size(); ++i) {
    std::swap(games[i], games[i + random() % std::min<std::size_t>(games.size() - i, 200)]);
    games[i].source = sources[random() % std::size(sources)];
  }
  return games;
}

/// All rows of all tables, as text.
std::string rows_of(const std::string& path) {
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  sqlite::Statement integrity{db, "PRAGMA integrity_check"};
  {
    auto use = integrity.use();
    use.next();
    CHECK(use.text(0) == "ok");
  }
  CHECK(db.query_integer("SELECT count(*) FROM pragma_foreign_key_check") == 0);
  std::string out;
  const std::pair<std::string_view, int> tables[] = {
      {"SELECT id, name, hash FROM event ORDER BY id", 3},
      {"SELECT id, name, hash FROM site ORDER BY id", 3},
      {"SELECT id, name, hash FROM player ORDER BY id", 3},
      {"SELECT id, name, hash FROM team ORDER BY id", 3},
      {"SELECT id, name, hash FROM source ORDER BY id", 3},
      {"SELECT hash, id FROM player INDEXED BY player_hash ORDER BY hash, id", 2},
      {"SELECT id, place, name, kind, quote (value) FROM layout ORDER BY id, place", 5},
      {"SELECT id, source, layout, quote (event), quote (site), quote (red), quote (black), "
       "quote (red_team), quote (black_team), quote (date), quote (date_text), quote (round), "
       "quote (ecco), result, plies, quote (start_fen), quote (moves), quote (notes) FROM game "
       "ORDER BY id",
       18},
      {"SELECT game, place, value FROM tag ORDER BY game, place", 3},
      {"SELECT hash, record, game FROM line ORDER BY hash, record, game", 3},
      {"SELECT game, source FROM also_in ORDER BY game, source", 2}};
  for (const auto& [sql, columns] : tables) {
    sqlite::Statement select{db, sql};
    for (auto use = select.use(); use.next();) {
      for (int i = 0; i < columns; ++i) {
        out.append(use.text(i)).append("|");
      }
      out += '\n';
    }
    out += "--\n";
  }
  return out;
}

} // namespace

TEST_CASE("a database has the same rows however many games came at a time", "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  const auto games = archive(random, 2500);
  support::ScratchFolder folder;
  /// The first `at_once` games make the file, the others go into it, so many a transaction.
  const auto import = [&](const std::string& name, std::size_t at_once, std::size_t transaction) {
    std::uint64_t added = 0;
    std::uint64_t duplicates = 0;
    for (std::size_t begin = 0; begin < games.size();) {
      const auto end = std::min(games.size(), begin + (begin == 0 ? at_once : games.size() / 3));
      GameImport::Options options;
      options.games_per_transaction = transaction;
      GameImport target{folder.file(name), options};
      PackedGames packed;
      for (; begin < end; ++begin) {
        packed.add(games[begin]);
      }
      target.add(packed);
      target.finish();
      added += target.counts().added;
      duplicates += target.counts().duplicates;
    }
    CHECK(added + duplicates == games.size());
    CHECK(duplicates > 200);
    return rows_of(folder.file(name));
  };
  const auto at_once = import("a", games.size(), 50'000);
  CHECK(at_once.size() > 200'000);
  CHECK(import("b", 1, 50'000) == at_once);
  CHECK(import("c", 1, 7) == at_once);
  CHECK(import("d", 1500, 100) == at_once);
}

TEST_CASE("an archive that comes again adds what is new about it, in every journal mode",
          "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed + 1};
  auto games = archive(random, 1500);
  support::ScratchFolder folder;
  const auto import = [&](const std::string& name, std::size_t per_transaction) {
    GameImport::Options options;
    options.games_per_transaction = per_transaction;
    GameImport target{folder.file(name), options};
    PackedGames packed;
    for (const auto& game : games) {
      packed.add(game);
    }
    target.add(packed);
    target.finish();
    return target.counts().added;
  };
  CHECK(import("whole", 50'000) > 500);
  for (const char* const name : {"log", "parts", "gone"}) {
    std::filesystem::copy_file(folder.file("whole"), folder.file(name));
  }
  Database{folder.file("log"), Database::Mode::read_write}.execute("PRAGMA journal_mode = WAL");
  const auto before = support::read_file(folder.file("whole"));
  CHECK(import("whole", 50'000) == 0);
  CHECK(support::read_file(folder.file("whole")) == before);
  CHECK(import("log", 50'000) == 0);

  // The same with differences: nothing but what differs is new.
  for (std::size_t i = 0; i < games.size(); i += 1 + random() % 20) {
    vary(random, games[i]);
  }
  for (std::size_t i = 0; i + 1 < games.size(); i += 1 + random() % 20) {
    std::swap(games[i], games[i + 1]);
  }
  for (auto& game : games) {
    game.source = "again.pgn";
  }
  const auto added = import("whole", 50'000);
  CHECK(added > 10);
  CHECK(import("log", 50'000) == added);
  CHECK(import("parts", 7) == added);
  const auto rows = rows_of(folder.file("whole"));
  CHECK(rows_of(folder.file("log")) == rows);
  CHECK(rows_of(folder.file("parts")) == rows);

  // Rows and names that somebody deleted.
  const std::string path = folder.file("gone");
  Database{path, Database::Mode::read_write}.execute(
      "DELETE FROM game WHERE id % 7 = 3; DELETE FROM line WHERE game % 7 = 3;"
      "DELETE FROM site WHERE id = 1 AND id NOT IN (SELECT site FROM game WHERE site NOT NULL);"
      "UPDATE game SET round = 'x' WHERE id % 11 = 5");
  std::filesystem::copy_file(path, folder.file("gone_log"));
  Database{folder.file("gone_log"), Database::Mode::read_write}.execute(
      "PRAGMA journal_mode = WAL");
  const auto came_back = import("gone", 50'000);
  CHECK(came_back > 100);
  CHECK(import("gone_log", 50'000) == came_back);
  CHECK(rows_of(path) == rows_of(folder.file("gone_log")));
}

TEST_CASE("names have the numbers in which they came", "[store]") {
  std::mt19937 random{11};
  NameList names;
  std::map<std::string, std::uint32_t> expected;
  CHECK_FALSE(names.find("a"));
  for (int i = 0; i < 20'000; ++i) {
    const auto name = std::to_string(random() % 5000);
    const auto next = static_cast<std::uint32_t>(expected.size() + 1);
    const auto [known, is_new] = expected.try_emplace(name, next);
    REQUIRE(names.find(name).has_value() == !is_new);
    REQUIRE(names.id_of(name) == known->second);
  }
  REQUIRE(names.size() == expected.size());
  for (const auto& [name, id] : expected) {
    CHECK(names.name(id) == name);
    CHECK(names.find(name) == id);
  }
}

TEST_CASE("rows of table line are found by their hash and by their record", "[store]") {
  std::mt19937 random{12};
  SequenceIndex index;
  std::multimap<std::int64_t, std::pair<std::int32_t, std::int64_t>> expected;
  for (std::int64_t game = 1; game <= 30'000; ++game) {
    // Few sequences and records, so that many have the same, and hashes that share their lower
    // bits.
    const SequenceIndex::Key key{static_cast<std::int64_t>(random() % 3000) << 40U | 5,
                                 static_cast<std::int32_t>(random() % 3)};
    index.add(key, game);
    expected.emplace(key.sequence, std::pair{key.record, game});
  }
  std::vector<std::int64_t> found;
  for (std::int64_t n = 0; n < 3100; ++n) {
    const std::int64_t sequence = n << 40U | 5;
    const auto [begin, end] = expected.equal_range(sequence);
    std::set<std::int64_t> all;
    for (std::int32_t record = 0; record < 3; ++record) {
      std::set<std::int64_t> wanted;
      for (auto it = begin; it != end; ++it) {
        if (it->second.first == record) {
          wanted.insert(it->second.second);
        }
      }
      found.clear();
      index.find({sequence, record}, found);
      CHECK(std::set<std::int64_t>(found.begin(), found.end()) == wanted);
      CHECK(found.size() == wanted.size());
      all.insert(wanted.begin(), wanted.end());
    }
    found.clear();
    index.find_sequence(sequence, 4, found);
    CHECK(found.size() == std::min<std::size_t>(4, all.size()));
    CHECK(std::all_of(found.begin(), found.end(), [&](auto id) { return all.count(id) != 0; }));
  }
  const auto before = [](const SequenceIndex::Row& a, const SequenceIndex::Row& b) {
    return std::tie(a.key.sequence, a.key.record, a.game) <
           std::tie(b.key.sequence, b.key.record, b.game);
  };
  for (const std::size_t written : {0U, 12'345U, 30'000U}) {
    const auto rows = index.sorted_from(written);
    CHECK(rows.size() == 30'000 - written);
    CHECK(std::is_sorted(rows.begin(), rows.end(), before));
    CHECK(std::all_of(rows.begin(), rows.end(),
                      [&](const auto& row) { return row.game > std::int64_t(written); }));
  }
}
