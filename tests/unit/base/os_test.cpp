// What base/os promises on each system: posix_tests runs it with the portable calls.
#include "base/os/child_process.hpp"
#include "base/os/file.hpp"
#include "base/os/random.hpp"
#include "base/os/replace_lock.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

using namespace xq;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, std::string_view text) { std::ofstream{path} << text; }

std::string content_of(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// The first line that a program writes; empty when it writes none.
std::string first_line(const std::vector<std::string>& command, const std::string& folder) {
  os::ChildProcess process{command, folder};
  std::string line;
  const auto event = process.read_line(line, std::chrono::steady_clock::now() + 10s);
  return event == os::ChildProcess::Event::line ? line : std::string{};
}

} // namespace

TEST_CASE("an unnamed file is written and read, and the folder stays empty") {
  const support::ScratchFolder folder;
  os::File first;
  os::File second;
  REQUIRE_FALSE(first.open_unnamed(folder.path().string()));
  REQUIRE_FALSE(second.open_unnamed(folder.path().string()));
  CHECK(folder.files() == 0);
  CHECK_FALSE(first.write("first"));
  CHECK_FALSE(second.write("other"));
  first.punch_hole(0, 0);
  std::array<char, 5> text{};
  CHECK_FALSE(first.read_at(0, text));
  CHECK(std::string(text.data(), text.size()) == "first");
  os::File none;
  CHECK(none.open_unnamed(folder.file("none")) == std::errc::no_such_file_or_directory);
}

TEST_CASE("bytes from the source of secrets are other ones each time, to the last") {
  std::array<std::byte, 1000> first{};
  std::array<std::byte, 1000> second{};
  os::fill_with_secret(first);
  os::fill_with_secret(second);
  std::array<bool, 256> seen{};
  std::size_t equal = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    seen[static_cast<std::size_t>(first[i])] = true;
    equal += first[i] == second[i] ? 1U : 0U;
  }
  CHECK(equal < 40); // about four
  CHECK(std::count(seen.begin(), seen.end(), true) > 200);
  CHECK(std::any_of(first.end() - 8, first.end(), [](std::byte b) { return b != std::byte{}; }));
  os::fill_with_secret({});
}

TEST_CASE("rename_new() takes a free name and no other") {
  const support::ScratchFolder folder;
  const auto from = folder.file("from");
  const auto to = folder.file("to");
  put(from, "new");
  CHECK_FALSE(os::rename_new(from, to));
  CHECK(content_of(to) == "new");
  CHECK(folder.files() == 1);
  put(from, "newer");
  CHECK(os::rename_new(from, to) == std::errc::file_exists);
  CHECK(content_of(to) == "new");
  CHECK(content_of(from) == "newer");
  CHECK(os::rename_new(folder.file("none"), folder.file("free")) ==
        std::errc::no_such_file_or_directory);
}

TEST_CASE("files are waited for together, and one that is gone is an error") {
  const support::ScratchFolder folder;
  put(folder.file("a"), "a");
  put(folder.file("b"), "b");
  const std::vector<std::string> files{folder.file("a"), folder.file("b")};
  CHECK_FALSE(os::sync_files(folder.path().string(), files));
  CHECK(os::sync_files(folder.file("none"), {}) == std::errc::no_such_file_or_directory);
}

TEST_CASE("the lock for replacing a file is one for all its names, and leaves nothing behind") {
  const support::ScratchFolder folder;
  const auto path = folder.file("book.xqbook");
  put(path, "old");
  fs::create_symlink("book.xqbook", folder.file("link"));
  {
    os::ReplaceLock first;
    REQUIRE_FALSE(first.lock(path));
    for (const auto& name : {path, folder.file("link")}) {
      os::ReplaceLock second;
      CHECK(second.lock(name) == std::errc::operation_would_block);
    }
    put(folder.file("new"), "new");
    CHECK_FALSE(os::rename(folder.file("new"), path));
  }
  CHECK(folder.files() == 2);
  os::ReplaceLock third;
  CHECK_FALSE(third.lock(path));
  os::ReplaceLock none;
  CHECK(none.lock(folder.file("none")) == std::errc::no_such_file_or_directory);
}

TEST_CASE("another process sees the lock behind the end of a file") {
  const support::ScratchFolder folder;
  const auto path = folder.file("a");
  os::File file;
  REQUIRE_FALSE(file.open(path, os::File::Mode::create));
  REQUIRE(file.try_lock_behind_end());
  // fcntl.lockf() of Python takes the locks of the process, which exclude those of an open file.
  const std::string ask =
      "import fcntl,sys\n"
      "f=open(sys.argv[1],'r+')\n"
      "try: fcntl.lockf(f,fcntl.LOCK_EX|fcntl.LOCK_NB,1,2**63-2); print('free')\n"
      "except OSError: print('locked')\n";
  const auto answer = [&] {
    try {
      return first_line({"python3", "-c", ask, path}, "");
    } catch (const Error&) { // no Python here
      return std::string{};
    }
  };
  if (const auto said = answer(); !said.empty()) {
    CHECK(said == "locked");
    CHECK_FALSE(file.close());
    CHECK(answer() == "free");
  }
}

TEST_CASE("a program starts in its folder and is found by PATH or by its path from there") {
  const support::ScratchFolder folder;
  const auto real = fs::canonical(folder.path()).string();
  CHECK(first_line({"sh", "-c", "pwd -P"}, real) == real);
  CHECK(first_line({"/bin/sh", "-c", "pwd -P"}, "") == fs::canonical(fs::current_path()).string());
  put(folder.file("engine"), "#!/bin/sh\necho \"$1\"\n");
  fs::permissions(folder.file("engine"), fs::perms::owner_all);
  CHECK(first_line({"./engine", "uci"}, real) == "uci");
}

TEST_CASE("a program that cannot be started says why") {
  const support::ScratchFolder folder;
  put(folder.file("text"), "");
  const auto start = [](const std::string& program, const std::string& where) {
    const os::ChildProcess process{{program}, where};
  };
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(start("xq-no-such-engine", ""), ContainsSubstring("No such file"));
  CHECK_THROWS_WITH(start("sh", folder.file("none")), ContainsSubstring("No such file"));
  CHECK_THROWS_WITH(start(folder.file("text"), ""), ContainsSubstring("Permission denied"));
  CHECK_THROWS_WITH(start("./text/sh", folder.path().string()), ContainsSubstring("directory"));
}

TEST_CASE("programs that threads start together do not hold each other's pipes open") {
  // Each ends when its input does; one that held another's input open would never let it.
  std::array<bool, 4> ended{};
  {
    std::vector<std::jthread> threads;
    threads.reserve(ended.size());
    for (bool& end : ended) {
      threads.emplace_back([&end] {
        for (int i = 0; i < 25; ++i) {
          os::ChildProcess process{{"cat"}, ""};
          process.write_line("line");
          std::string line;
          const auto deadline = std::chrono::steady_clock::now() + 20s;
          end = process.read_line(line, deadline) == os::ChildProcess::Event::line;
          const auto begin = std::chrono::steady_clock::now();
          process.finish(20s);
          end = end && std::chrono::steady_clock::now() - begin < 15s;
          if (!end) {
            return;
          }
        }
      });
    }
  }
  for (const bool end : ended) {
    CHECK(end);
  }
}
