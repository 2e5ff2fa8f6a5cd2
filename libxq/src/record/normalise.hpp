#pragma once

#include <xq/record/game.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace xq::record {

/// What normalise() changes.
enum class Normalised : std::uint8_t { header_name, date, result, player, event, misread_text };
inline constexpr std::size_t normalised_count = 6;

/// `header_names`, `dates`, `results`, `players`, `events`, `misread`: for reports.
[[nodiscard]] std::string_view name(Normalised kind) noexcept;

/// How many headers, and misread comments, were changed, by kind.
struct NormalisedCounts {
  std::array<std::uint64_t, normalised_count> of{};

  [[nodiscard]] std::uint64_t operator[](Normalised kind) const noexcept {
    return of[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] std::uint64_t total() const noexcept;
  NormalisedCounts& operator+=(const NormalisedCounts& other) noexcept;
};

/// The game with its headers in one form, moves and notes as they are but for misread ones. Nothing
/// is added to what is written:
/// - names: White, WhiteTeam, WhiteElo, WhiteTime and FenStr become Red, RedTeam, RedElo, RedTime
///   and FEN, a Rating an Elo; the usual headers get their usual capitals. A header whose proper
///   name is taken stays.
/// - Date: as normalise_date() has it; another original text moves to DateOriginal. Text without a
///   date stays.
/// - Result: 1-0, 0-1, 1/2-1/2 or * for what find_result() knows, unless the moves end with
///   another result.
/// - Headers and comments whose bytes were GBK and were read otherwise: mend_misread_text().
/// - Red, Black, RedTeam, BlackTeam (players): tidy_name(); Event, Site, Round (events): tidy().
/// Idempotent: a second time changes nothing. `counts` grows by what changed.
[[nodiscard]] Game normalised(const Game& game, NormalisedCounts& counts);

/// Trimmed, full-width Latin letters and digits and U+3000 made ASCII, each run of blanks one
/// blank, zero-width characters dropped.
[[nodiscard]] std::string tidy(std::string_view text);

/// tidy(), and without the blanks that spread a Chinese name over a column: between two characters
/// that stand alone (呂 欽, 廣東 呂 欽, 廣 東 呂 欽), and before the last one of four (廣東呂 欽).
/// In the reference archive 59 of the 68 such spellings of the first kind, and 23 of the 27 of the
/// second, are there without the blank, too. Other blanks part words: two and two characters are
/// a place or a team and a player (廣東 呂欽, 346 spellings) or two players.
[[nodiscard]] std::string tidy_name(std::string_view text);

} // namespace xq::record
