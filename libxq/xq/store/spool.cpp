#include <xq/store/spool.hpp>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace xq::store {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;

} // namespace

std::int64_t Spool::add(std::string_view text) {
  const Head head = text.size();
  const std::size_t bytes = (sizeof head + text.size() + unit_bytes - 1) / unit_bytes * unit_bytes;
  if (m_chunks.empty() || m_chunks.back().bytes.capacity() - m_chunks.back().bytes.size() < bytes) {
    if (m_chunks.size() * chunk_bytes >= m_memory) {
      spill();
    }
    m_chunks.push_back({m_end, {}});
    m_chunks.back().bytes.reserve(std::max(chunk_bytes, bytes));
  }
  auto& out = m_chunks.back().bytes;
  out.append(reinterpret_cast<const char*>(&head), sizeof head);
  out.append(text);
  out.append(bytes - sizeof head - text.size(), '\0');
  m_places.push_back(static_cast<std::uint32_t>(m_end / unit_bytes));
  m_end += bytes;
  return size();
}

std::size_t Spool::bytes() const noexcept {
  const auto first = m_chunks.empty() ? m_end : m_chunks.front().begin;
  return m_places.size() * sizeof(std::uint32_t) + static_cast<std::size_t>(m_end - first);
}

/// The older half goes to the file.
void Spool::spill() {
  if (!m_file) {
    m_file.emplace(m_folder, "Make room there, then run the command again.");
  }
  for (auto left = (m_chunks.size() + 1) / 2; left > 0; --left) {
    m_file->append(m_chunks.front().bytes);
    m_chunks.pop_front();
  }
}

std::string_view Spool::in_memory(std::uint64_t place) const noexcept {
  const auto after =
      std::upper_bound(m_chunks.begin(), m_chunks.end(), place,
                       [](std::uint64_t p, const Chunk& chunk) { return p < chunk.begin; });
  if (after == m_chunks.begin()) {
    return {};
  }
  const Chunk& chunk = *std::prev(after);
  return std::string_view{chunk.bytes}.substr(static_cast<std::size_t>(place - chunk.begin));
}

/// At least `bytes` bytes from `place` on.
std::string_view Spool::in_file(std::uint64_t place, std::size_t bytes, Window& window) const {
  const auto end = window.begin + window.bytes.size();
  if (place < window.begin || place + bytes > end) {
    const auto file_end = m_chunks.empty() ? m_end : m_chunks.front().begin;
    window.begin = place;
    window.bytes.resize(static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max(bytes, window.ahead), file_end - place)));
    m_file->read(place, window.bytes);
  }
  return std::string_view{window.bytes}.substr(static_cast<std::size_t>(place - window.begin));
}

std::string_view Spool::read(std::int64_t number, Window& window) const {
  assert(number > 0 && number <= size());
  const auto at = place(number);
  auto bytes = in_memory(at);
  const bool on_disk = bytes.empty();
  if (on_disk) {
    bytes = in_file(at, sizeof(Head), window);
  }
  Head head = 0;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (on_disk) {
    bytes = in_file(at, sizeof head + head, window);
  }
  return bytes.substr(sizeof head, head);
}

} // namespace xq::store
