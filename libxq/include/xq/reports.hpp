#pragma once

// Reports for a round: what a game database says about an event, a player, two players, an opening;
// novelties.
//
//     const auto report = reports::player_report("archive.xqdb", {.from = 19800000}, "胡荣华");
//     std::cout << reports::as_text(report);

#include <xq/analysis/statistics.hpp>
#include <xq/board/position.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>
#include <xq/store/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::reports {

/// Points of one side for a game. 2, 1 and 0: Rules of the Chinese Xiangqi Association of 2011,
/// article 13.1; others by 13.3.
struct Scoring {
  int win = 2;
  int draw = 1;
  int loss = 0;
};

/// What players are compared by.
enum class Criterion : std::uint8_t {
  points,
  small_points,     ///< all points of beaten opponents and half of those of opponents drawn with
  opponents_points, ///< of all opponents, for each game with them
  cumulative,       ///< the points after each round, added up
  wins,
  mutual,       ///< points in the games of those who are equal so far with each other
  mutual_black, ///< number of these games as Black
  black_games,
  black_wins,
};
/// `points`, `small-points` ...: the same in every language.
[[nodiscard]] std::string_view name(Criterion criterion) noexcept;

/// An order of criteria; docs/reports.md has the sources.
enum class Ranking : std::uint8_t { round_robin, swiss, cumulative, asian };
/// `round-robin`, `swiss`, `cumulative`, `asian`.
[[nodiscard]] std::string_view name(Ranking ranking) noexcept;
inline constexpr std::size_t ranking_count = 4;

/// A game of an event that counts.
struct EventGame {
  std::int64_t number = 0; ///< game.id
  std::size_t red = 0;     ///< place in EventReport::standings
  std::size_t black = 0;
  record::Result result{};
  std::string date{};  ///< yyyy.mm.dd with ?? for what is not known; empty: not known
  std::string round{}; ///< a number where the header is one in words of rounds (第３轮), else the
                       ///< header; empty: not known
  int round_number = 0;  ///< 0: the header is not one number
  std::string opening{}; ///< ECCO code; may be empty
  int plies = 0;
  int red_rating = 0; ///< 0: not known
  int black_rating = 0;
};

/// How strong a player showed himself: the average of his opponents' ratings, and the difference
/// that FIDE's table gives for his part of the points (docs/reports.md).
struct Performance {
  int games = 0;   ///< with a result, against opponents with a rating
  int average = 0; ///< of the opponents
  int rating = 0;
};

struct Standing {
  std::string name;
  std::size_t place = 0; ///< from 1
  int games = 0;
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int black_games = 0;
  int black_wins = 0;
  int points = 0;
  int small_points_twice = 0; ///< small points times two, a whole number
  int opponents_points = 0;
  std::optional<int> cumulative{};   ///< when every game tells its round as a number
  std::optional<int> mutual{};       ///< when it was asked for, and the players it is asked of met
                                     ///< equally often
  std::optional<int> mutual_black{}; ///< the same
  std::optional<Performance> performance{}; ///< when an opponent has a rating
};

/// A game that the filter let through and that counts for nothing.
struct LeftOutGame {
  enum class Why : std::uint8_t {
    repeats,      ///< a record of the same game as `of`
    other_result, ///< the same, but it tells another result,
    other_round,  ///< round,
    other_date,   ///< or date
    no_player,    ///< a player is not named
    one_player,   ///< both players have one name
    no_result
  };
  std::int64_t number = 0;
  Why why{};
  std::int64_t of = 0; ///< 0 for the other reasons
};

struct EventPairs {
  std::size_t met = 0;
  std::size_t all = 0;
  bool equally_often = false; ///< every two players met as many times, at least once
};

struct EventReport {
  struct Name {
    std::string name;
    std::size_t games = 0; ///< that count
  };
  std::string asked;        ///< what was looked for in the headers, with commas between
  std::vector<Name> events; ///< headers, those of most games first
  std::vector<Standing> standings;
  std::vector<EventGame> games; ///< by round, then date, then number
  std::vector<LeftOutGame> left_out;
  EventPairs pairs;
  std::string from; ///< the first and the last date; empty: no game has one
  std::string until;
  std::size_t undated = 0;
  Scoring scoring;
  Ranking ranking{};
};

struct EventOptions {
  Scoring scoring{};
  /// None: round_robin when every two players met as many times, else swiss.
  std::optional<Ranking> ranking{};
};

/// The event whose name holds one of `events` (all games for none of them), of the games of a
/// database that `filter` lets through; Filter::event must be empty then. Players and events have
/// the canonical names of Filter::names, or of the database. Records that are of one
/// game count once, and lend each other round, date and result where one has none. Throws DbError.
[[nodiscard]] EventReport event_report(const std::string& database, const store::Filter& filter,
                                       std::span<const std::string> events,
                                       const EventOptions& options = {});

/// Games of one kind as one of the players sees them.
struct Score {
  std::size_t wins = 0;
  std::size_t draws = 0;
  std::size_t losses = 0;
  std::size_t unknown = 0;

  [[nodiscard]] std::size_t games() const noexcept { return wins + draws + losses + unknown; }
};
struct NamedScore {
  std::string name;
  Score score;
};

/// A game that a report names.
struct ListedGame {
  std::int64_t number = 0;
  std::string date; ///< yyyy.mm.dd with ?? for what is not known; empty: not known
  std::string red;
  std::string black;
  std::string event;
  record::Result result{};
  std::string opening; ///< ECCO code; may be empty
  int plies = 0;
};

/// A move of the player, in all games in which it is what its kind says.
struct PlayerMove {
  Position before;
  Move move;
  int ply = 0;                      ///< of the last of the games, from 0
  std::vector<Move> line;           ///< of the last of the games, up to the move
  std::vector<std::size_t> games;   ///< places in PlayerReport::games, by date
  std::size_t others_at = 0;        ///< other games with the position, for a departure
  std::size_t others_with_move = 0; ///< other games with the move there, for a departure
  std::uint16_t worst_mark = 0;     ///< the glyph, for a mistake: 2 ?, 4 ??, 6 ?!
};

/// A move of the player that has ?!, ? or ??, in the record or by what xq annotate keeps in the
/// database.
struct MarkedMove {
  std::size_t game = 0;   ///< place in PlayerReport::games
  int ply = 0;            ///< from 0
  std::uint16_t mark = 0; ///< the glyph: 2 ?, 4 ??, 6 ?!
};

struct PlayerReport {
  std::string player, opponent;      ///< what was asked for
  std::vector<NamedScore> names;     ///< the player's headers, those of most games first
  std::vector<NamedScore> opponents; ///< the same of the opponents
  Score all, red, black;
  std::vector<NamedScore> red_openings; ///< by code; of most games first. Empty code: another start
  std::vector<NamedScore> black_openings;
  std::vector<NamedScore> years;      ///< empty: not known
  std::vector<ListedGame> games;      ///< by date, undated ones first
  std::vector<PlayerMove> departures; ///< those of most games first, then the latest
  std::vector<PlayerMove> mistakes;   ///< made in two games or more; the same order
  std::vector<MarkedMove> marked; ///< each move in a position once, those of the last games first
  std::size_t marked_games = 0;   ///< games in which a move of the player has ?!, ? or ??
  std::size_t left_out = 0;       ///< games that repeat another one (Filter::unique)
  std::size_t both = 0;           ///< games in which the name fits both players, left out, too
  std::size_t common = 0;         ///< the options
  int plies = 0;
};

struct PlayerOptions {
  std::string against{}; ///< a part of the opponent's name; empty: any
  /// A move leaves the common road when fewer than so many of the other games of the database make
  /// it in the position; the first move of a game that does counts, if it is the player's.
  std::size_t common = 3;
  int plies = 40; ///< how far a game is followed
  unsigned threads = 1;
};

/// The player whose name holds `player`, of the games that `filter` lets through;
/// Filter::player must be empty then. Names are those of Filter::names, or of the database.
/// Games that repeat another one are left out, here and among the other games. `keep_going` is
/// asked now and then while other games are read; false throws Interrupted. Throws DbError.
[[nodiscard]] PlayerReport player_report(const std::string& database, const store::Filter& filter,
                                         const std::string& player,
                                         const PlayerOptions& options = {},
                                         const std::function<bool()>& keep_going = {});

/// The first game with a move in a position that games had before.
struct Novelty {
  ListedGame game;
  Position before;
  Move move;
  int ply = 0;             ///< from 0
  std::vector<Move> line;  ///< of the game, up to the move
  std::size_t earlier = 0; ///< games that came to the position on an earlier day
  std::size_t later = 0;   ///< other games with the move, all of a later day
};

struct NoveltyReport {
  std::vector<Novelty> novelties; ///< the latest first
  std::size_t games = 0;          ///< that were compared
  std::size_t repeated = 0;       ///< records that repeat another one, left out
  std::size_t undated = 0;        ///< games without a year, which are never first and never earlier
  std::size_t uncertain = 0;      ///< moves of which dates do not tell whose the first was
  std::size_t transpositions = 0; ///< moves into positions that other games had, or may have had
  std::size_t earlier = 0;        ///< the options
  int plies = 0;
};

struct NoveltyOptions {
  std::size_t earlier = 5; ///< so many games at the least had the position before
  int plies = 60;          ///< how far games are compared
  /// For sorting, in bytes; what does not fit goes to temporary files beside the database.
  std::uint64_t memory = std::uint64_t{256} << 20U;
  unsigned threads = 1;
};

/// The novelties of the games that `filter` lets through, against all games of the database from
/// the usual start. A game is called first only when no other one with the move can have been
/// played on the same day or before, whatever is unknown of its date. Positions are the same up to
/// mirroring. Of records that repeat one another one counts, on the days that they have in common.
/// `keep_going` as in player_report(). Throws DbError, FileError.
[[nodiscard]] NoveltyReport novelties(const std::string& database, const store::Filter& filter,
                                      const NoveltyOptions& options = {},
                                      const std::function<bool()>& keep_going = {});

/// A move of an opening's games.
struct OpeningMove {
  Position before;
  Move move;     ///< none() for the position of the report
  int depth = 0; ///< plies from the position of the report
  std::size_t games = 0;
  std::size_t red_wins = 0;
  std::size_t draws = 0;
  std::size_t black_wins = 0;
};

struct OpeningLine {
  std::vector<Move> moves; ///< from the position of the report
  OpeningMove last;        ///< the last of them, with its games
};

struct OpeningReport {
  Position root;
  OpeningMove all;                ///< the games that came to the position
  std::vector<OpeningMove> tree;  ///< each before those that follow it, those of most games first
  std::vector<OpeningLine> lines; ///< one for each first move, by the moves of most games
  std::array<int, 5> lengths{};   ///< plies: the least, the quartiles, the most
  std::vector<std::pair<std::string, std::size_t>> years; ///< with games; empty: not known
  NoveltyReport novelties;                                ///< behind the position
  std::size_t least = 0;                                  ///< games of a move of tree and lines
  int plies = 0;                                          ///< the options
};

struct OpeningOptions {
  std::size_t min_games = 0; ///< for tree and lines; 0: one in fifty of the games, at least 2
  int tree_plies = 12;
  std::size_t novelty_games = 5; ///< NoveltyOptions::earlier
  unsigned threads = 1;
};

/// What the games that `filter` lets through do from `root` on, in its image where they come to the
/// mirror image. Games that repeat another one are left out. The tree takes some 100 bytes for each
/// different move of the games within tree_plies. `keep_going` as in player_report(). Throws
/// DbError, FileError.
[[nodiscard]] OpeningReport opening_report(const std::string& database, const store::Filter& filter,
                                           const Position& root, const OpeningOptions& options = {},
                                           const std::function<bool()>& keep_going = {});

/// The games that `filter` lets through, counted; names are those of Filter::names, or of the
/// database. `keep_going` as in player_report(). Throws DbError.
[[nodiscard]] analysis::Statistics statistics(const std::string& database,
                                              const store::Filter& filter, unsigned threads = 1,
                                              const std::function<bool()>& keep_going = {});

/// How texts and pages show a report; JSON has everything, moves as h2e2.
struct ReportStyle {
  std::size_t limit = 20; ///< rows of a table at most, whose title says so; 0: all
  notation::Style notation = notation::Style::chinese;
  notation::WriteOptions write{};
  std::size_t columns = std::string::npos; ///< of the terminal that a text is for; npos: any number
};

/// A report for a terminal, in the language of the process; as a web page, one file without links;
/// and as a JSON object, which has everything, without a line end.
[[nodiscard]] std::string as_text(const EventReport& report,
                                  std::size_t columns = std::string::npos);
[[nodiscard]] std::string as_text(const PlayerReport& report, const ReportStyle& style = {});
[[nodiscard]] std::string as_text(const OpeningReport& report, const ReportStyle& style = {});
[[nodiscard]] std::string as_text(const NoveltyReport& report, const ReportStyle& style = {});
[[nodiscard]] std::string as_html(const EventReport& report);
[[nodiscard]] std::string as_html(const PlayerReport& report, const ReportStyle& style = {});
[[nodiscard]] std::string as_html(const OpeningReport& report, const ReportStyle& style = {});
[[nodiscard]] std::string as_html(const NoveltyReport& report, const ReportStyle& style = {});
[[nodiscard]] std::string as_json(const EventReport& report);
[[nodiscard]] std::string as_json(const PlayerReport& report);
[[nodiscard]] std::string as_json(const OpeningReport& report);
[[nodiscard]] std::string as_json(const NoveltyReport& report);
/// `limit`: events, players and openings at most, those of most games; 0: all.
[[nodiscard]] std::string as_json(const analysis::Statistics& statistics, std::size_t limit = 20);

} // namespace xq::reports
