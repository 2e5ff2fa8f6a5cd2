#pragma once

// Players: the engine of this library and those of other programs, asked in the same way.
//
//     engine::InternalEngine player{{.elo = 1500, .limit_strength = true}};
//     const engine::Answer answer = player.search(position, moves, {.nodes = 10'000});
//     std::cout << notation::to_text(position, answer.best, notation::Style::uci) << '\n';

#include <xq/engine/engine.hpp>
#include <xq/engine/settings.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace xq::engine {

/// Why a search returned no playable move.
enum class Fault : std::uint8_t {
  none,
  no_move,      ///< it answers that there is none, or without one
  illegal_move, ///< or text that is no move
  timeout,      ///< no answer in time; an external engine has been ended
  crash,        ///< the external engine is gone
};
/// `no move`, `illegal move`, `timeout`, `crash` (translate() them for people); empty for none.
[[nodiscard]] std::string_view to_text(Fault fault) noexcept;

/// What a search found.
struct Answer {
  Move best;                         ///< legal; none() when there is a fault
  Fault fault = Fault::none;         ///< a fault is a value: the next game can go on
  std::string detail;                ///< of a fault, a few words: `illegal move "a0a9"`
  bool resigns = false;              ///< UCCI's `bestmove ... resign`
  bool offers_draw = false;          ///< UCCI's `bestmove ... draw`
  std::chrono::milliseconds wall{0}; ///< from request to answer, including communication
  /// Legal lines, best first, the first one beginning with `best`; none when the engine said
  /// nothing but its move. Time and nodes are what the engine itself reports.
  Report report;
};

/// A player that is asked for moves: InternalEngine or uci::ExternalEngine. One thread at a time,
/// except stop().
class Searcher {
public:
  Searcher() = default;
  virtual ~Searcher() = default;
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// The engine's own name.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
  /// Before each game, or each record to annotate: clear the state of earlier searches. Restarts an
  /// external engine that has ended; throws Error when it does not start.
  virtual void new_game() = 0;
  /// Search `start` after `moves` (all legal). Faults are values; throws Error only when an
  /// external engine that had ended does not start again. `on_report` is called during the search
  /// on the calling thread. Scores as in engine.hpp: centipawns from the side to move.
  [[nodiscard]] virtual Answer search(const Position& start, std::span<const Move> moves,
                                      const Limits& limits,
                                      const std::function<void(const Report&)>& on_report = {}) = 0;
  /// Make the running search answer now; from any thread. Without a running search no effect, also
  /// on the next one.
  virtual void stop() noexcept = 0;
};

/// The engine of this library, as a Searcher. Deterministic as Engine is.
class InternalEngine final : public Searcher {
public:
  /// Plays with the handicap of the settings, and from `book` where there is one: book moves have
  /// no lines in the report.
  explicit InternalEngine(const Settings& settings, BookProbe book = {});

  [[nodiscard]] const std::string& name() const noexcept override { return m_name; }
  void new_game() override { m_engine.clear(); }
  [[nodiscard]] Answer search(const Position& start, std::span<const Move> moves,
                              const Limits& limits,
                              const std::function<void(const Report&)>& on_report = {}) override;
  void stop() noexcept override { m_engine.stop(); }

private:
  [[nodiscard]] Move book_move(const Position& start, std::span<const Move> moves) const;

  std::string m_name = "xq";
  Settings m_settings;
  BookProbe m_book;
  Engine m_engine;
};

} // namespace xq::engine
