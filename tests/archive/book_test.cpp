#include "base/files/input.hpp"
#include "book/formats/foreign.hpp"
#include "sqlite/sqlite.hpp"
#include "support/archive_part.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"
#include "support/shared_data.hpp"

#include <xq/base/encoding.hpp>
#include <xq/book/book.hpp>
#include <xq/book/build.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_import.hpp>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

using namespace xq;
using namespace xq::book;

namespace {

/// A file in Big5 as a UTF-8 file and as a GB18030 one.
void convert(const std::string& big5_path, const std::string& utf8_path,
             const std::string& gb_path) {
  std::string text;
  std::vector<BadBytes> bad;
  Decoder decoder{Encoding::big5};
  decoder.decode(support::read_file(big5_path), text, bad);
  decoder.finish(text, bad);
  std::ofstream{utf8_path, std::ios::binary} << text;
  const auto gb = encode(text, Encoding::gb18030);
  REQUIRE(gb);
  std::ofstream{gb_path, std::ios::binary} << *gb;
}

std::uint64_t build(const std::string& from, const std::string& to, const BuildOptions& options) {
  struct Work {
    std::optional<Recorder> recorder;
    Batch batch;
  };
  Builder builder{to, options};
  format::ReadOptions reading;
  reading.threads = options.threads;
  format::read_games<Work>(
      std::span{&from, 1}, reading,
      [&](record::Game& game, Work& work) {
        if (!work.recorder) {
          work.recorder = builder.recorder();
        }
        if (game.usable()) {
          work.recorder->add(game, work.batch);
        }
      },
      [&](Work&& work) { builder.add(work.batch); },
      [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
  return builder.finish().games;
}

struct PlainGame {
  Position start;
  std::vector<Move> moves;
  std::string result;
};

/// Enough for the counts of a book.
constexpr std::size_t some_records = 8'000;

/// The legal games of the independent replay: of the first `count` records.
std::vector<PlainGame> games_of_truth(std::size_t count) {
  std::string text;
  const std::string path = support::shared("ccpd/truth.tsv.xz").string();
  Input input{std::span{&path, 1}};
  REQUIRE(input.next());
  for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
    text += chunk;
  }
  const support::ScratchFolder folder;
  std::ofstream{folder.file("truth.tsv"), std::ios::binary} << text;
  std::vector<PlainGame> games;
  const auto rows = support::read_tsv(folder.file("truth.tsv")); // and a line of headings
  REQUIRE(rows.size() == 58'469);
  for (const auto& row : std::span{rows}.subspan(1, count)) {
    if (row.at(1) == "ok") {
      games.push_back({(*read_fen(row.at(6))).position, support::line_of(row.at(7)), row.at(4)});
    }
  }
  return games;
}

/// The text of a mirrored position, from its text alone: each rank is read from the other end.
std::string mirrored_text(std::string fen) {
  const auto board_end = fen.begin() + static_cast<std::ptrdiff_t>(fen.find(' '));
  for (auto rank = fen.begin(); rank != board_end;) {
    const auto end = std::find(rank, board_end, '/');
    std::reverse(rank, end);
    rank = end == board_end ? end : end + 1;
  }
  return fen;
}

/// Of both orientations of a position the one whose text comes first.
std::string either_way(const Position& position) {
  const std::string here = write_short_fen(position);
  return std::min(here, mirrored_text(here));
}

/// `move` of `position` in the orientation that is called `name`; of two images in a position that
/// is its own the one whose squares come first, as counting by names has it.
Move named(const Position& position, const std::string& name, Move move) {
  const CanonicalKey id = position.canonical();
  return id.symmetric                        ? to_canonical(id, move)
         : write_short_fen(position) == name ? move
                                             : mirror(move);
}

} // namespace

TEST_CASE("the archive gives the same book in every encoding, on threads, in little memory",
          "[book][threads]") {
  support::skip_without(support::archive);
  const support::ScratchFolder folder;
  const auto big5 = support::first_records(folder, some_records);
  convert(big5, folder.file("utf8.pgn"), folder.file("gb.pgn"));
  const auto games = build(big5, folder.file("a.xqbook"), {});
  CHECK(games > some_records - 12);
  const std::string expected = support::read_file(folder.file("a.xqbook"));
  BuildOptions options;
  options.threads = 4;
  CHECK(build(folder.file("utf8.pgn"), folder.file("b.xqbook"), options) == games);
  CHECK(support::read_file(folder.file("b.xqbook")) == expected);
  options.memory = std::size_t{8} << 20U;
  CHECK(build(folder.file("gb.pgn"), folder.file("b.xqbook"), options) == games);
  CHECK(support::read_file(folder.file("b.xqbook")) == expected);
}

TEST_CASE("2,000 positions of the archive have the counts that a replay by text gives", "[book]") {
  support::skip_without("ccpd/truth.tsv.xz");
  INFO("seed " << support::seed);
  const support::ScratchFolder folder;
  const auto games = games_of_truth(some_records);
  REQUIRE(games.size() > some_records - 12);
  const auto file = support::first_records(folder, some_records);
  CHECK(build(file, folder.file("a.xqbook"), {}) == games.size());

  std::mt19937 random{support::seed};
  std::unordered_map<std::string, std::map<std::string, Counts>> expected;
  std::vector<Position> asked;
  while (asked.size() < 2000) {
    const PlainGame& game = games[random() % games.size()];
    if (game.moves.empty()) {
      continue;
    }
    Position position = game.start;
    const auto plies =
        random() % std::min<std::size_t>(game.moves.size(), asked.size() % 2 == 0 ? 20 : 1000);
    for (std::size_t i = 0; i < plies; ++i) {
      position.do_move(game.moves[i]);
    }
    expected[either_way(position)];
    asked.push_back(random() % 2 == 0 ? position : position.mirrored());
  }

  for (const PlainGame& game : games) {
    std::set<std::pair<std::string, std::string>> once;
    Position position = game.start;
    for (const Move move : game.moves) {
      const std::string here = write_short_fen(position);
      const std::string image = mirrored_text(here);
      if (const std::string& name = std::min(here, image); expected.contains(name)) {
        const Move stored = name == here ? move : mirror(move);
        const Move other = mirror(stored);
        const bool second = here == image && std::pair{other.from(), other.to()} <
                                                 std::pair{stored.from(), stored.to()};
        once.emplace(name, support::uci(second ? other : stored));
      }
      position.do_move(move);
    }
    for (const auto& [name, move] : once) {
      Counts& counts = expected[name][move];
      ++counts.games;
      counts.red_wins += game.result == "1-0" ? 1U : 0U;
      counts.draws += game.result == "1/2-1/2" ? 1U : 0U;
      counts.black_wins += game.result == "0-1" ? 1U : 0U;
    }
  }

  Book book{folder.file("a.xqbook")};
  std::size_t wrong = 0;
  std::size_t compared = 0;
  for (const Position& position : asked) {
    const std::string name = either_way(position);
    std::map<std::string, Counts> got;
    for (const BookMove& m : book.probe(position)) {
      got[support::uci(named(position, name, m.move))] = m.counts;
    }
    compared += got.size();
    wrong += got == expected[name] ? 0U : 1U;
  }
  CHECK(wrong == 0);
  CHECK(compared > 3000);
}

namespace {

/// Import a file, and make the book of the database.
void import_and_build(const std::string& file, const std::string& database,
                      const std::string& book_path) {
  {
    store::GameImport import{database};
    format::read_games<store::PackedGames>(
        std::span{&file, 1}, {},
        [](record::Game& game, store::PackedGames& games) {
          if (game.usable()) {
            games.add(game);
          }
        },
        [&](store::PackedGames&& games) { import.add(games); },
        [](const format::FileProblem& problem) { FAIL(problem.problem.message); });
    import.finish();
  }
  Builder builder{book_path, {}};
  auto recorder = builder.recorder();
  Batch batch;
  store::GameDatabase{database}.for_each({}, [&](const record::Game& game) {
    recorder.add(game, batch);
    builder.add(batch);
    batch = {};
    return true;
  });
  builder.finish();
}

/// The rows of the table of games, decoded by what the schema says about them and nothing else.
void for_each_row(sqlite::Database& db,
                  const std::function<void(std::int64_t id, const PlainGame& game)>& f) {
  sqlite::Statement select{db, "SELECT id, start_fen, moves, result FROM game"};
  auto use = select.use();
  while (use.next()) {
    PlainGame game{use.is_null(1) ? Position::start() : (*read_fen(use.text(1))).position,
                   {},
                   std::to_string(use.integer(3))};
    const auto moves = use.blob(2);
    for (std::size_t i = 0; i + 1 < moves.size(); i += 2) {
      const auto number =
          static_cast<unsigned char>(moves[i]) * 256U + static_cast<unsigned char>(moves[i + 1]);
      game.moves.emplace_back(static_cast<Square>(number / 90), static_cast<Square>(number % 90));
    }
    f(use.integer(0), game);
  }
}

} // namespace

TEST_CASE("10,000 positions of the database have the counts of plain SQL in its book", "[book]") {
  support::skip_without(support::archive);
  INFO("seed " << support::seed);
  const support::ScratchFolder folder;
  const std::string database = folder.file("games.xqdb");
  import_and_build(support::first_records(folder, some_records), database, folder.file("a.xqbook"));

  // Positions at random: of each game two, after a random number of plies, until there are enough.
  sqlite::Database db{database, sqlite::Database::Mode::read_only};
  std::mt19937 random{support::seed};
  std::unordered_map<std::string, Position> asked;
  for_each_row(db, [&](std::int64_t, const PlainGame& game) {
    for (int i = 0; i < 2 && asked.size() < 10'000 && !game.moves.empty(); ++i) {
      Position position = game.start;
      const auto plies = random() % std::min<std::size_t>(game.moves.size(), i == 0 ? 24 : 1000);
      for (std::size_t ply = 0; ply < plies; ++ply) {
        position.do_move(game.moves[ply]);
      }
      const Position& either = random() % 2 == 0 ? position : position.mirrored();
      asked.emplace(either_way(either), either);
    }
  });
  REQUIRE(asked.size() == 10'000);

  // Every time that a game plays on from one of them, as a row; SQL counts the games.
  sqlite::Database plain{folder.file("plain.db"), sqlite::Database::Mode::create};
  plain.execute("CREATE TABLE played (game INTEGER, position TEXT, move TEXT, result TEXT)");
  sqlite::Statement insert{plain, "INSERT INTO played VALUES (?, ?, ?, ?)"};
  sqlite::Transaction transaction{plain};
  for_each_row(db, [&](std::int64_t id, const PlainGame& game) {
    Position position = game.start;
    for (const Move move : game.moves) {
      const std::string here = write_short_fen(position);
      const std::string image = mirrored_text(here);
      if (const std::string& name = std::min(here, image); asked.contains(name)) {
        const Move stored = name == here ? move : mirror(move);
        const Move other = mirror(stored);
        const bool second = here == image && std::pair{other.from(), other.to()} <
                                                 std::pair{stored.from(), stored.to()};
        insert.use()(id)(name)(support::uci(second ? other : stored))(game.result).exec();
      }
      position.do_move(move);
    }
  });
  transaction.commit();
  std::unordered_map<std::string, std::map<std::string, Counts>> expected;
  sqlite::Statement count{plain, "SELECT position, move, count (DISTINCT game),"
                                 " count (DISTINCT CASE result WHEN '1' THEN game END),"
                                 " count (DISTINCT CASE result WHEN '3' THEN game END),"
                                 " count (DISTINCT CASE result WHEN '2' THEN game END)"
                                 " FROM played GROUP BY position, move"};
  auto use = count.use();
  while (use.next()) {
    const auto number = [&](int column) { return static_cast<std::uint32_t>(use.integer(column)); };
    expected[std::string{use.text(0)}][std::string{use.text(1)}] =
        Counts{number(2), number(3), number(4), number(5)};
  }

  Book book{folder.file("a.xqbook")};
  std::size_t wrong = 0;
  for (const auto& [name, position] : asked) {
    std::map<std::string, Counts> got;
    for (const BookMove& m : book.probe(position)) {
      got[support::uci(named(position, name, m.move))] = m.counts;
    }
    wrong += got == expected[name] ? 0U : 1U;
  }
  CHECK(wrong == 0);
}

TEST_CASE("keys of ElephantEye's book that games come to are those of their positions", "[book]") {
  support::skip_without("books/eleeye_book.dat");
  support::skip_without("ccpd/truth.tsv.xz");
  const std::string path = support::shared("books/eleeye_book.dat").string();
  const KeyedMoves book = read_eleeye(support::read_file(path), path);
  REQUIRE(book.size() == 10'841);
  CHECK(book.at(eleeye_key(Position::start())).size() == 16);

  // A key of 32 bits is also that of a wrong position now and then: a million positions, looked up
  // both ways among 10,841 keys, meet some 5 of them by chance.
  constexpr std::size_t deep_enough = 40; // plies: the keys are of openings
  std::unordered_set<std::uint64_t> reached;
  std::unordered_set<std::uint64_t> explained;
  for (const PlainGame& game : games_of_truth(20'000)) {
    Position position = game.start;
    for (const Move next : std::span{game.moves}.first(std::min(game.moves.size(), deep_enough))) {
      for (const bool flip : {false, true}) {
        const Position here = flip ? position.mirrored() : position;
        const auto found = book.find(eleeye_key(here));
        if (found != book.end()) {
          reached.insert(found->first);
          const auto& moves = found->second;
          if (std::all_of(moves.begin(), moves.end(),
                          [&](const ForeignMove& m) { return here.is_legal(m.move); })) {
            explained.insert(found->first);
          }
        }
      }
      position.do_move(next);
    }
  }
  std::printf(
      "%zu of %zu keys are reached by the first games of the archive, %zu of them with legal "
      "moves alone\n",
      reached.size(), book.size(), explained.size());
  CHECK(reached.size() > 4000);
  CHECK(reached.size() - explained.size() <= 30);
}
