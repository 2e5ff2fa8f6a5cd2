#pragma once

// An engine for a GUI.
//
//     uci::Session session{[](std::string_view line) { std::cout << line << std::endl; }};
//     for (std::string line; std::getline(std::cin, line) && session.handle(line);) {
//     }

#include <xq/engine/settings.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace xq::uci {

/// The engine's side of a UCI or UCCI session (the first of `uci` and `ucci` decides). `out` is
/// called on any thread, with one line without its newline a call, one call at a time. Unknown or
/// invalid commands are answered with an `info string`, never with an exception.
class Session {
public:
  /// Without `open_book` no book options are offered. `name`, with a version, is what a GUI shows.
  /// `longest_wait`: how long a search may go on after the end of the input, and a count
  /// (`go perft`, `bench`) before the next command.
  explicit Session(std::function<void(std::string_view line)> out,
                   engine::BookOpener open_book = {}, std::string name = "xq",
                   std::chrono::milliseconds longest_wait = std::chrono::seconds{7});
  ~Session(); ///< stops a running search
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Handle one command. False after `quit` or `bye`.
  bool handle(std::string_view line);
  /// At the end of the input: a search with a limit, `go perft` and `bench` may run for
  /// `longest_wait`, a search without one is stopped; all answer.
  void finish();

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace xq::uci
