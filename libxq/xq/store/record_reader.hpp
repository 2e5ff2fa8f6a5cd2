#pragma once

#include <xq/store/table_leaf.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace xq::store {

/// Reads the columns of a record, as RecordBuilder makes it, one after another. A record that is
/// damaged, ends too early or has a value of another kind gives zeros and empty texts, and makes
/// ok() false for good. Source: https://www.sqlite.org/fileformat2.html, section 2.1.
class RecordReader {
public:
  explicit RecordReader(std::string_view record) noexcept
      : m_types{reinterpret_cast<const unsigned char*>(record.data()), record.size()},
        m_values{m_types} {
    const auto header = take_varint(m_types);
    const std::size_t bytes_of_it = m_values.size() - m_types.size();
    m_ok = header && *header >= bytes_of_it && *header <= m_values.size();
    if (m_ok) {
      m_types = m_types.first(static_cast<std::size_t>(*header) - bytes_of_it);
      m_values = m_values.subspan(static_cast<std::size_t>(*header));
    }
  }

  [[nodiscard]] bool ok() const noexcept { return m_ok; }
  /// All columns are read.
  [[nodiscard]] bool at_end() const noexcept { return m_types.empty(); }

  void null() noexcept { m_ok = type() == 0 && m_ok; }
  /// 0 for NULL.
  std::int64_t integer() noexcept {
    const auto t = type();
    if (t == 8 || t == 9) { // the type says it all
      return static_cast<std::int64_t>(t - 8);
    }
    constexpr unsigned char sizes[] = {0, 1, 2, 3, 4, 6, 8};
    if (t >= sizeof sizes || sizes[t] > m_values.size()) {
      m_ok = false;
      return 0;
    }
    const std::size_t bytes = sizes[t];
    std::uint64_t value = bytes != 0 && m_values[0] >= 0x80 ? ~std::uint64_t{0} : 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      value = value << 8U | m_values[i];
    }
    m_values = m_values.subspan(bytes);
    return static_cast<std::int64_t>(value);
  }
  /// Empty for NULL.
  std::string_view text() noexcept { return bytes(1); }
  std::string_view blob() noexcept { return bytes(0); }

private:
  std::uint64_t type() noexcept {
    if (!m_types.empty() && m_types.front() < 0x80) {
      const auto one = m_types.front();
      m_types = m_types.subspan(1);
      return one;
    }
    const auto taken = take_varint(m_types);
    m_ok = taken && m_ok;
    return taken.value_or(0);
  }
  std::string_view bytes(std::uint64_t odd) noexcept {
    const auto t = type();
    if (t == 0) {
      return {};
    }
    if (t < 12 || t % 2 != odd || (t - 12) / 2 > m_values.size()) {
      m_ok = false;
      return {};
    }
    const auto taken = m_values.first(static_cast<std::size_t>((t - 12) / 2));
    m_values = m_values.subspan(taken.size());
    return {reinterpret_cast<const char*>(taken.data()), taken.size()};
  }

  std::span<const unsigned char> m_types;
  std::span<const unsigned char> m_values;
  bool m_ok = false;
};

} // namespace xq::store
