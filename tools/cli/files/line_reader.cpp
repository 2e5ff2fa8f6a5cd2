#include "cli/files/line_reader.hpp"

#include <xq/base/error.hpp>

#include <span>

namespace xq::cli {

namespace {

constexpr std::size_t longest_line = std::size_t{16} << 20U;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

} // namespace

LineReader::LineReader(const std::string& path) : m_input{std::span{&path, 1}} {
  m_open = m_input.next();
}

bool LineReader::refill() {
  while (m_open) {
    m_chunk = m_input.read();
    if (!m_chunk.empty()) {
      return true;
    }
    m_open = m_input.next();
  }
  return false;
}

std::string_view LineReader::finish(std::string_view line) {
  ++m_number;
  if (m_number == 1 && line.starts_with(byte_order_mark)) {
    line.remove_prefix(byte_order_mark.size());
  }
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

std::optional<std::string_view> LineReader::next() {
  m_partial.clear();
  for (;;) {
    const std::size_t end = m_chunk.find('\n');
    if (end != std::string_view::npos) {
      const std::string_view rest = m_chunk.substr(0, end);
      m_chunk.remove_prefix(end + 1);
      if (m_partial.empty()) {
        return finish(rest);
      }
      m_partial += rest;
      return finish(m_partial);
    }
    m_partial += m_chunk;
    m_chunk = {};
    if (m_partial.size() > longest_line) {
      throw make_error<FileError>("{}:{}: the line is longer than 16 MiB. Check that it is text.",
                                  m_input.name(), m_number + 1);
    }
    if (!refill()) {
      return m_partial.empty() ? std::nullopt : std::optional{finish(m_partial)};
    }
  }
}

} // namespace xq::cli
