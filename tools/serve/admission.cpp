#include "serve/admission.hpp"

namespace xq::serve {

Admission::Ticket& Admission::Ticket::operator=(Ticket&& other) noexcept {
  if (this != &other) {
    give_back();
    m_state = std::move(other.m_state);
    m_address = std::move(other.m_address);
    m_bytes = std::exchange(other.m_bytes, 0);
  }
  return *this;
}

void Admission::Ticket::give_back() noexcept {
  const auto state = std::move(m_state);
  if (state == nullptr) {
    return;
  }
  if (m_bytes > 0) {
    state->body_bytes -= m_bytes;
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

Admission::Ticket Admission::receive(std::size_t bytes) {
  Ticket ticket;
  if (m_state->body_bytes.fetch_add(bytes) + bytes > m_state->limits.body_bytes) {
    m_state->body_bytes -= bytes;
    return ticket;
  }
  ticket.m_state = m_state;
  ticket.m_bytes = bytes;
  return ticket;
}

std::size_t Admission::connections() const {
  const std::lock_guard lock{m_state->mutex};
  return m_state->connections;
}

} // namespace xq::serve
