#include <xq/book/buckets.hpp>

#include <algorithm>
#include <bit>

namespace xq::book {

Buckets::Buckets(std::size_t capacity)
    : m_chunks_left{std::max(capacity / chunk_records, count)},
      m_bucket_chunks{std::max<std::size_t>(m_chunks_left / 16, 2)} {}

bool Buckets::empty() const noexcept {
  return std::all_of(m_buckets.begin(), m_buckets.end(),
                     [](const Bucket& b) { return b.chunks.empty(); });
}

bool Buckets::grow(Bucket& bucket) {
  if (bucket.chunks.size() == m_bucket_chunks) {
    return false;
  }
  if (!m_spare.empty()) {
    bucket.chunks.push_back(std::move(m_spare.back()));
    m_spare.pop_back();
  } else if (m_chunks_left > 0) {
    --m_chunks_left;
    bucket.chunks.push_back(std::make_unique_for_overwrite<Chunk>());
  } else {
    return false;
  }
  bucket.used = 0;
  return true;
}

template <typename F>
void Buckets::for_each(const Bucket& bucket, F&& f) {
  for (const auto& chunk : bucket.chunks) {
    const std::size_t used = chunk == bucket.chunks.back() ? bucket.used : chunk_records;
    for (std::size_t i = 0; i < used; ++i) {
      f((*chunk)[i]);
    }
  }
}

/// Deal the records out by the next bits of their keys, so many that about eight share a group,
/// and sort the groups by comparison: they fit into the nearest cache.
void Buckets::take_sorted(std::size_t number, std::vector<Record>& out) {
  Bucket& bucket = m_buckets[number];
  const std::size_t records = size(number);
  const auto bits = static_cast<unsigned>(std::bit_width(std::min<std::size_t>(records / 8, 2047)));
  const auto group_of = [shift = 56U - bits,
                         mask = (std::uint64_t{1} << bits) - 1](const Record& r) {
    return static_cast<std::size_t>((order(r.key) >> shift) & mask);
  };

  m_starts.assign((std::size_t{1} << bits) + 1, 0);
  for_each(bucket, [&](const Record& r) { ++m_starts[group_of(r) + 1]; });
  for (std::size_t i = 1; i < m_starts.size(); ++i) {
    m_starts[i] += m_starts[i - 1];
  }
  out.resize(records);
  for_each(bucket, [&](const Record& r) { out[m_starts[group_of(r)]++] = r; });

  // Now m_starts[g] is where group g ends.
  auto begin = out.begin();
  for (std::size_t g = 0; g + 1 < m_starts.size(); ++g) {
    const auto end = out.begin() + static_cast<std::ptrdiff_t>(m_starts[g]);
    std::sort(begin, end, [](const Record& a, const Record& b) { return precedes(a, b); });
    begin = end;
  }

  std::move(bucket.chunks.begin(), bucket.chunks.end(), std::back_inserter(m_spare));
  bucket = {};
}

} // namespace xq::book
