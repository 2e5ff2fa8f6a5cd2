#include "format/movetext/written_moves.hpp"

#include "base/text/ascii.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/movetext_lexis.hpp"
#include "format/movetext/tag_line.hpp"

#include <xq/record/result.hpp>

#include <algorithm>
#include <cctype>

namespace xq::format {

namespace {

constexpr auto npos = std::string_view::npos;

class Lexer {
public:
  explicit Lexer(std::string_view text) : m_text{text} {}

  WrittenMoves run() {
    headers();
    while (m_at < m_text.size() && step()) {
    }
    return std::move(m_out);
  }

private:
  [[nodiscard]] std::string_view rest() const { return m_text.substr(m_at); }
  void skip_to(std::size_t at) { m_at = std::min(at, m_text.size()); }
  void skip_behind(char c) {
    const auto at = m_text.find(c, m_at);
    skip_to(at == npos ? at : at + 1);
  }

  void headers() {
    while (true) {
      const auto begin = m_text.find_first_not_of(" \t\r\n", m_at);
      if (begin == npos || m_text[begin] != '[' || !is_tag_start(m_text.substr(begin)) ||
          !behind_scores(m_text.substr(begin)).empty()) {
        return;
      }
      const TagLine line = read_tag_line(m_text.substr(begin));
      if (equal_ignoring_case(line.name, "FEN") || equal_ignoring_case(line.name, "FenStr")) {
        m_out.fen = {static_cast<std::size_t>(line.value.data() - m_text.data()),
                     line.value.size()};
      }
      skip_to(begin + std::max<std::size_t>(line.length, 1));
      skip_behind('\n');
      m_out.headers_end = m_at;
    }
  }

  /// False at the end of the moves.
  bool step() {
    const char c = m_text[m_at];
    if (const auto blank = blank_length(rest()); blank != 0 || c == '\n' || c == ',') {
      m_at += std::max<std::size_t>(blank, 1);
      return true;
    }
    const bool line_start = m_at == 0 || m_text[m_at - 1] == '\n';
    if (line_start && (c == '=' || c == '%')) {
      skip_behind('\n');
      return c == '%';
    }
    switch (c) {
    case '{':
      skip_behind('}');
      return true;
    case ';':
      skip_behind('\n');
      return true;
    case '(':
      variation();
      return true;
    case '[':
      m_at += std::max<std::size_t>(score_length(rest()), 1);
      return true;
    case '*':
      return false;
    case ')':
    case '}':
    case '!':
    case '?':
    case '#':
    case '=':
      ++m_at;
      return true;
    case '$':
      ++m_at;
      while (m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0) {
        ++m_at;
      }
      return true;
    default:
      return number() || token();
    }
  }

  void variation() {
    std::size_t depth = 0;
    while (m_at < m_text.size()) {
      switch (m_text[m_at]) {
      case '{':
        skip_behind('}');
        continue;
      case ';':
        skip_behind('\n');
        continue;
      case '(':
        ++depth;
        break;
      case ')':
        if (--depth == 0) {
          ++m_at;
          return;
        }
        break;
      default:
        break;
      }
      ++m_at;
    }
  }

  /// A move number with the dots behind it, or dots alone.
  bool number() {
    const auto begin = m_at;
    int ignored = 0;
    while (const auto n = digit_length(rest(), ignored)) {
      m_at += n;
    }
    const bool digits = m_at != begin;
    bool dots = false;
    while (const auto n = dot_length(rest(), ignored)) {
      m_at += n;
      dots = true;
    }
    const bool alone = m_at == m_text.size() || blank_length(rest()) != 0 || rest()[0] == '\n';
    if (dots || (digits && alone)) {
      return true;
    }
    m_at = begin;
    return false;
  }

  bool token() {
    if (const auto n = separator_length(rest()); n != 0) {
      m_at += n;
      return true;
    }
    for (const auto word : decorations) {
      if (!m_out.moves.empty() && rest().starts_with(word)) {
        m_at += word.size();
        return true;
      }
    }
    const auto text = token_at(rest());
    if (record::find_result(text)) {
      return false;
    }
    if (text != "+") {
      add(text);
    }
    m_at += std::max<std::size_t>(text.size(), 1);
    return true;
  }

  void add(std::string_view text) {
    std::vector<std::size_t> ends;
    for (std::size_t at = 0; at < text.size();) {
      at += std::max<std::size_t>(decode_utf8(text.substr(at)).length, 1);
      ends.push_back(at);
    }
    constexpr std::size_t move = 4; // characters
    const bool glued = is_ideograph_lead(text[0]) && ends.size() > move && ends.size() % move == 0;
    std::size_t begin = 0;
    for (std::size_t i = glued ? move - 1 : ends.size() - 1; i < ends.size();
         i += glued ? move : ends.size()) {
      m_out.moves.push_back({m_at + begin, ends[i] - begin});
      begin = ends[i];
    }
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  WrittenMoves m_out;
};

} // namespace

WrittenMoves find_written_moves(std::string_view pgn) { return Lexer{pgn}.run(); }

} // namespace xq::format
