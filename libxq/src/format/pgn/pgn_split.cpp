#include "base/text/npos.hpp"
#include "format/movetext/move_numbers.hpp"
#include "format/movetext/movetext_lexer.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/movetext/tag_line.hpp"
#include "format/pgn/pgn.hpp"
#include "format/shared/line_scan.hpp"

#include <algorithm>

namespace xq::format {
namespace {

/// `1.` in ASCII or full-width, the number of a game's first move.
bool begins_with_one(std::string_view line) noexcept {
  if (line.starts_with("1")) {
    line.remove_prefix(1);
  } else if (line.starts_with("１")) {
    line.remove_prefix(3);
  } else {
    int number = 0;
    return dressed_number_length(line, number) != 0 && number == 1;
  }
  return (line.starts_with(".") && !line.starts_with("..")) || line.starts_with("．") ||
         line.starts_with("、") || line.starts_with(")") || line.starts_with("）");
}

/// Red has moved and Black, or the game has ended: a number 1 that follows is another game's.
bool has_two_moves(std::string_view text) noexcept {
  using Kind = MovetextToken::Kind;
  MovetextLexer lexer{text};
  for (int moves = 0; moves < 2;) {
    const auto token = lexer.next();
    if (token.kind == Kind::end) {
      return false;
    }
    if (token.kind == Kind::result || (token.kind == Kind::number && token.value > 1)) {
      return true;
    }
    if (token.kind == Kind::variation_begin) {
      static_cast<void>(lexer.skip_variation());
    }
    moves += token.kind == Kind::word ? 1 : 0;
  }
  return true;
}

/// What follows the last header of a line that begins with one, without blanks at its front.
std::string_view behind_headers(std::string_view line) noexcept {
  while (is_tag_start(line)) {
    line = skip_blanks(line.substr(std::min(read_tag_line(line).length, line.size())));
  }
  return line;
}

/// Whether the lines of a game, which are headers and comments, have the header `name`.
bool has_header(std::string_view lines, std::string_view name) noexcept {
  while (!lines.empty()) {
    const auto line = skip_blanks(take_line(lines));
    if (is_tag_start(line) && tag_name(line) == name) {
      return true;
    }
  }
  return false;
}

} // namespace

void PgnSplitter::start(State state) noexcept {
  m_state = state;
  m_moves_at = m_followed = 0;
  m_depth = 0;
  m_in_comment = false;
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
  if (m_state != State::comment && frame_length(content) != 0) {
    return false; // what a page puts around a game
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
  if ((content[0] == '[' || content[0] == '\xEF' || content[0] == '\xE3') &&
      (content[0] == '[' || is_tag_start(content)) &&
      (m_state != State::moves || is_tag_start(content)) && !is_bracketed_number(content)) {
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
  // After comments alone the headers go on, unless one is given again: then a game has no moves.
  const bool only_comments = m_state == State::moves && !m_has_text && !m_footer;
  const bool begins = m_state == State::headers ? name == m_first_name
                                                : !only_comments || has_header(before_line(), name);
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
  const bool again = m_state == State::moves && m_has_numbers && begins_with_one(line) &&
                     (after_blank || (begins_with_first_move(line) && !moves_are_open() &&
                                      has_two_moves(before_line().substr(m_moves_at))));
  const bool begins = m_state == State::nothing || again;
  if (begins) {
    start(State::moves);
  } else if (m_state != State::moves) {
    m_moves_at = m_followed = before_line().size();
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

/// Whether a variation or a comment goes on. Counts what was not counted before.
bool PgnSplitter::moves_are_open() {
  const auto text = before_line();
  for (; m_followed < text.size(); ++m_followed) {
    const char c = text[m_followed];
    m_in_comment = m_in_comment ? c != '}' : c == '{';
    m_depth += !m_in_comment && c == '(' ? 1 : !m_in_comment && c == ')' && m_depth > 0 ? -1 : 0;
  }
  return m_depth > 0 || m_in_comment;
}

/// A comment that begins in `text` goes on behind it.
bool ends_in_comment(std::string_view text) noexcept {
  const auto opened = text.rfind('{');
  const auto closed = text.rfind('}');
  return opened != npos && (closed == npos || closed < opened);
}

/// Games that follow each other on one line: a result, and then the number 1 and a move.
void PgnSplitter::find_games_inside(std::string_view line, std::vector<std::size_t>& starts) {
  auto at = line.find(" 1");
  bool next = false;
  const auto comment = at == npos ? npos : line.find(';');
  for (; at != npos; at = line.find(" 1", at + 1)) {
    const auto before = line.substr(0, at);
    if (begins_with_first_move(line.substr(at + 1)) && ends_with_result(before) && at < comment &&
        !ends_in_comment(before) && (next || !moves_are_open())) {
      starts.push_back(at + 1);
      next = true;
    }
  }
  if (next) {
    start(State::moves);
    m_has_text = m_has_numbers = true;
  }
}

/// Files that were put together have the mark of the second one behind the last line of the first.
void PgnSplitter::begins_inside(std::string_view line, std::vector<std::size_t>& starts) {
  if (m_state == State::moves) {
    find_games_inside(line, starts);
  }
  constexpr std::string_view joint = "\uFEFF[";
  const auto at = m_state == State::moves ? line.find(joint) : npos;
  if (at == npos) {
    return;
  }
  const auto front = line.substr(0, at);
  if (at != 0 && !ends_in_comment(front) && !moves_are_open() &&
      is_tag_start(line.substr(at + joint.size() - 1))) {
    starts.push_back(at);
    start(State::nothing);
    static_cast<void>(bracket_line(line.substr(at + joint.size() - 1)));
  }
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
