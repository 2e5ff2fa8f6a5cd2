#include "base/os/path.hpp"
#include "cli/help/made_texts.hpp"
#include "cli/help/reference_pages.hpp"
#include "cli/language.hpp"
#include "command.hpp"

#include <xq/base/atomic_file.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <filesystem>

namespace xq::cli {

namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  AtomicFile file{os::name_of(path)};
  file.write(content);
  file.commit();
}

void write_links(const fs::path& folder) {
  fs::remove_all(folder); // a tool that is gone must not leave a link behind
  fs::create_directories(folder);
  for (const CommandInfo& c : commands()) {
    const fs::path link = folder / ("xq-" + c.name.substr(0, c.name.find(' ')));
    if (!fs::is_symlink(link)) {
      fs::create_symlink("xq", link);
    }
  }
}

} // namespace

void write_install_tree(const std::string& folder, std::string_view version) {
  const auto root = os::path_of(folder);
  set_catalogue({}); // the first pages are English, whoever builds them
  write_links(root / "links");
  fs::remove_all(root / "man1");
  for (const std::string& page : manual_pages()) {
    write_file(root / "man1" / (page + ".1"), manual_page(page, version));
  }
  fs::remove_all(root / "man5");
  fs::remove_all(root / "man7");
  for (const ReferencePage& page : reference_pages()) {
    const auto name = fmt::format("{}.{}", page.name, page.section);
    write_file(root / fmt::format("man{}", page.section) / name, reference_page(page, version));
  }
  // Manual pages in the other languages; completion describes options in the language of the shell.
  for (const Language& language : languages()) {
    if (language.catalogue().empty()) {
      continue;
    }
    set_catalogue(language.catalogue());
    const auto translated = root / "man" / language.name / "man1";
    fs::remove_all(translated);
    for (const std::string& page : manual_pages()) {
      write_file(translated / (page + ".1"), manual_page(page, version));
    }
    fs::remove_all(root / "man" / language.name / "man7");
    for (const ReferencePage& page : reference_pages()) {
      if (page.section == 7) {
        write_file(root / "man" / language.name / "man7" / (page.name + ".7"),
                   reference_page(page, version));
      }
    }
  }
  set_catalogue({});
  write_file(root / "bash" / "xq", completion_script("bash"));
  write_file(root / "zsh" / "_xq", completion_script("zsh"));
  write_file(root / "fish" / "xq.fish", completion_script("fish"));
}

} // namespace xq::cli
