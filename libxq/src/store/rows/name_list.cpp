#include "store/rows/name_list.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cstring>

namespace xq::store {

namespace {

constexpr std::size_t fewest_slots = 256; // a power of two
constexpr std::size_t chunk_bytes = std::size_t{32} << 10U;

using Length = std::uint32_t;

} // namespace

std::int32_t name_hash(std::string_view name) noexcept {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(content_hash(name)));
}

std::string_view NameList::text_of(const Name& name) noexcept {
  Length length = 0;
  std::memcpy(&length, name.text - sizeof length, sizeof length);
  return {name.text, length};
}

/// A copy of the text, behind its length.
const char* NameList::keep(std::string_view text) {
  const auto length = static_cast<Length>(text.size());
  const std::size_t bytes = sizeof length + text.size();
  if (m_left < bytes) {
    m_left = std::max(bytes, chunk_bytes);
    m_chunks.push_back(std::make_unique_for_overwrite<char[]>(m_left));
    m_free = m_chunks.back().get();
  }
  char* const out = m_free + sizeof length;
  std::memcpy(m_free, &length, sizeof length);
  std::memcpy(out, text.data(), text.size());
  m_free += bytes;
  m_left -= bytes;
  return out;
}

std::string_view NameList::name(std::uint32_t id) const noexcept {
  return text_of(m_names[id - 1]);
}

/// Where the number of the name is, or would be.
std::size_t NameList::slot_of(std::string_view text, std::uint64_t hash) const noexcept {
  auto slot = static_cast<std::size_t>(hash >> 32U) & (m_slots.size() - 1);
  while (m_slots[slot] != 0 &&
         (m_names[m_slots[slot] - 1].hash != hash || name(m_slots[slot]) != text)) {
    slot = (slot + 1) & (m_slots.size() - 1);
  }
  return slot;
}

std::optional<std::uint32_t> NameList::find(std::string_view text) {
  find_slots();
  if (m_slots.empty()) {
    return std::nullopt;
  }
  const auto id = m_slots[slot_of(text, content_hash(text))];
  return id == 0 ? std::nullopt : std::optional{id};
}

std::uint32_t NameList::append(std::string_view text) {
  m_names.push_back({0, keep(text)}); // hashed by the first look-up
  return static_cast<std::uint32_t>(m_names.size());
}

std::uint32_t NameList::id_of(std::string_view text) {
  find_slots();
  if (m_names.size() * 2 >= m_slots.size()) {
    grow(m_names.size() + 1);
  }
  const auto hash = content_hash(text);
  auto& slot = m_slots[slot_of(text, hash)];
  if (slot == 0) {
    m_names.push_back({hash, keep(text)});
    slot = static_cast<std::uint32_t>(m_names.size());
    m_in_slots = m_names.size();
  }
  return slot;
}

/// For names that came by append().
void NameList::find_slots() {
  if (m_in_slots == m_names.size()) {
    return;
  }
  for (std::size_t i = m_in_slots; i < m_names.size(); ++i) {
    m_names[i].hash = content_hash(text_of(m_names[i]));
  }
  m_in_slots = m_names.size();
  grow(m_names.size());
}

/// Make room for so many names.
void NameList::grow(std::size_t names) {
  std::size_t size = std::max(fewest_slots, m_slots.size());
  while (size <= names * 2) {
    size *= 4;
  }
  m_slots.assign(size, 0);
  for (std::uint32_t id = 1; id <= m_names.size(); ++id) {
    const Name& name = m_names[id - 1];
    auto& slot = m_slots[slot_of(text_of(name), name.hash)];
    slot = slot == 0 ? id : slot;
  }
}

} // namespace xq::store
