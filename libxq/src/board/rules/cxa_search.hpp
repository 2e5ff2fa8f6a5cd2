#pragma once

#include "base/flat_map.hpp"

#include <xq/board/adjudicate.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace xq::cxa {

/// What a forced line comes to for the side that begins it. Material by the Chinese rules: a rook
/// is two horses or cannons, an advisor is an elephant, and what a pawn across the river is worth
/// floats: a pawn for several pieces, or a piece for several pawns, wins nothing.
enum class Gain : std::int8_t {
  mated,
  loses,
  pawn_for_piece, ///< a pawn won, a horse or a cannon or more lost, no rook
  pawn_for_guard, ///< a pawn won, an advisor or an elephant lost
  even,
  wins,
  mates,
};

/// A rook 8, a horse or cannon 4, an advisor or elephant 2; a pawn, whose worth floats, 0.
[[nodiscard]] int value_of(PieceType t) noexcept;

using Means = ChaseMeans;

/// A piece that a side wins if it is to move: by which line, its captures and answers.
struct Threat {
  Square from{};   ///< of the first move
  Square victim{}; ///< where the piece stands
  Means means{};
  /// The piece is won, and as much is lost elsewhere.
  bool even = false;
  /// What is won: a rook 8, horse and cannon 4, advisor and elephant 2, a pawn 1; 0 where `even`.
  /// By checks: the least that is won, whatever is answered.
  int value = 0;
  std::vector<Move> line;
};

struct Balance; // cxa_balance.hpp

/// Searches of forced lines in one position: sequences of checks, and captures to the end. Exact
/// within its bound of positions, and the same answer on every machine.
class ForcedLines {
public:
  /// `side` is to move, whoever is in `position`; the other side is not in check.
  /// threats() has what `pawn` wins, too.
  ForcedLines(const Position& position, Color side, Square pawn = Square::none);

  /// The shortest mate in which every move of the side checks; empty if there is none.
  [[nodiscard]] const std::vector<Move>& mate();
  /// The moves that begin a mate of at most as many checks as mate() has.
  [[nodiscard]] const std::vector<Move>& mating_moves();
  /// Whether `capture` wins by all that follows, also where the other side takes what it threatens
  /// anyway.
  [[nodiscard]] bool wins_outright(Move capture);
  /// Whether `capture` wins by what follows on its own square.
  [[nodiscard]] bool wins_on_the_spot(Move capture);
  /// The pieces that the side wins: king and pawn (26.1) do not begin, but take part.
  [[nodiscard]] const std::vector<Threat>& threats();
  /// The threats that need no checks first: they come first in threats().
  [[nodiscard]] std::span<const Threat> captures();
  /// false where a search ended at its bound: what was not found is not known.
  [[nodiscard]] bool decided() const noexcept { return m_decided; }

private:
  struct Line;
  struct Gained;

  [[nodiscard]] Balance balance_of_position() const noexcept;
  void find_captures();
  void find_captures(const Balance& balance);
  [[nodiscard]] Bitboard spared();
  [[nodiscard]] Balance lenient(const Balance& balance) const noexcept;
  [[nodiscard]] bool may_gain_by_checks(const Balance& balance);
  [[nodiscard]] Bitboard won_by_checks(Color side, const Balance& balance);
  void find_gain_by_checks(const Balance& balance);
  void find_offers();
  [[nodiscard]] bool is_offer(const Balance& balance, Move capture) const noexcept;
  [[nodiscard]] bool uncovers_check(Move capture) const;
  [[nodiscard]] Bitboard won_by_captures(Color side, const Balance& balance);
  [[nodiscard]] bool mates_by(Position& p, Move m, int checks, Line* line);
  [[nodiscard]] bool mates_in(Position& p, int checks, Line* line);
  [[nodiscard]] Move mate_in_one(Position& p);
  [[nodiscard]] Gain exchange(Position& p, const Balance& balance, Gain alpha, Gain beta,
                              Line* line = nullptr);
  [[nodiscard]] Gain search_captures(Position& p, const Balance& balance, Gain alpha, Gain beta,
                                     Line* line);
  [[nodiscard]] Gain gain_of(const Position& p, Move capture, const Balance& balance, Gain alpha,
                             Gain beta, Line* line = nullptr);
  [[nodiscard]] bool gains_by_checks(Position& p, const Balance& balance, int checks,
                                     Gained* gained);
  [[nodiscard]] bool gains_by(Position& p, const Balance& balance, Move m, int checks,
                              Gained* gained);
  [[nodiscard]] bool gains_after(Position& p, const Balance& balance, int checks, Gained* gained);
  [[nodiscard]] bool may_visit() noexcept;

  Position m_position;
  Color m_side;
  Square m_pawn;
  /// By the square of a piece: those of the other side, of its kind, that it could take.
  std::array<Bitboard, square_count> m_offers{};
  bool m_offers_known = false;
  std::optional<std::vector<Move>> m_mate;
  std::optional<std::vector<Move>> m_mating;
  std::optional<std::vector<Threat>> m_threats; ///< all, or captures alone
  std::size_t m_captures = 0;                   ///< so many of m_threats
  bool m_checks_tried = false;                  ///< m_threats has all
  /// Whether the last mates_in() that found no mate stopped where more checks could still mate.
  bool m_cut = true;
  using Memo = FlatMap<std::int32_t>;
  Memo m_mate_in_one; ///< by the key of a position: the move, or none
  Memo m_no_mate;     ///< by the key of a position: as many checks as do not mate
  Memo m_exchanges;   ///< by position and balance: the gain
  Memo m_no_gain;     ///< by position and balance: as many checks as win nothing
  // By the checks that are left: the answer that was the last to save the other side. Tried first,
  // it saves a tenth of the time.
  std::array<Move, 8> m_no_mate_after{};
  std::array<Move, 8> m_no_gain_after{};
  Memo m_refutations;  ///< by the key of a position: the answer that saved the side to move
  int m_left = 0;      ///< positions of the search that runs
  Bitboard m_own_spot; ///< what the side wins by what follows on the same square
  std::optional<Bitboard> m_spared; ///< see spared()
  bool m_decided = true;
};

} // namespace xq::cxa
