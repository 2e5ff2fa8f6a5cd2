#pragma once

#include "endings/table.hpp"
#include "jobs/answer/field.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace xq::jobs {

/// How many placements of a set are won.
struct Share {
  std::uint64_t won = 0;
  std::uint64_t all = 0;
  /// Rounded: 0 and 100 are kept for less than 0.5 and for 99.5 or more.
  [[nodiscard]] unsigned percent() const noexcept {
    return all == 0 ? 0 : static_cast<unsigned>((200 * won + all) / (2 * all));
  }
};

/// How many placements of an ending are won for the side that attacks, with its move and with the
/// other one's: of those in which nothing attacks anything, whoever is to move, and of those among
/// them in which engine::is_formed() holds for the defence.
struct EndingShares {
  std::string name; ///< see engine::EndgameRow
  std::array<Share, 2> quiet;
  std::array<Share, 2> formed; ///< the same as `quiet` where none is formed
};

/// Which placements of a table count_shares() looks at.
enum class Counted : std::uint8_t {
  sample, ///< of tables with more than two million placements so many, always the same ones
  every
};

/// The rows of a table by how far the attacker's pawns have come, in the order of their names.
/// `attacker`: which side of the table. Throws Interrupted when `keep_going`, which is asked now
/// and then and may be empty, returns false.
[[nodiscard]] std::vector<EndingShares> count_shares(const endings::Table& table, Color attacker,
                                                     Counted counted = Counted::sample,
                                                     const std::function<bool()>& keep_going = {});

/// `pieces`, and of `quiet` and `formed` per cent with either side to move.
[[nodiscard]] std::span<const FieldOf<EndingShares>> share_fields() noexcept;

} // namespace xq::jobs
