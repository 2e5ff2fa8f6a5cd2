#pragma once

// Options that several tools share. A tool holds the mixins it needs as members and calls their
// describe() in its own; the values are read in run().

#include "command.hpp"

#include <xq/format/format.hpp>
#include <xq/notation/notation.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

/// --wxf-style: how WXF names pawns that share a column.
struct WxfStyleOption {
  std::optional<notation::WxfStyle> style; ///< none: read all that is clear, write xqbase

  void describe(OptionSet& options, std::string description);
  /// For tools that write no moves.
  void describe_reading(OptionSet& options);
};

/// `IN...`, --from, --encoding, --no-lookahead: which games to read.
struct InputOptions {
  std::vector<std::string> inputs; ///< files, folders, `-`
  std::optional<format::Encoding> encoding;
  std::string from; ///< name of a format; empty: detect
  bool no_look_ahead = false;

  /// `least` 0 lets a tool take its games from elsewhere (--db). `role`: what files may hold.
  void describe(OptionSet& options, std::size_t least = 1, FileRoleFunction role = {});
  /// All but the argument.
  void describe_reading(OptionSet& options);
  /// For format::read_games(). `*this` must outlive the result.
  [[nodiscard]] format::ReadOptions read_options(const GlobalOptions& global,
                                                 const WxfStyleOption& wxf = {}) const;
};

/// A file of this kind that is given as an argument is the same as one of --NAME, unless `unless`
/// says otherwise when the options are read.
void add_alternative(OptionSet& options, std::string_view name, std::string_view kind,
                     std::string description, std::function<bool()> unless = {});

/// --db for a game database; also as an argument.
OptionSet::Option& add_database(OptionSet& options, Value value, std::string description,
                                std::function<bool()> unless = {});
/// --db for a game database that is read, as most tools do.
OptionSet::Option& add_database(OptionSet& options, std::string& target, std::string description);

/// -o: where the result goes; see output.hpp.
struct OutputOptions {
  std::string path; ///< empty or `-`: stdout

  /// `role`: what the file will hold.
  void describe(OptionSet& options, FileRoleFunction role,
                std::string description = "write to FILE instead of stdout");
  void describe_required(OptionSet& options, FileRoleFunction role, std::string description);
};

/// --rejects and --strict: what becomes of games that cannot be used; see report.hpp.
struct RejectOptions {
  std::string path; ///< empty: nowhere
  bool strict = false;

  void describe(OptionSet& options);
};

/// --wxf-letters and --wxf-style: what moves in WXF look like.
struct WxfNotationOptions {
  notation::Letters letters = notation::Letters::he;
  WxfStyleOption wxf;

  void describe_wxf(OptionSet& options);
  [[nodiscard]] notation::WriteOptions write_options() const {
    return {letters, wxf.style.value_or(notation::WxfStyle::xqbase)};
  }
};

/// These options and --notation, for moves that are written into games.
struct NotationOptions : WxfNotationOptions {
  notation::Style style = notation::Style::chinese;

  void describe(OptionSet& options);
};

/// These options and --notation, for moves that are shown to people: by default as their language
/// has them.
struct ShownNotationOptions : WxfNotationOptions {
  std::optional<notation::Style> style;

  void describe(OptionSet& options);
  [[nodiscard]] notation::Style shown_style() const;
};

/// --natural-limit, in rounds as all rules count them.
struct NaturalLimitOption {
  int rounds = 60; ///< 0: none

  void describe(OptionSet& options);
  /// What the library counts in; 0: none.
  [[nodiscard]] int plies() const noexcept { return 2 * rounds; }
};

/// The words of --notation, --from and --to-encoding, for values.hpp's choice().
[[nodiscard]] std::vector<std::pair<std::string, notation::Style>> style_choices();
[[nodiscard]] std::vector<std::pair<std::string, std::optional<format::Encoding>>>
encoding_choices();
/// --to-encoding: one of those words.
[[nodiscard]] Value encoding_to_write(format::Encoding& target);
/// Names of the formats that can be read, or written.
[[nodiscard]] std::vector<std::string> readable_formats();
[[nodiscard]] std::vector<std::string> writable_formats();

/// The format in which games go to the file `path`: `to`, if that was given, else the one that the
/// end of the name says; `pgn` for a name without one and for stdout. Throws UsageError for another
/// ending, and for one of a packed file (.gz, .xz, .zst) unless `may_pack`.
[[nodiscard]] std::string format_to_write(const std::string& to, const std::string& path,
                                          bool may_pack = false);

} // namespace xq::cli
