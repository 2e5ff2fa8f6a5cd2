#pragma once

#include <xq/board/board_pattern.hpp>
#include <xq/board/position.hpp>
#include <xq/board/zobrist.hpp>
#include <xq/record/aliases.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::store {

/// Games that reach a position, in whichever order of moves.
struct PositionFilter {
  BoardPattern pattern;
  /// When the pattern is one position, of it and of the one with colours exchanged: the index is
  /// asked first.
  std::optional<CanonicalKey> key{}, exchanged_key{};
  Move then{};  ///< unless none(): the move that follows in the game, as seen with the pattern
  int hold = 1; ///< it stands for so many plies in a row
};
/// Games that reach exactly this position (its counters aside): `{.position = reaches(position)}`.
[[nodiscard]] PositionFilter reaches(const Position& position);

/// Numbers from `least` to `most`.
struct Range {
  int least = 0;
  int most = 0;
  friend bool operator==(const Range&, const Range&) noexcept = default;
};

/// Numbers of games from `first` to `last`.
struct GameRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// Which games are wanted: all conditions that are set must hold.
///
///     store::Filter{.player = "胡荣华", .from = 19600000, .position = store::reaches(position)}
///
/// Names match anywhere within the
/// text, in either script of Chinese, ASCII letters without case; a name that has the text in it
/// stands for all names of its group.
struct Filter {
  std::vector<GameRange> games{}; ///< the number is in one of these; empty: whatever it is
  std::string player{};           ///< on either side
  std::string red{};
  std::string black{};
  std::string event{};
  std::string site{};
  std::int64_t from = 0;  ///< yyyymmdd, 00 for any; games that can have been played then or later
  std::int64_t until = 0; ///< the same, then or before; games without a date match neither
  std::optional<record::Result> result{};
  std::string ecco{};                  ///< the code begins with it
  std::vector<std::string> openings{}; ///< the code is one of these; empty: whatever it is
  /// Part of the name of its code, or of the headers Opening or Variation.
  std::string opening{};
  std::optional<Range> red_level{}; ///< Elo or another rating, see record::Facts::levels
  std::optional<Range> black_level{};
  int min_plies = 0;
  std::optional<int> max_plies{};
  std::string comment{}; ///< words that comments have, all of them
  /// A move of the main line has one of these glyphs (PGN's numbers: 1 !, 2 ?, 3 !!, 4 ??, 5 !?,
  /// 6 ?!), in the record or by an annotation that the database keeps.
  std::vector<std::uint16_t> marks{};
  std::string source{}; ///< part of the name of the file that the game was read from
  std::optional<PositionFilter> position{};
  PiecePath path{};       ///< a piece goes it; empty: not asked for
  bool mirrored = true;   ///< the left-right mirror image of position and path counts
  bool exchanged = false; ///< so do they with the colours exchanged
  /// Where the position stands (0: before the first move), with which move the path ends.
  std::optional<Range> ply{};
  /// Leave out the games that GameDatabase::duplicates() lists among those that pass all else. Only
  /// a database can say.
  bool unique = false;
  /// The groups of names, no condition by themselves; null: those that the database holds, or none
  /// for games that are in no database.
  std::shared_ptr<const record::Aliases> names{};

  [[nodiscard]] bool empty() const;
  /// Whether it asks for a position or a path.
  [[nodiscard]] bool asks_moves() const noexcept { return position || !path.empty(); }
  /// Whether headers alone do not tell if a game passes.
  [[nodiscard]] bool asks_whole_games() const;
};

/// Whether a game that is in no database passes: the same answer as for one that is, of all but
/// Filter::unique. Of a game with an error only what its headers say is asked. May be asked by
/// several threads.
class Matcher {
public:
  explicit Matcher(const Filter& filter);
  [[nodiscard]] bool operator()(const record::Game& game) const;

private:
  struct Tests;
  std::shared_ptr<const Tests> m_tests;
};

/// `1998`, `1998.12`, `1998-12-09`, also with / between, as yyyymmdd; nothing for another form or a
/// day that is none.
[[nodiscard]] std::optional<std::int64_t> read_filter_date(std::string_view text);

/// A condition on games as the options of `xq search` have it, without dashes: `min-plies`.
struct FilterInfo {
  std::string_view name;
  std::string_view
      value;             ///< what stands for its text in help; empty: a flag, whose text is ignored
  std::string_view help; ///< English, for translate(); empty: it only says how another is read
  bool needs_database = false; ///< games of files cannot be asked it
};
/// All conditions, in the order of the help.
[[nodiscard]] std::vector<FilterInfo> filters();

/// A name of filters() and its text.
using NamedCondition = std::pair<std::string_view, std::string_view>;
/// The filter that has all of these conditions, for programs whose users write them:
///
///     const auto filter = store::read_filter({{"player", "胡荣华"}, {"since", "1960"}});
///     std::cout << store::GameDatabase{"archive.xqdb"}.count(filter) << '\n';
///
/// `place`: in place of the text of `position`. Throws UsageError for a name that is none, a text
/// that cannot be read, or conditions that do not go together.
[[nodiscard]] Filter read_filter(std::span<const NamedCondition> conditions,
                                 const std::optional<Position>& place = {});
[[nodiscard]] inline Filter read_filter(std::initializer_list<NamedCondition> conditions,
                                        const std::optional<Position>& place = {}) {
  return read_filter(std::span{conditions.begin(), conditions.size()}, place);
}

} // namespace xq::store
