#pragma once

#include <xq/base/problem.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace xq::format {

/// The text of a document of a word processor: a paragraph a line, the cells of a row on one line
/// with tabulators between them.
struct WordDocument {
  std::string text;
  std::optional<Problem> problem; ///< why there is no more of it
};

/// Whether `xml` begins as `word/document.xml` of a .docx file does, or `content.xml` of an .odt.
///
/// Sources: ECMA-376 part 1, 17.3 and 17.4 (WordprocessingML); OpenDocument 1.3 part 3, 5, 6, 9.
[[nodiscard]] bool is_word_document(std::string_view xml) noexcept;
/// Read all of such a document. Deleted text, notes and comments of editors are left out.
[[nodiscard]] WordDocument read_word_document(std::string_view xml);

} // namespace xq::format
