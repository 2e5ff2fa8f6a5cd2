#pragma once

#include <xq/base/unnamed_file.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace xq::store {

/// Byte strings, numbered from 1: the latest in memory, the others in a temporary file. Four bytes
/// of memory for each of those. Functions throw FileError.
class Spool {
public:
  /// `folder`: for the temporary file. `memory`: bytes of strings that stay in memory, about.
  Spool(std::string folder, std::size_t memory) : m_folder{std::move(folder)}, m_memory{memory} {}

  /// Returns the number of the string.
  std::int64_t add(std::string_view text);

  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(m_places.size());
  }
  /// Of memory.
  [[nodiscard]] std::size_t bytes() const noexcept;

  /// No more strings fit into its numbers (64 GB).
  [[nodiscard]] bool is_full() const noexcept { return m_end / unit_bytes > 0xF0000000; }

  /// Bytes of the file that were read. `ahead`: how many at a time, for who reads in order.
  struct Window {
    std::size_t ahead = 0;
    std::uint64_t begin = 0;
    std::string bytes;
  };
  /// Valid until the next add(), or until `window` changes. For any number of threads, each with
  /// its own window, while none of them adds.
  [[nodiscard]] std::string_view read(std::int64_t number, Window& window) const;

private:
  /// Strings begin at multiples of it, with their length.
  static constexpr std::uint64_t unit_bytes = 16;
  using Head = std::size_t;
  /// A piece of memory; a string stands whole in one.
  struct Chunk {
    std::uint64_t begin = 0; ///< of all bytes since the beginning
    std::string bytes;
  };
  [[nodiscard]] std::uint64_t place(std::int64_t number) const noexcept {
    return m_places[static_cast<std::size_t>(number - 1)] * unit_bytes;
  }
  /// The bytes from `place` on that are in memory; empty when they are in the file.
  [[nodiscard]] std::string_view in_memory(std::uint64_t place) const noexcept;
  [[nodiscard]] std::string_view in_file(std::uint64_t place, std::size_t bytes,
                                         Window& window) const;
  void spill();

  std::string m_folder;
  std::size_t m_memory;
  std::deque<std::uint32_t> m_places; ///< where each string begins, in units
  std::deque<Chunk> m_chunks;         ///< what is not in the file
  std::uint64_t m_end = 0;            ///< bytes ever added
  std::optional<UnnamedFile> m_file;  ///< the bytes before those of m_chunks
};

} // namespace xq::store
