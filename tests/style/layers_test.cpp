// The arrows of the house: which layer of libxq may include which, and where libraries are
// included.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// What each layer may include, besides itself.
const std::map<std::string, std::set<std::string>> layers{
    {"base", {}},
    {"sqlite", {"base"}},
    {"sqlitefile", {"base"}},
    {"board", {"base"}},
    {"notation", {"base", "board"}},
    {"record", {"base", "board", "notation"}},
    {"format", {"base", "board", "notation", "record"}},
    {"store", {"base", "sqlite", "board", "record"}},
    {"book", {"base", "sqlite", "sqlitefile", "board", "record", "store"}},
    {"engine", {"base", "board"}},
    {"endings", {"base", "board"}},
    {"uci", {"base", "board", "engine"}},
    {"match", {"base", "board", "engine"}},
    {"analysis", {"base", "board", "notation", "record", "engine", "endings", "book"}},
    {"render", {"base", "board", "notation", "record", "analysis"}},
    {"jobs",
     {"base", "sqlite", "board", "notation", "record", "format", "store", "book", "engine", "uci",
      "match", "endings", "analysis", "render"}},
    {"service",
     {"base", "sqlite", "board", "notation", "record", "format", "store", "book", "engine", "uci",
      "match", "analysis", "render", "jobs"}},
    {"xq.hpp", // the one header of all
     {"base", "board", "notation", "record", "format", "store", "book", "engine"}},
};

/// Public headers that stand in no folder, besides xq.hpp, are those of the layer jobs: what whole
/// commands do.
std::string layer_of_header(const std::string& name) { // LAYER/... or a name alone
  const auto slash = name.find('/');
  return slash != std::string::npos ? name.substr(0, slash) : name == "xq.hpp" ? name : "jobs";
}

/// Headers of libraries, each with the sources that may include it.
const std::map<std::string, std::set<std::string>> libraries{
    {"sqlite3.h", {"src/sqlite/sqlite.cpp"}},
    {"expat.h", {"src/format/xml/xml_parser.cpp"}},
    {"archive.h", {"src/base/files/input.cpp", "src/base/files/packer.cpp"}},
    {"archive_entry.h", {"src/base/files/input.cpp", "src/base/files/packer.cpp"}},
    {"iconv.h", {"src/base/encoding/code_tables.cpp"}},
    {"zlib.h", {"src/base/files/inflate.cpp"}},
    {"opencc/SimpleConverter.hpp", {"src/base/script/chinese_script.cpp"}},
    {"nlohmann/json.hpp", {"src/base/text/json_value.cpp", "src/jobs/book/text_book.cpp"}},
};

struct Include {
  std::string file; ///< relative to libxq
  std::string name;
  bool quoted = false;
};

bool is_source(const fs::path& path) {
  return path.extension() == ".hpp" || path.extension() == ".cpp";
}

/// Call f(file, line) for each line of the sources below `folder` of libxq; files are relative to
/// libxq.
template <typename F>
void for_each_line_below(const std::string& folder, F f) {
  const fs::path root = fs::path{support::source_dir()} / "libxq";
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (is_source(entry.path())) {
      const auto file = fs::relative(entry.path(), root).generic_string();
      std::ifstream in{entry.path()};
      for (std::string line; std::getline(in, line);) {
        f(file, line);
      }
    }
  }
}

/// Every #include of the files below `folder` of libxq.
std::vector<Include> includes_below(const std::string& folder) {
  const std::regex form{R"(^ *#include ([<"])([^>"]+)[>"])"};
  std::vector<Include> found;
  for_each_line_below(folder, [&](const std::string& file, const std::string& line) {
    std::smatch match;
    if (line.find("#include") != std::string::npos && std::regex_search(line, match, form)) {
      found.push_back({file, match[2], match[1] == "\""});
    }
  });
  return found;
}

std::string without_extension(const std::string& file) {
  return fs::path{file}.replace_extension().generic_string();
}

/// Folders of the sources below src/, by layer and name: `format/xqf_read` is in `format/binary`.
std::map<std::string, std::string> source_folders() {
  const fs::path root = fs::path{support::source_dir()} / "libxq/src";
  std::map<std::string, std::string> folders;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".cpp") {
      const auto path = fs::relative(entry.path(), root);
      folders.emplace((*path.begin() / path.stem()).generic_string(),
                      path.parent_path().generic_string());
    }
  }
  return folders;
}

std::string layer_of(const std::string& file) { // src/LAYER/... or include/xq/LAYER/...
  return layer_of_header(file.substr(file.starts_with("src/") ? 4 : 11));
}

} // namespace

TEST_CASE("layers include only what stands below them") {
  auto all = includes_below("src");
  std::ranges::copy(includes_below("include"), std::back_inserter(all));
  REQUIRE(all.size() > 500);
  for (const auto& include : all) {
    const auto from = layer_of(include.file);
    INFO("libxq/" << include.file << " includes " << include.name);
    REQUIRE(layers.contains(from));
    const bool ours = include.quoted || include.name.starts_with("xq/");
    if (ours) {
      const auto to = layer_of_header(include.quoted ? include.name : include.name.substr(3));
      CHECK((to == from || layers.at(from).contains(to)));
    }
  }
}

TEST_CASE("every header of the library is included by a source or by another header") {
  std::set<std::string> included;
  for (const auto* folder : {"src", "include", "../tools", "../tests"}) {
    for (const auto& include : includes_below(folder)) {
      included.insert(include.name);
    }
  }
  std::size_t headers = 0;
  for_each_line_below("src", [&](const std::string& file, const std::string& line) {
    if (line == "#pragma once") {
      ++headers;
      INFO("libxq/" << file << " is included by nothing. Remove it.");
      CHECK(included.contains(file.substr(std::string_view{"src/"}.size())));
    }
  });
  CHECK(headers > 300);
}

TEST_CASE("public headers include public headers only") {
  for (const auto& include : includes_below("include")) {
    INFO("libxq/" << include.file << " includes " << include.name);
    CHECK_FALSE(include.quoted);
    CHECK_FALSE(libraries.contains(include.name));
  }
}

TEST_CASE("no two folders of the library include each other, also not by way of others") {
  // The types of a layer for all its parts; their functions stand above the parts.
  const std::set<std::string> types{"xq/format/format.hpp", "xq/engine/engine.hpp",
                                    "xq/book/book.hpp"};
  const auto folders_of_sources = source_folders();
  const auto folder_of = [&](const std::string& header) { // of a public header's source, if any
    const auto found = folders_of_sources.find(without_extension(header.substr(3)));
    return found == folders_of_sources.end() || types.contains(header) ? std::string{}
                                                                       : found->second;
  };
  std::map<std::string, std::set<std::string>> arrows;
  const auto add = [&](const std::string& from, const Include& include) {
    const auto to = include.quoted ? fs::path{include.name}.parent_path().generic_string()
                    : include.name.starts_with("xq/") ? folder_of(include.name)
                                                      : std::string{};
    if (!from.empty() && !to.empty() && from != to) {
      arrows[from].insert(to);
    }
  };
  for (const auto& include : includes_below("src")) {
    add(fs::path{include.file.substr(4)}.parent_path().generic_string(), include);
  }
  for (const auto& include : includes_below("include")) {
    add(folder_of(include.file.substr(8)), include);
  }
  const auto reaches = [&](const std::string& from, const std::string& goal) {
    std::set<std::string> seen;
    const std::function<bool(const std::string&)> visit = [&](const std::string& at) {
      return std::ranges::any_of(arrows[at], [&](const std::string& next) {
        return next == goal || (seen.insert(next).second && visit(next));
      });
    };
    return visit(from);
  };
  const auto folders = arrows;
  REQUIRE(folders.size() > 30);
  REQUIRE(folders.at("jobs/annotation").contains("base/text")); // by way of "base/text/text.hpp"
  for (const auto& [folder, targets] : folders) {
    INFO(folder);
    CHECK_FALSE(reaches(folder, folder));
  }
}

// A class has the visibility of its first declaration: `class Game;` in an internal header would
// hide it in libxq.so, its exceptions and virtual functions included.
TEST_CASE("classes that public headers define are declared nowhere else") {
  const std::regex scope{R"(^namespace ([\w:]+) \{)"};
  const std::regex definition{R"(^(?:class|struct) (\w+)(?: final)?(?: : .*)? ?\{)"};
  const std::regex declaration{R"(^(?:namespace [\w:]+ \{ ?)?(?:class|struct) (\w+);)"};
  const auto names = [&](const std::string& folder, const std::regex& form) {
    std::map<std::string, std::string> found; // by name, the file
    for_each_line_below(folder, [&, space = std::string{}](const std::string& file,
                                                           const std::string& line) mutable {
      std::smatch match;
      if (std::regex_search(line, match, scope)) {
        space = match[1];
      }
      if (std::regex_search(line, match, form)) {
        found.emplace(space + "::" + match[1].str(), file);
      }
    });
    return found;
  };
  const auto defined = names("include", definition);
  REQUIRE(defined.size() > 100);
  REQUIRE(defined.contains("xq::record::Game"));
  const auto declared = names("src", declaration);
  REQUIRE_FALSE(declared.empty());
  for (const auto& [name, file] : declared) {
    INFO("libxq/" << file << " declares " << name << ": include its public header");
    CHECK_FALSE(defined.contains(name));
  }
}

TEST_CASE("a library is included in the sources that are listed for it") {
  const std::set<std::string> never{"iostream", "fmt/ostream.h", "fmt/color.h",
                                    "uchardet/uchardet.h"};
  for (const auto& include : includes_below("src")) {
    INFO("libxq/" << include.file << " includes " << include.name);
    CHECK_FALSE(never.contains(include.name));
    CHECK_FALSE(include.name.starts_with("boost/"));
    CHECK_FALSE(include.name.starts_with("catch2/"));
    CHECK((include.name != "xxhash.h" || include.file.ends_with(".cpp")));
    if (const auto found = libraries.find(include.name); found != libraries.end()) {
      CHECK(found->second.contains(include.file));
    }
  }
}

TEST_CASE("calls of the operating system are in base/os alone") {
  const std::set<std::string> system{"unistd.h", "fcntl.h",   "poll.h",  "spawn.h",   "sched.h",
                                     "signal.h", "termios.h", "csignal", "pthread.h", "windows.h",
                                     "io.h",     "process.h", "direct.h"};
  for (const std::string root : {"libxq", "tools"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path{support::source_dir()} / root)) {
      const auto name = entry.path().generic_string();
      if (!entry.is_regular_file() || name.find("/base/os/") != std::string::npos) {
        continue;
      }
      std::ifstream in{entry.path()};
      for (std::string line; std::getline(in, line);) {
        INFO(name << ": " << line);
        CHECK_FALSE(line.starts_with("#include <sys/"));
        if (line.starts_with("#include <")) {
          CHECK_FALSE(system.contains(line.substr(10, line.find('>') - 10)));
        }
      }
    }
  }
}

TEST_CASE("names of files become paths and paths become names in base/os alone") {
  const std::regex from_name{R"((fs|filesystem)::path ?[{(]\w)"};
  const std::regex from_path{R"(\b(generic_)?u?(8|16|32)?string\(\)|\bnative\(\))"};
  std::size_t sources = 0;
  for (const std::string root : {"libxq", "tools"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path{support::source_dir()} / root)) {
      const auto name = entry.path().generic_string();
      if (!is_source(entry.path()) || name.find("/base/os/") != std::string::npos) {
        continue;
      }
      std::ifstream in{entry.path()};
      const std::string text{std::istreambuf_iterator<char>{in}, {}};
      if (text.find("#include <filesystem>") == std::string::npos) {
        continue;
      }
      ++sources;
      INFO(name << ": on Windows a name is UTF-8 and a path is not, see base/os/path.hpp");
      CHECK(text.find("#include \"base/os/path.hpp\"") != std::string::npos);
      CHECK_FALSE(std::regex_search(text, from_name));
      CHECK_FALSE(std::regex_search(text, from_path));
    }
  }
  CHECK(sources > 20);
}

TEST_CASE("fmt's formatters are compiled once") {
  // base/text/compose.hpp has what stands in for these.
  const std::regex compiles_a_formatter{
      R"(fmt::(format_to|formatted_size|join|to_string)\b|<fmt/(format|ranges)\.h>)"};
  const std::set<std::string> allowed{"compose.cpp", "translate.cpp"}; // format_error in the latter
  std::size_t sources = 0;
  for (const std::string root : {"libxq", "tools"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path{support::source_dir()} / root)) {
      if (!is_source(entry.path()) || allowed.contains(entry.path().filename().string())) {
        continue;
      }
      ++sources;
      std::ifstream in{entry.path()};
      for (std::string line; std::getline(in, line);) {
        INFO(entry.path().string() << ": " << line);
        CHECK_FALSE((!line.starts_with("//") && std::regex_search(line, compiles_a_formatter)));
      }
    }
  }
  CHECK(sources > 400);
}

// Boost.Asio makes the calls for sockets: tools/serve is the exception to base/os. It and Beast
// take long to compile.
TEST_CASE("Boost is included in few sources") {
  const std::map<std::string, std::set<std::string>> allowed{
      {"boost/program_options", {"tools/cli/options/option_set.cpp"}},
      {"boost/beast",
       {"tools/serve/connection.cpp", "tools/serve/request_reader.cpp",
        "tools/serve/request_reader.hpp", "tools/serve/web_socket.cpp",
        "tools/serve/web_socket.hpp"}},
      {"boost/asio",
       {"tools/serve/connection.cpp", "tools/serve/web_socket.cpp", "tools/serve/server.cpp",
        "tools/serve/loop.cpp", "tools/serve/loop.hpp"}},
  };
  std::size_t found = 0;
  const fs::path root{support::source_dir()};
  for (const auto& entry : fs::recursive_directory_iterator(root / "tools")) {
    if (!is_source(entry.path())) {
      continue;
    }
    const auto file = fs::relative(entry.path(), root).generic_string();
    std::ifstream in{entry.path()};
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("#include <boost/")) {
        continue;
      }
      ++found;
      INFO(file << ": " << line);
      CHECK(std::ranges::any_of(allowed, [&](const auto& row) {
        return line.starts_with("#include <" + row.first) && row.second.contains(file);
      }));
    }
  }
  CHECK(found > 10);
}

TEST_CASE("what only one system has is in its folder of base/os") {
  // What glibc and Linux add to POSIX.1-2008, and what macOS lacks of that.
  const std::regex linux_names{
      R"(\b(O_TMPFILE|fallocate|sync_file_range|syncfs|fdatasync|renameat2|pipe2|accept4|dup3|)"
      R"(mkostemp|madvise|MADV_\w+|posix_spawn\w*_np|prctl|memfd_create|epoll_\w+|eventfd|)"
      R"(signalfd|timerfd_\w+|inotify_\w+|gettid|close_range|sendfile|copy_file_range|)"
      R"(getrandom|sched_[gs]etaffinity|pthread_\w+_np|sigtimedwait|sigwaitinfo|ppoll|syscall|)"
      R"(program_invocation_\w+|secure_getenv|get_current_dir_name|canonicalize_file_name|)"
      R"(strchrnul|rawmemchr|memrchr|mempcpy|strverscmp|qsort_r|fopencookie|malloc_trim|)"
      R"(__linux__|_GNU_SOURCE)\b|::splice\(|/proc/|#include <(linux/|malloc\.h|error\.h|features\.h))"};
  const std::regex other_names{R"(\b(__APPLE__|__FreeBSD__|_WIN32)\b)"};
  std::size_t in_linux = 0;
  for (const std::string root : {"libxq", "tools"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path{support::source_dir()} / root)) {
      const auto name = entry.path().generic_string();
      if (!is_source(entry.path())) {
        continue;
      }
      std::ifstream in{entry.path()};
      for (std::string line; std::getline(in, line);) {
        INFO(name << ": " << line);
        const bool only_linux = std::regex_search(line, linux_names);
        if (name.find("/base/os/linux/") != std::string::npos) {
          in_linux += only_linux ? 1 : 0;
        } else {
          CHECK_FALSE(only_linux);
        }
        if (name.find("/base/os/windows/") == std::string::npos) {
          CHECK_FALSE(line.starts_with("#include <windows.h>"));
        }
        if (name.find("/base/os/posix/") == std::string::npos) {
          CHECK_FALSE(std::regex_search(line, other_names));
        }
      }
    }
  }
  CHECK(in_linux >= 6);
}

TEST_CASE("each system defines what base/os declares") {
  const fs::path root = fs::path{support::source_dir()} / "libxq/src/base/os";
  const auto names = [&](const std::string& folder, const std::string& extension) {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      if (entry.path().extension() == extension) {
        found.insert(entry.path().stem().string());
      }
    }
    return found;
  };
  CHECK(names("linux", ".cpp") == names("posix", ".cpp"));
  auto on_linux = names("unix", ".cpp");
  on_linux.merge(names("linux", ".cpp"));
  const auto on_windows = names("windows", ".cpp");
  auto declared = names("", ".hpp");
  declared.erase("stream"); // types alone
  REQUIRE(declared.size() > 9);
  for (const auto& name : declared) {
    INFO("base/os/" << name << ".hpp");
    CHECK(on_linux.contains(name));
    CHECK(on_windows.contains(name));
  }
}

TEST_CASE("docs/architecture.md or docs/notes/engine.md names each folder of the library") {
  std::string text;
  for (const std::string name : {"architecture.md", "notes/engine.md"}) {
    std::ifstream in{fs::path{support::source_dir()} / "docs" / name};
    text.append(std::istreambuf_iterator<char>{in}, {});
  }
  const fs::path root = fs::path{support::source_dir()} / "libxq/src";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_directory()) {
      const auto folder = fs::relative(entry.path(), root);
      const bool layer = !folder.has_parent_path();
      const auto name = folder.filename().generic_string();
      INFO(folder.generic_string());
      CHECK(text.find(layer ? fmt::format("| `{}` |", name) : name + "/") != std::string::npos);
    }
  }
}

TEST_CASE("docs/library.md names each public header, and no other") {
  std::ifstream in{fs::path{support::source_dir()} / "docs/library.md"};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  const fs::path root = fs::path{support::source_dir()} / "libxq/include/xq";
  std::set<std::string> headers;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (is_source(entry.path())) {
      headers.insert(fs::relative(entry.path(), root).generic_string());
    }
  }
  CHECK(headers.size() > 40);
  CHECK(headers.size() <= 50); // what is below its subject is joined to it
  for (const auto& header : headers) {
    INFO(header);
    CHECK(text.find("`" + header + "`") != std::string::npos);
  }
  const std::regex name{R"(`(?:xq/)?([a-z_/]+\.hpp)`)"};
  for (std::sregex_iterator it{text.begin(), text.end(), name}, end; it != end; ++it) {
    INFO((*it)[1].str());
    CHECK(headers.contains((*it)[1].str()));
  }
}

TEST_CASE("a folder of the library or the tools has at most twenty files beside its parts") {
  for (const std::string root : {"libxq", "tools"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path{support::source_dir()} / root)) {
      if (entry.is_directory()) {
        const auto files = std::ranges::count_if(fs::directory_iterator{entry.path()},
                                                 [](const auto& e) { return e.is_regular_file(); });
        INFO(entry.path().generic_string());
        CHECK(files <= 20);
      }
    }
  }
}

// Tests name Catch2 in one place, which knows its versions.
TEST_CASE("tests include support/catch.hpp and not Catch2's own headers") {
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path{support::source_dir()} / "tests")) {
    const auto name = entry.path().generic_string();
    if ((name.ends_with(".cpp") || name.ends_with(".hpp")) &&
        !name.ends_with("support/catch.hpp")) {
      std::ifstream in{entry.path()};
      for (std::string line; std::getline(in, line);) {
        INFO(name);
        CHECK_FALSE(line.starts_with("#include <catch2/"));
      }
    }
  }
}
