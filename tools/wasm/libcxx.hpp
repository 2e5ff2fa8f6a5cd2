#pragma once

// What libxq uses and emscripten's libc++ (14) does not have yet. Included before every source.

#include <atomic>
#include <bit>
#include <thread>
#include <type_traits>
#include <utility>

#ifndef __cpp_lib_bit_cast
namespace std {

template <typename To, typename From>
[[nodiscard]] constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

} // namespace std
#endif

#ifndef __cpp_lib_atomic_ref
namespace std {

/// Loads and stores alone.
template <typename T>
class atomic_ref {
public:
  explicit atomic_ref(T& object) noexcept : m_object{&object} {}

  [[nodiscard]] T load(memory_order order) const noexcept {
    return __atomic_load_n(m_object, static_cast<int>(order));
  }
  void store(T value, memory_order order) const noexcept {
    __atomic_store_n(m_object, value, static_cast<int>(order));
  }

private:
  T* m_object;
};

} // namespace std
#endif

#ifndef __cpp_lib_jthread
namespace std {

/// A thread that is waited for; libxq asks none to stop by a stop_token.
class jthread {
public:
  jthread() noexcept = default;
  template <typename F, typename = enable_if_t<!is_same_v<remove_cvref_t<F>, jthread>>>
  explicit jthread(F&& work) : m_thread{std::forward<F>(work)} {}
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    if (joinable()) {
      join();
    }
    m_thread = std::move(other.m_thread);
    return *this;
  }
  ~jthread() {
    if (joinable()) {
      join();
    }
  }

  [[nodiscard]] bool joinable() const noexcept { return m_thread.joinable(); }
  void join() { m_thread.join(); }

private:
  thread m_thread;
};

} // namespace std
#endif
