#include "format/movetext/movetext_lexer.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/pgn/pgn.hpp"
#include "format/shared/line_scan.hpp"

#include <algorithm>

namespace xq::format {
namespace {

constexpr auto npos = std::string_view::npos;

/// `1.` in ASCII or full-width, the number of a game's first move.
bool begins_with_one(std::string_view line) noexcept {
  if (line.starts_with("1")) {
    line.remove_prefix(1);
  } else if (line.starts_with("１")) {
    line.remove_prefix(3);
  } else {
    return false;
  }
  return (line.starts_with(".") && !line.starts_with("..")) || line.starts_with("．") ||
         line.starts_with("、");
}

/// What follows the last header of a line that begins with one, without blanks at its front.
std::string_view behind_headers(std::string_view line) noexcept {
  while (is_tag_start(line)) {
    line = skip_blanks(line.substr(std::min(read_tag_line(line).length, line.size())));
  }
  return line;
}

} // namespace

void PgnSplitter::start(State state) noexcept {
  m_state = state;
  m_open_value = m_has_headers = m_has_text = m_has_numbers = m_footer = false;
}

/// A whole header line whose first letter shows that it does not repeat the first header of the
/// game. The same rule as in header_lines(), so that a file gives the same games in any pieces.
bool PgnSplitter::is_next_header(std::string_view line) const noexcept {
  return m_state == State::headers && line.size() > 4 && line[0] == '[' &&
         !m_first_name.starts_with(line[1]) && is_name_character(line[1]) &&
         line.ends_with("\"]") && line.find('[', 1) == npos;
}

/// The moves of a game, or its headers but the first: most lines of most files.
LineRun PgnSplitter::pass_lines(std::string_view text) noexcept {
  if (m_state == State::moves) {
    const bool nothing_changes =
        m_has_text && m_has_numbers && !m_previous_blank && !m_open_value && !m_footer;
    return nothing_changes ? numbered_lines(text) : LineRun{};
  }
  if (m_state == State::headers && m_has_headers) {
    const LineRun run = header_lines(text, m_first_name.empty() ? '\0' : m_first_name[0]);
    if (run.count != 0) {
      m_previous_blank = m_open_value = false;
    }
    return run;
  }
  return {};
}

bool PgnSplitter::begins_game(std::string_view line) {
  if (is_next_header(line)) {
    m_previous_blank = m_open_value = false;
    return false;
  }
  const auto content = skip_blanks(line);
  if (line.starts_with('%') && m_state != State::comment) {
    return false; // escape lines are ignored
  }
  const bool after_blank = m_previous_blank;
  m_previous_blank = content.empty();
  if (content.empty()) {
    m_open_value = false;
    return false;
  }
  if (m_state == State::comment) {
    if (after_blank && is_tag_start(content)) {
      return bracket_line(content);
    }
    look_for_comment(content);
    return false;
  }
  if (const auto moves = behind_scores(content); !moves.empty()) {
    return moves_line(moves, after_blank);
  }
  if (m_state == State::moves && score_length(content) != 0) {
    return false; // a score without its move
  }
  if (content[0] == '[' && (m_state != State::moves || is_tag_start(content))) {
    return bracket_line(content);
  }
  if (m_open_value) {
    m_open_value = false;
    if (ends_value(content)) {
      return false; // the second line of a header's value
    }
  }
  return moves_line(content, after_blank);
}

bool PgnSplitter::bracket_line(std::string_view line) {
  const auto name = tag_name(line);
  const bool lead_in = m_state == State::moves && !m_has_headers && !m_has_text;
  const bool repeats =
      m_state == State::headers && name == m_first_name; // a second game without moves between
  const bool begins = m_state != State::headers ? !lead_in : repeats;
  if (begins) {
    start(State::headers);
  }
  m_state = State::headers;
  if (!m_has_headers) {
    m_has_headers = true;
    m_first_name = name;
  }
  if (is_plain_tag(line)) {
    m_open_value = false;
    return begins;
  }
  m_open_value = has_open_value(line);
  if (const auto rest = behind_headers(line); !m_open_value && begins_with_number(rest)) {
    moves_line(rest, false);
  }
  return begins;
}

bool PgnSplitter::moves_line(std::string_view line, bool after_blank) {
  const bool begins = m_state == State::nothing || (m_state == State::moves && after_blank &&
                                                    m_has_numbers && begins_with_one(line));
  if (begins) {
    start(State::moves);
  }
  m_state = State::moves;
  if (is_footer_line(line)) {
    m_footer = true;
  }
  if (!m_footer) {
    m_has_numbers = m_has_numbers || begins_with_number(line);
    if (line.find('{') != npos || line[0] == ';') {
      look_for_comment(line);
    } else {
      m_has_text = true;
    }
  }
  return begins;
}

/// Follow comments through a line of moves; m_state says where it begins and where it ends.
void PgnSplitter::look_for_comment(std::string_view line) {
  while (!line.empty()) {
    if (m_state == State::comment) {
      const auto end = line.find('}');
      if (end == npos) {
        return;
      }
      m_state = State::moves;
      line.remove_prefix(end + 1);
    }
    const auto next = line.find_first_of("{;");
    const auto before = line.substr(0, next);
    m_has_text = m_has_text || !skip_blanks(before).empty();
    if (next == npos || line[next] == ';') {
      return;
    }
    m_state = State::comment;
    line.remove_prefix(next + 1);
  }
}

} // namespace xq::format
