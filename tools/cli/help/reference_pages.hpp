#pragma once

#include <span>
#include <string>
#include <string_view>

namespace xq::cli {

/// A manual page that is about no tool of the binary. Sections 1 and 5 are English, section 7 is in
/// the chosen language.
struct ReferencePage {
  std::string name; ///< xq-formats
  int section;      ///< of the manual: 1 commands, 5 files, 7 other
  std::string_view summary;
  std::string (*body)() = nullptr;
};
[[nodiscard]] std::span<const ReferencePage> reference_pages();
/// Finds a page by its name, `xq-rules`, or name and section, `xq-rules.7`. A bare name that a
/// tool's page has means that page, as in man(1). Null when there is none.
[[nodiscard]] const ReferencePage* find_reference_page(std::string_view name);

/// The page in man(7) markup.
[[nodiscard]] std::string reference_page(const ReferencePage& page, std::string_view version);

} // namespace xq::cli
