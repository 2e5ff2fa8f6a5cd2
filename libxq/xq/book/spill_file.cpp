#include <xq/book/spill_file.hpp>

#include <algorithm>

namespace xq::book {

namespace {

constexpr std::size_t buffer_words = 16384;

} // namespace

void SpillFile::write_run(
    const std::function<void(std::size_t bucket, const Append& append)>& for_bucket) {
  Run run{};
  for (std::size_t bucket = 0; bucket < Buckets::count; ++bucket) {
    run[bucket] = m_end + m_buffer.size();
    for_bucket(bucket, [this](std::span<const std::uint64_t> words) {
      m_buffer.insert(m_buffer.end(), words.begin(), words.end());
      if (m_buffer.size() >= buffer_words) {
        flush();
      }
    });
  }
  flush();
  run.back() = m_end;
  m_buffer = {};
  m_runs.push_back(run);
}

void SpillFile::flush() {
  m_file.append(
      {reinterpret_cast<const char*>(m_buffer.data()), m_buffer.size() * sizeof(std::uint64_t)});
  m_end += m_buffer.size();
  m_buffer.clear();
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

void SpillFile::discard(std::size_t bucket) const noexcept {
  for (const Run& run : m_runs) {
    m_file.discard(run[bucket] * sizeof(std::uint64_t),
                   (run[bucket + 1] - run[bucket]) * sizeof(std::uint64_t));
  }
}

} // namespace xq::book
