#include <xq/book/buckets.hpp>

#include <algorithm>
#include <bit>
#include <new>
#include <sys/mman.h>
#include <tuple>

namespace xq::book {

namespace {

/// Deal the records of one bucket, `count` of them, which `for_each_piece` hands out twice, by the
/// bits of their keys behind the first `known` ones to so many groups that about eight share one,
/// and sort the groups by comparison: they fit into the nearest cache.
template <typename ForEachPiece>
void scatter_and_sort(std::size_t count, unsigned known, ForEachPiece&& for_each_piece,
                      std::vector<Record>& out, std::vector<std::uint32_t>& starts) {
  const auto bits = static_cast<unsigned>(std::bit_width(std::min<std::size_t>(count / 8, 16383)));
  const auto group_of = [shift = 64U - known - bits,
                         mask = (std::uint64_t{1} << bits) - 1](const Record& r) {
    return static_cast<std::size_t>((order(r.key) >> shift) & mask);
  };
  starts.assign((std::size_t{1} << bits) + 1, 0);
  for_each_piece([&](std::span<const Record> piece) {
    for (const Record& r : piece) {
      ++starts[group_of(r) + 1];
    }
  });
  for (std::size_t i = 1; i < starts.size(); ++i) {
    starts[i] += starts[i - 1];
  }
  out.resize(count);
  for_each_piece([&](std::span<const Record> piece) {
    for (const Record& r : piece) {
      out[starts[group_of(r)]++] = r;
    }
  });

  // Now starts[g] is where group g ends.
  auto begin = out.begin();
  for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
    const auto end = out.begin() + static_cast<std::ptrdiff_t>(starts[g]);
    std::sort(begin, end, [](const Record& a, const Record& b) { return precedes(a, b); });
    begin = end;
  }
}

} // namespace

void sort_bucket(std::span<const Record> records, unsigned known, std::vector<Record>& out,
                 std::vector<std::uint32_t>& scratch) {
  scatter_and_sort(
      records.size(), known, [&](auto&& f) { f(records); }, out, scratch);
}

Buckets::Buckets(std::size_t capacity)
    : m_chunks_left{std::max(capacity / chunk_records, count)},
      m_bucket_chunks{std::max<std::size_t>(m_chunks_left / 16, 2)} {}

bool Buckets::empty() const noexcept {
  return std::all_of(m_buckets.begin(), m_buckets.end(),
                     [](const Bucket& b) { return b.chunks.empty(); });
}

void Buckets::FreeSlab::operator()(Slab* slab) const noexcept { ::munmap(slab, sizeof(Slab)); }

Buckets::Chunk* Buckets::new_chunk() {
  if (m_slabs.empty() || m_slab_used == std::tuple_size_v<Slab>) {
    void* const memory =
        ::mmap(nullptr, sizeof(Slab), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      throw std::bad_alloc{};
    }
    m_slabs.emplace_back(static_cast<Slab*>(memory));
    m_slab_used = 0;
  }
  return &(*m_slabs.back())[m_slab_used++];
}

bool Buckets::grow(Bucket& bucket) {
  if (bucket.chunks.size() == m_bucket_chunks) {
    return false;
  }
  if (!m_spare.empty()) {
    bucket.chunks.push_back(m_spare.back());
    m_spare.pop_back();
  } else if (m_chunks_left > 0) {
    --m_chunks_left;
    bucket.chunks.push_back(new_chunk());
  } else {
    return false;
  }
  bucket.used = 0;
  return true;
}

void Buckets::sort(std::size_t bucket, std::vector<Record>& out,
                   std::vector<std::uint32_t>& scratch) const {
  scatter_and_sort(
      size(bucket), bucket_bits, [&](auto&& f) { for_each_piece(bucket, f); }, out, scratch);
}

void Buckets::clear(std::size_t number) {
  Bucket& bucket = m_buckets[number];
  m_spare.insert(m_spare.end(), bucket.chunks.begin(), bucket.chunks.end());
  bucket = {};
}

} // namespace xq::book
