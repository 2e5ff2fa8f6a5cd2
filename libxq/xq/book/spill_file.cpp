#include <xq/base/error.hpp>
#include <xq/book/spill_file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace xq::book {

namespace {

constexpr std::size_t buffer_records = 8192;

FileError failure(const std::string& folder, int code) {
  return make_error<FileError>(
      "{}: a temporary file for sorting: {}. Make room there or allow more memory (--memory).",
      folder, std::strerror(code));
}

void read_at(int file, const std::string& folder, std::uint64_t offset, std::span<Record> out) {
  char* const data = reinterpret_cast<char*>(out.data());
  for (std::size_t done = 0; done < out.size_bytes();) {
    const auto n =
        ::pread(file, data + done, out.size_bytes() - done, static_cast<off_t>(offset + done));
    if (n == 0 || (n < 0 && errno != EINTR)) {
      throw failure(folder, n == 0 ? EIO : errno);
    }
    done += n > 0 ? static_cast<std::size_t>(n) : 0;
  }
}

} // namespace

SpillFile::SpillFile(const std::string& folder) : m_folder{folder} {
  m_file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (m_file < 0) { // not every file system can: a name for a moment, then
    std::string name = folder + "/.xq-run-XXXXXX";
    m_file = ::mkostemp(name.data(), O_CLOEXEC);
    if (m_file < 0) {
      throw failure(m_folder, errno);
    }
    ::unlink(name.c_str());
  }
}

SpillFile::~SpillFile() { ::close(m_file); }

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
  const char* const data = reinterpret_cast<const char*>(m_buffer.data());
  const std::size_t bytes = m_buffer.size() * sizeof(Record);
  for (std::size_t done = 0; done < bytes;) {
    const auto n = ::write(m_file, data + done, bytes - done);
    if (n < 0 && errno != EINTR) {
      throw failure(m_folder, errno);
    }
    done += n > 0 ? static_cast<std::size_t>(n) : 0;
  }
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
      read_at(m_file, m_folder, at * sizeof(Record), buffer);
      f(buffer);
    }
  }
}

} // namespace xq::book
