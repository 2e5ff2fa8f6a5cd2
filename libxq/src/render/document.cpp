#include "render/document.hpp"

#include "base/text/printable.hpp"
#include "base/text/text.hpp"
#include "render/html.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace xq::render {

// Generated from the files in web/ (see XqEmbedText.cmake).
std::string_view document_style() noexcept;

namespace {

/// Columns of the screen for which Column::widest and least are meant.
constexpr std::size_t usual_screen = 80;

using Cells = std::vector<std::vector<std::string>>;

/// Headings and rows, none wider than its column may be.
Cells cells_of(const Table& table, std::size_t screen) {
  Cells cells;
  auto& headings = cells.emplace_back();
  for (const Column& column : table.columns) {
    headings.push_back(printable(column.heading));
  }
  if (std::ranges::all_of(headings, &std::string::empty)) {
    cells.pop_back();
  }
  for (const auto& row : table.rows) {
    auto& shown = cells.emplace_back();
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::size_t widest = table.columns[c].widest;
      shown.push_back(
          widest == 0 || screen == std::string::npos
              ? printable(row[c])
              : printable(row[c], widest * std::max(screen, usual_screen) / usual_screen));
    }
  }
  return cells;
}

/// The widths of the columns, together at most those of the screen with the blanks between them.
std::vector<std::size_t> fitting_widths(const Table& table, const Cells& cells,
                                        std::size_t screen) {
  constexpr std::size_t long_text = 12; ///< Column::least of texts that are no names
  const auto& columns = table.columns;
  std::vector<std::size_t> widths(columns.size());
  std::size_t all = 0;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (const auto& row : cells) {
      widths[c] = std::max(widths[c], display_width(row[c]));
    }
    all += widths[c] + (c == 0 ? 0 : 2);
  }
  const auto shrink = [&](std::size_t c, std::size_t least) {
    const auto off =
        std::min(all > screen ? all - screen : 0, widths[c] > least ? widths[c] - least : 0);
    widths[c] -= off;
    all -= off;
  };
  const auto least_of = [&](std::size_t c) -> std::size_t { // half of it on a narrow screen
    const std::size_t least = columns[c].least;
    return screen < usual_screen ? least / 2 : least;
  };
  for (std::size_t c = columns.size(); c-- > 0;) {
    if (columns[c].least == long_text) {
      shrink(c, least_of(c));
    }
  }
  while (all > screen) {
    std::size_t longest = columns.size();
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const bool may = columns[c].least != 0 && widths[c] > least_of(c);
      longest = may && (longest == columns.size() || widths[c] > widths[longest]) ? c : longest;
    }
    if (longest == columns.size()) {
      break;
    }
    shrink(longest, widths[longest] - 1);
  }
  return widths;
}

/// Writes the parts for a terminal.
class TextWriter {
public:
  explicit TextWriter(std::string& out) : m_out{out} {}

  void operator()(const Paragraph& paragraph) { m_out += '\n' + printable(paragraph.text) + '\n'; }

  void operator()(const Facts& facts) {
    std::size_t width = 0;
    for (const auto& [label, value] : facts.rows) {
      width = std::max(width, display_width(printable(label)));
    }
    m_out += '\n';
    for (const auto& [label, value] : facts.rows) {
      m_out += pad_right(printable(label), width) + "  " + printable(value) + '\n';
    }
  }

  void operator()(const Table& table) {
    if (table.rows.empty()) {
      return;
    }
    m_out += '\n';
    m_out += table.title.empty() ? std::string{} : printable(table.title) + '\n';
    m_out += table_text(table);
  }

  void operator()(const Board&) {}

private:
  std::string& m_out;
};

/// Writes the parts of a page.
class PageWriter {
public:
  explicit PageWriter(std::string& out) : m_out{out} {}

  void operator()(const Paragraph& paragraph) {
    m_out += fmt::format("<p>{}</p>\n", shown(paragraph.text));
  }

  void operator()(const Facts& facts) {
    m_out += "<dl class=\"facts\">\n";
    for (const auto& [label, value] : facts.rows) {
      m_out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", shown(label), shown(value));
    }
    m_out += "</dl>\n";
  }

  void operator()(const Table& table) {
    if (table.rows.empty()) {
      return;
    }
    if (!table.title.empty()) {
      m_out += fmt::format("<h2>{}</h2>\n", shown(table.title));
    }
    m_out += "<div class=\"scroll\"><table>\n<thead><tr>";
    for (const Column& column : table.columns) {
      m_out += fmt::format("<th{}>{}</th>", class_of(column), shown(column.heading));
    }
    m_out += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      m_out += "<tr>";
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        m_out += fmt::format("<td{}>{}</td>", class_of(table.columns[c]), shown(row[c]));
      }
      m_out += "</tr>\n";
    }
    m_out += "</tbody>\n</table></div>\n";
  }

  void operator()(const Board& board) {
    m_out += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n",
                         board_of_parts(board.position, {.last_move = board.last_move}),
                         shown(fmt::format("{} FEN {}", board.caption, write_fen(board.position))));
  }

private:
  static std::string shown(std::string_view text) { return escaped(printable(text)); }
  static std::string_view class_of(const Column& column) {
    return column.right ? " class=\"n\"" : "";
  }

  std::string& m_out;
};

} // namespace

std::string table_text(const Table& table, std::size_t screen) {
  if (table.rows.empty()) {
    return {};
  }
  const auto cells = cells_of(table, screen);
  const auto widths = fitting_widths(table, cells, screen);
  std::string out;
  for (const auto& row : cells) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      std::size_t width = display_width(row[c]);
      const auto cut = width > widths[c] ? printable(row[c], widths[c]) : std::string{};
      width = width > widths[c] ? display_width(cut) : width;
      const auto blanks = widths[c] - width;
      out += c == 0 ? "" : "  ";
      out.append(table.columns[c].right ? blanks : 0, ' ');
      out += cut.empty() ? row[c] : cut;
      out.append(table.columns[c].right ? 0 : blanks, ' ');
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

std::string to_text(const Document& document) {
  std::string out = printable(document.title) + '\n';
  for (const auto& part : document.parts) {
    std::visit(TextWriter{out}, part);
  }
  return out;
}

std::string page_head(std::string_view page_title) {
  const std::string title = escaped(printable(page_title));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{0}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{1}</title>\n<style>\n{2}{3}</style>\n</head>\n<body>\n"
      "<svg width=\"0\" height=\"0\" class=\"away\" aria-hidden=\"true\"><defs>\n{4}</defs></svg>\n"
      "<main>\n<h1>{1}</h1>\n",
      escaped(translate("en")), title, theme_style(), document_style(), svg_parts());
}

std::string page_foot() { return "</main>\n</body>\n</html>\n"; }

std::string to_html(const Document& document) {
  std::string out = page_head(document.title);
  for (const auto& part : document.parts) {
    std::visit(PageWriter{out}, part);
  }
  return out + page_foot();
}

} // namespace xq::render
