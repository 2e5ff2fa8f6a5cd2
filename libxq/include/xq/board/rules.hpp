#pragma once

#include <xq/board/position.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace xq {

/// The positions of one game and how often each has stood since the last capture. add() and every
/// question take constant time on average, however long the game is.
class PositionHistory {
public:
  explicit PositionHistory(const Position& start);
  /// The position after the next move.
  void add(const Position& position);

  /// The number of moves that led to the last position.
  [[nodiscard]] std::size_t plies() const noexcept { return m_entries.size() - 1; }
  /// Moves up to the last capture, it included: no position before it can come back.
  [[nodiscard]] std::size_t last_capture() const noexcept { return m_last_capture; }
  /// Key of the position after `ply` moves.
  [[nodiscard]] std::uint64_t key(std::size_t ply) const noexcept { return m_entries[ply].key; }
  /// How often the last position has stood since the last capture, this time included.
  [[nodiscard]] int occurrences() const noexcept {
    return static_cast<int>(m_entries.back().occurrences);
  }
  /// Plies of the `n`th last occurrence of the last position; 1 is itself. n <= occurrences().
  [[nodiscard]] std::size_t occurrence(int n) const noexcept;

private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint64_t lock = 0;
    std::uint32_t next = 0;        ///< 1 + index of the entry before in the same slot; 0: none
    std::uint32_t previous = 0;    ///< index of the same position before
    std::uint32_t occurrences = 0; ///< since the last capture
  };

  /// Make an entry the first of its slot. Returns the one that was first, as `next` has it.
  std::uint32_t insert(Entry& entry, std::size_t index) noexcept;
  void enlarge();

  std::vector<Entry> m_entries;
  /// Hash table with lists: 1 + index of the last entry in each slot. As many slots as positions
  /// since the last capture, at least; a power of two.
  std::vector<std::uint32_t> m_slots;
  std::size_t m_last_capture = 0;
};

namespace cxa {
struct Finding;
} // namespace cxa

/// What moves are by the Chinese rules, for judges of several games: archives have many games more
/// than once, and half of their searches are saved. What is found does not depend on it.
/// Thread-safe.
class SharedFindings {
public:
  /// What a classification depends on: the position, that before a check, the move, and whether
  /// pawns chase. A position has its key and its lock.
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint16_t, bool>;
  using Known = std::shared_ptr<const cxa::Finding>;

  /// Null when nothing is known.
  [[nodiscard]] Known find(const Key& key) const;
  /// Only while there are fewer than a limit, so that memory has a bound.
  void put(const Key& key, const Known& known);

private:
  mutable std::mutex m_mutex;
  std::map<Key, Known> m_findings;
};

/// Which rules judge a repetition: the Asian and world rules, those of the Chinese association, or
/// none.
enum class RuleSet : std::uint8_t { none, wxf, cxa };

/// How often a position stands before the rules say what repeating it means: the third time, and by
/// the Chinese rules after three rounds (articles 24.9 to 24.11), which is the fourth time.
[[nodiscard]] constexpr int usual_occurrences(RuleSet rules) noexcept {
  return rules == RuleSet::cxa ? 4 : 3;
}

enum class Outcome : std::uint8_t { none, red_wins, black_wins, draw };

/// The pieces of the side not moving that `attacker` threatens to win in `position` if it were to
/// move: squares of enemy pieces (no king, no pawn before the river) that a rook, horse, cannon,
/// advisor or elephant can lawfully capture without being recaptured lawfully; a rook attacked by a
/// horse or cannon, and a rook, horse or cannon attacked by an advisor or elephant, even when
/// protected. An attack between pieces of the same kind does not count while the victim can
/// lawfully capture back (it is an offer).
[[nodiscard]] Bitboard chased_pieces(const Position& position, Color attacker);

/// The pieces of `attacker` from which chased_pieces() has `victim`.
[[nodiscard]] Bitboard chasers_of(const Position& position, Color attacker, Square victim);

/// The pieces by which the move `m`, from `before` to `after`, makes a new attack on `victim`, by
/// the Asian and world rules: those of chasers_of() that were none before it. A piece that was
/// chased itself makes no new attack by a move that parries this and only cuts the way of the
/// victim's protector (diagrams 39 to 41 and 61 of the Asian rules).
[[nodiscard]] Bitboard new_chasers(const Position& before, Move m, const Position& after,
                                   Square victim);
/// The pieces that have new_chasers().
[[nodiscard]] Bitboard newly_chased(const Position& before, Move m, const Position& after);

/// `attacker`, not in check, would mate at once if it were to move in `position`.
[[nodiscard]] bool threatens_mate(const Position& position, Color attacker);

/// What all moves of one side in a cycle amount to.
enum class Conduct : std::uint8_t {
  idle,            ///< at least one move neither checks, threatens mate nor chases
  attacks,         ///< some moves check, some threaten mate, the others chase
  perpetual_check, ///< every move checks
  perpetual_kill,  ///< every move threatens mate
  perpetual_chase, ///< every move chases one and the same piece
  several_chased,  ///< every move chases, but not always the same piece
  check_and_kill,  ///< some moves check, the others threaten mate
  check_and_chase, ///< some moves check, the others chase
  kill_and_chase,  ///< some moves threaten mate, the others chase
};
/// What such a side does: `gives perpetual check`. translate() it for people.
[[nodiscard]] std::string_view to_text(Conduct conduct) noexcept;

/// Which of two sides that both break the Chinese rules has to change, by the part of article 26.9.
enum class Weighing : std::uint8_t {
  none,
  kill_or_chase,       ///< 26.9.1: perpetual threats of mate are graver than a perpetual chase
  rook_or_jointly,     ///< 26.9.2: a chase of rooks by single pieces is graver than one by several
  rootless_or_jointly, ///< 26.9.3: so is one of other pieces, or of rooks and others in turn
};

/// Judgement on the repetition at the end of a game.
struct Ruling {
  Outcome outcome = Outcome::none; ///< none: the last position is no repetition
  Weighing weighing = Weighing::none;
  /// By cxa a search ended at its bound, so that nothing is said; outcome is none.
  bool undecided = false;
  std::size_t first_ply = 0; ///< the cycle: plies first_ply to last_ply, counted from 1
  std::size_t last_ply = 0;
  std::string reason; ///< one sentence; empty for `none`
  /// What Red and Black do in the cycle. By wxf a threat of mate is none of these.
  std::array<Conduct, color_count> conduct{};
  /// By cxa, for Red and Black: what a pawn attacks counts as chased, since both sides attack with
  /// every move (26.1.4).
  std::array<bool, color_count> pawns_chase{};
};

/// Judges the repetitions of one game. Moves are classified (check, threat of mate, chase) once,
/// and only when a repetition is judged: a game of n moves takes time in proportion to n, however
/// often judge() is called. A plain value; no thread shares one.
class RepetitionJudge {
public:
  /// `shared`, if any, outlives the judge.
  explicit RepetitionJudge(const Position& start, RuleSet rules = RuleSet::wxf,
                           SharedFindings* shared = nullptr);
  /// The next move, legal, and the position that it leads to.
  void add(Move m, const Position& after);

  [[nodiscard]] RuleSet rules() const noexcept { return m_rules; }
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return m_moves; }
  [[nodiscard]] const PositionHistory& history() const noexcept { return m_history; }
  /// Whether judge() may say something of the last position; in constant time, to be asked first.
  [[nodiscard]] bool may_judge() const noexcept {
    return m_rules != RuleSet::none &&
           m_history.occurrences() >= (m_rules == RuleSet::cxa ? 2 : usual_occurrences(m_rules));
  }
  /// Whether the last position stands for the `occurrences`th time (2 or more; 0: as often as is
  /// usual) or more, and what the cycle since the first of these occurrences means.
  /// wxf: perpetual check loses, then perpetual chase of one piece loses; both sides at fault, or
  /// neither: draw.
  /// cxa: one-sided perpetual check loses; then a side that checks, threatens mate or chases in
  /// every move, in whatever mixture and whichever pieces, loses to one that does not; of two that
  /// do, the one that article 26.9 names; otherwise draw. What pawns attack counts only where it
  /// makes both sides attack with every move. Nine rounds of such moves by one side, in
  /// which three or more sequences were closed, are judged, too, where the last position stood
  /// before.
  [[nodiscard]] Ruling judge(int occurrences = 0);
  /// What the move at `ply`, since the last capture, is by the Chinese rules; for RuleSet::cxa.
  /// `pawns_chase`: what a pawn attacks is chased, too.
  [[nodiscard]] const cxa::Finding& finding(std::size_t ply, bool pawns_chase = false);

private:
  /// The last ply at which a move of a side was of each kind; a check counts before a chase. 0:
  /// none since the last capture. By cxa only idle moves, and of these only what has been found
  /// out.
  struct LastPlies {
    std::size_t check = 0;
    std::size_t chase = 0;
    std::size_t idle = 0;
  };
  [[nodiscard]] const Position& position_after(std::size_t ply);
  [[nodiscard]] Ruling judge_cycle(std::size_t first);
  [[nodiscard]] bool pawns_attack(std::size_t side, const Ruling& ruling);
  [[nodiscard]] Ruling judge_nine_rounds();
  [[nodiscard]] bool has_three_closed_sequences(std::size_t first) const;
  void classify_moves();
  void classify(Move m, std::size_t ply);
  void restart_at(std::size_t ply);
  [[nodiscard]] Conduct conduct_since(std::size_t ply, Color side) const;

  RuleSet m_rules;
  SharedFindings* m_shared;
  std::size_t m_base = 0;            ///< cxa: a ply, of the last capture when it was asked for
  std::vector<Position> m_positions; ///< cxa: from there on, as far as they have been asked for
  std::map<SharedFindings::Key, SharedFindings::Known> m_findings;
  std::vector<Move> m_moves;
  PositionHistory m_history;
  // Classification of the moves from the last capture to m_classified.
  std::size_t m_classified = 0;
  Position m_position; ///< after them
  std::array<LastPlies, color_count> m_last{};
  /// For each piece on the board: where it stood after the last capture.
  std::array<Square, square_count> m_origin{};
  /// By a piece's origin: the last ply at which a move of the other side did not chase it.
  std::array<std::size_t, square_count> m_not_chased{};
};

/// RepetitionJudge::judge() at the end of `moves` (all legal).
[[nodiscard]] Ruling judge_repetition(const Position& start, std::span<const Move> moves,
                                      RuleSet rules = RuleSet::wxf, int occurrences = 0);

} // namespace xq
