#pragma once

#include <xq/engine/engine.hpp>
#include <xq/engine/settings.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace xq::engine {

/// Why a search brought no move that can be played.
enum class Fault : std::uint8_t {
  none,
  no_move,      ///< it says that there is none, or answered without one
  illegal_move, ///< or text that is no move
  timeout,      ///< no answer in time; an external engine has been ended
  crash,        ///< the external engine is gone
};
/// `no move`, `illegal move`, `timeout`, `crash`; empty for none.
[[nodiscard]] std::string_view to_text(Fault fault) noexcept;

/// What a search found.
struct Answer {
  Move best;                         ///< legal; none() when there is a fault
  Fault fault = Fault::none;         ///< a fault is a value: the next game can go on
  std::string detail;                ///< of a fault, a few words: `illegal move "a0a9"`
  bool resigns = false;              ///< UCCI's `bestmove ... resign`
  bool offers_draw = false;          ///< UCCI's `bestmove ... draw`
  std::chrono::milliseconds wall{0}; ///< from question to answer, the way to a program included
  /// Legal lines, best first, the first one beginning with `best`; none when the engine said
  /// nothing but its move. Time and nodes are what the engine itself reports.
  Report report;
};

/// Whatever can be asked for a move: the engine inside, or a program outside (external.hpp). One
/// thread at a time, except stop().
class Searcher {
public:
  Searcher() = default;
  virtual ~Searcher() = default;
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// What it calls itself.
  [[nodiscard]] virtual const std::string& name() const noexcept = 0;
  /// Before each game, or each record to annotate: forget what was searched. Starts an external
  /// engine that is gone; throws Error when it will not start.
  virtual void new_game() = 0;
  /// Search `start` after `moves` (all legal). Faults come back as values; throws Error only when
  /// an external engine that was gone will not start again. `on_report` is called now and then on
  /// the calling thread. Scores as in engine.hpp: centipawns from the side to move.
  [[nodiscard]] virtual Answer search(const Position& start, std::span<const Move> moves,
                                      const Limits& limits,
                                      const std::function<void(const Report&)>& on_report = {}) = 0;
  /// Ask the running search to answer now; from any thread. Without one nothing happens: the next
  /// search does not know of it.
  virtual void stop() noexcept = 0;
};

/// The engine of this library, as a Searcher. Deterministic as Engine is.
class InternalEngine final : public Searcher {
public:
  /// The weaker play that the settings may ask for is included, and so is a book, where one comes
  /// with it: its moves have no lines in the report.
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
