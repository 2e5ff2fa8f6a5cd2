#include "book/builder/row_sorter.hpp"
#include "book/file/write.hpp"
#include "book/rows/row_codec.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/book/book.hpp>

#include <atomic>
#include <filesystem>
#include <map>
#include <random>
#include <thread>
#include <tuple>

namespace {

using namespace xq;
using namespace xq::book;

using Place = std::tuple<std::int64_t, std::int64_t, std::uint16_t>;
struct Sum {
  Counts counts;
  Years years;
  Levels levels;
  friend bool operator==(const Sum&, const Sum&) = default;
};

Row make_row(std::int64_t key, std::int64_t lock, unsigned move, record::Result result) {
  Row r;
  r.key = key;
  r.lock = lock;
  r.move = static_cast<std::uint16_t>(move);
  r.counts = {1, result == record::Result::red_wins ? 1U : 0U,
              result == record::Result::draw ? 1U : 0U,
              result == record::Result::black_wins ? 1U : 0U};
  return r;
}

/// Rows as an archive brings them: a few places again and again, most of them once or twice.
std::vector<Row> some_rows(std::size_t number, std::uint64_t places, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::vector<Row> rows;
  for (std::size_t i = 0; i < number; ++i) {
    const std::uint64_t place = random() % 4 == 0 ? random() % 16 : random() % places;
    const std::uint64_t n = (place + 1) * 0x9E3779B97F4A7C15U;
    const auto key = static_cast<std::int64_t>(n % 8 == 0 ? n >> 32U : n); // some share top bytes
    const auto lock = static_cast<std::int64_t>(n * n) % (n % 2 == 0 ? 2 : 1'000'000);
    auto& r = rows.emplace_back(make_row(key, lock, static_cast<unsigned>(place % 8100),
                                         static_cast<record::Result>(random() % 4)));
    if (random() % 4 != 0) {
      r.years.first = static_cast<std::uint16_t>(1900 + random() % 100);
      r.years.last = static_cast<std::uint16_t>(r.years.first + random() % 20);
    }
    if (random() % 3 == 0) {
      const auto level = static_cast<std::uint16_t>(1000 + random() % 16);
      r.levels = {level, 1, level};
    }
  }
  return rows;
}

void add(RowSink& sink, const std::vector<Row>& rows) {
  RowPacker packer;
  for (const Row& row : rows) {
    sink.add(packer.row(row));
  }
}
void add(Sorter& sorter, const std::vector<Row>& rows) { add(*sorter.lanes().front(), rows); }

/// What a sink was given.
class Collected final : public RowSink {
public:
  void add(PackedRow row) override { rows.push_back(row.unpack()); }
  std::vector<Row> rows;
};

std::map<Place, Sum> count_naively(const std::vector<Row>& rows) {
  std::map<Place, Sum> sums;
  for (const Row& r : rows) {
    auto& [c, years, levels] = sums[{r.key, r.lock, r.move}];
    if (r.years.first != 0) {
      years.first = years.first == 0 ? r.years.first : std::min(years.first, r.years.first);
      years.last = std::max(years.last, r.years.last);
    }
    levels.sum += r.levels.sum;
    levels.games += r.levels.games;
    levels.best = std::max(levels.best, r.levels.best);
    c.games += r.counts.games;
    c.red_wins += r.counts.red_wins;
    c.draws += r.counts.draws;
    c.black_wins += r.counts.black_wins;
  }
  return sums;
}

std::vector<Row> read_all(RowSource& source) {
  std::vector<Row> rows;
  for (std::vector<Row> block; source.next(block);) {
    CHECK(!block.empty());
    rows.insert(rows.end(), block.begin(), block.end());
  }
  return rows;
}

void check_sums(const std::vector<Row>& rows, const std::map<Place, Sum>& expected) {
  REQUIRE(rows.size() == expected.size());
  std::size_t wrong = 0;
  auto it = expected.begin();
  for (const Row& row : rows) {
    wrong += it->first == Place{row.key, row.lock, row.move} &&
                     it->second == Sum{row.counts, row.years, row.levels}
                 ? 0U
                 : 1U;
    ++it;
  }
  CHECK(wrong == 0);
}

std::string folder() { return std::filesystem::temp_directory_path().string(); }

} // namespace

TEST_CASE("an external sort in little memory equals counting in a map", "[book]") {
  const auto unsorted = some_rows(400'000, 150'000, 1);
  const auto expected = count_naively(unsorted);
  for (const std::size_t memory : {Sorter::least_memory, std::size_t{64} << 20U}) {
    INFO("memory " << memory);
    Sorter sorter{memory, folder()};
    add(sorter, unsorted);
    CHECK((sorter.runs_written() > 2) == (memory == Sorter::least_memory));
    const auto source = sorter.rows();
    check_sums(read_all(*source), expected);
  }
}

TEST_CASE("a row comes back from its packed form", "[book]") {
  constexpr std::uint32_t many = 0xFFFFFFFF;
  const std::vector<Row> rows{
      {-1, 1, 8099, {}, {1, 1, 0, 0}, {}},
      {INT64_MIN, INT64_MAX, 1, {1990, 1990}, {1, 0, 1, 0}, {2400, 1, 2400}},
      {2, 3, 4, {1, 1}, {7, 0, 0, 7}, {7 * 4095, 7, 4095}},
      {2, 3, 4, {1, 1}, {7, 0, 0, 0}, {}},
      {2, 3, 4, {1, 2}, {7, 0, 0, 7}, {}},                // two years
      {2, 3, 4, {0, 0}, {7, 1, 0, 6}, {}},                // two results
      {2, 3, 4, {0, 0}, {7, 0, 0, 6}, {}},                // one is not known
      {2, 3, 4, {0, 0}, {7, 7, 0, 0}, {4800, 2, 2400}},   // not all have a level
      {2, 3, 4, {0, 0}, {2, 2, 0, 0}, {4700, 2, 2400}},   // two levels
      {2, 3, 4, {0, 0}, {1, 1, 0, 0}, {4096, 1, 4096}},   // more than twelve bits
      {2, 3, 4, {16384, 16384}, {1, 1, 0, 0}, {}},        // more than fourteen
      {2, 3, 4, {0, 0}, {1U << 22U, 0, 1U << 22U, 0}, {}} // more than twenty-two
      ,
      {5, 6, 7, {65534, 65535}, {many, many, many, many}, {UINT64_MAX, many, 65535}}};
  PackedRows packed;
  add(packed, rows);
  const auto words = packed.words();
  CHECK(words.size() == 4 * PackedRow::short_words + 9 * PackedRow::long_words);
  for (std::size_t cut = 0; cut <= words.size(); ++cut) { // wherever a piece ends
    std::vector<Row> back;
    std::vector<std::uint32_t> games;
    const auto unpack = [&](PackedRow packed_row) {
      back.push_back(packed_row.unpack());
      games.push_back(packed_row.games());
    };
    const std::size_t left = for_each_row(words.first(cut), unpack);
    CHECK(left < PackedRow::long_words);
    CHECK(for_each_row(words.subspan(cut - left), unpack) == 0);
    REQUIRE(back.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(same_place(back[i], rows[i]));
      CHECK(back[i].years == rows[i].years);
      CHECK(games[i] == rows[i].counts.games);
      CHECK(back[i].counts == rows[i].counts);
      CHECK(back[i].levels == rows[i].levels);
    }
  }
}

TEST_CASE("any number of runs takes one file", "[book]") {
  Sorter sorter{Sorter::least_memory, folder()};
  const auto unsorted = some_rows(500'000, 400'000, 2);
  auto expected = count_naively(unsorted);
  while (sorter.runs_written() <= 150) {
    add(sorter, unsorted);
  }
  const auto rows = read_all(*sorter.rows());
  REQUIRE(rows.size() == expected.size());
  const auto times = rows.front().counts.games / expected.begin()->second.counts.games;
  CHECK(times > 1);
  for (auto& [place, sum] : expected) {
    Counts& counts = sum.counts;
    sum.levels.sum *= times;
    sum.levels.games *= times;
    counts = {counts.games * times, counts.red_wins * times, counts.draws * times,
              counts.black_wins * times};
  }
  check_sums(rows, expected);
}

TEST_CASE("a place that fills its bucket again and again needs no disk", "[book]") {
  Sorter sorter{Sorter::least_memory, "/nonexistent"};
  std::vector<Row> unsorted(300'000, make_row(-5, 7, 11, record::Result::draw));
  unsorted.back().counts.draws = 0;
  unsorted.front().years = {2001, 2001};
  unsorted[1000].years = {1999, 1999};
  add(sorter, unsorted);
  CHECK(sorter.runs_written() == 0);
  const auto rows = read_all(*sorter.rows());
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].counts == Counts{300'000, 0, 299'999, 0});
  CHECK(rows[0].years == Years{1999, 2001});
}

TEST_CASE("several threads may bring the rows, and sort the parts", "[book][threads]") {
  constexpr std::size_t threads = 4;
  const auto unsorted = some_rows(160'000, 110'000, 5);
  for (const std::size_t memory : {threads * Sorter::least_memory, std::size_t{64} << 20U}) {
    Sorter sorter{memory, folder(), threads};
    REQUIRE(sorter.lanes().size() == threads);
    {
      std::vector<std::jthread> bringers;
      for (std::size_t i = 0; i < threads; ++i) {
        bringers.emplace_back([&, i] {
          const auto at = [&](std::size_t n) {
            return unsorted.begin() + static_cast<std::ptrdiff_t>(unsorted.size() * n / threads);
          };
          add(*sorter.lanes()[i], {at(i), at(i + 1)});
        });
      }
    }
    sorter.finish(2000); // so little memory for each that buckets come in slices
    CHECK(sorter.games() == unsorted.size());
    const bool spilled = sorter.runs_written() != 0;
    CHECK(spilled == (memory == threads * Sorter::least_memory));
    CHECK((sorter.parts() > RadixBuckets::count) == spilled);
    std::vector<Collected> made(sorter.parts());
    std::atomic<std::size_t> next{0};
    {
      std::vector<std::jthread> sorters;
      for (std::size_t i = 0; i < threads; ++i) {
        sorters.emplace_back([&] {
          Sorter::Scratch scratch;
          for (std::size_t part = 0; (part = next++) < made.size();) {
            sorter.part(part, scratch, made[part]);
          }
        });
      }
    }
    std::vector<Row> rows;
    for (const auto& part : made) {
      rows.insert(rows.end(), part.rows.begin(), part.rows.end());
    }
    check_sums(rows, count_naively(unsorted));
  }
}

TEST_CASE("little memory has few lanes", "[book]") {
  CHECK(Sorter(Sorter::least_memory, folder(), 16).lanes().size() == 1);
  CHECK(Sorter(4 * Sorter::least_memory, folder(), 16).lanes().size() == 4);
  CHECK(Sorter(4 * Sorter::least_memory, folder(), 0).lanes().size() == 1);
}

TEST_CASE("rows come in SQLite's order of signed numbers", "[book]") {
  std::vector<Row> unsorted;
  for (const std::int64_t key : {INT64_MAX, std::int64_t{0}, INT64_MIN, std::int64_t{-1}}) {
    unsorted.push_back(make_row(key, 5, 3, record::Result::draw));
    unsorted.push_back(make_row(key, -5, 3, record::Result::draw));
    unsorted.push_back(make_row(key, -5, 2, record::Result::draw));
  }
  Sorter sorter{Sorter::least_memory, folder()};
  add(sorter, unsorted);
  const auto rows = read_all(*sorter.rows());
  REQUIRE(rows.size() == 12);
  CHECK(rows[0].key == INT64_MIN);
  CHECK(rows[3].key == -1);
  CHECK(rows[6].key == 0);
  CHECK(rows[9].key == INT64_MAX);
  CHECK(rows[0].lock == -5);
  CHECK(rows[0].move == 2);
  CHECK(rows[1].move == 3);
  CHECK(rows[2].lock == 5);
}

TEST_CASE("nothing sorted is nothing", "[book]") {
  Sorter sorter{Sorter::least_memory, folder()};
  CHECK(read_all(*sorter.rows()).empty());
}

TEST_CASE("a sort reports memory that is too small and a folder that is not there", "[book]") {
  CHECK_THROWS_AS(Sorter(1000, folder()), UsageError);
  Sorter sorter{Sorter::least_memory, "/nonexistent"};
  const auto unsorted = some_rows(100'000, 1'000'000, 3);
  CHECK_THROWS_AS(add(sorter, unsorted), FileError);
}

TEST_CASE("reading ahead gives the same rows, and the same error", "[book][threads]") {
  const auto unsorted = some_rows(100'000, 90'000, 4);
  Sorter sorter{Sorter::least_memory, folder()};
  add(sorter, unsorted);
  check_sums(read_all(*read_ahead(sorter.rows())), count_naively(unsorted));

  struct Failing final : RowSource {
    bool next(std::vector<Row>& block) override {
      if (++calls == 3) {
        throw Error{"broken"};
      }
      block.assign(10, Row{calls, 0, 0, {}, {}, {}});
      return true;
    }
    int calls = 0;
  };
  const auto failing = read_ahead(std::make_unique<Failing>());
  std::vector<Row> block;
  CHECK(failing->next(block));
  CHECK(failing->next(block));
  CHECK_THROWS_WITH(failing->next(block), "broken");
  const auto unread = read_ahead(std::make_unique<Failing>()); // must not hang at the end
}

TEST_CASE("merging adds up equal places and refuses counts beyond 32 bits", "[book]") {
  struct One final : RowSource {
    explicit One(Row row) : m_row{row} {}
    bool next(std::vector<Row>& block) override {
      block.assign(m_left, m_row);
      return m_left-- == 1;
    }
    Row m_row;
    std::size_t m_left = 1;
  };
  const auto merged = [](std::uint32_t a, std::uint32_t b) {
    std::vector<std::unique_ptr<RowSource>> sources;
    sources.push_back(std::make_unique<One>(Row{1, 2, 3, {}, {a, a, 0, 0}, {}}));
    sources.push_back(std::make_unique<One>(Row{1, 2, 3, {}, {b, 0, 0, b}, {}}));
    sources.push_back(std::make_unique<One>(Row{0, 9, 9, {}, {1, 0, 1, 0}, {}}));
    return read_all(*merge(std::move(sources)));
  };
  const auto rows = merged(5, 7);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].key == 0);
  CHECK(rows[1].counts == Counts{12, 5, 0, 7});
  CHECK_THROWS_AS(merged(0x80000000U, 0x80000000U), Error);
}

TEST_CASE("rows of few games can be left out", "[book][threads]") {
  const support::ScratchFolder scratch;
  Sorter sorter{Sorter::least_memory, folder()};
  for (std::int64_t key = 0; key < 10'000; ++key) {
    const std::vector<Row> same(static_cast<std::size_t>(key % 5 + 1),
                                make_row(key / 10, key, 1, record::Result::unknown));
    add(sorter, same);
  }
  BookInfo info;
  info.min_games = 4;
  info.games = 10'000;
  write_book(scratch.file("a.xqbook"), *sorter.rows(), info, 2, {});
  CHECK(info.moves == 4000);
  CHECK(info.positions == 4000);
  Book{scratch.file("a.xqbook")}.for_each([](const Row& row) { CHECK(row.counts.games >= 4); });
}
