#include <xq/base/error.hpp>
#include <xq/book/sorter.hpp>

#include <algorithm>
#include <array>
#include <cassert>

namespace xq::book {

namespace {

constexpr std::size_t block_rows = 4096;
constexpr std::uint16_t year_mask = (1U << 14U) - 1; // what a record has room for
constexpr std::size_t most_runs = 64;                // open at a time: bounds the memory of a merge

/// Add a record to its row.
void add(Row& to, const Record& record) {
  using record::Result;
  const auto n = record.games;
  add(to.years, Years{record.year, record.year});
  add(to.counts,
      Counts{n, record.result == Result::red_wins ? n : 0, record.result == Result::draw ? n : 0,
             record.result == Result::black_wins ? n : 0});
}

/// Sorted buckets as rows. Empties the buckets one after another.
class BucketSource final : public RowSource {
public:
  explicit BucketSource(Buckets& buckets) : m_buckets{&buckets} {}
  explicit BucketSource(std::unique_ptr<Buckets> buckets)
      : m_owned{std::move(buckets)}, m_buckets{m_owned.get()} {}

  bool next(std::vector<Row>& block) override {
    block.clear();
    while (block.size() < block_rows && (m_at < m_sorted.size() || take())) {
      const Record& first = m_sorted[m_at];
      Row& row = block.emplace_back(Row{first.key, first.lock, first.move, {}, {}});
      for (; m_at < m_sorted.size() && same_place(m_sorted[m_at], row); ++m_at) {
        add(row, m_sorted[m_at]);
      }
    }
    return !block.empty();
  }

private:
  /// Sort the next bucket that is not empty.
  bool take() {
    while (m_next < Buckets::count) {
      m_at = 0;
      m_buckets->take_sorted(m_next++, m_sorted);
      if (!m_sorted.empty()) {
        return true;
      }
    }
    return false;
  }

  std::unique_ptr<Buckets> m_owned;
  Buckets* m_buckets;
  std::vector<Record> m_sorted;
  std::size_t m_at = 0;   ///< in m_sorted
  std::size_t m_next = 0; ///< bucket
};

} // namespace

Sorter::Sorter(std::size_t memory, std::string folder) : m_folder{std::move(folder)} {
  if (memory < least_memory) {
    throw make_error<UsageError>("a book cannot be sorted in {} bytes. Allow 1M or more.", memory);
  }
  m_buckets = std::make_unique<Buckets>(memory / sizeof(Record));
}

void Sorter::add(std::span<const Record> records) {
  for (const Record& record : records) {
    if (!m_buckets->add(record)) {
      make_room(record);
    }
  }
}

/// A full bucket is condensed first: in a book of the opening a few moves fill it again and again.
/// When that does not help, or the memory is full, everything goes to disk.
void Sorter::make_room(const Record& record) {
  const std::size_t bucket = Buckets::bucket_of(record);
  const bool bucket_full = m_buckets->size(bucket) == m_buckets->bucket_capacity();
  if (!bucket_full || !condense(bucket)) {
    spill();
  }
  put_back(record);
}

/// Add a record for which there is room for sure.
void Sorter::put_back(const Record& record) {
  [[maybe_unused]] const bool added = m_buckets->add(record);
  assert(added);
}

/// Put the games of the same move with the same result into one record; whether half of the bucket
/// is free now. The first year of the move goes with the first record of it, the last year with the
/// last one: where they differ, there were two records, and there are two again.
bool Sorter::condense(std::size_t bucket) {
  std::vector<Record> sorted;
  m_buckets->take_sorted(bucket, sorted);
  for (auto it = sorted.begin(); it != sorted.end();) {
    Record sum = *it;
    Years years;
    std::array<std::uint64_t, 4> games{};
    for (; it != sorted.end() && same_place(*it, sum); ++it) {
      games[static_cast<std::size_t>(it->result)] += it->games;
      book::add(years, Years{it->year, it->year});
    }
    put_back(sum, games, years);
  }
  return m_buckets->size(bucket) <= m_buckets->bucket_capacity() / 2;
}

void Sorter::put_back(Record sum, std::array<std::uint64_t, 4> games, const Years& years) {
  constexpr std::uint64_t most = 0xFFFFFFFF;
  const bool same_year = years.first == years.last;
  std::uint64_t left = games[0] + games[1] + games[2] + games[3];
  sum.year = years.first & year_mask;
  for (std::size_t result = 0; result < games.size(); ++result) {
    sum.result = static_cast<record::Result>(result);
    while (games[result] > 0) {
      // One game is held back for the last year when all that is left would go into this record.
      const bool hold = !same_year && sum.year != years.last && games[result] == left && left > 1;
      sum.games = static_cast<std::uint32_t>(std::min(games[result] - (hold ? 1 : 0), most));
      games[result] -= sum.games;
      left -= sum.games;
      put_back(sum);
      sum.year = years.last & year_mask;
    }
  }
}

void Sorter::spill() {
  BucketSource rows{*m_buckets};
  write_run(rows);
  ++m_runs_written;
}

void Sorter::write_run(RowSource& rows) {
  RunFile run{m_folder};
  for (std::vector<Row> block; rows.next(block);) {
    run.write(block);
  }
  run.finish();
  m_runs.push_back(std::move(run));
  if (m_runs.size() == most_runs) {
    const auto merged = merge_runs();
    write_run(*merged);
  }
}

std::unique_ptr<RowSource> Sorter::merge_runs() {
  std::vector<std::unique_ptr<RowSource>> sources;
  for (RunFile& run : m_runs) {
    sources.push_back(RunFile::read(std::move(run)));
  }
  m_runs.clear();
  return merge(std::move(sources));
}

std::unique_ptr<RowSource> Sorter::finish() {
  if (m_runs.empty()) {
    return std::make_unique<BucketSource>(std::move(m_buckets));
  }
  if (!m_buckets->empty()) {
    spill(); // the merge needs the memory
  }
  m_buckets.reset();
  return merge_runs();
}

} // namespace xq::book
