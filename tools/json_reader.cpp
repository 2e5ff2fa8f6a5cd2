#include "json_reader.hpp"

#include <xq/base/text.hpp>

#include <charconv>
#include <system_error>

namespace xq::cli {

char JsonReader::peek() {
  const auto at = m_rest.find_first_not_of(" \t\r\n");
  m_rest.remove_prefix(at == std::string_view::npos ? m_rest.size() : at);
  return m_rest.empty() ? '\0' : m_rest.front();
}

bool JsonReader::take(char c) {
  if (peek() != c) {
    return false;
  }
  m_rest.remove_prefix(1);
  return true;
}

bool JsonReader::take_word(std::string_view word) {
  peek();
  if (!m_rest.starts_with(word)) {
    return false;
  }
  m_rest.remove_prefix(word.size());
  return true;
}

bool JsonReader::at_end() {
  peek();
  return m_rest.empty();
}

bool JsonReader::object(const std::function<bool(std::string_view)>& member) {
  if (!take('{')) {
    return false;
  }
  std::string name;
  while (peek() != '}') {
    if (!string(name) || !take(':') || !member(name) || (!take(',') && peek() != '}')) {
      return false;
    }
  }
  return take('}');
}

bool JsonReader::array(const std::function<bool()>& element) {
  if (!take('[')) {
    return false;
  }
  while (peek() != ']') {
    if (!element() || (!take(',') && peek() != ']')) {
      return false;
    }
  }
  return take(']');
}

bool JsonReader::string(std::string& out) {
  out.clear();
  if (!take('"')) {
    return false;
  }
  while (!m_rest.empty() && m_rest.front() != '"') {
    if (m_rest.front() == '\\') {
      m_rest.remove_prefix(1);
      // Positions and moves are plain ASCII: of the escapes only those of one letter are needed.
      if (m_rest.empty() || m_rest.front() == 'u') {
        return false;
      }
    }
    out += m_rest.front();
    m_rest.remove_prefix(1);
  }
  return take('"');
}

bool JsonReader::number(std::uint64_t& out) {
  if (take_word("null")) {
    return true;
  }
  const auto [stop, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), out);
  if (error != std::errc{} || out > 0x7FFFFFFFFFFFFFFFU) {
    return false;
  }
  m_rest.remove_prefix(static_cast<std::size_t>(stop - m_rest.data()));
  return true;
}

bool JsonReader::skip(int depth) {
  constexpr int deepest = 32;
  if (depth == deepest) {
    return false;
  }
  std::string ignored;
  switch (peek()) {
  case '{':
    return object([&](std::string_view) { return skip(depth + 1); });
  case '[':
    return array([&] { return skip(depth + 1); });
  case '"': {
    m_rest.remove_prefix(1);
    for (; !m_rest.empty() && m_rest.front() != '"'; m_rest.remove_prefix(1)) {
      if (m_rest.front() == '\\' && m_rest.size() > 1) {
        m_rest.remove_prefix(1);
      }
    }
    return take('"');
  }
  default: {
    const auto end = m_rest.find_first_of(",]} \t\r\n");
    const bool any = !m_rest.empty() && end != 0;
    m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end);
    return any;
  }
  }
}

} // namespace xq::cli
