#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/text/dhtmlxq_page.hpp"

#include <algorithm>

namespace xq::format {

using namespace dhtmlxq;

/// The boards of a page that stand in no wrapper are told by the fields that each has once.
bool DhtmlxqSplitter::repeats_field(std::string_view line) {
  bool repeats = false;
  for (std::size_t i = 0; i < m_seen.size(); ++i) {
    const bool here = find_word(line, i == 0 ? "[DhtmlXQ_title]" : "[DhtmlXQ_binit]") != npos;
    repeats = repeats || (here && m_seen[i]);
    m_seen[i] = m_seen[i] || here;
  }
  return repeats;
}

bool DhtmlxqSplitter::begins_game(std::string_view written) {
  const auto unescaped = without_escaped_brackets(written);
  const auto line = unescaped.empty() ? written : std::string_view{unescaped};
  const auto begin = find_begin(line).at;
  const auto field = std::min(find_word(line, field_begin), find_variable(line).at);
  auto last = begin;
  for (auto next = begin; next != npos; next = find_begin(line, next + 1).at) {
    last = next;
  }
  auto end = npos;
  for (auto next = find_end(line).at; next != npos; next = find_end(line, next + 1).at) {
    end = next;
  }
  const bool repeats = m_in_game && !m_wrapped && repeats_field(line);
  const bool begins = begin != npos || (field != npos && (!m_in_game || repeats)) ||
                      (!m_in_game && is_bare_digits(line));
  if (begins) {
    m_wrapped = begin != npos;
    m_seen = {};
    static_cast<void>(!m_wrapped && repeats_field(line));
    last = begin == npos ? std::min(field, line.size()) : last;
    m_in_game = end == npos || end < last;
  } else if (end != npos) {
    m_in_game = false;
  }
  return begins;
}

void DhtmlxqSplitter::begins_inside(std::string_view line, std::vector<std::size_t>& starts) {
  auto at = find_begin(line).at;
  if (at == npos) {
    return find_escaped_begins(line, starts);
  }
  while (at != npos) {
    at = find_begin(line, at + 1).at;
    if (at != npos) {
      starts.push_back(at);
    }
  }
}

bool is_bare_digits(std::string_view line) noexcept {
  constexpr std::size_t fewest = 16; // four moves; a date has eight digits
  line = trim(line);
  return line.size() >= fewest && line.size() % 4 == 0 &&
         std::all_of(line.begin(), line.end(), is_digit);
}

bool has_dhtmlxq(std::string_view text) noexcept {
  return find_word(text, "[DhtmlXQ") != npos || find_variable(text).at != npos ||
         find_word(text, "\\[DhtmlXQ") != npos || find_word(text, "&#91;DhtmlXQ") != npos ||
         find_word(text, "&lbrack;DhtmlXQ") != npos;
}

} // namespace xq::format
