#include "base/files/unnamed_file.hpp"
#include "base/os/path.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/atomic_file.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace xq;
namespace fs = std::filesystem;

namespace {

auto entries_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator{folder}, fs::directory_iterator{});
}

/// False where not everybody may make one: on Windows.
bool make_link(const fs::path& to, const fs::path& at) {
  std::error_code failed;
  fs::create_symlink(to, at, failed);
  return !failed;
}

} // namespace

TEST_CASE("a committed file appears whole") {
  const support::ScratchFolder folder;
  const auto path = folder.path() / "炮.pgn";
  const std::string big(1'000'000, 'x');
  AtomicFile file{path.string()};
  file.write("begin ");
  file.write(big);
  CHECK_FALSE(fs::exists(path));
  file.commit();
  CHECK(support::read_file(path) == "begin " + big);
  CHECK(entries_in(folder.path()) == 1);
}

TEST_CASE("a file that is not committed leaves nothing") {
  const support::ScratchFolder folder;
  const auto path = folder.path() / "a.pgn";
  std::ofstream{path} << "old";
  {
    AtomicFile file{path.string()};
    file.write("new");
  }
  CHECK(support::read_file(path) == "old");
  CHECK(entries_in(folder.path()) == 1);
}

TEST_CASE("replacing a file keeps its mode and its links") {
  const support::ScratchFolder folder;
  const auto path = folder.path() / "a.pgn";
  const auto link = folder.path() / "link.pgn";
  std::ofstream{path} << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  if (!make_link("a.pgn", link)) {
    return;
  }
  AtomicFile file{link.string()};
  file.write("new");
  file.commit();
  CHECK(fs::is_symlink(link));
  CHECK(support::read_file(path) == "new");
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("two writers of one target do not meet") {
  const support::ScratchFolder folder;
  const auto path = (folder.path() / "a.pgn").string();
  AtomicFile first{path};
  AtomicFile second{path};
  first.write("first");
  second.write("second");
  first.commit();
  CHECK(support::read_file(path) == "first");
  second.commit();
  CHECK(support::read_file(path) == "second");
}

TEST_CASE("a full disk is an error that names the file") {
  if (!fs::exists("/dev/full") || os::backslash_separates) { // wine has one that is not full
    return;
  }
  AtomicFile file{"/dev/full"};
  file.write("x");
  CHECK_THROWS_WITH(file.commit(),
                    Catch::Matchers::StartsWith("/dev/full: No space left on device"));
}

TEST_CASE("a target that cannot be written is an error at once") {
  const support::ScratchFolder folder;
  CHECK_THROWS_WITH(
      AtomicFile{(folder.path() / "no" / "a.pgn").string()},
      Catch::Matchers::ContainsSubstring("No such file or directory. Create the folder first."));
  CHECK_THROWS_WITH(AtomicFile{folder.path().string()},
                    Catch::Matchers::ContainsSubstring("Is a directory"));
}

TEST_CASE("a file without a name gives back what was appended and leaves nothing behind") {
  const support::ScratchFolder folder;
  {
    UnnamedFile file{folder.path().string(), "Make room."};
    CHECK((os::backslash_separates || entries_in(folder.path()) == 0)); // it has a name there
    const std::string big(300'000, 'x');
    file.append("begin ");
    file.append(big);
    file.append("end");
    std::string out(7, ' ');
    file.read(6 + big.size() - 4, out);
    CHECK(out == "xxxxend");
    CHECK_THROWS_AS(file.read(6 + big.size(), out), FileError); // four bytes behind its end
  }
  CHECK(entries_in(folder.path()) == 0);
  const auto missing = (folder.path() / "none").string();
  CHECK_THROWS_WITH(UnnamedFile(missing, "Make room."),
                    Catch::Matchers::StartsWith(missing + ": ") &&
                        Catch::Matchers::EndsWith(". Make room."));
}

TEST_CASE("files that are written together appear whole or not at all") {
  const support::ScratchFolder folder;
  const auto path = [&](int i) { return folder.file(std::to_string(i)); };
  std::ofstream{path(1)} << "old";
  const bool linked = make_link("1", folder.path() / "link");
  {
    AtomicFiles files;
    files.add(path(1), "new");
    files.add(path(2), "new");
    CHECK(support::read_file(path(1)) == "old");
  }
  CHECK(entries_in(folder.path()) == (linked ? 2 : 1));
  AtomicFiles files;
  files.add(linked ? folder.file("link") : path(1), "new");
  for (int i = 2; i < 100; ++i) {
    files.add(path(i), std::to_string(i));
  }
  files.commit();
  CHECK(entries_in(folder.path()) == (linked ? 100 : 99));
  CHECK(support::read_file(path(1)) == "new");
  CHECK(support::read_file(path(99)) == "99");
  if (fs::exists("/dev/full") && !os::backslash_separates) { // wine has one that is not full
    CHECK_THROWS_WITH(files.add("/dev/full", "x"), Catch::Contains("No space left"));
  }
  CHECK_THROWS_WITH(files.add(folder.file("no/5"), "x"), Catch::Contains("No such file"));
}
