#include "cli/build_info.hpp"

#include "base/processor.hpp"
#include "cli/language.hpp"
#include "sqlite/sqlite.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

// XQ_VERSION, XQ_REVISION (empty outside a checkout), XQ_COMPILER, XQ_ARCHITECTURE and XQ_IS_NATIVE
// are defined for this file alone by tools/CMakeLists.txt when the build is configured.

namespace xq::cli {

namespace {

std::string processor_line() {
  if constexpr (XQ_IS_NATIVE != 0) {
    return localized("processor: {}, built for the processor of one machine\n", XQ_ARCHITECTURE);
  } else if constexpr (!has_processor_levels) {
    return localized("processor: {}, portable\n", XQ_ARCHITECTURE);
  } else if (is_newer_processor) {
    return localized("processor: {}, portable; the code for x86-64-v3 is used here\n",
                     XQ_ARCHITECTURE);
  } else {
    return localized("processor: {}, portable; the code for x86-64-v3 cannot be used here\n",
                     XQ_ARCHITECTURE);
  }
}

std::string sqlite_version() {
  sqlite::Database memory{"", sqlite::Database::Mode::create};
  sqlite::Statement statement{memory, "SELECT sqlite_version()"};
  auto use = statement.use();
  return use.next() ? std::string{use.text(0)} : std::string{};
}

} // namespace

std::string_view version() noexcept { return XQ_VERSION; }

std::string version_text() {
  constexpr std::string_view revision = XQ_REVISION;
  std::string out = fmt::format("xq {}\n", version());
  if (!revision.empty()) {
    out += localized("source: commit {}\n", revision);
  }
  out += localized("compiler: {}\n", XQ_COMPILER) + processor_line();
  out += localized("SQLite: {}\n", sqlite_version());
  std::string names;
  for (const Language& language : languages()) {
    if (language.name == "en" || !language.catalogue().empty()) {
      names += fmt::format("{}{}", names.empty() ? "" : translate(", "), language.name);
    }
  }
  return out + localized("languages: {}\n", names);
}

} // namespace xq::cli
