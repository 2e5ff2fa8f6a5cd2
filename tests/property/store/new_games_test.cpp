#include "support/random_games.hpp"
#include "support/scratch_folder.hpp"

#include <xq/store/game_import.hpp>
#include <xq/store/line_index.hpp>
#include <xq/store/line_runs.hpp>
#include <xq/store/name_list.hpp>
#include <xq/store/spool.hpp>
#include <xq/store/sqlite.hpp>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace xq;
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
  Database db{path, Database::Mode::read_only};
  Statement integrity{db, "PRAGMA integrity_check"};
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
    Statement select{db, sql};
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

TEST_CASE("a new database has the same rows whenever it goes from memory to disk", "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  const auto games = archive(random, 1200);
  support::ScratchFolder folder;
  const auto import = [&](const std::string& name, std::size_t memory, unsigned threads) {
    GameImport::Options options;
    options.memory = memory;
    options.threads = threads;
    GameImport target{folder.file(name), options};
    PackedGames packed;
    for (const auto& game : games) {
      packed.add(game);
    }
    target.add(packed);
    target.finish();
    CHECK(target.counts().added + target.counts().duplicates == games.size());
    CHECK(target.counts().duplicates > 100);
    return rows_of(folder.file(name));
  };
  const auto at_once = import("a", std::size_t{1} << 30U, 1);
  CHECK(at_once.size() > 100'000);
  CHECK(import("b", std::size_t{1} << 30U, 3) == at_once);
  CHECK(support::read_file(folder.file("a")) == support::read_file(folder.file("b")));
  CHECK(import("c", 0, 1) == at_once);       // all but the first by SQL
  CHECK(import("d", 200'000, 2) == at_once); // some
  CHECK(import("e", 700'000, 1) == at_once); // the lines come in two parts
}

TEST_CASE("an archive that comes again is compared alike from pages and by SQL", "[store]") {
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
  CHECK(import("pages", 50'000) > 500);
  for (const char* const name : {"sql", "parts", "gone"}) {
    std::filesystem::copy_file(folder.file("pages"), folder.file(name));
  }
  // The latest pages of such a file may stand elsewhere: it is read by statements.
  Database{folder.file("sql"), Database::Mode::read_write}.execute("PRAGMA journal_mode = WAL");
  const auto before = support::read_file(folder.file("pages"));
  CHECK(import("pages", 50'000) == 0);
  CHECK(support::read_file(folder.file("pages")) == before);
  CHECK(import("sql", 50'000) == 0);

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
  const auto added = import("pages", 50'000);
  CHECK(added > 10);
  CHECK(import("sql", 50'000) == added);
  CHECK(import("parts", 7) == added);
  const auto rows = rows_of(folder.file("pages"));
  CHECK(rows_of(folder.file("sql")) == rows);
  CHECK(rows_of(folder.file("parts")) == rows);

  // Rows and names that somebody deleted.
  const std::string path = folder.file("gone");
  Database{path, Database::Mode::read_write}.execute(
      "DELETE FROM game WHERE id % 7 = 3; DELETE FROM line WHERE game % 7 = 3;"
      "DELETE FROM site WHERE id = 1 AND id NOT IN (SELECT site FROM game WHERE site NOT NULL);"
      "UPDATE game SET round = 'x' WHERE id % 11 = 5");
  std::filesystem::copy_file(path, folder.file("gone_sql"));
  Database{folder.file("gone_sql"), Database::Mode::read_write}.execute(
      "PRAGMA journal_mode = WAL");
  const auto came_back = import("gone", 50'000);
  CHECK(came_back > 100);
  CHECK(import("gone_sql", 50'000) == came_back);
  CHECK(rows_of(path) == rows_of(folder.file("gone_sql")));
}

TEST_CASE("byte strings come back from memory and from disk", "[store]") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  support::ScratchFolder folder;
  Spool spool{folder.path().string(), std::size_t{2} << 20U};
  std::vector<std::string> expected;
  for (std::int64_t i = 1; i <= 4000; ++i) {
    const auto size = random() % 100 == 0 ? random() % 3'000'000 : random() % 3000;
    expected.emplace_back(size, static_cast<char>('a' + random() % 26));
    REQUIRE(spool.add(expected.back()) == i);
  }
  CHECK(spool.bytes() < std::size_t{8} << 20U);
  Spool::Window window;
  window.ahead = GENERATE(0U, 100'000U);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    REQUIRE(spool.read(static_cast<std::int64_t>(i + 1), window) == expected[i]);
  }
  CHECK(folder.files() == 0);
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
    CHECK(names.hash(id) == name_hash(name));
  }
}

TEST_CASE("lines are found by their hash and by their record", "[store]") {
  std::mt19937 random{12};
  support::ScratchFolder folder;
  const std::size_t in_memory = GENERATE(1000U, 7001U, 100'000U);
  LineIndex lines;
  LineRuns runs{folder.path().string()};
  std::multimap<std::int64_t, std::pair<std::int32_t, std::int64_t>> expected;
  for (std::int64_t game = 1; game <= 30'000; ++game) {
    // Few lines and records, so that many have the same, and hashes that share their lower bits.
    const LineIndex::Key key{static_cast<std::int64_t>(random() % 3000) << 40U | 5,
                             static_cast<std::int32_t>(random() % 3)};
    if (lines.size() == in_memory) {
      runs.add(lines.sorted_from(0));
      lines.clear();
    }
    lines.add(key, game);
    expected.emplace(key.line, std::pair{key.record, game});
  }
  std::vector<std::int64_t> found;
  for (std::int64_t n = 0; n < 3100; ++n) {
    const std::int64_t line = n << 40U | 5;
    const auto [begin, end] = expected.equal_range(line);
    std::set<std::int64_t> all;
    for (std::int32_t record = 0; record < 3; ++record) {
      std::set<std::int64_t> wanted;
      for (auto it = begin; it != end; ++it) {
        if (it->second.first == record) {
          wanted.insert(it->second.second);
        }
      }
      found.clear();
      lines.find({line, record}, found);
      runs.find({line, record}, found);
      CHECK(std::set<std::int64_t>(found.begin(), found.end()) == wanted);
      CHECK(found.size() == wanted.size());
      all.insert(wanted.begin(), wanted.end());
    }
    found.clear();
    lines.find_line(line, 4, found);
    runs.find_line(line, 4, found);
    CHECK(found.size() == std::min<std::size_t>(4, all.size()));
    CHECK(std::all_of(found.begin(), found.end(), [&](auto id) { return all.count(id) != 0; }));
  }
  std::vector<std::tuple<std::int64_t, std::int32_t, std::int64_t>> sorted;
  runs.for_each(lines.sorted_from(0), [&](const LineIndex::Key& key, std::int64_t game) {
    sorted.emplace_back(key.line, key.record, game);
  });
  CHECK(std::is_sorted(sorted.begin(), sorted.end()));
  CHECK(sorted.size() == 30'000);
  CHECK(runs.runs() == (30'000 - 1) / in_memory);
}
