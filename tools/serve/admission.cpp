#include "serve/admission.hpp"

#include <utility>

namespace xq::serve {

Admission::Ticket& Admission::Ticket::operator=(Ticket&& other) noexcept {
  if (this != &other) {
    give_back();
    m_state = std::move(other.m_state);
    m_address = std::move(other.m_address);
  }
  return *this;
}

void Admission::Ticket::give_back() noexcept {
  const auto state = std::move(m_state);
  if (state == nullptr) {
    return;
  }
  const std::lock_guard lock{state->mutex};
  --state->connections;
  const auto found = state->by_address.find(m_address);
  if (found != state->by_address.end() && --found->second == 0) {
    state->by_address.erase(found);
  }
}

Admission::Ticket Admission::connect(std::string address) {
  Ticket ticket;
  const std::lock_guard lock{m_state->mutex};
  if (m_state->connections >= m_state->limits.connections) {
    return ticket;
  }
  if (!address.empty()) {
    auto& count = m_state->by_address[address];
    if (count >= m_state->limits.per_address) {
      return ticket;
    }
    ++count;
  }
  ++m_state->connections;
  ticket.m_state = m_state;
  ticket.m_address = std::move(address);
  return ticket;
}

Admission::Memory::Memory(Memory&& other) noexcept
    : m_state{std::move(other.m_state)},
      m_purse{std::exchange(other.m_purse, nullptr)},
      m_visitor{std::move(other.m_visitor)},
      m_bytes{std::exchange(other.m_bytes, 0)} {}

Admission::Memory& Admission::Memory::operator=(Memory&& other) noexcept {
  if (this != &other) {
    give_back();
    m_state = std::move(other.m_state);
    m_purse = std::exchange(other.m_purse, nullptr);
    m_visitor = std::move(other.m_visitor);
    m_bytes = std::exchange(other.m_bytes, 0);
  }
  return *this;
}

bool Admission::Memory::take(std::size_t more) {
  if (more == 0 || m_purse == nullptr) {
    return true;
  }
  const std::lock_guard lock{m_state->mutex};
  auto& own = m_purse->by_visitor[m_visitor];
  if (m_purse->used + more > m_purse->limit || (own > 0 && own + more > m_purse->share)) {
    if (own == 0) {
      m_purse->by_visitor.erase(m_visitor);
    }
    return false;
  }
  own += more;
  m_purse->used += more;
  m_bytes += more;
  return true;
}

void Admission::Memory::give_back() noexcept {
  const auto state = std::move(m_state);
  if (state == nullptr || m_bytes == 0) {
    return;
  }
  const std::lock_guard lock{state->mutex};
  m_purse->used -= m_bytes;
  const auto own = m_purse->by_visitor.find(m_visitor);
  if (own != m_purse->by_visitor.end() && (own->second -= m_bytes) == 0) {
    m_purse->by_visitor.erase(own);
  }
  m_bytes = 0;
}

Admission::Memory Admission::memory(Purse& purse, std::string visitor) {
  Memory memory;
  memory.m_state = m_state;
  memory.m_purse = &purse;
  memory.m_visitor = std::move(visitor);
  return memory;
}

Admission::Memory Admission::body_of(std::string visitor) {
  return memory(m_state->bodies, std::move(visitor));
}

Admission::Memory Admission::answer_for(std::string visitor) {
  return memory(m_state->answers, std::move(visitor));
}

std::size_t Admission::connections() const {
  const std::lock_guard lock{m_state->mutex};
  return m_state->connections;
}

} // namespace xq::serve
