#include "book/builder/row_sorter.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

namespace xq::book {

namespace {

/// Appends rows to a vector.
class Unpacked final : public RowSink {
public:
  explicit Unpacked(std::vector<Row>& rows) : m_rows{rows} {}
  void add(PackedRow row) override { m_rows.push_back(row.unpack()); }

private:
  std::vector<Row>& m_rows;
};

/// The parts one after another.
class Parts final : public RowSource {
public:
  explicit Parts(Sorter& sorter) : m_sorter{sorter} {}

  bool next(std::vector<Row>& block) override {
    block.clear();
    Unpacked out{block};
    while (block.empty() && m_next < m_sorter.parts()) {
      m_sorter.part(m_next++, m_scratch, out);
    }
    return !block.empty();
  }

private:
  Sorter& m_sorter;
  Sorter::Scratch m_scratch;
  std::size_t m_next = 0;
};

/// So many bits of a key that a bucket of a run, in memory of this size, has about a hundred rows.
unsigned spill_bits(std::size_t memory) noexcept {
  constexpr unsigned most_bits = 12;
  return std::clamp(static_cast<unsigned>(std::bit_width(memory >> 13U)), RadixBuckets::bucket_bits,
                    most_bits);
}

} // namespace

/// A set of buckets of its own, so that no thread waits for another.
class Sorter::Lane final : public RowSink {
public:
  Lane(Sorter& sorter, std::size_t memory) : m_sorter{sorter}, m_buckets{memory} {}

  void add(PackedRow row) override {
    m_games += row.games();
    if (!m_buckets.add(row)) {
      make_room(row);
    }
  }
  [[nodiscard]] std::uint64_t games() const noexcept { return m_games; }
  [[nodiscard]] const RadixBuckets& buckets() const noexcept { return m_buckets; }

private:
  /// A full bucket is condensed first: in a book of the opening a few moves fill it again and
  /// again. When that does not help, or the memory is full, everything goes to disk.
  void make_room(PackedRow row) {
    const std::size_t bucket = RadixBuckets::bucket_of(row.key());
    const bool bucket_full = m_buckets.size(bucket) == m_buckets.bucket_capacity();
    if (!bucket_full || !condense(bucket)) {
      m_sorter.spill(m_buckets);
      m_buckets.clear();
    }
    put_back(row);
  }

  /// Add a row for which there is room for sure.
  void put_back(PackedRow row) {
    [[maybe_unused]] const bool added = m_buckets.add(row);
    assert(added);
  }

  /// Add up the rows of one place; whether half of the bucket is free now.
  bool condense(std::size_t bucket) {
    m_condensed.clear();
    const RadixBuckets* const own = &m_buckets;
    RadixBuckets::sort({&own, 1}, bucket, m_condensed, m_scratch);
    m_buckets.clear(bucket);
    for_each_row(m_condensed.words(), [this](PackedRow row) { put_back(row); });
    return m_buckets.size(bucket) <= m_buckets.bucket_capacity() / 2;
  }

  Sorter& m_sorter;
  RadixBuckets m_buckets;
  std::uint64_t m_games = 0;
  PackedRows m_condensed; ///< scratch of condense(), like the next
  SortScratch m_scratch;
};

Sorter::Sorter(std::size_t memory, std::string folder, unsigned lanes)
    : m_folder{std::move(folder)}, m_memory{memory} {
  if (memory < least_memory) {
    throw make_error<UsageError>("a book cannot be sorted in {} bytes. Allow 1M or more.", memory);
  }
  const std::size_t count = std::clamp<std::size_t>(memory / least_memory, 1, std::max(lanes, 1U));
  for (std::size_t i = 0; i < count; ++i) {
    m_lanes.push_back(
        std::make_unique<Lane>(*this, memory / 4 * 3 / count)); // the rest: lists and scratch
    m_sinks.push_back(m_lanes.back().get());
  }
}

Sorter::~Sorter() = default;

std::uint64_t Sorter::games() const noexcept {
  std::uint64_t sum = m_games_before;
  for (const auto& lane : m_lanes) {
    sum += lane->games();
  }
  return sum;
}

void Sorter::spill(const RadixBuckets& buckets) {
  const std::lock_guard lock{m_spilling};
  if (!m_spilled) {
    m_spilled.emplace(m_folder, spill_bits(m_memory / 4 * 3 / m_lanes.size()));
  }
  m_spilled->write_run(buckets);
}

void Sorter::finish(std::size_t at_once) {
  if (m_spilled) {
    for (const auto& lane : m_lanes) {
      if (!lane->buckets().empty()) {
        spill(lane->buckets());
      }
    }
    m_games_before = games();
    m_sinks.clear();
    m_lanes.clear(); // the parts need the memory
  }
  for (const auto& lane : m_lanes) {
    m_buckets.push_back(&lane->buckets());
  }
  plan_parts(at_once);
}

/// Slices are so small that those in work fit into the memory, unless the rows of a few keys alone
/// do not.
void Sorter::plan_parts(std::size_t at_once) {
  // Read, sorted, and as cells, in vectors that grow by doubling. Of short rows, the smallest.
  constexpr std::size_t cell_bytes = 48;
  constexpr std::size_t bytes_a_row =
      2 * (sizeof(SortScratch::Ref) + PackedRow::short_words * sizeof(std::uint64_t) + cell_bytes);
  const std::uint64_t most =
      std::max<std::uint64_t>(m_memory / (at_once * bytes_a_row), 1) * PackedRow::short_words;
  const unsigned bucket_bits = m_spilled ? m_spilled->bits() : RadixBuckets::bucket_bits;
  std::vector<std::atomic<unsigned>> to_come(RadixBuckets::count);
  for (std::size_t bucket = 0; bucket < std::size_t{1} << bucket_bits; ++bucket) {
    constexpr unsigned most_bits = 12;
    const std::uint64_t slices = m_spilled ? (m_spilled->size(bucket) + most - 1) / most : 1;
    const auto bits =
        slices <= 1 ? 0U : std::min(static_cast<unsigned>(std::bit_width(slices - 1)), most_bits);
    for (unsigned slice = 0; slice < 1U << bits; ++slice) {
      m_parts.push_back(
          {static_cast<std::uint16_t>(bucket), static_cast<std::uint16_t>(slice), bits});
      ++to_come[bucket >> (bucket_bits - RadixBuckets::bucket_bits)];
    }
  }
  m_parts_to_come.swap(to_come);
}

void Sorter::part(std::size_t number, Scratch& scratch, RowSink& out) {
  const Part part = m_parts[number];
  if (!m_spilled) {
    RadixBuckets::sort(m_buckets, part.bucket, out, scratch.sort);
    return;
  }
  auto& unsorted = scratch.unsorted;
  unsorted.clear();
  const unsigned known = m_spilled->bits();
  m_spilled->read(part.bucket, scratch.buffer, [&](std::span<const std::uint64_t> piece) {
    if (part.bits == 0) {
      unsorted.insert(unsorted.end(), piece.begin(), piece.end());
      return;
    }
    for_each_row(piece, [&](PackedRow row) {
      if ((order(row.key()) << known) >> (64U - part.bits) == part.slice) {
        const auto words = row.words();
        unsorted.insert(unsorted.end(), words.begin(), words.end());
      }
    });
  });
  forget(part.bucket);
  sort_rows(unsorted, known + part.bits, out, scratch.sort);
}

/// A part of this bucket was read: discard what will not be read again, many buckets of the file at
/// a time, because they are small.
void Sorter::forget(std::size_t bucket) {
  const unsigned more_bits = m_spilled->bits() - RadixBuckets::bucket_bits;
  const std::size_t group = bucket >> more_bits;
  if (--m_parts_to_come[group] == 0) {
    m_spilled->discard(group << more_bits, std::size_t{1} << more_bits);
  }
}

std::unique_ptr<RowSource> Sorter::rows() {
  finish(1);
  return std::make_unique<Parts>(*this);
}

} // namespace xq::book
