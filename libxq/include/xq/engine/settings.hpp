#pragma once

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xq::engine {

inline constexpr int full_level = 20; ///< levels of strength are 0 to this, which limits nothing
/// What a person chooses from: levels of play are 1 to this, of which the last is full_level.
inline constexpr int play_levels = 8;
/// The level of strength of a level of play, which is brought into its bounds.
[[nodiscard]] int skill_of_play_level(int level) noexcept;
/// Whether an engine accepts a draw after so many plies when the position is worth `own` to it.
[[nodiscard]] constexpr bool accepts_draw(Score own, std::size_t plies) noexcept {
  constexpr Score content = 10;
  constexpr std::size_t too_early = 20;
  return plies >= too_early && own <= content;
}
inline constexpr int lowest_elo = 500;
inline constexpr int highest_elo = 2500;

/// The handicap of a level. Each level is clearly stronger than the one before; docs/engine.md has
/// the measured differences.
[[nodiscard]] Handicap handicap_of_level(int level) noexcept;
/// The handicap for a rating on a scale of its own: only differences mean anything.
[[nodiscard]] Handicap handicap_of_elo(int elo) noexcept;

/// Index of the line that a player with `handicap` chooses in a position: each of the lines, best
/// first, gets a bonus below the margin, drawn from the seed, the position and the move; the best
/// sum wins. Forced wins are always taken; a forced loss only when there is nothing else.
[[nodiscard]] std::size_t choose_line(std::span<const Line> lines, Key position,
                                      const Handicap& handicap) noexcept;

/// A move an opening book offers, and its weight against the others.
struct BookChoice {
  Move move;
  double weight = 0;
  std::optional<Score> score{}; ///< for the side to move, where an engine has judged it
};
/// The book's moves for a position, the heaviest first; none when the position is not in it.
using BookProbe = std::function<std::vector<BookChoice>(const Position&)>;
/// Opens the opening book of that path; throws Error when it cannot.
using BookOpener = std::function<BookProbe(const std::string& path)>;

/// Which of the book's moves is played.
enum class BookPick : std::uint8_t {
  best,     ///< the heaviest
  weighted, ///< drawn, by weight
  random,   ///< drawn, all alike
  score,    ///< drawn by weight from those whose score is close to the best one
};

/// How to choose.
struct BookPolicy {
  BookPick pick = BookPick::best;
  /// With BookPick::score: by how much the score may be worse. A choice without a score counts only
  /// where none has one.
  Score margin = 0;
  std::uint64_t seed = 0;
};

/// One of `choices` (Move::none() when there is none); what is drawn depends on nothing but the
/// seed and the position.
[[nodiscard]] Move choose_book_move(std::span<const BookChoice> choices, const BookPolicy& policy,
                                    const Position& position);

/// What a GUI may set, in the form the session uses it.
struct Settings {
  int hash = 16;
  int threads = 1;
  int multipv = 1;
  int overhead = 10;
  int skill = full_level;
  int elo = highest_elo;
  int seed = 0;           ///< of limited strength and of choices from the book
  int book_margin = 20;   ///< centipawns, see BookPolicy
  int natural_limit = 60; ///< rounds without a capture; 0: none
  bool ponder = false;
  bool limit_strength = false; ///< to `elo`
  bool show_wdl = false;
  bool own_book = true;
  bool seconds = true;    ///< UCCI's clock counts seconds until `usemillisec` is set
  bool batch = false;     ///< UCCI: commands wait for the running search instead of ending it
  bool promotion = false; ///< UCCI offers it; a rule of no rule book, never taken
  std::string repetition_rule = "wxf";
  std::string book_file;
  std::string book_move = "best";
  std::string without; ///< search features switched off, see SearchFeature
  std::string variant = "xiangqi";
  std::string evaluation = default_network() ? "network" : "handwritten";
  std::string eval_file;                  ///< of a network; empty: the one inside the library
  std::shared_ptr<const Network> network; ///< of eval_file

  [[nodiscard]] Options options() const;
  /// What has to be set besides, empty when nothing has: a network is asked for and there is none,
  /// so that options() has the hand-written evaluation.
  [[nodiscard]] std::string missing() const;
  /// The weaker of what the rating and the level allow.
  [[nodiscard]] Handicap handicap() const noexcept;
  [[nodiscard]] BookPolicy book_policy() const noexcept;
};

enum class SettingType : std::uint8_t { check, spin, combo, text, button };

/// One row of the table of options. `uci` and `ucci` are its names there, empty where it has none.
struct SettingInfo {
  std::string_view uci;
  std::string_view ucci;
  SettingType type;
  bool Settings::*flag = nullptr;
  int Settings::*number = nullptr;
  std::string Settings::*string = nullptr;
  int minimum = 0;
  int maximum = 0;
  std::string_view choices; ///< of a combo, space-separated
  bool inverted = false;    ///< the flag is stored the other way round
  bool hidden = false;      ///< understood, but not offered: for measurements
};

[[nodiscard]] std::span<const SettingInfo> settings_table() noexcept;
/// The `option ...` line of a row.
[[nodiscard]] std::string describe_uci(const SettingInfo& info);
[[nodiscard]] std::string describe_ucci(const SettingInfo& info);
/// The row of that name in either protocol, without regard to case; nullptr: none.
[[nodiscard]] const SettingInfo* find_setting(std::string_view name) noexcept;
/// Store `value`; returns what is wrong with it, empty when it was taken. Buttons store nothing.
/// Throws FileError when it names a network that cannot be read.
[[nodiscard]] std::string change(Settings& settings, const SettingInfo& info,
                                 std::string_view value);

} // namespace xq::engine
