#include "render/document.hpp"

#include "base/text/printable.hpp"
#include "base/text/text.hpp"
#include "render/fill.hpp"
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
  TextWriter(std::string& out, std::size_t screen) : m_out{out}, m_screen{screen} {}

  void operator()(const Paragraph& paragraph) { m_out += '\n' + fitted(paragraph.text, 0); }

  void operator()(const Facts& facts) {
    std::size_t width = 0;
    for (const auto& [label, value] : facts.rows) {
      width = std::max(width, display_width(printable(label)));
    }
    m_out += '\n';
    for (const auto& [label, value] : facts.rows) {
      m_out += pad_right(printable(label), width) + "  " + fitted(value, width + 2);
    }
  }

  void operator()(const Table& table) {
    if (table.rows.empty()) {
      return;
    }
    m_out += '\n';
    m_out += table.title.empty() ? std::string{} : fitted(table.title, 0);
    m_out += table_text(table, m_screen);
  }

  void operator()(const Board&) {}

  /// The text, from column `indent` on, in as many lines as it takes.
  [[nodiscard]] std::string fitted(std::string_view text, std::size_t indent) const {
    const auto line = printable(text);
    return indent + display_width(line) <= m_screen ? line + '\n'
                                                    : fill(line, indent, m_screen).substr(indent);
  }

private:
  std::string& m_out;
  std::size_t m_screen;
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
  static std::string_view class_of(const Column& column) {
    return column.right ? " class=\"n\"" : "";
  }

  std::string& m_out;
};

} // namespace

std::string to_text(const Document& document, std::size_t screen) {
  std::string out;
  out = TextWriter{out, screen}.fitted(document.title, 0);
  for (const auto& part : document.parts) {
    std::visit(TextWriter{out, screen}, part);
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
