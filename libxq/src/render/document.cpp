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
    std::vector<std::size_t> widths;
    for (const Column& column : table.columns) {
      widths.push_back(display_width(printable(column.heading)));
    }
    for (const auto& row : table.rows) {
      for (std::size_t c = 0; c < widths.size(); ++c) {
        widths[c] = std::max(widths[c], display_width(printable(row[c])));
      }
    }
    m_out += '\n';
    m_out += table.title.empty() ? std::string{} : printable(table.title) + '\n';
    std::vector<std::string> headings;
    for (const Column& column : table.columns) {
      headings.push_back(column.heading);
    }
    if (std::ranges::any_of(headings, [](const auto& text) { return !text.empty(); })) {
      write_row(table, widths, headings);
    }
    for (const auto& row : table.rows) {
      write_row(table, widths, row);
    }
  }

  void operator()(const Board&) {}

private:
  void write_row(const Table& table, const std::vector<std::size_t>& widths,
                 const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string cell = printable(row[c]);
      line += c == 0 ? "" : "  ";
      if (table.columns[c].right) {
        line.append(widths[c] - display_width(cell), ' ');
        line += cell;
      } else {
        line += pad_right(cell, widths[c]);
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    m_out += line + '\n';
  }

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

std::string to_text(const Document& document) {
  std::string out = printable(document.title) + '\n';
  for (const auto& part : document.parts) {
    std::visit(TextWriter{out}, part);
  }
  return out;
}

std::string to_html(const Document& document) {
  const std::string title = escaped(printable(document.title));
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{0}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{1}</title>\n<style>\n{2}{3}</style>\n</head>\n<body>\n"
      "<svg width=\"0\" height=\"0\" class=\"away\" aria-hidden=\"true\"><defs>\n{4}</defs></svg>\n"
      "<main>\n<h1>{1}</h1>\n",
      escaped(translate("en")), title, theme_style(), document_style(), svg_parts());
  for (const auto& part : document.parts) {
    std::visit(PageWriter{out}, part);
  }
  return out + "</main>\n</body>\n</html>\n";
}

} // namespace xq::render
