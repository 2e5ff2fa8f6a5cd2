#include "sqlite/sqlite.hpp"
#include "store/import/header_facts.hpp"
#include "support/archive_part.hpp"
#include "support/catch.hpp"
#include "support/decode.hpp"
#include "support/rounds.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <xq/base/encoding.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::sqlite;
using namespace xq::store;

namespace {

constexpr std::uint64_t games_without_a_king = 12;

struct Imported {
  GameImport::Counts counts;
  std::uint64_t rejected = 0;
};

/// Import `file` as if its name were the same for every file.
Imported import_file(const std::string& file, const std::string& database, unsigned threads) {
  struct Batch {
    PackedGames games;
    std::uint64_t rejected = 0;
  };
  GameImport import{database};
  Imported result;
  format::ReadOptions options;
  options.threads = threads;
  const std::vector<std::string> inputs{file};
  format::read_games<Batch>(
      inputs, options,
      [](record::Game& game, Batch& batch) {
        game.source = "archive";
        if (game.usable()) {
          batch.games.add(game);
        } else {
          ++batch.rejected;
        }
      },
      [&](Batch&& batch) {
        import.add(batch.games);
        result.rejected += batch.rejected;
      },
      [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  import.finish();
  result.counts = import.counts();
  return result;
}

} // namespace

TEST_CASE("three encodings of 8,000 games make the same database", "[archive][threads]") {
  support::skip_without(support::archive);
  support::ScratchFolder folder;
  const auto part = support::read_file(support::first_records(folder, 8'000));
  const auto text = support::decode(part, Encoding::big5).text;
  std::array<std::string, 3> databases;
  std::uint64_t games = 0;
  const std::array encodings{Encoding::utf8, Encoding::gb18030, Encoding::big5};
  for (std::size_t i = 0; i < encodings.size(); ++i) {
    const auto pgn = folder.file("archive.pgn");
    auto bytes = encode(text, encodings[i]);
    REQUIRE(bytes);
    std::ofstream{pgn, std::ios::binary} << *bytes;
    databases[i] = folder.file(std::string{name(encodings[i])});
    const auto result = import_file(pgn, databases[i], i == 1 ? 2 : 1);
    games = result.counts.added + result.counts.duplicates;
    CHECK(result.rejected + games == 8'000);
    CHECK(static_cast<std::int64_t>(result.counts.added) ==
          GameDatabase{databases[i]}.counts().games);
  }
  const auto reference = support::read_file(databases[0]);
  CHECK(support::read_file(databases[1]) == reference);
  CHECK(support::read_file(databases[2]) == reference);

  // All of it is there already, in another encoding.
  const auto again = import_file(folder.file("archive.pgn"), databases[0], 2);
  CHECK(again.counts.added == 0);
  CHECK(again.counts.duplicates == games);

  Database db{databases[0], Database::Mode::read_only};
  CHECK(db.query_integer("SELECT sum(plies) FROM game") ==
        db.query_integer("SELECT sum(length(moves) / 2) FROM game"));
  CHECK(db.query_integer("SELECT count(*) FROM pragma_integrity_check "
                         "WHERE integrity_check <> 'ok'") == 0);
  CHECK(db.query_integer("SELECT count(*) FROM pragma_foreign_key_check") == 0);
}

TEST_CASE("every different game of a part of the archive comes back as it was",
          "[archive][threads]") {
  support::skip_without(support::archive);
  support::ScratchFolder folder;
  const std::size_t records = std::min<std::size_t>(support::rounds(20'000), 58'468);
  const auto file = records == 58'468 ? support::shared(support::archive).string()
                                      : support::first_records(folder, records);
  const auto path = folder.file("a.xqdb");
  const auto result = import_file(file, path, 2);
  CHECK(result.rejected <= games_without_a_king);
  CHECK(result.counts.added + result.counts.duplicates + result.rejected == records);
  CHECK(result.counts.duplicates > 0);
  // By the moves: whatever came in is there, or a record that says all of it.
  std::multimap<std::vector<Move>, record::Game> stored;
  std::vector<Move> line;
  GameDatabase{path}.for_each({}, [&](const record::Game& game) {
    game.main_moves(line);
    stored.emplace(line, game);
    return true;
  });
  struct Batch {
    std::vector<record::Game> games;
  };
  std::size_t lost = 0;
  std::set<const record::Game*> met;
  const std::vector<std::string> inputs{file};
  format::read_games<Batch>(
      inputs, {},
      [&](record::Game& game, Batch& batch) {
        if (game.usable()) {
          batch.games.push_back(game);
        }
      },
      [&](Batch&& batch) {
        for (const auto& game : batch.games) {
          game.main_moves(line);
          const auto [from, to] = stored.equal_range(line);
          auto same = std::find_if(from, to, [&](const auto& s) { return equal(s.second, game); });
          if (same != to) {
            met.insert(&same->second);
          } else {
            lost +=
                std::any_of(from, to, [&](const auto& s) { return says_all_of(s.second, game); })
                    ? 0U
                    : 1U;
          }
        }
      },
      [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  CHECK(lost == 0);
  CHECK(met.size() == stored.size()); // and nothing was invented
}
