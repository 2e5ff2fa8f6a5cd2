#include <xq/book/row_words.hpp>
#include <xq/book/spill_file.hpp>

#include <algorithm>

namespace xq::book {

namespace {

constexpr std::size_t buffer_words = 16384;

} // namespace

void SpillFile::write_run(
    const std::function<void(std::size_t bucket, const Append& append)>& for_bucket) {
  m_buffer.reserve(buffer_words + Buckets::chunk_rows * most_row_words);
  Run run{};
  for (std::size_t bucket = 0; bucket < Buckets::count; ++bucket) {
    run[bucket] = {m_end.words + m_buffer.size(), m_end.rows};
    for_bucket(bucket, [this](std::span<const Row> rows) {
      m_end.rows += rows.size();
      for (const Row& row : rows) {
        append_words(m_buffer, row);
      }
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
  m_end.words += m_buffer.size();
  m_buffer.clear();
}

std::uint64_t SpillFile::size(std::size_t bucket) const noexcept {
  std::uint64_t sum = 0;
  for (const Run& run : m_runs) {
    sum += run[bucket + 1].rows - run[bucket].rows;
  }
  return sum;
}

void SpillFile::read(std::size_t bucket, Buffer& buffer,
                     const std::function<void(std::span<const Row>)>& f) const {
  auto& [words, rows] = buffer;
  for (const Run& run : m_runs) {
    const auto end = run[bucket + 1].words;
    for (auto at = run[bucket].words; at < end;) {
      words.resize(std::min<std::uint64_t>(buffer_words, end - at));
      m_file.read(at * sizeof(std::uint64_t),
                  {reinterpret_cast<char*>(words.data()), words.size() * sizeof(std::uint64_t)});
      rows.clear();
      at += read_words(words, rows); // a row that is cut in two is read again
      f(rows);
    }
  }
}

} // namespace xq::book
