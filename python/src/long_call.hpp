#pragma once

#include "bindings.hpp"

#include <xq/base/error.hpp>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <type_traits>

namespace xq::python {

/// Asked by a long call whether to go on, without the GIL, on the thread that called from Python:
/// false after Ctrl-C. Python is asked twenty times a second at most.
class SignalWatch {
public:
  bool operator()() noexcept {
    const auto now = Clock::now();
    if (m_raised != nullptr || now < m_next) {
      return m_raised == nullptr;
    }
    m_next = now + interval;
    try {
      check_signals();
    } catch (...) {
      m_raised = std::current_exception();
    }
    return m_raised == nullptr;
  }
  /// Throws what the signal's handler raised, if it did. With the GIL.
  void rethrow() const {
    if (m_raised != nullptr) {
      std::rethrow_exception(m_raised);
    }
  }

  static constexpr std::chrono::milliseconds interval{50};

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point m_next = Clock::now() + interval;
  std::exception_ptr m_raised;
};

/// f(watch) while other Python threads run; f throws Interrupted once `watch` answers false.
template <typename F>
auto long_call(F&& f) {
  SignalWatch watch;
  try {
    return without_gil([&] { return f(watch); });
  } catch (const Interrupted&) {
    watch.rethrow();
    throw;
  }
}

/// f() on a thread of its own while other Python threads run. After Ctrl-C `stop` is called again
/// and again until f has returned, and what the signal's handler raised is thrown.
template <typename F, typename Stop>
auto stoppable_call(F&& f, Stop&& stop) {
  return long_call([&](SignalWatch& watch) {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_done = false;
    std::exception_ptr failure;
    std::invoke_result_t<F> result{};
    std::thread worker{[&] {
      try {
        result = f();
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock{mutex};
      is_done = true;
      changed.notify_one();
    }};
    std::unique_lock lock{mutex};
    while (!changed.wait_for(lock, SignalWatch::interval, [&] { return is_done; })) {
      if (!watch()) {
        stop();
      }
    }
    lock.unlock();
    worker.join();
    if (!watch()) {
      throw make_error<Interrupted>("stopped");
    }
    if (failure != nullptr) {
      std::rethrow_exception(failure);
    }
    return result;
  });
}

/// The Python object of a JSON text: dict, list ...
[[nodiscard]] inline py::object from_json(const std::string& json) {
  return py::module_::import("json").attr("loads")(text(json));
}

} // namespace xq::python
