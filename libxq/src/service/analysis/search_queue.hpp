#pragma once

#include "base/fair_queue.hpp"

#include <xq/engine/engine.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace xq::service {

/// What an engine is asked.
struct SearchQuestion {
  Position start = Position::start();
  std::vector<Move> moves; ///< all legal
  /// With move_time, nodes or depth: every search ends by itself.
  engine::Limits limits;
  engine::RepetitionRule repetition = engine::RepetitionRule::wxf;
};

/// A search that somebody waits for. Calls come from the threads of the queue, one at a time,
/// queued() from any; what they throw ends this search alone.
class SearchTask {
public:
  virtual ~SearchTask() = default;
  /// True: it has done all by itself, on this thread and with an engine of its own; nothing else of
  /// it is called then. For work of less than a second, since it does not pause.
  [[nodiscard]] virtual bool work() { return false; }
  /// As the search begins, and again as it goes on after a pause (what was used up is taken off its
  /// limits then). Nothing: it is not wanted any more.
  [[nodiscard]] virtual std::optional<SearchQuestion> question() = 0;
  /// It waits at this place, from 1. Called with the queue locked: it must not call the queue.
  virtual void queued(std::size_t place) { static_cast<void>(place); }
  virtual void found(const engine::Report& report) { static_cast<void>(report); }
  /// The search is over by its limits, or because the queue shuts down.
  virtual void finished(const engine::Report& report, bool shut_down) = 0;
  /// It lost its place in the queue to somebody who had none; nothing comes any more.
  virtual void displaced() {}
  /// Searches of the same owner share what the engine has learnt.
  [[nodiscard]] virtual const void* owner() const noexcept = 0;
};

/// The engines of a server, and who waits for them. A move of a game goes before analyses that
/// wait, but not twice in a row; when all engines analyse, the analysis that has had one for
/// longest, and for half a second at least, pauses for the move and is the next one to go on.
/// Visitors take turns, each with the order in which its own searches came; a move that takes long
/// pauses for the move of a visitor who has no engine. Thread-safe.
class SearchQueue {
public:
  struct Options {
    unsigned engines = 1;
    std::size_t hash_megabytes = 64;      ///< of each, for analyses
    std::size_t move_hash_megabytes = 16; ///< of each, for moves of games; at most the other
    std::size_t most_waiting = 100;       ///< analyses
    std::chrono::milliseconds slice{500};
  };
  enum class Kind : std::uint8_t { analysis, move };
  using Ticket = std::uint64_t; ///< 0 is none

  explicit SearchQueue(const Options& options);
  ~SearchQueue();
  SearchQueue(const SearchQueue&) = delete;
  SearchQueue& operator=(const SearchQueue&) = delete;

  /// 0 when too many analyses wait and none is displaced, or after shut_down(). `visitor`: who
  /// waits.
  [[nodiscard]] Ticket add(Kind kind, std::shared_ptr<SearchTask> task,
                           std::string_view visitor = {});
  /// The search is not wanted any more; its finished() is not called, unless it runs already. Does
  /// not wait for a call of the task that is under way.
  void cancel(Ticket ticket) noexcept;
  /// Ends all searches and their threads. Not to be called by a task.
  void shut_down();

private:
  using TimePoint = std::chrono::steady_clock::time_point;
  struct Entry {
    Ticket ticket = 0;
    Kind kind{};
    std::shared_ptr<SearchTask> task;
    std::string visitor;
    std::size_t told = 0; ///< the place that the task knows
    // before it was paused:
    std::chrono::milliseconds time{0};
    std::uint64_t nodes = 0;
    int depth = 0;
  };
  struct Player {
    explicit Player(const engine::Options& wanted) : engine{wanted}, options{wanted} {}
    engine::Engine engine;
    engine::Options options;
    const void* owner = nullptr; ///< of what the engine has learnt
  };
  /// One search at a time. An engine for each kind: an analysis that pauses for a move goes on with
  /// what it has learnt.
  struct Worker {
    Worker(const engine::Options& analyses, const engine::Options& moves)
        : analyst{analyses}, mover{moves} {}
    [[nodiscard]] Player& player() noexcept {
      return entry->kind == Kind::analysis ? analyst : mover;
    }
    Player analyst;
    Player mover;
    std::optional<Entry> entry; ///< the running one
    TimePoint since;
    bool pauses = false;
    bool cancelled = false;
    std::thread thread;
  };

  struct Outcome {
    engine::Report report;
    bool asked = false;
    bool used_up = false; ///< the limits end the search, whether it was to pause or not
  };

  void work(Worker& worker);
  void run(Worker& worker, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] static Outcome search(Worker& worker);
  [[nodiscard]] static bool is_used_up(const Entry& entry, const engine::Limits& limits,
                                       const engine::Report& report) noexcept;
  [[nodiscard]] Entry next();
  void tell_places();
  void watch();
  [[nodiscard]] Worker* to_pause();
  [[nodiscard]] bool somebody_has_no_engine() const;

  Options m_options;
  std::mutex m_mutex;
  std::condition_variable m_work;    ///< something waits, or the end
  std::condition_variable m_watcher; ///< a move came, or the end
  FairQueue<Entry> m_moves;
  FairQueue<Entry> m_analyses;
  std::vector<std::unique_ptr<Worker>> m_workers;
  std::thread m_watch;
  Ticket m_last = 0;
  std::size_t m_idle = 0;
  bool m_move_was_last = false;
  bool m_closing = false;
};

} // namespace xq::service
