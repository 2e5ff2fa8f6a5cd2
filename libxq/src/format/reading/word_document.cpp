#include "format/reading/word_document.hpp"

#include "format/xml/xml_parser.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace xq::format {
namespace {

using namespace std::string_view_literals;

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& names, std::string_view name) noexcept {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Collects the text of paragraphs, whichever of the two vocabularies it is marked up in.
class TextOfDocument final : public XmlParser::Handler {
public:
  [[nodiscard]] std::string& text() noexcept { return m_text; }

  void start_element(std::string_view name,
                     std::span<const XmlParser::Attribute> /*attributes*/) override {
    // deleted text, notes, and what an older program would show instead of a drawing
    constexpr auto hidden = std::to_array({"w:delText"sv, "mc:Fallback"sv, "text:tracked-changes"sv,
                                           "office:annotation"sv, "text:note"sv});
    constexpr auto texts = std::to_array({"w:t"sv, "text:p"sv, "text:h"sv});
    constexpr auto cells = std::to_array({"w:tc"sv, "table:table-cell"sv});
    constexpr auto breaks = std::to_array({"w:br"sv, "w:cr"sv, "text:line-break"sv});
    if (m_hidden > 0 || is_one_of(hidden, name)) {
      ++m_hidden;
    } else if (is_one_of(texts, name)) {
      ++m_in_text;
    } else if (is_one_of(cells, name)) {
      ++m_in_cell;
    } else if (is_one_of(breaks, name)) {
      m_text += '\n';
    } else if (name == "w:tab" || name == "text:tab") {
      m_text += '\t';
    } else if (name == "text:s") { // several blanks
      m_text += ' ';
    }
  }

  void end_element(std::string_view name) override {
    if (m_hidden > 0) {
      --m_hidden;
    } else if (name == "w:t") {
      --m_in_text;
    } else if (name == "w:p" || name == "text:p" || name == "text:h") {
      m_in_text -= name == "w:p" ? 0 : 1;
      m_text += m_in_cell > 0 ? ' ' : '\n';
    } else if (name == "w:tc" || name == "table:table-cell") {
      --m_in_cell;
      m_text += '\t';
    } else if (name == "w:tr" || name == "table:table-row") {
      m_text += '\n';
    }
  }

  void text(std::string_view text) override {
    if (m_in_text > 0 && m_hidden == 0) {
      m_text += text;
    }
  }

private:
  std::string m_text;
  int m_in_text = 0, m_in_cell = 0, m_hidden = 0; ///< depths
};

} // namespace

bool is_word_document(std::string_view xml) noexcept {
  constexpr auto npos = std::string_view::npos;
  constexpr auto roots = std::to_array({"<w:document"sv, "<office:document-content"sv});
  auto root = xml.find_first_not_of(" \t\r\n");
  root = root != npos && xml[root] == '<' ? root : npos;
  while (root != npos && root + 1 < xml.size() && (xml[root + 1] == '?' || xml[root + 1] == '!')) {
    root = xml.find('<', root + 1);
  }
  return root != npos && std::any_of(roots.begin(), roots.end(), [&](std::string_view name) {
           return xml.substr(root).starts_with(name);
         });
}

WordDocument read_word_document(std::string_view xml) {
  TextOfDocument document;
  XmlParser parser{document};
  auto problem = parser.feed(xml, true);
  return {std::move(document.text()), std::move(problem)};
}

} // namespace xq::format
