#include <xq/base/error.hpp>
#include <xq/book/sorter.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <map>
#include <random>
#include <tuple>

namespace {

using namespace xq;
using namespace xq::book;

using Place = std::tuple<std::int64_t, std::int64_t, std::uint16_t>;
using Sum = std::pair<Counts, Years>;

/// Records as an archive brings them: a few places again and again, most of them once or twice.
std::vector<Record> some_records(std::size_t number, std::uint64_t places, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::vector<Record> records(number);
  for (Record& r : records) {
    const std::uint64_t place = random() % 4 == 0 ? random() % 16 : random() % places;
    const std::uint64_t n = (place + 1) * 0x9E3779B97F4A7C15U;
    r.key = static_cast<std::int64_t>(n % 8 == 0 ? n >> 32U : n); // some share their top bytes
    r.lock = static_cast<std::int64_t>(n * n) % (n % 2 == 0 ? 2 : 1'000'000);
    r.move = static_cast<std::uint16_t>(place % 8100);
    r.result = static_cast<record::Result>(random() % 4);
    r.year = random() % 4 == 0 ? 0 : (1900 + random() % 128) & 0x3FFF;
  }
  return records;
}

std::map<Place, Sum> count_naively(const std::vector<Record>& records) {
  std::map<Place, Sum> rows;
  for (const Record& r : records) {
    auto& [c, years] = rows[{r.key, r.lock, r.move}];
    if (r.year != 0) {
      years.first = years.first == 0 ? r.year : std::min<std::uint16_t>(years.first, r.year);
      years.last = std::max<std::uint16_t>(years.last, r.year);
    }
    c.games += r.games;
    c.red_wins += r.result == record::Result::red_wins ? r.games : 0;
    c.draws += r.result == record::Result::draw ? r.games : 0;
    c.black_wins += r.result == record::Result::black_wins ? r.games : 0;
  }
  return rows;
}

std::vector<Row> read_all(RowSource& source) {
  std::vector<Row> rows;
  for (std::vector<Row> block; source.next(block);) {
    CHECK(!block.empty());
    rows.insert(rows.end(), block.begin(), block.end());
  }
  return rows;
}

void check_equal(const std::vector<Row>& rows, const std::map<Place, Sum>& expected) {
  REQUIRE(rows.size() == expected.size());
  std::size_t wrong = 0;
  auto it = expected.begin();
  for (const Row& row : rows) {
    wrong +=
        it->first == Place{row.key, row.lock, row.move} && it->second == Sum{row.counts, row.years}
            ? 0U
            : 1U;
    ++it;
  }
  CHECK(wrong == 0);
}

std::string folder() { return std::filesystem::temp_directory_path().string(); }

} // namespace

TEST_CASE("an external sort in little memory equals counting in a map", "[book]") {
  const auto records = some_records(400'000, 150'000, 1);
  const auto expected = count_naively(records);
  for (const std::size_t memory : {Sorter::least_memory, std::size_t{64} << 20U}) {
    INFO("memory " << memory);
    Sorter sorter{memory, folder()};
    sorter.add(records);
    CHECK((sorter.runs_written() > 2) == (memory == Sorter::least_memory));
    const auto source = sorter.finish();
    check_equal(read_all(*source), expected);
  }
}

TEST_CASE("more runs than are merged at a time are merged in steps", "[book]") {
  Sorter sorter{Sorter::least_memory, folder()};
  const auto records = some_records(500'000, 400'000, 2);
  auto expected = count_naively(records);
  while (sorter.runs_written() <= 70) {
    sorter.add(records);
  }
  const auto rows = read_all(*sorter.finish());
  REQUIRE(rows.size() == expected.size());
  const auto times = rows.front().counts.games / expected.begin()->second.first.games;
  CHECK(times > 1);
  for (auto& [place, sum] : expected) {
    Counts& counts = sum.first;
    counts = {counts.games * times, counts.red_wins * times, counts.draws * times,
              counts.black_wins * times};
  }
  check_equal(rows, expected);
}

TEST_CASE("a place that fills its bucket again and again needs no disk", "[book]") {
  Sorter sorter{Sorter::least_memory, "/nonexistent"};
  std::vector<Record> records(300'000, Record{-5, 7, 1, 11, record::Result::draw});
  records.back().result = record::Result::unknown;
  records.front().year = 2001;
  records[1000].year = 1999;
  sorter.add(records);
  CHECK(sorter.runs_written() == 0);
  const auto rows = read_all(*sorter.finish());
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].counts == Counts{300'000, 0, 299'999, 0});
  CHECK(rows[0].years == Years{1999, 2001});
}

TEST_CASE("rows come in SQLite's order of signed numbers", "[book]") {
  std::vector<Record> records;
  for (const std::int64_t key : {INT64_MAX, std::int64_t{0}, INT64_MIN, std::int64_t{-1}}) {
    records.push_back(Record{key, 5, 1, 3, record::Result::draw});
    records.push_back(Record{key, -5, 1, 3, record::Result::draw});
    records.push_back(Record{key, -5, 1, 2, record::Result::draw});
  }
  Sorter sorter{Sorter::least_memory, folder()};
  sorter.add(records);
  const auto rows = read_all(*sorter.finish());
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
  CHECK(read_all(*sorter.finish()).empty());
}

TEST_CASE("a sort reports memory that is too small and a folder that is not there", "[book]") {
  CHECK_THROWS_AS(Sorter(1000, folder()), UsageError);
  Sorter sorter{Sorter::least_memory, "/nonexistent"};
  const auto records = some_records(100'000, 1'000'000, 3);
  CHECK_THROWS_AS(sorter.add(records), FileError);
}

TEST_CASE("reading ahead gives the same rows, and the same error", "[book]") {
  const auto records = some_records(100'000, 90'000, 4);
  Sorter sorter{Sorter::least_memory, folder()};
  sorter.add(records);
  check_equal(read_all(*read_ahead(sorter.finish())), count_naively(records));

  struct Failing final : RowSource {
    bool next(std::vector<Row>& block) override {
      if (++calls == 3) {
        throw Error{"broken"};
      }
      block.assign(10, Row{calls, 0, 0, {}, {}});
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
    sources.push_back(std::make_unique<One>(Row{1, 2, 3, {a, a, 0, 0}, {}}));
    sources.push_back(std::make_unique<One>(Row{1, 2, 3, {b, 0, 0, b}, {}}));
    sources.push_back(std::make_unique<One>(Row{0, 9, 9, {1, 0, 1, 0}, {}}));
    return read_all(*merge(std::move(sources)));
  };
  const auto rows = merged(5, 7);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].key == 0);
  CHECK(rows[1].counts == Counts{12, 5, 0, 7});
  CHECK_THROWS_AS(merged(0x80000000U, 0x80000000U), Error);
}

TEST_CASE("rows of few games can be left out", "[book]") {
  std::vector<Record> records;
  for (std::int64_t key = 0; key < 10'000; ++key) {
    records.push_back(Record{key * 1'000'003, 0, static_cast<std::uint32_t>(key % 5 + 1), 1,
                             record::Result::unknown});
  }
  Sorter sorter{Sorter::least_memory, folder()};
  sorter.add(records);
  const auto rows = read_all(*at_least(sorter.finish(), 4));
  CHECK(rows.size() == 4000);
  for (const Row& row : rows) {
    CHECK(row.counts.games >= 4);
  }
}
