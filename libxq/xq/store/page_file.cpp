#include <xq/base/error.hpp>
#include <xq/store/page_file.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace xq::store {

namespace {

constexpr std::uint64_t lock_byte = 0x40000000; ///< its page is SQLite's for locking
constexpr std::size_t buffer_bytes = std::size_t{1} << 20U;

[[noreturn]] void fail(const std::string& path, int code) {
  throw make_error<FileError>(
      "{}: {}. Free some space there or check the permissions, then run the command again.", path,
      std::strerror(code));
}

void write_at(int file, const std::string& path, std::span<const unsigned char> bytes,
              std::uint64_t offset) {
  while (!bytes.empty()) {
    const auto n = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno != EINTR) {
      fail(path, errno);
    }
    const auto done = n > 0 ? static_cast<std::size_t>(n) : 0;
    bytes = bytes.subspan(done);
    offset += done;
  }
}

void read_at(int file, const std::string& path, std::span<unsigned char> bytes,
             std::uint64_t offset) {
  while (!bytes.empty()) {
    const auto n = ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n == 0 || (n < 0 && errno != EINTR)) {
      fail(path, n == 0 ? EIO : errno);
    }
    const auto done = n > 0 ? static_cast<std::size_t>(n) : 0;
    bytes = bytes.subspan(done);
    offset += done;
  }
}

} // namespace

void put16(unsigned char* out, std::size_t value) noexcept {
  out[0] = static_cast<unsigned char>(value >> 8U);
  out[1] = static_cast<unsigned char>(value);
}

void put32(unsigned char* out, std::uint32_t value) noexcept {
  value = __builtin_bswap32(value);
  std::memcpy(out, &value, sizeof value);
}

std::size_t get16(const unsigned char* in) noexcept {
  return static_cast<std::size_t>(in[0]) << 8U | in[1];
}

std::uint32_t get32(const unsigned char* in) noexcept {
  std::uint32_t value = 0;
  std::memcpy(&value, in, sizeof value);
  return __builtin_bswap32(value);
}

PageFile::PageFile(const std::string& path, std::uint32_t page_size, std::uint32_t pages,
                   std::size_t keep)
    : m_path{path},
      m_page_size{page_size},
      m_next{pages + 1},
      m_buffered_from{pages + 1},
      m_keep{keep} {
  m_file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (m_file < 0) {
    fail(path, errno);
  }
  m_buffer.reserve(buffer_bytes + page_size);
}

PageFile::~PageFile() { ::close(m_file); }

std::uint32_t PageFile::append(std::span<const unsigned char> page) {
  if (m_next == lock_byte / m_page_size + 1) {
    flush();
    m_buffered_from = ++m_next;
  }
  m_buffer.insert(m_buffer.end(), page.begin(), page.end());
  if (m_buffer.size() >= buffer_bytes) {
    flush();
  }
  return m_next++;
}

std::span<const unsigned char> PageFile::page(std::uint32_t number,
                                              std::vector<unsigned char>& scratch) const {
  const auto in = [&](const std::vector<unsigned char>& bytes, std::uint32_t first) {
    return std::span{bytes}.subspan(std::size_t{number - first} * m_page_size, m_page_size);
  };
  if (number >= m_buffered_from) {
    return in(m_buffer, m_buffered_from);
  }
  if (!m_kept.empty() && number >= m_kept.front().first) {
    const auto after =
        std::upper_bound(m_kept.begin(), m_kept.end(), number,
                         [](std::uint32_t n, const Chunk& chunk) { return n < chunk.first; });
    return in(std::prev(after)->bytes, std::prev(after)->first);
  }
  scratch.resize(m_page_size);
  read_at(m_file, m_path, scratch, offset_of(number));
  return scratch;
}

void PageFile::write_root(std::uint32_t root, std::span<const unsigned char> page) {
  write_at(m_file, m_path, page, offset_of(root));
}

std::uint32_t PageFile::finish() {
  flush();
  std::array<unsigned char, 4> size{};
  put32(size.data(), m_next - 1);
  constexpr std::uint64_t size_at = 28; // in the header of the file
  write_at(m_file, m_path, size, size_at);
  return m_next - 1;
}

void PageFile::flush() {
  const std::uint64_t offset = offset_of(m_buffered_from);
  write_at(m_file, m_path, m_buffer, offset);
  // Have the disk begin now: the sync at the end then finds little to wait for. A hint only.
  static_cast<void>(::sync_file_range(m_file, static_cast<off_t>(offset),
                                      static_cast<off_t>(m_buffer.size()), SYNC_FILE_RANGE_WRITE));
  const auto first = std::exchange(
      m_buffered_from, m_buffered_from + static_cast<std::uint32_t>(m_buffer.size() / m_page_size));
  if (m_keep != 0 && !m_buffer.empty()) {
    keep_buffer(first);
  }
  m_buffer.clear();
}

/// The oldest pages give their memory to the new ones.
void PageFile::keep_buffer(std::uint32_t first) {
  m_kept.push_back({first, std::move(m_buffer)});
  m_buffer = {};
  if (m_kept.size() * buffer_bytes > m_keep) {
    m_buffer = std::move(m_kept.front().bytes);
    m_kept.pop_front();
  } else {
    m_buffer.reserve(buffer_bytes + m_page_size);
  }
}

} // namespace xq::store
