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
#include <vector>

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
/// temporary file. Eight bytes of memory for each of those. Functions throw FileError.
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

  [[nodiscard]] RowNumbers numbers(std::int64_t id) const;
  struct Game {
    std::string_view packed;
    RowNumbers numbers;
  };
  /// The views are valid until the next add() or replace(), or until `scratch` changes. For any
  /// number of threads while none of them adds.
  [[nodiscard]] Game read(std::int64_t id, std::string& scratch) const;

private:
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
  [[nodiscard]] std::uint64_t append(std::string_view packed, const RowNumbers& numbers);
  /// The bytes from `place` on that are in memory; empty when they are in the file.
  [[nodiscard]] std::string_view in_memory(std::uint64_t place) const noexcept;
  [[nodiscard]] Head head(std::uint64_t place) const;
  void spill();

  std::string m_folder;
  std::size_t m_memory;
  std::vector<std::uint64_t> m_places; ///< where the head of each game stands
  std::deque<Chunk> m_chunks;          ///< what is not in the file
  std::uint64_t m_end = 0;             ///< bytes ever added
  std::optional<UnnamedFile> m_file;   ///< the bytes before those of m_chunks
};

} // namespace xq::store
