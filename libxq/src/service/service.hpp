#pragma once

// What `xq serve` answers, without a socket: requests to responses, and conversations (WebSockets)
// as messages to and fro. ../tools/serve is the port that carries them.

#include "service/http.hpp"
#include "service/languages.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xq::service {

struct ServiceOptions {
  std::string version; ///< of xq, for those who ask
  std::vector<std::string> databases;
  std::vector<std::string> books;
  unsigned threads = 1;             ///< that call answer()
  std::size_t cache_megabytes = 64; ///< for answers that are asked again
  unsigned analyses = 1; ///< searches at once, for analysis and for games against the engine
  std::size_t hash_megabytes = 64; ///< of each of them
  std::string keep_games;          ///< database that finished games go into; empty: none
  std::string keep_studies;        ///< database of shared studies; empty: there are none
  bool lobby = false;              ///< people may offer games to everybody
  /// Folder for games that neither this database nor its folder takes at the end; empty: none.
  std::string spare_folder;
  /// The cloud book gives scores made from results where no engine has judged.
  bool result_scores = true;
  std::vector<std::string> puzzles; ///< files of exercises
  std::string queue; ///< file of positions that clients asked to be judged; empty: refused
  std::vector<Languages::Entry> languages; ///< in which clients can be answered
  /// Receives messages for the operator: sentences, in lines of which the last does not end. Called
  /// by any thread; empty: nobody wants to know.
  std::function<void(std::string_view text)> tell;
};

/// The side of a WebSocket that belongs to the service. Calls come one at a time; the object is
/// destroyed when the connection is gone.
class Conversation {
public:
  virtual ~Conversation() = default;
  /// A whole text message, UTF-8.
  virtual void receive(std::string_view message) = 0;
};

/// The port's side: may be called by any thread, also after the connection is gone (no effect).
struct Outlet {
  std::function<void(std::shared_ptr<const std::string> message)> send;
  /// Ends the conversation after what was sent; `code` as RFC 6455 7.4 has it.
  std::function<void(std::uint16_t code, std::string_view reason)> close;
};

/// Thread-safe. Throws Error when a database or a book cannot be opened.
class Service {
public:
  explicit Service(const ServiceOptions& options);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  /// Whether the answer may take longer than some milliseconds: the port asks on a thread for such
  /// work then. Cheap.
  [[nodiscard]] bool is_slow(const Request& request) const noexcept;
  /// Whether a slow answer may take seconds, so that others should not have to wait for it.
  [[nodiscard]] bool is_dear(const Request& request) const noexcept;
  /// Never throws for what a client sent, nor for a database that is locked or damaged: those are
  /// answers (400, 404, 503 ...).
  [[nodiscard]] Response answer(const Request& request);

  /// A WebSocket is asked for at `request`: the conversation, or the refusal.
  struct Opened {
    std::unique_ptr<Conversation> conversation; ///< null: refused
    Response refusal;
  };
  [[nodiscard]] Opened open(const Request& request, Outlet outlet);

  /// The next moment at which tick() has something to do (a clock that runs out, a seat that is
  /// given up); max() for none. The port calls tick() then, or ten times a second.
  [[nodiscard]] std::chrono::steady_clock::time_point next_tick() const noexcept;
  void tick(std::chrono::steady_clock::time_point now);

  /// Ends searches and conversations; what is to be kept has been written when it returns.
  void shut_down();

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace xq::service
