#pragma once

#include <xq/engine/book_choice.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace xq::uci {

/// A conversation in UCI or UCCI (the first of `uci` and `ucci` decides): lines in, lines out, no
/// stream in sight. Output arrives on any thread, one whole line a call without its newline, never
/// two calls at once. Unknown or broken commands are answered with an `info string`, never with an
/// exception.
class Session {
public:
  /// Without `open_book` no book options are offered.
  explicit Session(std::function<void(std::string_view line)> out,
                   engine::BookOpener open_book = {});
  ~Session(); ///< stops a running search
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Handle one command. False after `quit` or `bye`.
  bool handle(std::string_view line);
  /// Input ended: a search with a limit may go on for seven seconds, one without is stopped; both
  /// answer.
  void finish();

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace xq::uci
