// The rules for the sources of pages: report and explorer. Modules are joined into one script, by
// libxq/cmake/join_modules.cmake for the report, by join_page.cmake for the explorer.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream in{path};
  REQUIRE(in);
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::vector<fs::path> files(const std::string& folder, const std::string& extension) {
  std::vector<fs::path> found;
  const fs::path path = fs::path{support::source_dir()} / "libxq/src" / folder;
  if (fs::exists(path)) {
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() == extension) {
        found.push_back(entry.path());
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

std::vector<fs::path> modules() {
  auto all = files("render/web", ".js");
  std::ranges::copy(files("service/page", ".js"), std::back_inserter(all));
  REQUIRE(all.size() > 10);
  return all;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) {
    all.push_back(line);
  }
  return all;
}

/// The names that each line at the top level of a module declares.
std::vector<std::string> declared(const std::string& text, bool exported_only) {
  const std::regex form{
      R"(^(export )?(?:async )?(?:function\*?|class|const|let) ([A-Za-z_]\w*).*)"};
  std::vector<std::string> names;
  for (const auto& line : lines(text)) {
    std::smatch match;
    if (std::regex_match(line, match, form) && (match[1].matched || !exported_only)) {
      names.push_back(match[2]);
    }
  }
  return names;
}

/// The texts of both pages, and those of the explorer alone.
std::map<std::string, std::string> texts(const std::string& language) {
  const auto sources = fs::path{support::source_dir()} / "libxq/src";
  const std::regex form{R"re(^  (\w+): "((?:[^"\\]|\\.)*)",?$)re"};
  std::map<std::string, std::string> table;
  for (const auto& path : {sources / "render/web" / ("texts_" + language + ".js"),
                           sources / "service/page/texts" / ("more_" + language + ".js"),
                           sources / "service/page/texts" / ("more_play_" + language + ".js")}) {
    for (const auto& line : lines(content(path))) {
      std::smatch match;
      if (line.starts_with("  ")) {
        INFO(path.filename().string() << ": " << line);
        REQUIRE(std::regex_match(line, match, form));
        CHECK(table.emplace(match[1], match[2]).second);
      }
    }
  }
  return table;
}

std::set<std::string> values(const std::string& text) {
  const std::regex form{R"(\{(\d)\})"};
  std::set<std::string> found;
  for (std::sregex_iterator it{text.begin(), text.end(), form}, end; it != end; ++it) {
    found.insert((*it)[1]);
  }
  return found;
}

} // namespace

TEST_CASE("modules of a page import by whole lines what the others export") {
  const std::regex form{R"re(^import \{ ([\w, ]+) \} from "\./(\w+\.js)";$)re"};
  std::map<std::string, std::set<std::string>> exported;
  for (const auto& path : modules()) {
    const auto names = declared(content(path), true);
    CHECK(exported.emplace(path.filename().string(), std::set(names.begin(), names.end())).second);
  }
  for (const auto& path : modules()) {
    for (const auto& line : lines(content(path))) {
      INFO(path.filename().string() << ": " << line);
      CHECK_FALSE(line.starts_with("export {"));
      CHECK_FALSE(line.starts_with("export default"));
      CHECK_FALSE(line.starts_with("export let")); // joined, it would keep its first value
      CHECK_FALSE(line.starts_with("export function*"));
      if (line.starts_with("import")) {
        std::smatch match;
        REQUIRE(std::regex_match(line, match, form));
        REQUIRE(exported.contains(match[2]));
        std::istringstream in{match[1]};
        for (std::string name; std::getline(in, name, ',');) {
          name.erase(0, name.find_first_not_of(' '));
          INFO(name << " of " << match[2]);
          CHECK(exported.at(match[2]).contains(name));
        }
      }
    }
  }
}

TEST_CASE("modules that are joined for the report share no name") {
  std::map<std::string, std::string> owners;
  for (const auto& path : files("render/web", ".js")) {
    for (const auto& name : declared(content(path), false)) {
      INFO(name << " is declared by " << path.filename().string() << " and by " << owners[name]);
      CHECK(owners[name].empty());
      owners[name] = path.filename().string();
    }
  }
}

TEST_CASE("every language of a page has every text") {
  const auto english = texts("en");
  REQUIRE(english.size() > 50);
  for (const std::string language : {"zh_hans", "zh_hant"}) {
    const auto table = texts(language);
    for (const auto& [key, text] : english) {
      INFO(language << ": " << key);
      REQUIRE(table.contains(key));
      CHECK(values(table.at(key)) == values(text));
    }
    CHECK(table.size() == english.size());
  }
}

TEST_CASE("the texts of pages are those that are used") {
  std::string all;
  auto sources = modules();
  std::ranges::copy(files("service/page", ".html"), std::back_inserter(sources));
  for (const auto& path : sources) {
    const auto name = path.filename().string();
    if (!name.starts_with("texts_") && !name.starts_with("more_")) {
      all += content(path);
    }
  }
  const auto table = texts("en");
  for (const auto& [key, text] : table) {
    INFO(key);
    CHECK((all.find('"' + key + '"') != std::string::npos ||
           std::regex_search(all, std::regex{"[{,] *" + key + "( [,}]|,|:)"})));
  }
  const std::regex use{R"re((?:\bsay\(|data-(?:text|label|hint|placeholder)=)"(\w+)")re"};
  for (std::sregex_iterator it{all.begin(), all.end(), use}, end; it != end; ++it) {
    INFO((*it)[0]);
    CHECK(table.contains((*it)[1]));
  }
}

TEST_CASE("no source of a page makes markup of text") {
  for (const auto& path : modules()) {
    const auto text = content(path);
    INFO(path.filename().string());
    for (const char* word : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                             "eval(", "new Function", "</script"}) {
      CHECK(text.find(word) == std::string::npos);
    }
  }
}
