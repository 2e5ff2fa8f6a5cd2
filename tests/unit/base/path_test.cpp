#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace xq;
namespace fs = std::filesystem;

namespace {

std::string there_and_back(const std::string& name) { return os::name_of(os::path_of(name)); }

} // namespace

TEST_CASE("a name comes back from the path that it stands for") {
  for (const std::string name :
       {"", "a", "a.pgn", "games/a.pgn", "../a", "./a b", "/games/a", "棋谱/中国象棋.xqf",
        "C:/games/a.pgn", "//server/share/a.pgn", "𠮷野家.pgn", "-", "a/", "a.b.c"}) {
    INFO(name);
    CHECK(there_and_back(name) == name);
  }
}

TEST_CASE("parts that are joined have a slash between them") {
  CHECK(os::name_of(os::path_of("棋谱") / "a" / os::path_of("象棋.pgn")) == "棋谱/a/象棋.pgn");
}

TEST_CASE("the names of a drive or a share keep their separators on Windows") {
  if constexpr (os::backslash_separates) {
    for (const std::string name : {R"(C:\games\a.pgn)", R"(\\server\share\a.pgn)",
                                   R"(\\.\pipe\name)", "C:a.pgn", R"(C:\)"}) {
      INFO(name);
      CHECK(there_and_back(name) == name);
    }
    CHECK(os::name_of(os::path_of(R"(C:\games)") / "a.pgn") == R"(C:\games\a.pgn)");
    CHECK(os::name_of(os::path_of("C:/games") / "a.pgn") == "C:/games/a.pgn");
  } else {
    CHECK(there_and_back(R"(a\b)") == R"(a\b)");
  }
}

TEST_CASE("a name that is not UTF-8 stays as it is, or has the sign for lost characters") {
  CHECK(there_and_back("a\xFFz") == (os::backslash_separates ? "a\xEF\xBF\xBDz" : "a\xFFz"));
}

TEST_CASE("a file whose path has more than 260 characters is a file like others") {
  const support::ScratchFolder folder;
  const std::string part(50, 'p');
  std::string deep = os::name_of(folder.path());
  for (int i = 0; i < 6; ++i) {
    deep += "/" + part;
    REQUIRE(fs::create_directory(os::path_of(deep)));
  }
  const std::string name = deep + "/./../" + part + "/中局.pgn";
  os::File file;
  REQUIRE_FALSE(file.open(name, os::File::Mode::create));
  CHECK_FALSE(file.write("text"));
  CHECK_FALSE(file.close());
  const auto status = os::status_of(deep + "/中局.pgn");
  REQUIRE(status);
  CHECK(status->size == 4);
  CHECK(fs::file_size(os::path_of(name)) == 4);
  std::vector<std::string> found;
  CHECK_FALSE(os::list_folder(deep, found));
  CHECK(found == std::vector<std::string>{"中局.pgn"});
  const auto path = os::path_of(deep) / os::path_of(found.front());
  CHECK(os::name_of(path).find('?') == std::string::npos);
  os::remove_file(os::name_of(path));
  for (auto at = os::path_of(deep); os::name_of(at.filename()) == part; at = at.parent_path()) {
    CHECK(fs::remove(at));
  }
  CHECK(folder.files() == 0);
}
