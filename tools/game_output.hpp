#pragma once

// How tools write games: the options, and what turns a game into bytes of the chosen format,
// notation and encoding.

#include "options.hpp"

#include <xq/base/problem.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace xq::cli {

/// -o, --to, --notation, --wxf-letters, --to-encoding.
struct GameOutputOptions {
  OutputOptions output;
  std::string to; ///< name of a format; empty: see format()
  NotationOptions notation;
  format::Encoding encoding = format::Encoding::utf8;

  void describe(OptionSet& options);
  /// --to, else what the name of the output file ends in, else pgn.
  [[nodiscard]] std::string format() const;
};

/// Turns games into the bytes of an output: header(), games, footer(). May be used by many threads.
class GameFormatter {
public:
  /// Throws UsageError for a format that cannot be written.
  explicit GameFormatter(const GameOutputOptions& options);

  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string footer() const;
  /// Append a usable game. A game with a character that the encoding lacks is left out, and the
  /// Problem names the character.
  [[nodiscard]] std::optional<Problem> append(std::string& out, const record::Game& game) const;
  /// Append a warning for each thing in the game that the format cannot hold.
  void losses(const record::Game& game, std::vector<Problem>& out) const {
    m_writer->losses(game, out);
  }

private:
  format::Encoding m_encoding;
  std::unique_ptr<format::Writer> m_writer;
};

} // namespace xq::cli
