#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/pgn/pgn.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/line_scan.hpp"
#include "format/shared/losses.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace xq::format {
namespace {

using notation::Style;
using record::Game;
using record::NodeId;
using record::NoteKind;

/// The Format header for moves in this style; none for Chinese, which readers expect.
std::string_view format_tag(Style style) noexcept {
  switch (style) {
  case Style::wxf:
    return "WXF";
  case Style::iccs:
    return "ICCS";
  case Style::uci:
    return "UCI";
  case Style::coordinate:
    return "Coordinate";
  case Style::keypad:
    return "Keypad";
  default:
    return {};
  }
}

/// Headers about the file, not about the game: a second one would begin a new game.
bool is_about_file(std::string_view name) noexcept {
  return equal_ignoring_case(name, "Game") || equal_ignoring_case(name, "Format");
}

/// A value stands on one line; quotes and backslashes are escaped, so that it is read back as it
/// is.
void append_value(std::string& out, std::string_view value) {
  const auto is_special = [](char c) { return c == '"' || c == '\\' || c == '\r' || c == '\n'; };
  if (std::none_of(value.begin(), value.end(), is_special)) { // find_first_of() takes much longer
    out += value;
    return;
  }
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
}

void append_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  if (std::all_of(name.begin(), name.end(), is_name_character) && name.find("_x") == npos) {
    out += name;
  } else {
    out += escape_name(name, in_pgn_name);
  }
  out += " \"";
  append_value(out, value);
  out += "\"]\n";
}

/// A header's value as readers see it: a line end is a blank.
std::string as_read(std::string_view value) {
  std::string out;
  for (const char c : writable(value)) {
    if (c != '\r') {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

/// PGN knows no escape inside braces. Text that would end its comment or look like the next game
/// goes into lines after `;`, which are read back as one comment.
bool needs_line_comment(std::string_view text) noexcept {
  return text.find('}') != npos || text.find("\n[") != npos ||
         (text.find('[') != npos && text.find('\n') != npos);
}

/// Lines break between words before this column; a comment is one word and keeps its own lines.
constexpr std::size_t line_columns = 80;

/// Writes one game's moves, a round a line in the main line.
class MovetextWriter final : public record::GameVisitor {
public:
  MovetextWriter(std::string& out, const Game& game, const WriteOptions& options)
      : m_out{out},
        m_game{game},
        m_options{options},
        m_line_begin{out.size()},
        m_ply{game.start().side_to_move() == Color::black ? 1 : 0} {}

  void write() {
    notes(record::root_node, NoteKind::comment);
    if (m_column != 0) {
      new_line();
    }
    record::walk(m_game, *this);
    if (m_column != 0) {
      new_line();
    }
  }

  void enter_move(NodeId id, const Position& before) override {
    if (notes(id, NoteKind::comment_before)) {
      m_number_due = true;
    }
    number(before.side_to_move() == Color::red);
    m_word.clear();
    notation::write_move(m_word, before, m_game.node(id).move, m_options.style, m_options.notation);
    word(m_word);
    m_number_due = notes(id, NoteKind::comment);
    ++m_ply;
  }
  void enter_variation(NodeId /*first*/) override {
    word("(");
    m_glue = m_number_due = true;
    m_outer.push_back(m_ply);
    --m_ply; // a variation replaces the last move
  }
  void leave_variation() override {
    word(")");
    m_number_due = true;
    m_ply = m_outer.back();
    m_outer.pop_back();
  }

private:
  /// Red's moves are numbered, and Black's where something stands between.
  void number(bool red) {
    if (!red && !m_number_due) {
      return;
    }
    if (red && m_outer.empty() && m_column != 0) {
      new_line();
    }
    word(std::to_string(m_game.start().fullmove_number() + m_ply / 2) + (red ? "." : "..."));
  }

  /// The notes of one kind (NAGs go with `comment`); true when there was a comment.
  bool notes(NodeId id, NoteKind kind) {
    bool any = false;
    std::optional<Game::Note> previous;
    m_game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag && kind == NoteKind::comment) {
        word("$" + std::to_string(note.nag));
        previous.reset();
      } else if (note.kind == kind) {
        comment(note.text, previous && needs_line_comment(previous->text));
        previous = note;
        any = true;
      }
    });
    return any;
  }

  void comment(std::string_view text, bool after_line_comment) {
    if (!is_writable(text)) {
      return comment(writable(text), after_line_comment);
    }
    if (text.find('\r') != npos) { // readers of files take one alone for the end of a line
      std::string without{text};
      std::erase(without, '\r');
      return comment(without, after_line_comment);
    }
    if (!needs_line_comment(text)) {
      m_word.assign("{").append(text).append("}");
      word(m_word);
      return;
    }
    if (after_line_comment) {
      word("{}"); // two comments of this form in a row would be read as one
    }
    if (m_column != 0) {
      new_line();
    }
    while (true) {
      const auto end = text.find('\n');
      m_out += ';';
      m_out += text.substr(0, end);
      m_out += '\n';
      if (end == npos) {
        break;
      }
      text.remove_prefix(end + 1);
    }
    m_line_begin = m_out.size();
    m_glue = false;
  }

  void word(std::string_view text) {
    if (m_column != 0 && !m_glue && text != ")") {
      if (overflows(text)) {
        new_line();
      } else {
        m_out += ' ';
      }
    }
    m_glue = false;
    m_out += text;
    m_column += text.size() + 1;
    if (const auto end = text.rfind('\n'); end != npos) { // within a comment
      m_column = text.size() - end;
      m_line_begin = m_out.size() - (text.size() - end - 1);
    }
  }
  /// Whether a blank and `text` reach beyond the last column of the line.
  [[nodiscard]] bool overflows(std::string_view text) const {
    // Words that stand without a blank behind this one must fit, too: `)`, and the number after
    // `(`.
    const std::size_t reserve = text == "(" ? 10 : m_outer.size();
    if (m_column + text.size() + reserve <= line_columns) {
      return false; // a character has at least as many bytes as columns
    }
    const auto line = std::string_view{m_out}.substr(m_line_begin);
    const auto first = text.substr(0, text.find('\n'));
    return display_width(line) + 1 + display_width(first) + reserve > line_columns;
  }
  void new_line() {
    m_out += '\n';
    m_column = 0;
    m_line_begin = m_out.size();
  }

  std::string& m_out;
  const Game& m_game;
  const WriteOptions& m_options;
  std::size_t m_column = 0; ///< bytes in the line; 0: at the start of a line
  std::size_t m_line_begin; ///< offset of the line in m_out
  int m_ply;                ///< of the next move, from the round in which the game starts
  std::vector<int> m_outer; ///< m_ply after the moves that open variations replace
  bool m_glue = false;      ///< no blank before the next word
  bool m_number_due = true; ///< even if Black moves
  std::string m_word;
};

class PgnWriter final : public Writer {
public:
  explicit PgnWriter(const WriteOptions& options) : m_options{options} {}

  void game(std::string& out, const Game& game) const override {
    const auto before = out.size();
    headers(out, game);
    // Asked once of all headers, which have ASCII between them, and not of each.
    if (const auto written = std::string_view{out}.substr(before); !is_writable(written)) {
      out.replace(before, written.size(), writable(written));
    }
    out += '\n';
    MovetextWriter{out, game, m_options}.write();
    out += to_text(game.result());
    out += "\n\n";
  }

  void losses(const Game& game, std::vector<Problem>& out) const override {
    report_lost_headers(game, as_read(game.tag("Result")), out);
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto value = game.tag_at(i).value;
      if (value.find('\n') != npos || value.find('\r') != npos) {
        report_loss(out, localized("line ends in headers, which become blanks"), value);
      }
    }
    report_moved_notes(game, out);
    report_unwritable_text(game, out);
  }

private:
  void headers(std::string& out, const Game& game) const {
    append_tag(out, "Game", "Chinese Chess");
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (is_about_file(tag.name) || tag.name.empty()) {
        continue;
      }
      if (!equal_ignoring_case(tag.name, "FEN")) {
        append_tag(out, tag.name, tag.value);
      } else if (!game.standard_start() || !trim(tag.value).empty()) {
        append_tag(out, tag.name, write_fen(game.start()));
      } else {
        append_tag(out, tag.name, {});
      }
    }
    // Formats that keep the result elsewhere have no header of it; programs that read PGN want one.
    if (game.result() != record::Result::unknown && !game.has_tag("Result")) {
      append_tag(out, "Result", to_text(game.result()));
    }
    if (!game.standard_start() && !game.has_tag("FEN")) {
      append_tag(out, "FEN", write_fen(game.start()));
    }
    if (const auto format = format_tag(m_options.style); !format.empty()) {
      append_tag(out, "Format", format);
    }
  }

  WriteOptions m_options;
};

} // namespace

std::unique_ptr<Writer> make_pgn_writer(const WriteOptions& options) {
  return std::make_unique<PgnWriter>(options);
}

} // namespace xq::format
