#pragma once

#include "base/text/json_writer.hpp"
#include "match/match.hpp"
#include "service/play/play_clock.hpp"

#include <xq/record/game.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

/// One game between two seats: moves by the rules, clocks, offers, result. It knows no connections
/// and reads no time: every call is told it. What cannot be done throws Refusal and changes
/// nothing. For one thread at a time.
class OnlineGame {
public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Setup {
    Position start = Position::start();
    std::vector<Move> moves; ///< played before, all legal; not to be taken back
    PlayClock::Terms clock;  ///< of both sides; zero: none
    match::RefereeRules rules;
  };
  struct Result {
    std::optional<Color> winner;
    record::Result score = record::Result::unknown; ///< unknown: the game was left
    std::string reason; ///< English words, always the same: `checkmate`, `perpetual check`, `time`
    std::string rule;   ///< a sentence for people; may be empty
  };

  /// A game as it is kept, to go on with it later.
  struct Kept {
    struct Played {
      Move move;
      PlayClock::Left before; ///< the move was made
    };
    std::vector<Played> moves; ///< that were made here
    PlayClock::Left left{};
    std::optional<Result> result;
  };

  /// Throws Refusal when the game is over before it begins.
  explicit OnlineGame(Setup setup);
  /// Go on with a game that was kept `age` ago: clocks of a whole game go on from what they showed,
  /// days for a move have passed meanwhile. Call first. Throws Refusal for moves that are not
  /// legal.
  void restore(const Kept& kept, TimePoint now, PlayClock::Milliseconds age);
  [[nodiscard]] Kept kept() const;
  /// Charge the running clock for the time until now, when the game is interrupted.
  void pause(TimePoint now);

  /// Let time pass; true when a flag fell. Call before anything else that a player does.
  bool advance(TimePoint now);
  /// `ply`: how many moves were made before it, as the player knew.
  void play(Color side, Move move, std::size_t ply, TimePoint now);
  void resign(Color side, TimePoint now);
  /// Offer a draw, or accept the one that is offered.
  void draw(Color side, TimePoint now);
  /// Ask to take the last own move back, or agree that the other side does. Position and clocks are
  /// then what they were before that move.
  void undo(Color side, TimePoint now);
  void decline(Color side);
  /// Both players have left.
  void abandon(TimePoint now);

  [[nodiscard]] const Position& position() const noexcept { return m_referee.position(); }
  [[nodiscard]] const Position& start() const noexcept { return m_setup.start; }
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return m_moves; }
  /// Moves made here, not those that the game began with.
  [[nodiscard]] std::size_t played() const noexcept {
    return m_moves.size() - m_setup.moves.size();
  }
  [[nodiscard]] const std::optional<Result>& result() const noexcept { return m_result; }
  [[nodiscard]] std::optional<Color> draw_offered_by() const noexcept { return m_draw.by; }
  [[nodiscard]] std::optional<Color> undo_asked_by() const noexcept { return m_undo.by; }
  /// The side whose clock runs: from the second move on that is made here.
  [[nodiscard]] std::optional<Color> running() const noexcept;
  [[nodiscard]] bool has_clock() const noexcept { return m_clocks.runs(); }
  [[nodiscard]] PlayClock::Milliseconds left(Color side, TimePoint now) const noexcept;
  /// How long a side may still think about the move that it is at, or will be.
  [[nodiscard]] PlayClock::Milliseconds budget(Color side, TimePoint now) const noexcept;
  [[nodiscard]] const PlayClock::Left& all_left() const noexcept { return m_clocks.all_left(); }
  [[nodiscard]] const Setup& setup() const noexcept { return m_setup; }
  /// When the running flag falls.
  [[nodiscard]] std::optional<TimePoint> deadline() const noexcept;

  /// Members start, moves, fen, turn, legal (empty unless `you` has the move), check, clocks,
  /// offers, result.
  void write_members(JsonWriter& json, std::optional<Color> you, TimePoint now) const;
  /// Headers that follow from the game, start position, moves, result and why.
  void add_to(record::Game& out) const;

private:
  struct Offer {
    std::optional<Color> by; ///< open
    /// By side: 1 + the number of moves at which it asked last; 0: never. Nobody asks twice before
    /// the next move but one.
    std::array<std::size_t, color_count> asked{};
  };
  void begin_offer(Offer& offer, Color side, const char* again) const;
  void check_open() const;
  void push(Move move);
  void take_back(std::size_t plies, TimePoint now);
  [[nodiscard]] std::size_t plies_of_undo(Color side) const;
  void judge(TimePoint now);
  void end(std::optional<Color> winner, record::Result score, std::string_view reason,
           TimePoint now);
  [[nodiscard]] PlayClock::Milliseconds spent(TimePoint now) const noexcept;
  [[nodiscard]] PlayClock::Milliseconds left_after(std::size_t played) const noexcept;
  void write_clocks(JsonWriter& json, TimePoint now) const;
  void look_at_position();

  Setup m_setup;
  match::Referee m_referee;
  PlayClock m_clocks;
  std::vector<Move> m_moves;
  std::vector<PlayClock> m_before;    ///< each move that was made here
  std::vector<std::string> m_written; ///< each move as JSON
  std::string m_legal;                ///< JSON list
  TimePoint m_since;                  ///< the running clock has run
  Offer m_draw;
  Offer m_undo;
  std::optional<Result> m_result;
};

} // namespace xq::service
