#pragma once

#include "format/shared/slice.hpp"
#include "notation/reading.hpp"

#include <xq/format/format.hpp>
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
  std::optional<notation::WxfStyle> wxf;   ///< asked for; see notation::read_token()
  std::optional<notation::Style> declared; ///< what the file says about itself; a hint
  /// How algebraic text numbers ranks, once the game has shown it; see
  /// MoveReader::find_first_rank().
  std::optional<notation::FirstRank> first_rank;
  std::optional<notation::Dialect> dialect; ///< once the game has shown it; see find_dialect()
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

/// The moves that follow in a game or variation, however a format writes them. A place is an
/// offset or an index, whatever orders the moves of the format.
class MovesAhead {
public:
  virtual ~MovesAhead() = default;

  struct Token {
    std::string_view text;
    std::size_t place = 0;
  };
  /// The first move at `place` or after it; nothing at the end of the moves.
  [[nodiscard]] virtual std::optional<Token> find(std::size_t place) const = 0;
  /// The place after the first `bytes` of a token; nothing when a token is one move.
  [[nodiscard]] virtual std::optional<std::size_t> behind(const Token& token,
                                                          std::size_t bytes) const {
    return bytes == token.text.size() ? std::optional{token.place + 1} : std::nullopt;
  }
};

/// The moves that follow in text, without comments and variations; they end with the text, with a
/// result or with a closing parenthesis.
class TextAhead final : public MovesAhead {
public:
  explicit TextAhead(std::string_view text) noexcept : m_text{text} {}
  [[nodiscard]] std::optional<Token> find(std::size_t place) const override;
  [[nodiscard]] std::optional<std::size_t> behind(const Token& token,
                                                  std::size_t bytes) const override {
    return token.place + bytes;
  }

private:
  std::string_view m_text;
};

/// Decides an ambiguous move by the moves after it: follows every reading of it, and every reading
/// of later ambiguous moves, until the moves are legal under one reading of the first move only.
/// Branches that reach the same position at the same place become one.
class AmbiguityResolver {
public:
  static constexpr std::size_t max_live = 64;        ///< branches kept at a time
  static constexpr std::uint32_t max_reads = 50'000; ///< moves read a game, in all its look-aheads

  /// A new game: the full allowance.
  void begin() noexcept { m_reads_left = max_reads; }

  /// The candidates after which the moves from `place` on are legal to their end; one where they
  /// decide. Candidates that are undecided when the allowance is used up are among them.
  [[nodiscard]] MoveList survivors(const Position& before, const MoveList& candidates,
                                   const MovesAhead& ahead, std::size_t place,
                                   const MoveLanguage& language);

private:
  /// A bit for each candidate, by its place in the list.
  using Choices = std::uint32_t;
  struct Branch {
    Position position;
    std::size_t at = 0;
    Choices choices = 0; ///< the candidates that lead here
  };

  [[nodiscard]] Choices alive() const noexcept;
  [[nodiscard]] Branch take_rearmost();
  void advance(const Branch& branch, const MovesAhead& ahead, const MoveLanguage& language);
  void keep(const Branch& branch, Move move, std::size_t at);

  std::vector<Branch> m_branches;
  Choices m_finished = 0;     ///< candidates that reached the end
  std::size_t m_stuck_at = 0; ///< the furthest place where a branch could not go on
  std::uint32_t m_reads_left = max_reads;
};

/// How every reader of written moves gets from a token to a move: it knows what was asked for about
/// notation, the styles of WXF and looking ahead, and makes the findings.
class MoveReader {
public:
  explicit MoveReader(const ReadOptions& options);

  /// A new game begins.
  void begin() noexcept {
    m_ahead.begin();
    m_language.first_rank.reset();
    m_language.dialect.reset();
  }
  void set_declared(std::optional<notation::Style> style) noexcept { m_language.declared = style; }
  [[nodiscard]] const MoveLanguage& language() const noexcept { return m_language; }

  /// The move that `token` as a whole names.
  [[nodiscard]] notation::Reading read(const Position& position, std::string_view token) const;
  /// Algebraic text and squares number the ranks from 0 or from 1. At the first move of a game that
  /// has the form (or that no reading fits), find out which reads more of the moves from `at` on; 0
  /// when both do. Returns whether the move must be read again.
  [[nodiscard]] bool find_first_rank(const Position& position, const notation::Reading& reading,
                                     const MovesAhead& ahead, std::size_t at);
  /// Find out the number of the first rank before the first move of a game from another start
  /// position whose moves name a rank 10: that move may be legal with either numbers.
  void expect_ranks_from_one(const Position& position, const MovesAhead& ahead, std::size_t at);
  /// At a move that no style reads, find out whether a dialect reads it and more of the moves from
  /// `at` on. Vietnamese moves may look like others, so only the first move of a game can show it.
  /// Returns whether the move must be read again.
  [[nodiscard]] bool find_dialect(const Position& position, const notation::Reading& reading,
                                  const MovesAhead& ahead, std::size_t at, bool first);
  /// What follows may decide between the candidates.
  [[nodiscard]] bool can_wait(const notation::Reading& reading) const noexcept {
    return m_look_ahead && reading.fault == notation::ReadFault::ambiguous;
  }

  /// Where a move stands.
  struct Place {
    Location where;
    int ply = 0; ///< its number, from 1
    bool in_variation = false;
  };
  /// The move of a reading: a failed one becomes a finding, and none is returned, unless it is
  /// ambiguous and what goes on in `ahead` at `next` leaves one candidate; then that is a warning.
  /// In a variation, which ends before such a move, every finding is one.
  [[nodiscard]] Move settle(const Position& position, std::string_view token,
                            notation::Reading reading, const Place& place, const MovesAhead& ahead,
                            std::size_t next, Reporter& report);

private:
  [[nodiscard]] bool form_with_rank(const Position& position, std::string_view token,
                                    const notation::Reading& reading) const;
  [[nodiscard]] bool decide_first_rank(const Position& position, const MovesAhead& ahead,
                                       std::size_t at, std::size_t least);

  MoveLanguage m_language;
  bool m_look_ahead;
  AmbiguityResolver m_ahead;
};

} // namespace xq::format
