#pragma once

#include "base/hash.hpp"
#include "record/date_range.hpp"
#include "record/facts.hpp"

#include <xq/board/position.hpp>
#include <xq/record/game.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Whether two records are of one game: the one place that says so. There are five grades, each of
/// which says less than the one before; docs/same_game.md tells which of them each tool counts:
///
/// - same record: the same moves, and one of the two says nothing that the other does not say
///   (store/import/header_facts.hpp, which compares all of both)
/// - same game: the same moves, and nothing speaks against one game, is_one_game()
/// - typed again: the moves of one are those of the other but for slips, is_typed_again()
/// - beginning: the moves of one are the first of the other, is_beginning()
/// - same moves: no more than that; games of others, or of another day
///
/// Each tool finds the pairs in its own way and asks here. Moves are packed, see
/// board/packed_moves.hpp.
namespace xq::record {

/// Who played and when, as the headers of a record tell. Numbers stand for names; they are equal
/// where the names are.
struct Occasion {
  std::uint64_t red = 0; ///< 0: not known
  std::uint64_t black = 0;
  DateRange days;
  std::uint64_t event = 0; ///< 0: not known
  std::uint64_t round = 0; ///< likewise
};
[[nodiscard]] Occasion occasion_of(const Facts& facts);

/// The number of a player's name in an Occasion; 0 when it names nobody.
[[nodiscard]] std::uint64_t player_number(std::string_view name);
/// That of an event or a round; 0 when it says nothing.
[[nodiscard]] std::uint64_t name_number(std::string_view name);

/// So many plies are not played twice by chance.
inline constexpr std::size_t sure_plies = 40;
/// Up to so many, which an opening may have, all kinds of games have in common.
inline constexpr std::size_t common_plies = 16;

/// Both players are known, and the same.
[[nodiscard]] constexpr bool same_players(const Occasion& a, const Occasion& b) noexcept {
  return a.red != 0 && a.black != 0 && a.red == b.red && a.black == b.black;
}
/// Red or Black is known of both, and another.
[[nodiscard]] constexpr bool other_players(const Occasion& a, const Occasion& b) noexcept {
  return (a.red != 0 && b.red != 0 && a.red != b.red) ||
         (a.black != 0 && b.black != 0 && a.black != b.black);
}
/// Other players or another day.
[[nodiscard]] constexpr bool contradict(const Occasion& a, const Occasion& b) noexcept {
  return other_players(a, b) || !a.days.meets(b.days);
}

/// Whether two records with the same moves from the same start position are of one game. Where they
/// have fewer than sure_plies, the headers must not contradict; where they have fewer than
/// common_plies from the usual position (`standard_start`), they must name the same players.
[[nodiscard]] bool is_one_game(const Occasion& a, const Occasion& b, std::size_t plies,
                               bool standard_start) noexcept;

/// Whether a record whose moves are the first `plies` of another one breaks off the same game: the
/// plies are so many that nobody plays them again, or the players are the same and their days do
/// not contradict.
[[nodiscard]] bool is_beginning(const Occasion& a, const Occasion& b, std::size_t plies) noexcept;

/// Whether two records of the same result are of one game that was typed twice, with slips:
/// the same players, may_be_one_game() and is_retyped().
[[nodiscard]] bool is_typed_again(const Occasion& a, std::string_view moves_of_a, const Occasion& b,
                                  std::string_view moves_of_b);

/// Whether two occasions share the day and no other round, or the round of one event and no other
/// day.
[[nodiscard]] bool may_be_one_game(const Occasion& a, const Occasion& b) noexcept;

/// At least nine tenths of the longer sequence stand in the other one, in order; and that is at
/// most two plies shorter, or nothing but the longer one with moves left out. False of no moves.
[[nodiscard]] bool is_retyped(std::string_view a, std::string_view b);

/// How many plies of `whole`, which begins at `start`, are played when `part` begins, at
/// `part_start`, and goes on as `whole` does but for slips: is_retyped() to the end of `part`.
/// Nothing where it does not, or begins where `whole` does.
[[nodiscard]] std::optional<std::size_t> find_part(Position start, std::string_view whole,
                                                   const Position& part_start,
                                                   std::string_view part);

/// A number for start position (its counters aside) and moves: the same for equal ones, and hardly
/// for others. Of this run only: databases have hashes of their own.
class SequenceHash {
public:
  explicit SequenceHash(const Position& start) noexcept : m_hash{to_integer(start.key())} {}
  void add(Move move) noexcept {
    m_hash = (m_hash ^ move.raw()) * splitmix_step;
    m_hash ^= m_hash >> 29U;
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return m_hash; }

private:
  std::uint64_t m_hash;
};
/// A hash of the main line of a game.
[[nodiscard]] std::uint64_t sequence_hash(const Game& game) noexcept;

} // namespace xq::record
