#include "book/builder/spill_file.hpp"

#include <algorithm>

namespace xq::book {

namespace {

constexpr std::size_t buffer_words = 16384;

} // namespace

void SpillFile::write_run(const RadixBuckets& buckets) {
  Run run;
  run.reserve((std::size_t{1} << m_bits) + 1);
  for (std::size_t number = 0; number < RadixBuckets::count; ++number) {
    deal(buckets, number, run);
    if (m_used >= buffer_words) {
      flush();
    }
  }
  flush();
  run.push_back(m_end);
  m_runs.push_back(std::move(run));
}

/// Put the rows of one of `buckets` behind those in m_buffer, bucket of the file after bucket.
void SpillFile::deal(const RadixBuckets& buckets, std::size_t number, Run& run) {
  const unsigned more_bits = m_bits - RadixBuckets::bucket_bits;
  const std::uint64_t mask = (std::uint64_t{1} << more_bits) - 1;
  const auto group_of = [&](PackedRow row) {
    return static_cast<std::size_t>((order(row.key()) >> (64U - m_bits)) & mask);
  };
  std::vector<std::size_t> ends(mask + 2, 0); // of each group, one further on
  buckets.for_each_piece(number, [&](std::span<const std::uint64_t> piece) {
    for_each_row(piece, [&](PackedRow row) { ends[group_of(row) + 1] += row.size(); });
  });
  ends[0] = m_used;
  for (std::size_t group = 0; group <= mask; ++group) {
    run.push_back(m_end + ends[group]);
    ends[group + 1] += ends[group];
  }
  const std::size_t used = ends.back();
  m_buffer.resize(std::max(m_buffer.size(), used));
  buckets.for_each_piece(number, [&](std::span<const std::uint64_t> piece) {
    for_each_row(piece, [&](PackedRow row) {
      auto& at = ends[group_of(row)];
      at += row.copy_to(m_buffer.data() + at);
    });
  });
  m_used = used;
}

void SpillFile::flush() {
  m_file.append({reinterpret_cast<const char*>(m_buffer.data()), m_used * sizeof(std::uint64_t)});
  m_end += m_used;
  m_used = 0;
}

std::uint64_t SpillFile::size(std::size_t bucket) const noexcept {
  std::uint64_t sum = 0;
  for (const Run& run : m_runs) {
    sum += run[bucket + 1] - run[bucket];
  }
  return sum;
}

void SpillFile::read(std::size_t bucket, std::vector<std::uint64_t>& buffer,
                     const std::function<void(std::span<const std::uint64_t>)>& f) const {
  for (const Run& run : m_runs) {
    const auto end = run[bucket + 1];
    for (auto at = run[bucket]; at < end;) {
      buffer.resize(std::min<std::uint64_t>(buffer_words, end - at));
      m_file.read(at * sizeof(std::uint64_t),
                  {reinterpret_cast<char*>(buffer.data()), buffer.size() * sizeof(std::uint64_t)});
      const std::size_t cut = for_each_row(buffer, [](PackedRow) {});
      f(std::span{buffer}.first(buffer.size() - cut));
      at += buffer.size() - cut; // a row that is cut in two is read again
    }
  }
}

void SpillFile::discard(std::size_t bucket, std::size_t count) const noexcept {
  for (const Run& run : m_runs) {
    m_file.discard(run[bucket] * sizeof(std::uint64_t),
                   (run[bucket + count] - run[bucket]) * sizeof(std::uint64_t));
  }
}

} // namespace xq::book
