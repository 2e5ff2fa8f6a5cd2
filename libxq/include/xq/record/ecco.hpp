#pragma once

// Names of openings.
//
//     if (const record::Opening* opening = record::classify(game)) {
//       std::cout << opening->code << ' ' << opening->name << '\n'; // C00 中炮对屏风马
//     }

#include <xq/base/problem.hpp>
#include <xq/record/game.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xq::record {

/// Moves of a game that decide its opening: the first ten of each side.
inline constexpr std::size_t ecco_plies = 20;

/// One opening of data/ecco.tsv; the views live as long as the program.
struct Opening {
  std::string_view code;        ///< A00 to E99
  std::string_view name;        ///< simplified Chinese
  std::string_view traditional; ///< the name in the traditional script
  std::string_view english;     ///< a translation of the name
  std::string_view also;        ///< codes that records give instead, space-separated; often empty
};

/// All openings, by code.
[[nodiscard]] std::span<const Opening> openings();
/// Nothing for a code that is not in use.
[[nodiscard]] const Opening* find_opening(std::string_view code);

/// The name for people who read the language of translate().
[[nodiscard]] std::string_view shown_name(const Opening& opening) noexcept;

/// shown_name(), with the Chinese name behind an English one.
[[nodiscard]] std::string full_name(const Opening& opening);

/// The opening that these moves from the standard start position make, found by the moves of each
/// side, so that move orders that the classification allows come to the same, and so does the
/// left-right mirror. Nothing without a move; A00 when no other fits. Under a microsecond. Any
/// thread.
[[nodiscard]] const Opening* classify(std::span<const Move> moves);
/// The opening of a game's main line; nothing for a game from another start position.
[[nodiscard]] const Opening* classify(const Game& game);

/// The code of a game's opening: that of its ECCO header where it says anything (not empty, `?` or
/// `-`), else that of the opening that its moves make; empty for a game from another start
/// position. Valid as long as the game.
[[nodiscard]] std::string_view opening_code(const Game& game);

/// The opening of a game as lists and reports show it.
struct GameOpening {
  std::string_view code;          ///< opening_code()
  const Opening* known = nullptr; ///< nothing for a code that is none of openings()
  std::string_view name;          ///< simplified Chinese, or else what the Opening header says
};
/// The views are valid as long as the game.
[[nodiscard]] GameOpening opening_of(const Game& game);

/// The warning for a game whose ECCO header names another opening than its moves make.
[[nodiscard]] std::optional<Problem> check_ecco(const Game& game);

} // namespace xq::record
