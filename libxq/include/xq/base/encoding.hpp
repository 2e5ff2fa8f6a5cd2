#pragma once

// Text of other encodings than UTF-8, which is what the library works with.
//
//     const std::string bytes = encode("炮二平五", Encoding::gb18030).value();

#include <xq/base/expected.hpp>
#include <xq/base/problem.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xq {

/// Character encodings of archives. Inside the library all text is UTF-8.
enum class Encoding : std::uint8_t { utf8, gb18030, big5, utf16le, utf16be };

/// `utf-8`, `gb18030`, `big5`, `utf-16le`, `utf-16be`.
[[nodiscard]] std::string_view name(Encoding encoding) noexcept;
/// By name or a usual alias (utf8, gbk, gb2312, cp936, cp950, utf-16), case, `-` and `_` ignored.
[[nodiscard]] std::optional<Encoding> find_encoding(std::string_view name) noexcept;
/// The mark that may open a file in this encoding; empty for Big5, which has none.
[[nodiscard]] std::string_view byte_order_mark(Encoding encoding) noexcept;

/// A byte sequence that is no character of the encoding and became one U+FFFD.
struct BadBytes {
  std::uint64_t input_offset = 0; ///< of its first byte, from the first byte decoded
  std::uint64_t text_offset = 0;  ///< of its U+FFFD in the decoded text
  std::uint8_t length = 1;        ///< bytes of input
};

/// Turns a stream of bytes into UTF-8, piece by piece; where the pieces are cut does not matter.
/// An invalid byte becomes U+FFFD and is reported; an ASCII byte after a bad lead byte is kept as
/// text, so that damage does not swallow syntax. Not shared between threads.
class Decoder {
public:
  explicit Decoder(Encoding encoding);

  /// Append the text of `bytes` to `out` and what was invalid to `bad`. The bytes of an unfinished
  /// character wait for the next call.
  void decode(std::string_view bytes, std::string& out, std::vector<BadBytes>& bad);
  /// End of input: an unfinished character is invalid. The Decoder is then as new.
  void finish(std::string& out, std::vector<BadBytes>& bad);

  [[nodiscard]] Encoding encoding() const noexcept { return m_encoding; }

private:
  std::size_t step(std::string_view bytes, bool last, std::string& out, std::vector<BadBytes>& bad);

  Encoding m_encoding;
  std::string m_pending;
  std::uint64_t m_input_offset = 0;
  std::uint64_t m_text_offset = 0;
};

/// UTF-8 to `encoding`, without a byte order mark. A character that the encoding lacks is an error
/// that names it; `where.offset` is its place in `utf8`.
[[nodiscard]] Expected<std::string, Problem> encode(std::string_view utf8, Encoding encoding);

/// What a file's bytes say about its encoding.
struct DetectedEncoding {
  Encoding encoding = Encoding::utf8;
  std::size_t mark_size = 0; ///< bytes of byte order mark to skip
};

/// How much of a file detect_encoding() wants to see, unless settles_encoding() is content with
/// less.
inline constexpr std::size_t detection_sample_bytes = std::size_t{4} << 20U;

/// Detect from the first bytes of a file; `complete` when they are all of it. In this order: a byte
/// order mark; the zero bytes of UTF-16; strict UTF-8; then whichever of GB18030, Big5 and damaged
/// UTF-8 shows the most characters of move notation, because nearly all Big5 is valid GB18030, too.
[[nodiscard]] DetectedEncoding detect_encoding(std::string_view sample, bool complete);

/// Whether nothing that may follow these first bytes of a file can change what detect_encoding()
/// says, but damage: they begin with a byte order mark, or are strict UTF-8 with so many characters
/// beyond ASCII that no other encoding comes out like that by chance.
[[nodiscard]] bool settles_encoding(std::string_view front) noexcept;

} // namespace xq
