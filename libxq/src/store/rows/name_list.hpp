#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace xq::store {

/// The number in column hash of a name table: four bytes in the index instead of the whole name.
[[nodiscard]] std::int32_t name_hash(std::string_view name) noexcept;

/// Names of a table (player, team, event, site, source) in memory: each once, numbered from 1.
class NameList {
public:
  /// The number of `text`, which is not empty; the next one if it is new.
  [[nodiscard]] std::uint32_t id_of(std::string_view text);
  /// The number of a name, which may stay unknown.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text);
  /// Append a name of a table as it is; returns its number. Of equal names find() knows the first.
  std::uint32_t append(std::string_view text);

  [[nodiscard]] std::size_t size() const noexcept { return m_names.size(); }
  [[nodiscard]] std::string_view name(std::uint32_t id) const noexcept;

private:
  struct Name {
    std::uint64_t hash = 0;
    const char* text = nullptr; ///< its length in front of it
  };
  [[nodiscard]] static std::string_view text_of(const Name& name) noexcept;
  [[nodiscard]] std::size_t slot_of(std::string_view text, std::uint64_t hash) const noexcept;
  void grow(std::size_t names);
  void find_slots();
  [[nodiscard]] const char* keep(std::string_view text);

  std::vector<std::unique_ptr<char[]>> m_chunks; ///< of text
  char* m_free = nullptr;                        ///< in the last chunk
  std::size_t m_left = 0;                        ///< bytes there
  std::vector<Name> m_names;
  std::vector<std::uint32_t> m_slots; ///< numbers, by hash; 0: free
  std::size_t m_in_slots = 0;         ///< names that have one, the first ones
};

} // namespace xq::store
