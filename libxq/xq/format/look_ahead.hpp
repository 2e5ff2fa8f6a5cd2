#pragma once

#include <xq/notation/notation.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::format {

/// What is known about how moves are written.
struct MoveLanguage {
  std::optional<notation::Style> style;    ///< asked for; none: any but keypad
  std::optional<notation::WxfStyle> wxf;   ///< asked for; see notation::read_move()
  std::optional<notation::Style> declared; ///< what the file says about itself; a hint
};

/// The move at the front of a text and how much of the text it took. A failed reading is that of
/// the whole token, unless moves without blanks begin with an ambiguous one.
struct FrontMove {
  notation::Reading reading;
  std::size_t bytes = 0;
};

/// Read `token`, or its first four or five characters where moves stand without blanks between
/// them.
[[nodiscard]] FrontMove read_front(const Position& position, std::string_view token,
                                   const MoveLanguage& language);

/// Decides an ambiguous move by what follows it: plays on under every reading, and later ambiguous
/// moves under every reading of theirs, until one reading of the first move is left that reads
/// what the others could not. Readings that
/// come to the same position at the same place go on as one. Comments and variations are stepped
/// over; the end of the line of moves is the end of the text, a result or a closing parenthesis.
class LookAhead {
public:
  static constexpr std::size_t max_live = 64;        ///< readings kept at a time
  static constexpr std::uint32_t max_reads = 50'000; ///< moves read a game, in all its look-aheads

  /// A new game: the full allowance.
  void begin() noexcept { m_reads_left = max_reads; }

  /// The candidates under which the line that goes on at `at` is legal to its end; one, if it
  /// decides. Those that were still possible when the allowance was used up count as possible.
  [[nodiscard]] MoveList survivors(const Position& before, const MoveList& candidates,
                                   std::string_view text, std::size_t at,
                                   const MoveLanguage& language);

private:
  /// Candidates by their place in the list.
  using Choices = std::uint32_t;
  struct Line {
    Position position;
    std::size_t at = 0;
    Choices choices = 0; ///< which of the candidates led here
  };

  [[nodiscard]] Choices alive() const noexcept;
  [[nodiscard]] Line take_rearmost();
  void advance(const Line& line, std::string_view text, const MoveLanguage& language);
  void keep(const Line& line, Move move, std::size_t at);

  std::vector<Line> m_lines;
  Choices m_finished = 0;    ///< candidates that reached the end
  std::size_t m_died_at = 0; ///< offset of the furthest move that some line could not read
  std::uint32_t m_reads_left = max_reads;
};

} // namespace xq::format
