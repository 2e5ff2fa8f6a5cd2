#include <xq/base/error.hpp>
#include <xq/book/sorter.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

namespace xq::book {

namespace {

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
  m_buckets = std::make_unique<Buckets>(memory / 4 * 3); // the rest: lists and scratch
}

void Sorter::add(const PackedRows& rows) {
  for_each_row(rows.words(), [this](PackedRow row) {
    if (!m_buckets->add(row)) {
      make_room(row);
    }
  });
}

/// A full bucket is condensed first: in a book of the opening a few moves fill it again and again.
/// When that does not help, or the memory is full, everything goes to disk.
void Sorter::make_room(PackedRow row) {
  const std::size_t bucket = Buckets::bucket_of(row.key());
  const bool bucket_full = m_buckets->size(bucket) == m_buckets->bucket_capacity();
  if (!bucket_full || !condense(bucket)) {
    spill();
  }
  put_back(row);
}

/// Add a row for which there is room for sure.
void Sorter::put_back(PackedRow row) {
  [[maybe_unused]] const bool added = m_buckets->add(row);
  assert(added);
}

/// Add up the rows of one place; whether half of the bucket is free now.
bool Sorter::condense(std::size_t bucket) {
  m_condensed.clear();
  m_buckets->sort(bucket, m_condensed, m_scratch);
  m_buckets->clear(bucket);
  m_repacked.clear();
  for (const Row& row : m_condensed) {
    m_repacked.add(row);
  }
  for_each_row(m_repacked.words(), [this](PackedRow row) { put_back(row); });
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

/// Slices are such that those in work fit into the memory, unless the rows of one position and its
/// like do not.
void Sorter::finish(std::size_t at_once) {
  if (m_spilled) {
    if (!m_buckets->empty()) {
      spill();
    }
    m_buckets.reset(); // the parts need the memory
  }
  // Read, sorted, and as cells, in vectors that grow by doubling. Of short rows, the smallest.
  constexpr std::size_t bytes_a_row =
      2 * (sizeof(SortScratch::Ref) + PackedRow::short_words * sizeof(std::uint64_t)) +
      4 * sizeof(Row);
  const std::uint64_t most =
      std::max<std::uint64_t>(m_memory / (at_once * bytes_a_row), 1) * PackedRow::short_words;
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
    m_buckets->sort(part.bucket, out, scratch.sort);
    return;
  }
  auto& unsorted = scratch.unsorted;
  unsorted.clear();
  m_spilled->read(part.bucket, scratch.buffer, [&](std::span<const std::uint64_t> piece) {
    if (part.bits == 0) {
      unsorted.insert(unsorted.end(), piece.begin(), piece.end());
      return;
    }
    for_each_row(piece, [&](PackedRow row) {
      if ((order(row.key()) << Buckets::bucket_bits) >> (64U - part.bits) == part.slice) {
        const auto words = row.words();
        unsorted.insert(unsorted.end(), words.begin(), words.end());
      }
    });
  });
  if (part.bits == 0) { // else other slices of the bucket are still to be read
    m_spilled->discard(part.bucket);
  }
  sort_rows(unsorted, Buckets::bucket_bits + part.bits, out, scratch.sort);
}

std::unique_ptr<RowSource> Sorter::rows() {
  finish(1);
  return std::make_unique<Parts>(*this);
}

} // namespace xq::book
