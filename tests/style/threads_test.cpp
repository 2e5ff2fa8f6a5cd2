// ThreadSanitizer runs what is labelled `threads`: each tool that uses threads has a transcript
// there. (Whether each case of the test programs that starts a thread has the tag, unit/main.cpp
// looks at.)
#include "support/catch.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// The tools whose sources use the number of threads, by themselves or to read games.
std::map<std::string, fs::path> tools_with_threads() {
  static const std::regex name{R"re(\.name = "([a-z ]+)",\s*\.group)re"};
  std::map<std::string, fs::path> tools;
  for (const auto& entry : fs::recursive_directory_iterator{support::source_dir() + "/tools"}) {
    const std::string text = entry.path().extension() == ".cpp" ? text_of(entry.path()) : "";
    if (text.find("global.threads") != std::string::npos ||
        text.find("InputOptions") != std::string::npos) {
      for (std::sregex_iterator i{text.begin(), text.end(), name}, end; i != end; ++i) {
        tools.emplace((*i)[1], entry.path());
      }
    }
  }
  return tools;
}

} // namespace

TEST_CASE("each tool that uses threads is run with some where ThreadSanitizer looks") {
  std::string transcripts;
  for (const auto& entry : fs::directory_iterator{support::source_dir() + "/tests/cli/cases"}) {
    transcripts += text_of(entry.path());
  }
  const auto tools = tools_with_threads();
  REQUIRE(tools.size() > 10);
  for (const auto& [tool, source] : tools) {
    // As in tests/CMakeLists.txt; a server has threads whatever it is told.
    const std::regex asks{tool == "serve" ? "xq serve"
                                          : "xq " + tool + R"( [^|;&\n]*-t (\$|[2-9]|[1-9][0-9]))"};
    INFO("no transcript has `xq " << tool << " ... -t N` with more than one thread (" << source
                                  << ")");
    CHECK(std::regex_search(transcripts, asks));
  }
}
