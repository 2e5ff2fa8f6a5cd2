#include "format/shared/field_text.hpp"

#include "base/text/text.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <cassert>

namespace xq::format {
namespace {

constexpr unsigned byte_at(std::string_view text, std::size_t i) noexcept {
  return static_cast<unsigned char>(text[i]);
}

/// Bytes of the GB18030 character that begins at `i`, whether they are all there or not.
std::size_t gb18030_length(std::string_view text, std::size_t i) noexcept {
  if (byte_at(text, i) < 0x81) {
    return 1;
  }
  const bool digit =
      i + 1 < text.size() && byte_at(text, i + 1) >= 0x30 && byte_at(text, i + 1) <= 0x39;
  return digit ? 4 : 2;
}

std::string_view before_nul(std::string_view text, Encoding encoding) noexcept {
  if (encoding != Encoding::utf16le) {
    return text.substr(0, text.find('\0'));
  }
  std::size_t i = 0;
  while (i + 1 < text.size() && (text[i] != '\0' || text[i + 1] != '\0')) {
    i += 2;
  }
  return text.substr(0, i);
}

/// CR LF and CR become LF, in place.
void unify_line_ends(std::string& text) {
  if (text.find('\r') == std::string::npos) {
    return;
  }
  std::size_t to = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      text[to++] = text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      text[to++] = '\n';
    }
  }
  text.resize(to);
}

} // namespace

std::string_view whole_characters(std::string_view text, Encoding encoding) noexcept {
  if (encoding == Encoding::utf16le) {
    auto size = text.size() & ~std::size_t{1};
    if (size >= 2 && (byte_at(text, size - 1) & 0xFCU) == 0xD8U) { // half a surrogate pair
      size -= 2;
    }
    return text.substr(0, size);
  }
  assert(encoding == Encoding::gb18030);
  std::size_t i = 0;
  while (i < text.size()) {
    const auto length = gb18030_length(text, i);
    if (i + length > text.size()) {
      break;
    }
    i += length;
  }
  return text.substr(0, i);
}

std::string_view FieldText::decode(Bytes field, record::Game& game) {
  m_text.clear();
  m_bad.clear();
  const auto text = whole_characters(before_nul(as_text(field), m_encoding), m_encoding);
  if (text.empty()) {
    return {};
  }
  m_decoder.decode(text, m_text, m_bad);
  m_decoder.finish(m_text, m_bad);
  if (!m_bad.empty() && !m_reported) {
    m_reported = true;
    auto problem = make_problem(ProblemCode::bad_encoding,
                                localized("a text field has bytes that are no text"), m_text);
    problem.severity = Severity::warning; // names and comments suffer, the moves do not
    problem.advice = localized("They are shown as U+FFFD; correct the field.");
    game.problems.push_back(std::move(problem));
  }
  return m_text;
}

std::string_view FieldText::header(Bytes field, record::Game& game) {
  return trim(decode(field, game));
}

std::string_view FieldText::comment(Bytes field, record::Game& game) {
  if (decode(field, game).empty()) {
    return {};
  }
  unify_line_ends(m_text);
  return trim(m_text);
}

void FieldText::add_comment(Bytes field, record::Game& game, record::NodeId node) {
  if (node == record::no_node) {
    return;
  }
  if (const auto text = comment(field, game); !text.empty()) {
    game.add_comment(node, text);
  }
}

void add_header(record::Game& game, std::string_view name, std::string_view value) {
  if (!value.empty()) {
    game.add_tag(name, value);
  }
}

} // namespace xq::format
