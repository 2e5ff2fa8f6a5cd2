#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xq::format {

using Bytes = std::span<const std::byte>;

[[nodiscard]] inline Bytes as_bytes(std::string_view text) noexcept {
  return std::as_bytes(std::span{text.data(), text.size()});
}
[[nodiscard]] inline std::string_view as_text(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The little-endian number of `Size` bytes at the front of `bytes`, which must be long enough.
template <std::size_t Size>
[[nodiscard]] std::uint32_t little_endian(Bytes bytes) noexcept {
  static_assert(Size <= 4);
  std::uint32_t value = 0;
  for (std::size_t i = Size; i-- > 0;) {
    value = (value << 8U) | std::to_integer<std::uint32_t>(bytes[i]);
  }
  return value;
}

/// The lower half of `value` as four bytes.
[[nodiscard]] inline std::string little_endian_bytes(std::uint64_t value) {
  std::string out;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>((value >> shift) & 0xFFU);
  }
  return out;
}

/// Reads a record of bytes from front to back. Every read says whether there was enough left; a
/// read that fails takes nothing.
class ByteReader {
public:
  explicit ByteReader(Bytes bytes, std::size_t offset = 0) noexcept
      : m_bytes{bytes}, m_at{offset <= bytes.size() ? offset : bytes.size()} {}

  [[nodiscard]] std::size_t offset() const noexcept { return m_at; }
  [[nodiscard]] std::size_t left() const noexcept { return m_bytes.size() - m_at; }

  [[nodiscard]] std::optional<Bytes> take(std::size_t size) noexcept {
    if (size > left()) {
      return std::nullopt;
    }
    const auto taken = m_bytes.subspan(m_at, size);
    m_at += size;
    return taken;
  }
  [[nodiscard]] std::optional<std::uint8_t> u8() noexcept {
    const auto bytes = take(1);
    return bytes ? std::optional{std::to_integer<std::uint8_t>((*bytes)[0])} : std::nullopt;
  }
  [[nodiscard]] std::optional<std::uint32_t> u32() noexcept {
    const auto bytes = take(4);
    return bytes ? std::optional{little_endian<4>(*bytes)} : std::nullopt;
  }

private:
  Bytes m_bytes;
  std::size_t m_at;
};

} // namespace xq::format
