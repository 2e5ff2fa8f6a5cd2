#pragma once

// How tools write games: the options, and what turns a game into bytes of the chosen format,
// notation and encoding.

#include "base/script/chinese_script.hpp"
#include "cli/files/game_files.hpp"
#include "cli/options/options.hpp"
#include "format/registry.hpp"
#include "jobs/answer/field.hpp"
#include "record/normalise.hpp"

#include <xq/base/problem.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::cli {

/// -o, --to, --notation, --wxf-letters, --wxf-style, --to-encoding, --lossy, --normalize,
/// --traditional, --simplified.
struct GameOutputOptions {
  OutputOptions output;
  std::string to;                             ///< name of a format; empty: see format()
  std::string name_pattern{GameNames::usual}; ///< of files of one game
  std::string split;                          ///< see SplitGameFiles; empty: one file
  NotationOptions notation;
  format::Encoding encoding = format::Encoding::utf8;
  bool lossy = false;
  bool normalise = false;
  bool traditional = false;
  bool simplified = false;
  bool name_tells_format = true; ///< false: -o is no file of games
  bool may_pack = true;          ///< -o may be packed, as its name says

  void describe(OptionSet& options);
  /// For a tool that writes something else to -o under other options.
  void describe(OptionSet& options, FileRoleFunction role);
  /// --name and --split, for a tool that writes many files.
  void describe_names(OptionSet& options);
  /// With --json, to stdout and without --to: JSON Lines.
  void take_json(const GlobalOptions& global);
  /// --notation, as --traditional and the encoding want it.
  [[nodiscard]] notation::Style style() const;
  /// See format_to_write().
  [[nodiscard]] std::string format() const;
};

/// What was done to games on their way out, besides writing them.
struct OutputCounts {
  record::NormalisedCounts normalised;
  std::uint64_t substituted = 0;       ///< characters, under --lossy
  std::uint64_t substituted_games = 0; ///< games with such a character
  format::LeftOut left_out;            ///< by a format of moves alone

  OutputCounts& operator+=(const OutputCounts& other) noexcept;
};
/// The members that GameFormatter::summary() may write as JSON.
[[nodiscard]] std::vector<jobs::Field> output_fields();

/// Throws UsageError for a format that is not written as header, games, footer, one after another.
void require_one_stream(std::string_view format);

/// Turns games into the bytes of an output: header(), games, footer(). May be used by many threads.
class GameFormatter {
public:
  /// Throws UsageError for a format that cannot be written and for options that contradict each
  /// other, FileError where --traditional and --simplified lack their dictionaries. Formats of one
  /// game a file, see GameFiles, and those with an index need Files::many.
  enum class Files : std::uint8_t { one, many };
  explicit GameFormatter(const GameOutputOptions& options, Files files = Files::one);

  /// Each append() makes a file of its own; there is no header and no footer.
  [[nodiscard]] bool one_game_a_file() const noexcept { return m_one_game_a_file; }

  /// Comments have no place in it.
  [[nodiscard]] bool holds_moves_alone() const noexcept { return m_format.left_out != nullptr; }

  /// The output is index() of all games, then the games.
  [[nodiscard]] bool has_index() const noexcept { return m_has_index; }
  [[nodiscard]] std::string index(std::string_view games) const;

  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string footer() const;
  /// Append a usable game and count what was changed in it. A game with a character that the
  /// encoding lacks is left out, and the Problem names the character, unless --lossy.
  [[nodiscard]] std::optional<Problem> append(std::string& out, const record::Game& game,
                                              OutputCounts& counts) const;
  /// As append(), with all there is to say put among the game's problems: what the format has no
  /// place for, as warnings, or why it is left out. Whether it was written.
  bool write(std::string& out, record::Game& game, OutputCounts& counts) const;
  /// Sentences for stderr, empty when nothing was asked for: what `counts` says, a JSON line with
  /// --json.
  [[nodiscard]] std::string summary(const OutputCounts& counts, bool json) const;

private:
  [[nodiscard]] std::optional<Problem> append_text(std::string& out, const record::Game& game,
                                                   OutputCounts& counts) const;
  [[nodiscard]] record::Game in_script(const record::Game& game) const;

  const format::FormatEntry& m_format;
  format::Encoding m_encoding;
  bool m_one_game_a_file;
  bool m_has_index;
  bool m_lossy;
  bool m_normalise;
  std::optional<ChineseScriptConverter> m_script;
  std::unique_ptr<format::Writer> m_writer;
};

/// --split: games in files by what they have in common, in a folder. Takes some 64 MB however many
/// games there are, and room in the folder for all of them twice. Calling thread only.
class SplitGameFiles {
public:
  /// Throws UsageError where -o is no folder, or the format holds one game a file.
  SplitGameFiles(const GameFormatter& formatter, const GameOutputOptions& options, bool force);

  /// The names of the files in which a game stands: both players', its event, its year; none where
  /// they are told by their count. May be asked by several threads.
  [[nodiscard]] std::vector<std::string> names(const record::Game& game) const;
  /// A game, as GameFormatter::write() makes it.
  void add(const std::vector<std::string>& names, std::string_view text);
  void commit();
  /// The same where an input could not be read to its end: see GameFiles::keep_existing().
  void commit_incomplete();

private:
  const GameFormatter& m_formatter;
  std::vector<GameNames> m_names; ///< of the files of a game; none where games are counted
  std::uint64_t m_size = 0;       ///< games of a file; 0: by a header
  GameFiles m_files;
  GroupedTexts m_texts; ///< by name
  std::uint64_t m_games = 0;
};

} // namespace xq::cli
