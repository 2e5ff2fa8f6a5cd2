#include "book/builder/radix_buckets.hpp"

#include "book/rows/row_source.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <tuple>

namespace xq::book {

namespace {

/// Sort references to rows, whose words `for_each_piece` hands out twice: distribute them by the
/// bits of their keys behind the first `known` ones to groups of about eight rows, and sort each
/// group by comparison.
template <typename ForEachPiece>
void scatter_and_sort(unsigned known, ForEachPiece&& for_each_piece, SortScratch& scratch) {
  auto& refs = scratch.refs;
  auto& starts = scratch.starts;
  std::size_t words = 0;
  for_each_piece([&](std::span<const std::uint64_t> piece) { words += piece.size(); });
  const std::size_t about = words / PackedRow::short_words; // rows: nearly all are short
  const auto bits = static_cast<unsigned>(std::bit_width(std::min<std::size_t>(about / 8, 16383)));
  const auto group_of = [shift = 64U - known - bits,
                         mask = (std::uint64_t{1} << bits) - 1](std::uint64_t order) {
    return static_cast<std::size_t>((order >> shift) & mask);
  };
  starts.assign((std::size_t{1} << bits) + 1, 0);
  for_each_piece([&](std::span<const std::uint64_t> piece) {
    for_each_row(piece, [&](PackedRow r) { ++starts[group_of(order(r.key())) + 1]; });
  });
  for (std::size_t i = 1; i < starts.size(); ++i) {
    starts[i] += starts[i - 1];
  }
  refs.resize(starts.back());
  for_each_piece([&](std::span<const std::uint64_t> piece) {
    for_each_row(piece, [&](PackedRow r) {
      const auto key = order(r.key());
      refs[starts[group_of(key)]++] = {key, r.words().data()};
    });
  });

  // Now starts[g] is where group g ends.
  auto begin = refs.begin();
  for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
    const auto end = refs.begin() + static_cast<std::ptrdiff_t>(starts[g]);
    std::sort(begin, end, [](const auto& a, const auto& b) {
      if (a.order != b.order) {
        return a.order < b.order;
      }
      const PackedRow x{a.row};
      const PackedRow y{b.row};
      return x.lock() != y.lock() ? x.lock() < y.lock() : x.move() < y.move();
    });
    begin = end;
  }
}

/// Hand out the rows in the order of `refs`, those of one place added up.
void gather(std::span<const SortScratch::Ref> refs, RowSink& out) {
  const auto same = [](const SortScratch::Ref& a, const SortScratch::Ref& b) {
    return a.order == b.order && PackedRow{a.row}.lock() == PackedRow{b.row}.lock() &&
           PackedRow{a.row}.move() == PackedRow{b.row}.move();
  };
  RowPacker packer;
  // Prefetch hint; what it saves: see RadixBuckets::Slab. Relies on rows that lie in random order.
  constexpr std::size_t ahead = 8;
  for (std::size_t i = 0; i < refs.size();) {
    __builtin_prefetch(refs[std::min(i + ahead, refs.size() - 1)].row);
    const std::size_t first = i++;
    if (i == refs.size() || !same(refs[first], refs[i])) {
      out.add(PackedRow{refs[first].row});
      continue;
    }
    Row sum = PackedRow{refs[first].row}.unpack();
    for (; i < refs.size() && same(refs[first], refs[i]); ++i) {
      add(sum, PackedRow{refs[i].row}.unpack());
    }
    out.add(packer.row(sum));
  }
}

} // namespace

void sort_rows(std::span<const std::uint64_t> packed, unsigned known, RowSink& out,
               SortScratch& scratch) {
  scatter_and_sort(
      known, [&](auto&& f) { f(packed); }, scratch);
  gather(scratch.refs, out);
}

RadixBuckets::RadixBuckets(std::size_t bytes)
    : m_chunks_left{std::max(bytes / sizeof(Chunk), count)},
      m_bucket_chunks{std::max<std::size_t>(m_chunks_left / 16, 2)} {}

bool RadixBuckets::empty() const noexcept {
  return std::all_of(m_buckets.begin(), m_buckets.end(),
                     [](const Bucket& b) { return b.chunks.empty(); });
}

void RadixBuckets::FreeSlab::operator()(Slab* slab) const noexcept {
  ::operator delete (slab, std::align_val_t{slab_bytes});
}

RadixBuckets::Chunk* RadixBuckets::new_chunk() {
  if (m_slabs.empty() || m_slab_used == std::tuple_size_v<Slab>) {
    void* const memory = ::operator new (slab_bytes, std::align_val_t{slab_bytes});
    m_slabs.emplace_back(static_cast<Slab*>(memory));
    m_slab_used = 0;
  }
  return &(*m_slabs.back())[m_slab_used++];
}

bool RadixBuckets::grow(Bucket& bucket) {
  if (bucket.chunks.size() == m_bucket_chunks) {
    return false;
  }
  Chunk* chunk = nullptr;
  if (!m_spare.empty()) {
    chunk = m_spare.back();
    m_spare.pop_back();
  } else if (m_chunks_left > 0) {
    --m_chunks_left;
    chunk = new_chunk();
  } else {
    return false;
  }
  if (bucket.last != nullptr) {
    bucket.last->used = bucket.used;
  }
  bucket.chunks.push_back(chunk);
  bucket.last = chunk;
  bucket.used = 0;
  return true;
}

void RadixBuckets::sort(std::span<const RadixBuckets* const> all, std::size_t bucket, RowSink& out,
                        SortScratch& scratch) {
  const auto for_each_piece = [&](auto&& f) {
    for (const RadixBuckets* const buckets : all) {
      buckets->for_each_piece(bucket, f);
    }
  };
  scatter_and_sort(bucket_bits, for_each_piece, scratch);
  gather(scratch.refs, out);
}

void RadixBuckets::clear(std::size_t number) {
  Bucket& bucket = m_buckets[number];
  m_spare.insert(m_spare.end(), bucket.chunks.begin(), bucket.chunks.end());
  bucket = {};
}

void RadixBuckets::clear() {
  for (std::size_t bucket = 0; bucket < count; ++bucket) {
    clear(bucket);
  }
}

} // namespace xq::book
