#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace xq::store {

/// A list that grows at its end and whose elements stay where they are: growing copies nothing and
/// touches no more memory than what is used.
template <typename T>
class StableList {
public:
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept {
    return m_chunks[i / chunk_size][i % chunk_size];
  }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept {
    return m_chunks[i / chunk_size][i % chunk_size];
  }
  T& push_back(const T& value) {
    if (m_size == m_chunks.size() * chunk_size) {
      m_chunks.push_back(std::make_unique_for_overwrite<T[]>(chunk_size));
    }
    T& place = (*this)[m_size++];
    place = value;
    return place;
  }
  /// Keeps the memory.
  void clear() noexcept { m_size = 0; }

private:
  static constexpr std::size_t chunk_size = 2048;

  std::vector<std::unique_ptr<T[]>> m_chunks;
  std::size_t m_size = 0;
};

} // namespace xq::store
