#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace xq {

/// Objects that are reused, with the memory that they have allocated. A thread borrows one; a new
/// one is made when all are borrowed. Thread-safe.
template <typename T>
class SparePool {
public:
  using Make = std::function<std::unique_ptr<T>()>;
  /// `make` is called by one thread at a time.
  explicit SparePool(Make make) : m_make{std::move(make)} {}

  /// An object while a thread has it. The pool must outlive it.
  class Lease {
  public:
    explicit Lease(SparePool& pool) : m_pool{pool}, m_object{pool.take()} {}
    ~Lease() { m_pool.give_back(std::move(m_object)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() const noexcept { return *m_object; }
    T* operator->() const noexcept { return m_object.get(); }

  private:
    SparePool& m_pool;
    std::unique_ptr<T> m_object;
  };

private:
  std::unique_ptr<T> take() {
    const std::lock_guard lock{m_mutex};
    if (m_spare.empty()) {
      auto made = m_make();
      m_spare.reserve(++m_made); // so that giving back cannot fail
      return made;
    }
    auto object = std::move(m_spare.back());
    m_spare.pop_back();
    return object;
  }
  void give_back(std::unique_ptr<T> object) noexcept {
    const std::lock_guard lock{m_mutex};
    m_spare.push_back(std::move(object));
  }

  std::mutex m_mutex;
  Make m_make;
  std::size_t m_made = 0;
  std::vector<std::unique_ptr<T>> m_spare;
};

} // namespace xq
