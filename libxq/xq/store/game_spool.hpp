#pragma once

#include <xq/base/unnamed_file.hpp>
#include <xq/store/game_fields.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace xq::store {

/// What the row of a game says by numbers of other tables, and the opening, where no header says
/// it.
struct RowNumbers {
  std::uint32_t source = 0;
  std::uint32_t layout = 0;
  std::array<std::uint32_t, name_field_count> names{}; ///< 0: none
  std::string_view opening;                            ///< static storage
};

/// Packed games that have no rows yet, numbered from 1: the latest in memory, the others in a
/// temporary file. Four bytes of memory for each of those. Functions throw FileError.
class GameSpool {
public:
  /// `folder`: for the temporary file. `memory`: bytes of games that stay in memory, about.
  GameSpool(std::string folder, std::size_t memory)
      : m_folder{std::move(folder)}, m_memory{memory} {}

  /// Returns the number of the game.
  std::int64_t add(std::string_view packed, const RowNumbers& numbers);
  /// The game has another record now.
  void replace(std::int64_t id, std::string_view packed, const RowNumbers& numbers);

  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(m_places.size());
  }
  [[nodiscard]] std::size_t bytes() const noexcept;

  /// No more games fit into its numbers (64 GB).
  [[nodiscard]] bool is_full() const noexcept { return m_end / unit_bytes > 0xF0000000; }

  [[nodiscard]] RowNumbers numbers(std::int64_t id) const;
  struct Game {
    std::string_view packed;
    RowNumbers numbers;
  };
  /// Bytes of the file that were read. `ahead`: how many at a time, for who reads in order.
  struct Window {
    std::size_t ahead = 0;
    std::uint64_t begin = 0;
    std::string bytes;
  };
  /// The views are valid until the next add() or replace(), or until `window` changes. For any
  /// number of threads, each with its own window, while none of them adds.
  [[nodiscard]] Game read(std::int64_t id, Window& window) const;

private:
  /// Games begin at multiples of it.
  static constexpr std::uint64_t unit_bytes = 16;
  /// Stands in front of each packed game.
  struct Head {
    RowNumbers numbers;
    std::size_t bytes = 0; ///< of the packed game
  };
  /// A piece of memory; a game stands whole in one.
  struct Chunk {
    std::uint64_t begin = 0; ///< of all bytes since the beginning
    std::string bytes;
  };
  [[nodiscard]] std::uint32_t append(std::string_view packed, const RowNumbers& numbers);
  [[nodiscard]] std::uint64_t place(std::int64_t id) const noexcept {
    return m_places[static_cast<std::size_t>(id - 1)] * unit_bytes;
  }
  /// The bytes from `place` on that are in memory; empty when they are in the file.
  [[nodiscard]] std::string_view in_memory(std::uint64_t place) const noexcept;
  [[nodiscard]] std::string_view in_file(std::uint64_t place, std::size_t bytes,
                                         Window& window) const;
  void spill();

  std::string m_folder;
  std::size_t m_memory;
  std::deque<std::uint32_t> m_places; ///< where the head of each game stands, in units
  std::deque<Chunk> m_chunks;         ///< what is not in the file
  std::uint64_t m_end = 0;            ///< bytes ever added
  std::optional<UnnamedFile> m_file;  ///< the bytes before those of m_chunks
};

} // namespace xq::store
