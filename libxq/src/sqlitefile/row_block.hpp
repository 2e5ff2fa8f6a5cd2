#pragma once

#include "sqlitefile/integer_form.hpp"

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xq::sqlitefile {

/// Rows of integers and NULLs in the form that they have in a file of SQLite. Making them needs no
/// file and can be done by many threads, each with its own block, before a TableWriter takes them.
/// Source: https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1.
class RowBlock {
public:
  static constexpr std::size_t most_columns = 14; ///< of any integers

  /// Append a row: integers, or optional ones for columns that may be NULL. Unsigned 64-bit numbers
  /// keep their bit pattern.
  template <typename... Values>
  void add(Values... values) {
    static_assert(sizeof...(Values) <= most_columns);
    add_row(sizeof...(Values),
            [&](unsigned char*& type, unsigned char*& value) { (put(values, type, value), ...); });
  }
  /// Adds a row of at most most_columns values.
  void add(const std::vector<std::optional<std::int64_t>>& values) {
    assert(values.size() <= most_columns);
    add_row(values.size(), [&](unsigned char*& type, unsigned char*& value) {
      for (const auto& number : values) {
        put(number, type, value);
      }
    });
  }
  /// Call f(std::string_view) for each row: its record, which says the values and nothing else.
  template <typename F>
  void for_each_record(F&& f) const {
    for_each([&](std::span<const unsigned char> row) {
      f(std::string_view{reinterpret_cast<const char*>(row.data()) + 1, row.size() - 1});
    });
  }
  [[nodiscard]] std::size_t size() const noexcept { return m_sizes.size(); }
  /// Keeps the memory.
  void clear() noexcept {
    m_sizes.clear();
    m_used = 0;
  }

private:
  friend class TableWriter;
  static constexpr std::size_t most_bytes = 2 + most_columns * 9;
  static constexpr std::size_t least_bytes = std::size_t{4} << 10U;

  /// put_values(type, value) writes so many columns.
  template <typename F>
  void add_row(std::size_t columns, F&& put_values) {
    if (m_bytes.size() - m_used < most_bytes) { // grows, never shrinks
      m_bytes.resize(m_bytes.size() * 3 / 2 + least_bytes);
    }
    // The length of the record, the length of its header, the types, the values. The two lengths
    // take a byte each: see most_columns.
    unsigned char* const out = m_bytes.data() + m_used;
    unsigned char* type = out + 2;
    unsigned char* value = type + columns;
    put_values(type, value);
    const auto record = static_cast<std::size_t>(value - out) - 1;
    assert(record < 0x80);
    out[0] = static_cast<unsigned char>(record);
    out[1] = static_cast<unsigned char>(1 + columns);
    m_used += record + 1;
    m_sizes.push_back(static_cast<std::uint8_t>(record + 1));
  }

  template <std::integral T>
  static void put(T number, unsigned char*& type, unsigned char*& value) noexcept {
    const IntegerForm form = integer_form(static_cast<std::int64_t>(number));
    *type++ = form.type;
    // What is too much of the eight bytes is overwritten by the next value.
    std::memcpy(value, &form.big_endian, sizeof form.big_endian);
    value += form.bytes;
  }
  template <std::integral T>
  static void put(const std::optional<T>& number, unsigned char*& type,
                  unsigned char*& value) noexcept {
    if (number) {
      put(*number, type, value);
    } else {
      *type++ = 0; // NULL
    }
  }

  /// Call f(bytes) for each row.
  template <typename F>
  void for_each(F&& f) const {
    const unsigned char* at = m_bytes.data();
    for (const std::size_t size : m_sizes) {
      f(std::span{at, size});
      at += size;
    }
  }

  std::vector<unsigned char> m_bytes;
  std::size_t m_used = 0; ///< bytes of m_bytes
  std::vector<std::uint8_t> m_sizes;
};

} // namespace xq::sqlitefile
