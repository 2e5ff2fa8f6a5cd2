#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace xq::serve {

/// How many connections there are, in all and from each address; and how many bytes of bodies are
/// being received. Thread-safe; tickets may outlive it.
class Admission {
public:
  struct Limits {
    std::size_t connections = 1;
    std::size_t per_address = 1;
    std::size_t body_bytes = 0;
  };
  explicit Admission(const Limits& limits) : m_state{std::make_shared<State>(limits)} {}

private:
  struct State {
    explicit State(const Limits& l) : limits{l} {}
    const Limits limits;
    std::mutex mutex;
    std::size_t connections = 0;
    std::unordered_map<std::string, std::size_t> by_address;
    std::atomic<std::size_t> body_bytes = 0;
  };

public:
  /// A place that is given back when this is destroyed. Empty: none was free.
  class Ticket {
  public:
    Ticket() = default;
    Ticket(Ticket&& other) noexcept = default;
    Ticket& operator=(Ticket&& other) noexcept;
    ~Ticket() { give_back(); }
    explicit operator bool() const noexcept { return m_state != nullptr; }
    /// As connect() was given it.
    [[nodiscard]] const std::string& address() const noexcept { return m_address; }

  private:
    friend class Admission;
    void give_back() noexcept;

    std::shared_ptr<State> m_state;
    std::string m_address;
    std::size_t m_bytes = 0; ///< 0: a connection
  };

  /// A connection from `address`; empty: counted in all alone.
  [[nodiscard]] Ticket connect(std::string address);
  /// Memory for a body, `bytes` above 0.
  [[nodiscard]] Ticket receive(std::size_t bytes);
  [[nodiscard]] std::size_t connections() const;

private:
  std::shared_ptr<State> m_state;
};

} // namespace xq::serve
