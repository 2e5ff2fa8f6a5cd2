// Text of documents of word processors. Oracle: what Word and LibreOffice show of such documents.

#include "format/reading/word_document.hpp"
#include "support/catch.hpp"

#include <fmt/core.h>

#include <string>
#include <string_view>

using namespace xq;
using format::is_word_document;
using format::read_word_document;

namespace {

std::string word(std::string_view body) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n"
      "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/"
      "main\"><w:body>{}</w:body></w:document>",
      body);
}

std::string open_document(std::string_view body) {
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<office:document-content><office:automatic-styles/><office:body><office:text>"
                     "{}</office:text></office:body></office:document-content>",
                     body);
}

} // namespace

TEST_CASE("paragraphs of a document are lines", "[word]") {
  const auto text =
      word("<w:p><w:pPr><w:jc w:val=\"both\"/></w:pPr><w:r><w:t>1. 炮二</w:t></w:r>"
           "<w:r><w:t>平五</w:t><w:tab/><w:t xml:space=\"preserve\"> 马8进7</w:t></w:r>"
           "</w:p><w:p/><w:p><w:r><w:t>a</w:t><w:br/><w:t>b &lt;c&gt;</w:t></w:r></w:p>");
  CHECK(is_word_document(text));
  const auto document = read_word_document(text);
  CHECK(document.text == "1. 炮二平五\t 马8进7\n\na\nb <c>\n");
  CHECK_FALSE(document.problem);

  const auto open = open_document("<text:h>1. 炮二<text:span>平五</text:span></text:h>"
                                  "<text:p>马8进7<text:tab/>x<text:s text:c=\"3\"/>y"
                                  "<text:line-break/>z</text:p>\n  <text:p/>");
  CHECK(is_word_document(open));
  CHECK(read_word_document(open).text == "1. 炮二平五\n马8进7\tx y\nz\n\n");
}

TEST_CASE("a row of a table is a line", "[word]") {
  CHECK(
      read_word_document(
          word("<w:tbl><w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>"
               "炮二平五</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>"))
          .text == "1 \t炮二平五 \t\n \t\n");
  CHECK(read_word_document(
            open_document("<table:table><table:table-row><table:table-cell><text:p>1</text:p>"
                          "</table:table-cell><table:table-cell><text:p>马8进7</text:p>"
                          "</table:table-cell></table:table-row></table:table>"))
            .text == "1 \t马8进7 \t\n");
}

TEST_CASE("what a document does not show is not read", "[word]") {
  CHECK(read_word_document(
            word("<w:p><w:del><w:r><w:delText>车一进一</w:delText></w:r></w:del>"
                 "<w:r><w:instrText>PAGE</w:instrText><w:t>炮二平五</w:t></w:r></w:p>"))
            .text == "炮二平五\n");
  CHECK(read_word_document(
            open_document("<text:p>炮二平五<office:annotation><text:p>?</text:p>"
                          "</office:annotation><text:note><text:note-body><text:p>n</text:p>"
                          "</text:note-body></text:note></text:p>"))
            .text == "炮二平五\n");
}

TEST_CASE("damage ends the text of a document with a reason", "[word]") {
  auto text = word("<w:p><w:r><w:t>炮二平五</w:t></w:r></w:p><w:p><w:r><w:t>马");
  text.resize(text.find("马") + 3);
  const auto document = read_word_document(text);
  CHECK(document.text.starts_with("炮二平五\n"));
  CHECK(document.problem.has_value());
  CHECK_FALSE(is_word_document("<games><game/></games>"));
  CHECK_FALSE(is_word_document("1. 炮二平五 <w:document"));
  CHECK_FALSE(is_word_document(""));
}
