#include "cli/games/score_sheet.hpp"

#include "base/text/text.hpp"
#include "cli/help/help.hpp"
#include "cli/talk.hpp"
#include "record/facts.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

constexpr std::size_t indent = 7; ///< of what stands below a move
constexpr std::size_t gap = 2;    ///< between columns

std::string glyph(std::uint16_t nag) {
  constexpr std::array<std::string_view, 7> signs{"", "!", "?", "!!", "??", "!?", "?!"};
  return nag < signs.size() ? std::string{signs[nag]} : fmt::format("${}", nag);
}

/// What `[%eval +0.35,12] loses 24 %` says: the value and the words behind it.
std::pair<std::string_view, std::string_view> parted(std::string_view comment) {
  const bool is_value = comment.starts_with("[%eval ") || comment.starts_with("[%pv ");
  const auto end = comment.find(']');
  if (!is_value || end == std::string_view::npos) {
    return {{}, comment};
  }
  const auto begin = comment.find(' ') + 1;
  const auto value = comment.substr(begin, end - begin);
  return {value.substr(0, value.find(',')), trim(comment.substr(end + 1))};
}

/// A move of the main line with all that is said about it.
struct Line {
  std::string move;  ///< with marks
  std::string value; ///< from Red's side
  std::string below; ///< comments and variations, a paragraph each
};

class SheetWriter final : public record::GameVisitor {
public:
  SheetWriter(const Game& game, const SheetStyle& style) : m_game{game}, m_style{style} {}

  std::vector<Line> take() {
    walk(m_game, *this);
    return std::move(m_lines);
  }
  /// What is said before the first move.
  [[nodiscard]] std::string preface() const {
    Line line;
    add_notes(record::root_node, line);
    return line.below;
  }

  void enter_move(NodeId id, const Position& before) override {
    const auto move =
        notation::to_text(before, m_game.node(id).move, m_style.moves, m_style.notation);
    if (m_depth == 0) {
      Line& line = m_lines.emplace_back();
      line.move = move;
      add_notes(id, line);
      return;
    }
    Line alternative;
    add_notes(id, alternative);
    std::string& text = m_lines.back().below;
    text += text.ends_with('(') ? "" : " ";
    if (before.side_to_move() == Color::red || std::exchange(m_begins, false)) {
      text += fmt::format("{}{} ", before.fullmove_number(),
                          before.side_to_move() == Color::red ? "." : "...");
    }
    m_begins = false;
    text += move + alternative.move;
    for (const auto& words : {alternative.value, alternative.below}) {
      text += words.empty() ? "" : fmt::format(" {{{}}}", in_one_line(words));
    }
  }
  void enter_variation(NodeId /*id*/) override {
    std::string& text = m_lines.back().below;
    text += m_depth++ == 0 ? (text.empty() ? "(" : "\n(") : " (";
    m_begins = true;
  }
  void leave_variation() override {
    --m_depth;
    m_lines.back().below += ')';
  }

private:
  static std::string in_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  void add_notes(NodeId id, Line& line) const {
    m_game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag) {
        line.move += glyph(note.nag);
        return;
      }
      const auto [value, words] = parted(note.text);
      if (line.value.empty()) {
        line.value = value;
      }
      if (!words.empty()) {
        line.below += line.below.empty() ? "" : "\n";
        line.below += cell(words);
      }
    });
  }

  const Game& m_game;
  const SheetStyle& m_style;
  std::vector<Line> m_lines;
  int m_depth = 0;
  bool m_begins = false; ///< the next move is the first one of a variation
};

/// The moves as rounds of Red and Black.
class MoveColumns {
public:
  MoveColumns(const Game& game, std::vector<Line> lines)
      : m_lines{std::move(lines)},
        m_number{game.start().fullmove_number()},
        m_black_first{game.start().side_to_move() == Color::black} {
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
      auto& width = m_widths[side(i)];
      width = std::max(width, display_width(text(i)));
    }
  }

  [[nodiscard]] std::string side_by_side(std::size_t screen) const {
    const auto half_moves = m_lines.size() + (m_black_first ? 1 : 0);
    const auto rounds = (half_moves + 1) / 2;
    const auto width = indent + m_widths[0] + gap + m_widths[1];
    const auto columns = std::max<std::size_t>(1, (screen + 2 * gap) / (width + 2 * gap));
    const auto rows = (rounds + columns - 1) / columns;
    std::string out;
    for (std::size_t r = 0; r < rows; ++r) {
      std::string row;
      for (std::size_t round = r; round < rounds; round += rows) {
        row += round == r ? "" : std::string(2 * gap, ' ');
        row += pad_right(round_text(round), width);
      }
      out += row.substr(0, row.find_last_not_of(' ') + 1) + '\n';
    }
    return out;
  }

  /// A round a row; after words below a move, the next move begins a row.
  [[nodiscard]] std::string with_words(std::size_t screen) const {
    std::string out;
    std::string row;
    const auto end_row = [&] {
      row.erase(row.find_last_not_of(' ') + 1);
      out += row.empty() ? "" : row + '\n';
      row.clear();
    };
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
      const bool red = side(i) == 0;
      if (row.empty()) {
        row = heading(round_of(i));
        row += red ? "" : pad_right("...", m_widths[0]) + std::string(gap, ' ');
      }
      row += red ? pad_right(text(i), m_widths[0]) + std::string(gap, ' ') : text(i);
      if (!red || !m_lines[i].below.empty()) {
        end_row();
      }
      if (!m_lines[i].below.empty()) {
        out += fill(m_lines[i].below, indent, screen);
      }
    }
    end_row();
    return out;
  }

  [[nodiscard]] bool has_words() const {
    return std::any_of(m_lines.begin(), m_lines.end(),
                       [](const Line& line) { return !line.below.empty(); });
  }

private:
  [[nodiscard]] std::size_t side(std::size_t ply) const { return (ply + m_black_first) % 2; }
  [[nodiscard]] std::size_t round_of(std::size_t ply) const { return (ply + m_black_first) / 2; }
  [[nodiscard]] std::string text(std::size_t ply) const {
    const Line& line = m_lines[ply];
    return line.value.empty() ? line.move : fmt::format("{} {}", line.move, line.value);
  }
  [[nodiscard]] std::string heading(std::size_t round) const {
    return fmt::format("{:>{}}. ", static_cast<std::size_t>(m_number) + round, indent - 2);
  }
  [[nodiscard]] std::string round_text(std::size_t round) const {
    const std::size_t first = 2 * round;
    std::string red = "...";
    if (!m_black_first || first > 0) {
      red = text(first - m_black_first);
    }
    const std::size_t second = first + 1 - m_black_first;
    return heading(round) + pad_right(red, m_widths[0]) + std::string(gap, ' ') +
           (second < m_lines.size() ? text(second) : std::string{});
  }

  std::vector<Line> m_lines;
  std::array<std::size_t, 2> m_widths{3, 3}; ///< of Red's and Black's moves
  int m_number;
  std::size_t m_black_first;
};

/// What a header is called in the language of the session; others keep the name in the record.
std::string shown_header(std::string_view name) {
  constexpr std::array known{
      to_translate("Event"),     to_translate("Site"),       to_translate("Date"),
      to_translate("Round"),     to_translate("Red"),        to_translate("RedTeam"),
      to_translate("RedElo"),    to_translate("Black"),      to_translate("BlackTeam"),
      to_translate("BlackElo"),  to_translate("Result"),     to_translate("Opening"),
      to_translate("Variation"), to_translate("Title"),      to_translate("Annotator"),
      to_translate("Author"),    to_translate("TimeControl")};
  const auto* const found = std::find(known.begin(), known.end(), name);
  return cell(found == known.end() ? name : translate(*found), 20);
}

std::string headers(const Game& game, std::size_t screen) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    width = std::max(width, display_width(shown_header(game.tag_at(i).name)));
  }
  std::string out;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    if (record::is_filled_in(tag.value)) {
      auto text = fill(cell(tag.value), width + gap, screen);
      text.replace(0, std::min(text.size(), width), pad_right(shown_header(tag.name), width));
      out += text;
    }
  }
  return out;
}

} // namespace

std::string score_sheet(const record::Game& game, const SheetStyle& style) {
  SheetWriter writer{game, style};
  std::string out = headers(game, style.width);
  if (const auto preface = writer.preface(); !preface.empty()) {
    out += '\n' + fill(preface, 0, style.width);
  }
  const MoveColumns moves{game, writer.take()};
  out +=
      '\n' + (moves.has_words() ? moves.with_words(style.width) : moves.side_by_side(style.width));
  return out + std::string(indent, ' ') + std::string{to_text(game.result())} + '\n';
}

} // namespace xq::cli
