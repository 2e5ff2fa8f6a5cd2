#pragma once

#include "format/shared/byte_reader.hpp"

#include <xq/base/encoding.hpp>
#include <xq/record/game.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace xq::format {

/// Decodes the text fields of a binary record, GB18030 or UTF-16LE. What is no text becomes U+FFFD
/// and is reported once a game. Views are valid until the next call.
class FieldText {
public:
  explicit FieldText(Encoding encoding) : m_encoding{encoding}, m_decoder{encoding} {}

  /// A header field: up to its first NUL, without the half of a character that a fixed width left
  /// at the end, trimmed.
  [[nodiscard]] std::string_view header(Bytes field, record::Game& game);
  /// A comment: the same, with CR LF and CR read as newlines.
  [[nodiscard]] std::string_view comment(Bytes field, record::Game& game);
  /// Add the comment to `node`, unless it is empty or there is no such node.
  void add_comment(Bytes field, record::Game& game, record::NodeId node);

private:
  [[nodiscard]] std::string_view decode(Bytes field, record::Game& game);

  Encoding m_encoding;
  Decoder m_decoder;
  std::string m_text;
  std::vector<BadBytes> m_bad;
  bool m_reported = false;
};

/// Add the header `name` unless the field is empty.
void add_header(record::Game& game, std::string_view name, std::string_view value);

/// The longest beginning of GB18030 or UTF-16LE `text` that ends with a whole character.
[[nodiscard]] std::string_view whole_characters(std::string_view text, Encoding encoding) noexcept;

} // namespace xq::format
