#pragma once

#include <string>
#include <string_view>

namespace xq::cli {

// man(7) markup, for manual pages.

/// Text that troff shows as it is.
[[nodiscard]] std::string escaped(std::string_view text);
[[nodiscard]] std::string upper(std::string text);

/// The title line and the section NAME. Lines are not stretched to equal length: Chinese has few
/// blanks to stretch.
[[nodiscard]] std::string page_head(const std::string& page, int section, std::string_view version,
                                    std::string_view manual, std::string_view summary);
[[nodiscard]] std::string section(std::string_view title);
/// Paragraphs; one that begins with a blank is an example to be kept as it is.
[[nodiscard]] std::string paragraphs(std::string_view text);
/// A heading in bold and the text that belongs to it, indented.
[[nodiscard]] std::string entry(const std::string& heading, const std::string& text);

/// What the documents in docs/ use of Markdown: headings, paragraphs, tables, lists, blocks
/// indented by four blanks, code, links and emphasis. The title is left out.
[[nodiscard]] std::string from_markdown(std::string_view document);

/// What a tool that is a script prints for --help: `Usage: ...`, paragraphs, and blocks with a
/// title
/// (`Options:`), whose rows are names with their texts, but for examples.
[[nodiscard]] std::string from_usage(std::string_view usage);

} // namespace xq::cli
