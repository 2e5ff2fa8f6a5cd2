#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace xq::serve {

/// How many connections there are, in all and from each address; and how much memory is held for
/// bodies that are received and for answers that clients have not taken, in all and for each
/// visitor. Thread-safe; tickets and memory may outlive it.
class Admission {
public:
  struct Limits {
    std::size_t connections = 1;
    std::size_t per_address = 1;
    std::size_t body_bytes = 0;   ///< in all; a visitor has half of it
    std::size_t answer_bytes = 0; ///< in all; a visitor has a quarter of it, or one answer
  };
  explicit Admission(const Limits& limits) : m_state{std::make_shared<State>(limits)} {}

private:
  struct Purse {
    Purse(std::size_t in_all, std::size_t each) : limit{in_all}, share{each} {}
    const std::size_t limit;
    const std::size_t share;
    std::size_t used = 0;
    std::unordered_map<std::string, std::size_t> by_visitor;
  };
  struct State {
    explicit State(const Limits& l)
        : limits{l},
          bodies{l.body_bytes, l.body_bytes / 2},
          answers{l.answer_bytes, l.answer_bytes / 4} {}
    const Limits limits;
    std::mutex mutex;
    std::size_t connections = 0;
    std::unordered_map<std::string, std::size_t> by_address;
    Purse bodies;
    Purse answers;
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
  };

  /// Memory that is given back when this is destroyed.
  class Memory {
  public:
    Memory() = default;
    Memory(Memory&& other) noexcept;
    Memory& operator=(Memory&& other) noexcept;
    ~Memory() { give_back(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }
    /// So many more; false, and as before, when that is too much in all, or for a visitor who holds
    /// some already.
    [[nodiscard]] bool take(std::size_t more);

  private:
    friend class Admission;
    void give_back() noexcept;

    std::shared_ptr<State> m_state;
    Purse* m_purse = nullptr; ///< of m_state
    std::string m_visitor;
    std::size_t m_bytes = 0;
  };

  /// A connection from `address`; empty: counted in all alone.
  [[nodiscard]] Ticket connect(std::string address);
  /// For a body that arrives, and for an answer: nothing yet, to be taken.
  [[nodiscard]] Memory body_of(std::string visitor);
  [[nodiscard]] Memory answer_for(std::string visitor);
  [[nodiscard]] std::size_t connections() const;

private:
  [[nodiscard]] Memory memory(Purse& purse, std::string visitor);

  std::shared_ptr<State> m_state;
};

} // namespace xq::serve
