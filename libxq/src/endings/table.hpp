#pragma once

#include "base/os/mapped_file.hpp"
#include "endings/number.hpp"
#include "endings/placements.hpp"

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::endings {

/// Numbers of those placements from which the losing side does nothing but check, of which none
/// leads away but those that lose sooner.
struct CheckStage {
  Number first = 0;
  Number last = 0;
  friend bool operator==(const CheckStage&, const CheckStage&) noexcept = default;
};

/// How many placements there are, each mirror image counted, with one side to move.
struct Counts {
  std::uint64_t won = 0; ///< for the side to move
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;
  std::uint64_t by_rule = 0; ///< of those won and lost: by the rule on perpetual check alone
  friend bool operator==(const Counts&, const Counts&) noexcept = default;
};

/// What is known of a table as a whole.
struct TableFacts {
  Material material;            ///< not is_turned()
  bool judges_checks = true;    ///< perpetual check loses; false: repetitions are drawn
  std::array<Counts, 2> counts; ///< with Red and with Black to move
  Number longest = 0;           ///< the greatest number of plies to a mate or stalemate
  std::string longest_fen;      ///< a position with that many
  Number longest_by_rule = 0;   ///< the greatest number from by_rule on; 0: there is none
  std::vector<CheckStage> stages;
  friend bool operator==(const TableFacts&, const TableFacts&) noexcept = default;
};

/// The results of all placements of one material, a byte or two for each side to move. Read by any
/// threads.
class Table {
public:
  /// `codes`: what encode() returned.
  Table(TableFacts facts, std::string codes);
  /// The codes are the rest of a file.
  Table(TableFacts facts, os::MappedFile file, std::size_t offset);
  ~Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  [[nodiscard]] const TableFacts& facts() const noexcept { return m_facts; }
  [[nodiscard]] const Placements& placements() const noexcept { return m_placements; }
  [[nodiscard]] std::string_view codes() const noexcept { return m_codes; }

  [[nodiscard]] Number at(Color to_move, std::uint64_t number) const noexcept;
  /// The result of a position with this material, or with this material turned. Its pieces must
  /// stand where they can.
  [[nodiscard]] Number of(const Position& position) const noexcept;

  /// The codes of numbers: `[side][placement]`.
  [[nodiscard]] static std::string encode(const TableFacts& facts,
                                          const std::array<std::vector<Number>, 2>& numbers);
  /// Bytes for one placement with one side to move.
  [[nodiscard]] static std::size_t width(const TableFacts& facts) noexcept;

private:
  TableFacts m_facts;
  Placements m_placements;
  std::string m_own;
  os::MappedFile m_file;
  std::string_view m_codes;
  std::size_t m_width = 1;
  Number m_rule_base = 0;
};

} // namespace xq::endings
