#pragma once

#include "base/files/input.hpp"

#include <xq/base/encoding.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// The decoded text of one input file or archive member, as far as it has been read. Every line
/// ends with LF or CR LF.
class DecodedFile {
public:
  explicit DecodedFile(Input& input) : m_input{input} {}

  /// Read enough to know what the file is.
  [[nodiscard]] const std::string& read_sample();
  /// All bytes of the file, but no more than about `limit`. Instead of decode().
  [[nodiscard]] std::string take_bytes(std::size_t limit);
  /// Decode the sample and what comes after it. An XML prolog that names an encoding is believed.
  void decode(std::optional<Encoding> wanted);
  /// Append the next chunk to text(); false at the end of the file.
  bool read();

  [[nodiscard]] std::string& text() noexcept { return m_text; }
  [[nodiscard]] const std::string& text() const noexcept { return m_text; }
  [[nodiscard]] Encoding encoding() const noexcept { return m_encoding; } ///< after decode()
  [[nodiscard]] bool empty() const noexcept { return m_empty; }           ///< no byte but a mark
  [[nodiscard]] bool damaged() const noexcept { return !m_bad.empty(); }
  [[nodiscard]] const std::vector<BadBytes>& bad() const noexcept { return m_bad; }
  [[nodiscard]] bool ended() const noexcept { return m_ended; }
  /// Why reading stopped before the end, if it did.
  [[nodiscard]] const std::optional<std::string>& error() const noexcept { return m_error; }
  [[nodiscard]] bool too_large() const noexcept { return m_too_large; }

private:
  /// UTF-32, which editors hardly write and scripts do.
  enum class Wide : std::uint8_t { no, little_endian, big_endian };

  static Wide wide_encoding(std::string_view sample) noexcept;
  bool fill();
  void append(std::string_view bytes);
  void append_wide(std::string_view bytes);
  void unify_line_ends(std::size_t from) noexcept;

  Input& m_input;
  std::string m_sample; ///< bytes not decoded yet
  Encoding m_encoding = Encoding::utf8;
  Wide m_wide = Wide::no;
  std::string m_unit; ///< bytes of a character of UTF-32 that is not whole
  std::optional<Decoder> m_decoder;
  std::string m_text;
  std::vector<BadBytes> m_bad;
  std::string_view m_chunk;
  bool m_ended = false;
  bool m_empty = false;
  bool m_too_large = false;
  std::optional<std::string> m_error;
};

} // namespace xq::format
