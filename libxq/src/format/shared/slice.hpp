#pragma once

#include "base/text/text.hpp"
#include "format/shared/line_scan.hpp"

#include <xq/base/problem.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace xq::format {

/// The text of one game, cut out of a decoded file by a Splitter.
struct Slice {
  std::string_view text;
  std::uint64_t offset = 0;      ///< of text[0] in the decoded file
  std::uint64_t line = 1;        ///< of text[0] in the decoded file, from 1
  bool damaged = false;          ///< U+FFFD in the text stands for bytes that could not be decoded
  std::string_view heading = {}; ///< Splitter::heading()
};

/// Finds where games begin in text that arrives piece by piece. Parsers get the slices between and
/// never look beyond them. Linear in the text, whatever the pieces.
class Splitter {
public:
  virtual ~Splitter() = default;

  struct Start {
    std::size_t offset = 0; ///< in the text given to scan()
    std::uint64_t line = 0; ///< from 1
  };

  /// Look at the complete lines of `text` that earlier calls have not seen (at all of it when
  /// `last`) and append to `starts` every game that begins there. `text` must begin with what the
  /// call before was given, less what drop() took away.
  void scan(std::string_view text, bool last, std::vector<Start>& starts);
  /// The line at the front of a table that says what its columns are, once the first game was
  /// found; empty in formats without one.
  [[nodiscard]] virtual std::string_view heading() const noexcept { return {}; }
  /// The first `bytes` of the text are gone.
  void drop(std::size_t bytes) noexcept;
  /// Offset of the first line that is still to be looked at.
  [[nodiscard]] std::size_t line_start() const noexcept { return m_line; }
  /// Take the incomplete line at the end of the text, which is `size` long, for a complete one that
  /// begins no game.
  void give_up_line(std::size_t size) noexcept { m_line = m_searched = size; }

private:
  /// Whether a game begins with this line, which has no line end.
  virtual bool begins_game(std::string_view line) = 0;
  /// Lines at the front of `text` that begin no game, as far as that is known without calling
  /// begins_game() for each.
  virtual LineRun pass_lines(std::string_view text) noexcept {
    static_cast<void>(text);
    return {};
  }
  /// After begins_game(): append where in the same line further games begin.
  virtual void begins_inside(std::string_view line, std::vector<std::size_t>& starts);

protected:
  /// While begins_game() runs: the text before the line, from where the last game began.
  [[nodiscard]] std::string_view before_line() const noexcept { return m_before; }

private:
  std::uint64_t m_number = 1; ///< of the line at m_line
  std::size_t m_line = 0;     ///< start of the first line not looked at
  std::size_t m_searched = 0; ///< no line end between m_line and here
  std::string_view m_before;
  std::vector<std::size_t> m_inside;
};

/// Turns one slice into a game. Keeps its memory between games; one a thread.
class SliceParser {
public:
  virtual ~SliceParser() = default;
  /// Replace `game`: headers, moves, findings, line and raw (a view of the slice).
  virtual void parse(const Slice& slice, record::Game& game) = 0;
};

/// Lines and columns of places in a slice. Asking in ascending order costs one pass in all.
class Locator {
public:
  void reset(const Slice& slice) noexcept;
  [[nodiscard]] Location at(std::size_t offset) noexcept;

private:
  Slice m_slice;
  std::size_t m_at = 0;
  std::uint64_t m_line = 1;
  std::uint64_t m_column = 1;
};

/// Adds findings to a game, with their place; after `limit` of them only the first error counts.
class Reporter {
public:
  void reset(const Slice& slice, record::Game& game) noexcept;
  /// `offset` is into the slice.
  void add(ProblemCode code, std::string message, std::string_view token, std::size_t offset,
           int ply = 0);
  void add(Problem problem);
  /// Give the game's problems from number `first` on, whose offsets are into the slice, their
  /// places in the file.
  void locate(std::size_t first) noexcept;
  [[nodiscard]] Location location(std::size_t offset) noexcept { return m_locator.at(offset); }

private:
  static constexpr std::size_t limit = 100;
  record::Game* m_game = nullptr;
  Locator m_locator;
};

/// The part of a slice that a parser may read: the text before the first NUL or invalid byte.
struct ReadablePart {
  std::string_view text;
  bool cut = false; ///< there is more, which cannot be read
};

/// Where bytes that are no text cost no more than the line that they stand in.
using LosableLine = bool (*)(std::string_view line);

/// How a SliceParser begins: `game` becomes empty but for line and raw, `report` adds to it, and
/// what ends the readable part early is the first finding.
/// NULs at the end, which padding leaves, are no finding.
[[nodiscard]] ReadablePart begin_game(const Slice& slice, record::Game& game, Reporter& report,
                                      LosableLine losable = nullptr);

/// The result that a header gives; unknown, and a finding, where `text` is none.
[[nodiscard]] record::Result read_result(std::string_view text, std::size_t offset,
                                         Reporter& report);

/// Start `game` from `fen`, which stands at `offset` of the slice; false and a finding when it
/// cannot be read. A diagram in which a king is in reach is a warning in every format.
[[nodiscard]] bool set_up_start(std::string_view fen, std::size_t offset, record::Game& game,
                                Reporter& report);

/// The first line of `text` without its line end; `text` becomes what follows it.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) noexcept {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Length of a blank beyond ASCII at the front of `text`: U+3000, the no-break space, the blanks of
/// typesetters; 0 when there is none.
[[nodiscard]] std::size_t wide_blank_length(std::string_view text) noexcept;

/// The first byte of a wide blank, and of other characters.
[[nodiscard]] constexpr bool may_be_wide_blank(char c) noexcept {
  return c == '\xE3' || c == '\xE2' || c == '\xC2';
}

/// Length of the blank at the front of `text`: space, tab, CR or a wide one; 0 when there is none.
[[nodiscard]] inline std::size_t blank_length(std::string_view text) noexcept {
  if (text.empty()) {
    return 0;
  }
  if (is_blank(text[0])) {
    return 1;
  }
  return may_be_wide_blank(text[0]) ? wide_blank_length(text) : 0;
}

/// Zero-width characters that editors and web pages leave behind; 0 when there is none at the
/// front.
[[nodiscard]] std::size_t invisible_length(std::string_view text) noexcept;

/// `line` without the blanks and invisible characters at its front.
[[nodiscard]] inline std::string_view skip_blanks(std::string_view line) noexcept {
  while (!line.empty()) {
    if (line[0] > ' ' && static_cast<unsigned char>(line[0]) < 0x80U) {
      break;
    }
    std::size_t n = blank_length(line);
    if (n == 0) {
      n = invisible_length(line);
    }
    if (n == 0) {
      break;
    }
    line.remove_prefix(n);
  }
  return line;
}

} // namespace xq::format
