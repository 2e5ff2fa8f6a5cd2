#include <xq/book/spill_file.hpp>

#include <algorithm>

namespace xq::book {

namespace {

constexpr std::size_t buffer_rows = 4096;

} // namespace

void SpillFile::write_run(
    const std::function<void(std::size_t bucket, const Append& append)>& for_bucket) {
  m_buffer.reserve(buffer_rows);
  Run run{};
  for (std::size_t bucket = 0; bucket < Buckets::count; ++bucket) {
    run[bucket] = m_rows;
    for_bucket(bucket, [this](std::span<const Row> rows) {
      m_rows += rows.size();
      m_buffer.insert(m_buffer.end(), rows.begin(), rows.end());
      if (m_buffer.size() >= buffer_rows) {
        flush();
      }
    });
  }
  run.back() = m_rows;
  flush();
  m_buffer = {};
  m_runs.push_back(run);
}

void SpillFile::flush() {
  m_file.append({reinterpret_cast<const char*>(m_buffer.data()), m_buffer.size() * sizeof(Row)});
  m_buffer.clear();
}

std::uint64_t SpillFile::size(std::size_t bucket) const noexcept {
  std::uint64_t sum = 0;
  for (const Run& run : m_runs) {
    sum += run[bucket + 1] - run[bucket];
  }
  return sum;
}

void SpillFile::read(std::size_t bucket, std::vector<Row>& buffer,
                     const std::function<void(std::span<const Row>)>& f) const {
  for (const Run& run : m_runs) {
    for (std::uint64_t at = run[bucket]; at < run[bucket + 1]; at += buffer.size()) {
      buffer.resize(std::min<std::uint64_t>(buffer_rows, run[bucket + 1] - at));
      m_file.read(at * sizeof(Row),
                  {reinterpret_cast<char*>(buffer.data()), buffer.size() * sizeof(Row)});
      f(buffer);
    }
  }
}

} // namespace xq::book
