#pragma once

#include <xq/engine/book_choice.hpp>
#include <xq/engine/engine.hpp>
#include <xq/engine/strength.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace xq::engine {

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
  std::string without; ///< search features switched off, see search_features.hpp
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
