#include <xq/base/error.hpp>
#include <xq/book/run_file.hpp>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace xq::book {

namespace {

static_assert(std::endian::native == std::endian::little, "runs are written as they lie in memory");

constexpr std::size_t buffer_bytes = std::size_t{128} << 10U;
constexpr std::size_t short_row = 20;
constexpr std::size_t long_row = 38;
constexpr unsigned move_bits = 13; // 8,100 moves
constexpr unsigned counts_follow = 4;

FileError failure(const std::string& folder, int code) {
  return make_error<FileError>(
      "{}: a temporary file for sorting: {}. Make room there or allow more memory (--memory).",
      folder, std::strerror(code));
}

/// Number of the result when the counts are those of one game, else counts_follow.
unsigned head_of(const Counts& c) {
  if (c.games != 1) {
    return counts_follow;
  }
  return c.red_wins != 0 ? 1U : c.black_wins != 0 ? 2U : c.draws != 0 ? 3U : 0U;
}

unsigned char* encode(const Row& row, unsigned char* out) {
  const unsigned head = head_of(row.counts);
  const auto tagged = static_cast<std::uint16_t>(row.move | (head << move_bits));
  std::memcpy(out, &row.key, 8);
  std::memcpy(out + 8, &row.lock, 8);
  std::memcpy(out + 16, &tagged, 2);
  std::memcpy(out + 18, &row.years.first, 2);
  if (head != counts_follow) {
    return out + short_row;
  }
  static_assert(sizeof(Counts) + 2 == long_row - short_row);
  std::memcpy(out + 20, &row.years.last, 2);
  std::memcpy(out + 22, &row.counts, sizeof row.counts);
  return out + long_row;
}

/// Reads one row; `in` has long_row bytes or ends with the row.
const unsigned char* decode(const unsigned char* in, Row& row) {
  std::uint16_t tagged = 0;
  std::memcpy(&row.key, in, 8);
  std::memcpy(&row.lock, in + 8, 8);
  std::memcpy(&tagged, in + 16, 2);
  const unsigned head = static_cast<unsigned>(tagged) >> move_bits;
  row.move = static_cast<std::uint16_t>(tagged & ((1U << move_bits) - 1));
  std::memcpy(&row.years.first, in + 18, 2);
  row.years.last = row.years.first;
  if (head != counts_follow) {
    row.counts = {1, head == 1 ? 1U : 0U, head == 3 ? 1U : 0U, head == 2 ? 1U : 0U};
    return in + short_row;
  }
  std::memcpy(&row.years.last, in + 20, 2);
  std::memcpy(&row.counts, in + 22, sizeof row.counts);
  return in + long_row;
}

/// Bytes of the row at `in`, of which at least short_row are there.
std::size_t row_size(const unsigned char* in) {
  return (static_cast<unsigned>(in[17]) >> (move_bits - 8U)) == counts_follow ? long_row
                                                                              : short_row;
}

} // namespace

RunFile::RunFile(const std::string& folder) : m_folder{folder} {
  m_file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (m_file < 0) { // not every file system can: a name for a moment, then
    std::string name = folder + "/.xq-run-XXXXXX";
    m_file = ::mkostemp(name.data(), O_CLOEXEC);
    if (m_file < 0) {
      throw failure(m_folder, errno);
    }
    ::unlink(name.c_str());
  }
  m_buffer.reserve(buffer_bytes);
}

RunFile::~RunFile() {
  if (m_file >= 0) {
    ::close(m_file);
  }
}

RunFile::RunFile(RunFile&& other) noexcept
    : m_folder{std::move(other.m_folder)},
      m_file{std::exchange(other.m_file, -1)},
      m_buffer{std::move(other.m_buffer)},
      m_bytes{other.m_bytes} {}

void RunFile::write(std::span<const Row> rows) {
  for (const Row& row : rows) {
    if (m_buffer.size() + long_row > buffer_bytes) {
      flush();
    }
    const std::size_t at = m_buffer.size();
    m_buffer.resize(at + long_row); // within the reserved bytes
    const unsigned char* const end = encode(row, m_buffer.data() + at);
    m_buffer.resize(static_cast<std::size_t>(end - m_buffer.data()));
  }
}

void RunFile::finish() {
  flush();
  m_buffer = {};
}

void RunFile::flush() {
  for (std::size_t done = 0; done < m_buffer.size();) {
    const auto n = ::write(m_file, m_buffer.data() + done, m_buffer.size() - done);
    if (n < 0 && errno != EINTR) {
      throw failure(m_folder, errno);
    }
    done += n > 0 ? static_cast<std::size_t>(n) : 0;
  }
  m_bytes += m_buffer.size();
  m_buffer.clear();
}

/// Reads the file front to back through one buffer.
class RunFile::Reader final : public RowSource {
public:
  explicit Reader(RunFile run) : m_run{std::move(run)} {}

  bool next(std::vector<Row>& block) override {
    block.clear();
    fill();
    while (m_end - m_at >= short_row) {
      const unsigned char* const in = m_run.m_buffer.data() + m_at;
      if (m_end - m_at < row_size(in)) {
        break;
      }
      Row& row = block.emplace_back();
      m_at += static_cast<std::size_t>(decode(in, row) - in);
    }
    return !block.empty();
  }

private:
  /// Move the rest of the buffer to its front and read on behind it.
  void fill() {
    auto& buffer = m_run.m_buffer;
    buffer.resize(buffer_bytes);
    std::memmove(buffer.data(), buffer.data() + m_at, m_end - m_at);
    m_end -= m_at;
    m_at = 0;
    const auto wanted = std::min<std::uint64_t>(buffer_bytes - m_end, m_run.m_bytes - m_offset);
    for (std::uint64_t done = 0; done < wanted;) {
      const auto n =
          ::pread(m_run.m_file, buffer.data() + m_end, wanted - done, static_cast<off_t>(m_offset));
      if (n == 0 || (n < 0 && errno != EINTR)) {
        throw failure(m_run.m_folder, n == 0 ? EIO : errno);
      }
      const auto got = n > 0 ? static_cast<std::size_t>(n) : 0;
      done += got;
      m_offset += got;
      m_end += got;
    }
  }

  RunFile m_run;
  std::uint64_t m_offset = 0; ///< of the next byte to read from the file
  std::size_t m_at = 0;       ///< of the next row in the buffer
  std::size_t m_end = 0;      ///< of the bytes in the buffer
};

std::unique_ptr<RowSource> RunFile::read(RunFile run) {
  return std::make_unique<Reader>(std::move(run));
}

} // namespace xq::book
