#include <xq/book/spill_file.hpp>

#include <algorithm>

namespace xq::book {

namespace {

constexpr std::size_t buffer_records = 8192;

} // namespace

void SpillFile::write_run(
    const std::function<void(std::size_t bucket, const Append& append)>& for_bucket) {
  m_buffer.reserve(buffer_records);
  Run run{};
  for (std::size_t bucket = 0; bucket < Buckets::count; ++bucket) {
    run[bucket] = m_records;
    for_bucket(bucket, [this](std::span<const Record> records) {
      m_records += records.size();
      m_buffer.insert(m_buffer.end(), records.begin(), records.end());
      if (m_buffer.size() >= buffer_records) {
        flush();
      }
    });
  }
  run.back() = m_records;
  flush();
  m_buffer = {};
  m_runs.push_back(run);
}

void SpillFile::flush() {
  m_file.append({reinterpret_cast<const char*>(m_buffer.data()), m_buffer.size() * sizeof(Record)});
  m_buffer.clear();
}

std::uint64_t SpillFile::size(std::size_t bucket) const noexcept {
  std::uint64_t sum = 0;
  for (const Run& run : m_runs) {
    sum += run[bucket + 1] - run[bucket];
  }
  return sum;
}

void SpillFile::read(std::size_t bucket, std::vector<Record>& buffer,
                     const std::function<void(std::span<const Record>)>& f) const {
  for (const Run& run : m_runs) {
    for (std::uint64_t at = run[bucket]; at < run[bucket + 1]; at += buffer.size()) {
      buffer.resize(std::min<std::uint64_t>(buffer_records, run[bucket + 1] - at));
      m_file.read(at * sizeof(Record),
                  {reinterpret_cast<char*>(buffer.data()), buffer.size() * sizeof(Record)});
      f(buffer);
    }
  }
}

} // namespace xq::book
