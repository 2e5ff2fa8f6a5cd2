// Judging a book: against a plain walk, and the same bytes whatever happens to the run.
#include "book/formats/foreign.hpp"
#include "sqlite/sqlite.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/key_analyst.hpp"
#include "support/make_book.hpp"
#include "support/random_positions.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/book/build.hpp>
#include <xq/book/explore.hpp>
#include <xq/book/maintenance.hpp>
#include <xq/engine/engine.hpp>
#include <xq/scoring.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <utility>

using namespace xq;

namespace {

using Place = std::pair<std::uint64_t, std::uint64_t>;
Place place_of(const Position& position) {
  const CanonicalKey id = position.canonical();
  return {to_integer(id.key), to_integer(id.lock)};
}

std::string small_book(const support::ScratchFolder& folder, const std::string& name, int games,
                       unsigned seed) {
  std::mt19937 random{seed};
  auto path = folder.file(name);
  book::BuildOptions options;
  options.max_ply = 14;
  options.samples = 2;
  support::make_book(path, support::small_archive(random, games), options);
  return path;
}

ScoringSetup setup_for(support::KeyEngine& engine, const std::string& book,
                       const std::string& target) {
  ScoringSetup setup;
  setup.book = book;
  setup.target = target;
  setup.journal = target + ".journal";
  setup.analysts = support::key_analysts(engine);
  return setup;
}

/// One run to its end; returns its totals.
ScoringTotals score(const ScoringSetup& setup) {
  ScoringRun run{setup};
  REQUIRE(run.run() == StopReason::none);
  run.remove_journal();
  return run.totals();
}

/// Positions that the book's moves reach, by a plain walk.
std::map<Place, Position> reached(book::Book& book, std::uint32_t min_games) {
  std::map<Place, Position> out{{place_of(Position::start()), Position::start()}};
  std::vector<Position> left{Position::start()};
  while (!left.empty()) {
    const Position position = left.back();
    left.pop_back();
    for (const auto& m : book.probe(position)) {
      Position after = position;
      after.do_move(m.move);
      if (m.counts.games >= min_games && out.emplace(place_of(after), after).second) {
        left.push_back(after);
      }
    }
  }
  return out;
}

int one_ply_longer(int score) {
  const int size = std::abs(score);
  return size <= engine::mate_threshold + 1 ? -score : score > 0 ? -(score - 1) : -(score + 1);
}

} // namespace

TEST_CASE("a judged book: every position that moves reach, every move between them",
          "[jobs][threads]") {
  const support::ScratchFolder folder;
  support::KeyEngine engine;
  const auto plain = small_book(folder, "a.xqbook", 300, support::seed);
  const auto target = folder.file("judged.xqbook");
  const auto totals = score(setup_for(engine, plain, target));
  book::Book before{plain};
  book::Book judged{target};
  CHECK(judged.is_judged());
  CHECK_FALSE(before.is_judged());
  CHECK(book::verify_book(target).problems.empty());

  const auto positions = reached(before, 1);
  CHECK(totals.positions == positions.size());
  CHECK(judged.info().judged == positions.size());
  std::map<Place, int> values; // of the position, for the side to move
  for (const auto& [place, position] : positions) {
    const auto moves = judged.probe_all(position);
    int best = -engine::mate_value;
    for (const auto& m : moves) {
      REQUIRE(m.score);
      best = std::max(best, m.score->score);
    }
    values[place] = best;
  }
  std::size_t transpositions = 0;
  for (const auto& [place, position] : positions) {
    INFO(write_fen(position));
    const auto played = before.probe(position);
    std::set<Move> known; // moves with replies, as the book names them
    for (const auto& m : judged.probe_all(position)) {
      Position after = position;
      after.do_move(m.move);
      const auto found = positions.find(place_of(after));
      CHECK(m.score->replies.has_value() == (found != positions.end()));
      if (found != positions.end()) {
        CHECK(m.score->score == one_ply_longer(values.at(found->first)));
        known.insert(m.move);
        transpositions += m.counts.games == 0 ? 1U : 0U;
      }
    }
    MoveList legal;
    generate_legal(position, legal);
    for (const Move move : legal) {
      Position after = position;
      after.do_move(move);
      if (positions.contains(place_of(after))) {
        const bool has = known.contains(move) || known.contains(mirror(move));
        CHECK(has);
      }
    }
    for (const auto& m : played) { // what games say stays
      const auto all = judged.probe(position);
      const auto same = std::ranges::find(all, m.move, &book::BookMove::move);
      REQUIRE(same != all.end());
      CHECK(same->counts == m.counts);
    }
  }
  CHECK(transpositions > 10);
}

TEST_CASE("judging gives the same bytes for threads, interruptions and parts", "[jobs][threads]") {
  const support::ScratchFolder folder;
  support::KeyEngine engine;
  const auto plain = small_book(folder, "a.xqbook", 150, support::seed + 1);
  auto setup = setup_for(engine, plain, folder.file("whole.xqbook"));
  setup.expand = 100;
  setup.rounds = 2;
  score(setup);
  const auto whole = support::read_file(setup.target);

  SECTION("threads") {
    setup.target = folder.file("threads.xqbook");
    setup.threads = 2;
    score(setup);
    CHECK(support::read_file(setup.target) == whole);
  }
  SECTION("stopped twenty times") {
    setup.target = folder.file("stopped.xqbook");
    setup.journal = folder.file("stopped.journal");
    std::mt19937 random{support::seed};
    int stops = 0;
    for (;; ++stops) {
      const int until = engine.questions + 1 + static_cast<int>(random() % 20);
      std::atomic<bool> go{stops >= 20};
      setup.keep_going = [&] { return stops >= 20 || engine.questions < until; };
      ScoringRun run{setup};
      engine.on_question = [&](int number) {
        if (stops < 20 && number >= until) { // until the watching thread has looked
          std::this_thread::sleep_for(std::chrono::milliseconds{120});
        }
      };
      if (run.run() == StopReason::none) {
        break;
      }
      CHECK_FALSE(std::filesystem::exists(setup.target));
    }
    engine.on_question = [](int) {};
    CHECK(stops == 20);
    CHECK(support::read_file(setup.target) == whole);
  }
  SECTION("the book as its own journal") {
    const int asked = engine.questions;
    setup.book = setup.target;
    setup.expand = 0;
    setup.target = folder.file("again.xqbook");
    score(setup);
    CHECK(engine.questions == asked);
    CHECK(support::read_file(setup.target) == whole);
  }
}

TEST_CASE("parts of a judged book, put together in any order", "[jobs][threads]") {
  const support::ScratchFolder folder;
  support::KeyEngine engine;
  const auto plain = small_book(folder, "a.xqbook", 100, support::seed + 2);
  auto setup = setup_for(engine, plain, folder.file("whole.xqbook"));
  score(setup);
  const auto base = setup.target;
  const auto make_parts = [&](std::uint64_t count, const std::string& book, std::uint64_t expand) {
    std::vector<std::string> parts;
    for (std::uint64_t i = 1; i <= count; ++i) {
      auto part = setup_for(engine, book, folder.file(fmt::format("part{}", i)));
      std::filesystem::remove(part.target);
      part.journal = part.target;
      part.shard = Shard{i, count};
      part.expand = expand;
      ScoringRun run{part};
      if (run.run() == StopReason::none) {
        parts.push_back(part.target);
      }
    }
    return parts;
  };
  const auto merged = [&](const std::string& book, std::vector<std::string> parts,
                          std::uint64_t expand) {
    auto whole = setup_for(engine, book, folder.file("merged.xqbook"));
    whole.parts = std::move(parts);
    whole.expand = expand;
    whole.rounds = 1;
    const int asked = engine.questions;
    score(whole);
    CHECK(engine.questions == asked);
    return support::read_file(whole.target);
  };
  std::mt19937 random{support::seed};
  SECTION("the same bytes") {
    for (const std::uint64_t count : {1U, 3U, 16U}) {
      auto parts = make_parts(count, plain, 0);
      std::ranges::shuffle(parts, random);
      CHECK(merged(plain, parts, 0) == support::read_file(base));
    }
  }
  SECTION("a round of expansion") {
    auto one = setup_for(engine, base, folder.file("grown.xqbook"));
    one.expand = 50;
    one.rounds = 1;
    CHECK(score(one).added == 50);
    const auto parts = make_parts(4, base, 50);
    CHECK(merged(base, parts, 50) == support::read_file(one.target));
    CHECK_THROWS_AS(make_parts(2, plain, 50), UsageError); // not judged
  }
  SECTION("what is wrong is named") {
    auto parts = make_parts(3, plain, 0);
    const auto fails = [&](std::vector<std::string> given, const std::string& with) {
      auto whole = setup_for(engine, plain, folder.file("merged.xqbook"));
      whole.parts = std::move(given);
      ScoringRun run{whole};
      CHECK_THROWS_WITH(run.run(), Catch::Contains(with));
    };
    fails({parts[0], parts[2]}, "part 2/3 is missing");
    fails({parts[0], parts[1], parts[1], parts[2]}, "part 2/3 like");
    fails({parts[0], parts[1], plain}, "not an xq game database");
    const auto other = small_book(folder, "b.xqbook", 40, support::seed + 3);
    const auto others = make_parts(3, other, 0); // in the same files
    fails(others, "of another book");
  }
}

TEST_CASE("a part of a book is judged deeper, the rest stays", "[jobs][threads]") {
  const support::ScratchFolder folder;
  support::KeyEngine engine;
  const auto plain = small_book(folder, "a.xqbook", 150, support::seed + 4);
  auto setup = setup_for(engine, plain, folder.file("whole.xqbook"));
  score(setup);
  const int first = engine.questions;
  auto deeper = setup_for(engine, setup.target, folder.file("deeper.xqbook"));
  deeper.analysts.identity = "keys 2";
  Position from = Position::start();
  book::Book book{plain};
  for (int ply = 0; ply < 5; ++ply) { // rare moves: popular ones come back to the start
    Position after = from;
    after.do_move(book.probe(from).back().move);
    if (book.probe(after).empty()) {
      break;
    }
    from = after;
  }
  deeper.from = {from};
  const auto totals = score(deeper);
  CHECK(engine.questions > first);
  CHECK(engine.questions < 2 * first);
  CHECK(totals.positions == book::Book{setup.target}.info().judged);
  // the engine is the same but for its name: so are the scores
  for (const auto& m : book::Book{setup.target}.probe_all(Position::start())) {
    const auto moves = book::Book{deeper.target}.probe_all(Position::start());
    const auto same = std::ranges::find(moves, m.move, &book::BookMove::move);
    REQUIRE(same != moves.end());
    CHECK(same->score == m.score);
  }
}

TEST_CASE("judgements stay when books are merged, and are counted back again", "[jobs][threads]") {
  const support::ScratchFolder folder;
  support::KeyEngine engine;
  const auto a = small_book(folder, "a.xqbook", 100, support::seed + 5);
  const auto b = small_book(folder, "b.xqbook", 100, support::seed + 6);
  auto setup = setup_for(engine, a, folder.file("a1.xqbook"));
  score(setup);
  const auto both = folder.file("both.xqbook");
  const std::vector<std::string> books{setup.target, b};
  CHECK(book::merge_books(books, both, {}).judged == book::Book{setup.target}.info().judged);
  CHECK_FALSE(book::Book{both}.is_judged());
  CHECK(book::verify_book(both).problems.empty());
  const int asked = engine.questions;
  score(setup_for(engine, both, both)); // in its place
  const int more = engine.questions - asked;
  CHECK(book::Book{both}.is_judged());
  CHECK(book::verify_book(both).problems.empty());

  const auto fresh = folder.file("fresh.xqbook");
  book::merge_books(std::vector<std::string>{a, b}, fresh, {});
  const int before = engine.questions;
  score(setup_for(engine, fresh, fresh));
  CHECK(more < engine.questions - before); // the judgements of the first book served
  CHECK(support::read_file(fresh) == support::read_file(both));
}

TEST_CASE("positions that nobody played are judged when somebody asks for them",
          "[jobs][threads]") {
  const support::ScratchFolder folder;
  support::KeyEngine engine;
  const auto plain = small_book(folder, "a.xqbook", 50, support::seed + 7);
  auto setup = setup_for(engine, plain, folder.file("more.xqbook"));
  const auto read = read_fen("4k4/9/9/9/9/9/9/4C4/9/3K5 w");
  REQUIRE(read);
  setup.more = {read->position};
  score(setup);
  CHECK(book::Book{setup.target}.probe_all(read->position).size() == 1);
  // it stays when the book is judged again without being named
  auto again = setup_for(engine, setup.target, setup.target);
  score(again);
  CHECK(book::Book{setup.target}.probe_all(read->position).size() == 1);
}

TEST_CASE(
    "scores stand in OBK where readers look: by the plain or the mirrored key, REAL from 2^63",
    "[jobs][threads]") {
  const support::ScratchFolder folder;
  support::KeyEngine engine;
  const auto plain = small_book(folder, "a.xqbook", 150, support::seed + 8);
  const auto target = folder.file("judged.xqbook");
  score(setup_for(engine, plain, target));
  book::Book book{target};
  const auto path = folder.file("a.obk");
  book::write_obk(book, {}, path, true);
  sqlite::Database db{path, sqlite::Database::Mode::read_only};
  sqlite::Statement by_integer{db, "SELECT vmove, vscore FROM bhobk WHERE vkey = ? AND vvalid = 1 "
                                   "AND typeof (vkey) = 'integer'"};
  sqlite::Statement by_real{db, "SELECT vmove, vscore FROM bhobk WHERE vkey = ? AND vvalid = 1 "
                                "AND typeof (vkey) = 'real'"};
  const auto find = [&](const Position& position, bool mirrored, std::map<Move, int>& out) {
    const auto key = book::obk_key(position);
    const bool is_real = key >> 63U != 0;
    auto row = is_real ? by_real.use() : by_integer.use();
    is_real ? row(std::bit_cast<double>(key)) : row(key);
    while (row.next()) {
      const auto number = static_cast<unsigned>(row.integer(0));
      const Move move{book::from_square16(number >> 8U), book::from_square16(number & 0xFFU)};
      out[mirrored ? mirror(move) : move] = static_cast<int>(row.integer(1));
    }
  };
  std::size_t found = 0;
  std::size_t missing = 0;
  for (const auto& [place, position] : reached(book, 1)) {
    std::map<Move, int> moves;
    find(position, false, moves);
    if (moves.empty()) {
      find(position.mirrored(), true, moves);
    }
    for (const auto& m : book.probe_all(position)) {
      const auto at = moves.find(m.move);
      if (at == moves.end()) {
        ++missing; // keys that are no number cannot be stored
      } else {
        CHECK(at->second == m.score->score);
        ++found;
      }
    }
  }
  CHECK(found > 300);
  CHECK(missing < found / 50);
}
