#pragma once

#include "long_call.hpp"

#include <xq/record/game.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace xq::python {

/// An iterable of games: that of a path, a database, an xq.Game or an xq.Board by itself, or the
/// iterable that it is.
[[nodiscard]] py::iterator games_of(const py::object& games);
/// Whether it is one game or board, of which there is one answer and no iterator.
[[nodiscard]] bool is_one_game(const py::object& games);

/// What `Work` makes of games: each on a thread of its own, in the order of the games. A Work has
/// operator()(const record::Game&, std::uint64_t number), called on any thread without the GIL,
/// and stop(), after which that ends soon. It takes no Python object.
template <typename Work>
class GamePipeline {
public:
  using Made = std::invoke_result_t<Work&, const record::Game&, std::uint64_t>;

  GamePipeline(py::iterator games, unsigned threads, std::unique_ptr<Work> work)
      : m_games{std::move(games)}, m_threads{std::max(threads, 1U)}, m_work{std::move(work)} {}
  ~GamePipeline() { m_work->stop(); } // the futures wait for their threads
  GamePipeline(const GamePipeline&) = delete;
  GamePipeline& operator=(const GamePipeline&) = delete;

  /// Nothing at the end. With the GIL; Ctrl-C stops the work.
  std::optional<Made> next() {
    while (!m_at_end && m_made.size() < m_threads) {
      begin_next();
    }
    if (m_made.empty()) {
      return std::nullopt;
    }
    auto first = std::move(m_made.front());
    m_made.pop_front();
    return long_call([&](SignalWatch& watch) {
      while (first.wait_for(SignalWatch::interval) != std::future_status::ready) {
        if (!watch()) {
          m_work->stop();
        }
      }
      return std::optional<Made>{first.get()};
    });
  }

private:
  void begin_next() {
    if (m_games == py::iterator::sentinel()) {
      m_at_end = true;
      return;
    }
    if (!py::isinstance<record::Game>(*m_games)) {
      throw py::type_error{"games are xq.Game objects"};
    }
    const auto game = m_games->template cast<GamePointer>();
    ++m_games;
    m_made.push_back(std::async(std::launch::async, [this, copy = *game, number = ++m_number] {
      return (*m_work)(copy, number);
    }));
  }

  py::iterator m_games;
  unsigned m_threads;
  std::unique_ptr<Work> m_work;
  std::uint64_t m_number = 0;
  bool m_at_end = false;
  std::deque<std::future<Made>> m_made; ///< last: its threads use the others
};

} // namespace xq::python
