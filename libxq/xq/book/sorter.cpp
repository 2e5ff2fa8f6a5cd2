#include <xq/base/error.hpp>
#include <xq/book/sorter.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

namespace xq::book {

namespace {

/// Records of one place added up, 64 bits wide until the end.
class Sum {
public:
  void add(const Record& r) noexcept {
    const std::uint64_t n = r.games;
    const auto year = static_cast<std::uint16_t>(r.year);
    m_games[r.result] += n;
    if (year != 0) {
      m_first_year = std::min(m_first_year, year);
      m_last_year = std::max(m_last_year, year);
    }
    if (r.level != 0) {
      m_rated += n;
      m_levels += n * r.level;
      m_best = std::max(m_best, static_cast<std::uint16_t>(r.level));
    }
  }

  void put_into(Row& row) const {
    const auto games = [this](record::Result r) { return m_games[static_cast<std::size_t>(r)]; };
    using enum record::Result;
    const auto all = games(unknown) + games(red_wins) + games(draw) + games(black_wins);
    require_counted(all);
    row.counts = {static_cast<std::uint32_t>(all), static_cast<std::uint32_t>(games(red_wins)),
                  static_cast<std::uint32_t>(games(draw)),
                  static_cast<std::uint32_t>(games(black_wins))};
    row.years = m_last_year == 0 ? Years{} : Years{m_first_year, m_last_year};
    row.levels = {m_levels, static_cast<std::uint32_t>(m_rated), m_best};
  }

private:
  std::array<std::uint64_t, 4> m_games{}; ///< by result
  std::uint16_t m_first_year = 0xFFFF;
  std::uint16_t m_last_year = 0;
  std::uint16_t m_best = 0;
  std::uint64_t m_rated = 0;
  std::uint64_t m_levels = 0;
};

/// Append what sorted records add up to.
void count(std::span<const Record> sorted, std::vector<Row>& out) {
  for (std::size_t at = 0; at < sorted.size();) {
    const Record& first = sorted[at];
    Row& row = out.emplace_back();
    row.key = first.key;
    row.lock = first.lock;
    row.move = static_cast<std::uint16_t>(first.move);
    Sum sum;
    for (; at < sorted.size() && same_place(sorted[at], first); ++at) {
      sum.add(sorted[at]);
    }
    sum.put_into(row);
  }
}

/// Append the rows of both, which are in order; those of one place are added up, also within `a`.
void merge_rows(std::span<const Row> a, std::span<const Row> b, std::vector<Row>& out) {
  const std::size_t first = out.size();
  const auto append = [&](const Row& row) {
    if (out.size() > first && same_place(out.back(), row)) {
      add(out.back(), row);
    } else {
      out.push_back(row);
    }
  };
  auto at = b.begin();
  for (const Row& row : a) {
    for (; at != b.end() && precedes(*at, row); ++at) {
      append(*at);
    }
    append(row);
  }
  for (; at != b.end(); ++at) {
    append(*at);
  }
}

/// Everything but the place and the number of games, for records of one place.
std::uint64_t kind_of(const Record& r) noexcept {
  return std::uint64_t{r.result} << 32U | std::uint64_t{r.level} << 16U | std::uint64_t{r.year};
}

/// The parts one after another.
class Parts final : public RowSource {
public:
  explicit Parts(Sorter& sorter) : m_sorter{sorter} {}

  bool next(std::vector<Row>& block) override {
    block.clear();
    while (block.empty() && m_next < m_sorter.parts()) {
      m_sorter.part(m_next++, m_scratch, block);
    }
    return !block.empty();
  }

private:
  Sorter& m_sorter;
  Sorter::Scratch m_scratch;
  std::size_t m_next = 0;
};

} // namespace

Sorter::Sorter(std::size_t memory, std::string folder)
    : m_folder{std::move(folder)}, m_memory{memory} {
  if (memory < least_memory) {
    throw make_error<UsageError>("a book cannot be sorted in {} bytes. Allow 1M or more.", memory);
  }
  m_buckets = std::make_unique<Buckets>(memory / 8 * 7 / sizeof(Record)); // the rest: condense()
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

/// Put the games of the same move with the same result, year and level into one record; whether
/// half of the bucket is free now.
bool Sorter::condense(std::size_t bucket) {
  auto& sorted = m_scratch.sorted;
  m_buckets->sort(bucket, sorted, m_scratch.starts);
  m_buckets->clear(bucket);
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    const auto end = std::find_if_not(begin, sorted.end(),
                                      [&](const Record& r) { return same_place(r, *begin); });
    std::sort(begin, end, [](const Record& a, const Record& b) { return kind_of(a) < kind_of(b); });
    for (; begin != end;) {
      Record sum = *begin;
      while (++begin != end && kind_of(*begin) == kind_of(sum) &&
             std::uint64_t{sum.games} + begin->games <= Record::most_games) {
        sum.games = (sum.games + begin->games) & Record::most_games;
      }
      put_back(sum);
    }
  }
  return m_buckets->size(bucket) <= m_buckets->bucket_capacity() / 2;
}

void Sorter::spill() {
  if (!m_spilled) {
    m_spilled = std::make_unique<SpillFile>(m_folder);
  }
  m_spilled->write_run([this](std::size_t bucket, const SpillFile::Append& append) {
    m_buckets->for_each_piece(bucket, append);
    m_buckets->clear(bucket);
  });
}

/// Slices are such that those in work fit into the memory, unless the records of one position and
/// its like do not.
void Sorter::finish(std::size_t at_once) {
  std::sort(m_rows.begin(), m_rows.end(),
            [](const Row& a, const Row& b) { return precedes(a, b); });
  if (m_spilled) {
    if (!m_buckets->empty()) {
      spill();
    }
    m_buckets.reset(); // the parts need the memory
  }
  // Read and sorted, as rows and as cells, in vectors that grow by doubling.
  constexpr std::size_t bytes_a_record = 3 * sizeof(Record) + 3 * sizeof(Row);
  const std::uint64_t most = std::max<std::uint64_t>(m_memory / (at_once * bytes_a_record), 1);
  for (std::size_t bucket = 0; bucket < Buckets::count; ++bucket) {
    constexpr unsigned most_bits = 12;
    const std::uint64_t slices = m_spilled ? (m_spilled->size(bucket) + most - 1) / most : 1;
    const auto bits =
        slices <= 1 ? 0U : std::min(static_cast<unsigned>(std::bit_width(slices - 1)), most_bits);
    for (unsigned slice = 0; slice < 1U << bits; ++slice) {
      m_parts.push_back(
          {static_cast<std::uint16_t>(bucket), static_cast<std::uint16_t>(slice), bits});
    }
  }
}

void Sorter::part(std::size_t number, Scratch& scratch, std::vector<Row>& out) {
  const Part part = m_parts[number];
  if (!m_spilled) {
    m_buckets->sort(part.bucket, scratch.sorted, scratch.starts);
  } else {
    scratch.unsorted.clear();
    m_spilled->read(part.bucket, scratch.buffer, [&](std::span<const Record> piece) {
      if (part.bits == 0) {
        scratch.unsorted.insert(scratch.unsorted.end(), piece.begin(), piece.end());
        return;
      }
      for (const Record& r : piece) {
        if ((order(r.key) << Buckets::bucket_bits) >> (64U - part.bits) == part.slice) {
          scratch.unsorted.push_back(r);
        }
      }
    });
    sort_bucket(scratch.unsorted, Buckets::bucket_bits + part.bits, scratch.sorted, scratch.starts);
  }
  const auto ready = rows_of(part);
  if (ready.empty()) {
    count(scratch.sorted, out);
  } else {
    scratch.rows.clear();
    count(scratch.sorted, scratch.rows);
    merge_rows(ready, scratch.rows, out);
  }
}

void Sorter::add_rows(std::vector<Row> rows) {
  if (m_rows.empty()) {
    m_rows = std::move(rows);
  } else {
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
  }
}

std::span<const Row> Sorter::rows_of(const Part& part) const noexcept {
  const unsigned shift = 64U - Buckets::bucket_bits - part.bits;
  const std::uint64_t wanted = std::uint64_t{part.bucket} << part.bits | part.slice;
  const auto begin = std::partition_point(
      m_rows.begin(), m_rows.end(), [&](const Row& r) { return order(r.key) >> shift < wanted; });
  const auto end = std::partition_point(
      begin, m_rows.end(), [&](const Row& r) { return order(r.key) >> shift == wanted; });
  return {begin, end};
}

std::unique_ptr<RowSource> Sorter::rows() {
  finish(1);
  return std::make_unique<Parts>(*this);
}

} // namespace xq::book
