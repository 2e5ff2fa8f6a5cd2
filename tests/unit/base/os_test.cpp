// What base/os promises on each system: posix_tests runs it with the portable calls.
#include "base/os/child_process.hpp"
#include "base/os/error_text.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/os/random.hpp"
#include "base/os/replace_lock.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/places.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace xq;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

void put(const std::string& name, std::string_view text) {
  std::ofstream{os::path_of(name), std::ios::binary} << text;
}

std::string content_of(const std::string& name) { return support::read_file(os::path_of(name)); }

/// tests/support/child.cpp
std::vector<std::string> child(std::vector<std::string> words) {
  words.insert(words.begin(), os::name_of(fs::absolute(os::path_of(support::child_program()))));
  return words;
}

std::chrono::steady_clock::time_point soon() { return std::chrono::steady_clock::now() + 10s; }

/// All lines that a program writes.
std::vector<std::string> lines_of(const std::vector<std::string>& command,
                                  const std::string& folder = "") {
  os::ChildProcess process{command, folder};
  std::vector<std::string> lines;
  for (std::string line; process.read_line(line, soon()) == os::ChildProcess::Event::line;) {
    lines.push_back(line);
  }
  return lines;
}

/// The first line that a program writes; empty when it writes none.
std::string first_line(const std::vector<std::string>& command, const std::string& folder = "") {
  const auto lines = lines_of(command, folder);
  return lines.empty() ? std::string{} : lines.front();
}

} // namespace

TEST_CASE("an unnamed file is written and read, and leaves nothing in the folder") {
  const support::ScratchFolder folder;
  os::File first;
  os::File second;
  REQUIRE_FALSE(first.open_unnamed(os::name_of(folder.path())));
  REQUIRE_FALSE(second.open_unnamed(os::name_of(folder.path())));
  CHECK((os::backslash_separates || folder.files() == 0)); // Windows shows it while it is open
  CHECK_FALSE(first.write("first"));
  CHECK_FALSE(second.write("other"));
  first.punch_hole(0, 0);
  std::array<char, 5> text{};
  CHECK_FALSE(first.read_at(0, text));
  CHECK(std::string(text.data(), text.size()) == "first");
  CHECK_FALSE(first.write("more")); // at the end, not where was read
  CHECK_FALSE(first.read_at(4, text));
  CHECK(std::string(text.data(), text.size()) == "tmore");
  CHECK(first.read_at(5, text) == std::errc::io_error);
  CHECK_FALSE(first.close());
  CHECK_FALSE(second.close());
  CHECK(folder.files() == 0);
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
  CHECK_FALSE(os::sync_files(os::name_of(folder.path()), files));
  CHECK(os::sync_files(folder.file("none"), {}) == std::errc::no_such_file_or_directory);
}

TEST_CASE("who has the old file open keeps it when another takes its place") {
  const support::ScratchFolder folder;
  const auto path = folder.file("棋谱.xqdb");
  put(path, "old");
  os::File reader;
  REQUIRE_FALSE(reader.open(path, os::File::Mode::read));
  os::File writer;
  REQUIRE_FALSE(writer.open(folder.file("new"), os::File::Mode::create));
  CHECK(writer.try_lock_behind_end());
  CHECK_FALSE(writer.write("newer"));
  CHECK_FALSE(writer.sync());
  CHECK(reader.is_at(path));
  CHECK_FALSE(os::rename(folder.file("new"), path)); // while it is open
  CHECK_FALSE(reader.is_at(path));
  CHECK((os::backslash_separates || writer.is_at(path))); // wine forgets the disk of the file
  std::array<char, 3> text{};
  CHECK_FALSE(reader.read_at(0, text));
  CHECK(std::string(text.data(), text.size()) == "old");
  CHECK_FALSE(writer.close());
  CHECK_FALSE(reader.close());
  CHECK(content_of(path) == "newer");
  CHECK(folder.files() == 1);
}

TEST_CASE("what cannot be opened says why") {
  const support::ScratchFolder folder;
  const auto name = os::name_of(folder.path());
  os::File file;
  CHECK(file.open(folder.file("none"), os::File::Mode::read) ==
        std::errc::no_such_file_or_directory);
  CHECK_FALSE(file.is_open());
  CHECK(file.open(folder.file("none/file"), os::File::Mode::create) ==
        std::errc::no_such_file_or_directory);
  CHECK(file.open(name, os::File::Mode::read_write) == std::errc::is_a_directory);
  put(folder.file("file"), "text");
  CHECK(file.open(folder.file("file"), os::File::Mode::create) == std::errc::file_exists);
  REQUIRE_FALSE(file.open(name, os::File::Mode::read)); // a folder can be opened, not read
  std::array<char, 10> text{};
  std::size_t count = 0;
  CHECK(file.read_some(text, count) == std::errc::is_a_directory);
  REQUIRE_FALSE(file.open(folder.file("file"), os::File::Mode::read));
  CHECK_FALSE(file.read_some(text, count));
  CHECK(count == 4);
  CHECK_FALSE(file.read_some(text, count));
  CHECK(count == 0);
  CHECK(file.seek(-1, SEEK_END) == 3);
  CHECK(file.seek(-9, SEEK_CUR) == -1);
  CHECK_FALSE(file.read_some(text, count));
  CHECK(count == 1);
}

TEST_CASE("errors have the texts that the catalogues translate") {
  const support::ScratchFolder folder;
  os::File file;
  CHECK(os::error_text(file.open(folder.file("none"), os::File::Mode::read)) ==
        "No such file or directory");
  CHECK(os::error_text(std::make_error_code(std::errc::no_space_on_device)) ==
        "No space left on device");
  CHECK(os::error_text(std::make_error_code(std::errc::permission_denied)) == "Permission denied");
}

TEST_CASE("the lock for replacing a file is one for all its names, and leaves nothing behind") {
  const support::ScratchFolder folder;
  const auto path = folder.file("book.xqbook");
  put(path, "old");
  std::vector<std::string> names{path, folder.file("./book.xqbook")};
  std::error_code failed; // Windows has no links for everybody
  fs::create_symlink("book.xqbook", os::path_of(folder.file("link")), failed);
  const std::size_t files = failed ? 1 : 2;
  if (!failed) {
    names.push_back(folder.file("link"));
  }
  {
    os::ReplaceLock first;
    REQUIRE_FALSE(first.lock(path));
    for (const auto& name : names) {
      os::ReplaceLock second;
      CHECK(second.lock(name) == std::errc::operation_would_block);
    }
    CHECK(content_of(path) == "old"); // no reader needs it
    put(folder.file("new"), "new");
    CHECK_FALSE(os::rename(folder.file("new"), path));
  }
  CHECK(folder.files() == files);
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
  CHECK(first_line(child({"lock", path})) == "locked");
  CHECK_FALSE(file.write("text")); // the lock is no hindrance
  CHECK_FALSE(file.close());
  CHECK(first_line(child({"lock", path})) == "free");
}

TEST_CASE("a program gets its arguments as they are") {
  const std::vector<std::string> words{"",       " ",        "a b",    R"(a"b)",    R"("")",
                                       R"(\)",   R"(a\)",    R"(a \)", R"(\")",     R"(a\\"b\")",
                                       "%PATH%", "^&|<>()!", "a\tb",   "中国象棋",  "𠮷",
                                       "'x'",    "$HOME",    "-o",     R"(C:\a b\)"};
  auto command = child({"words"});
  command.insert(command.end(), words.begin(), words.end());
  CHECK(lines_of(command) == words);
}

TEST_CASE("a program starts in its folder and is found by PATH or by its path from there") {
  const support::ScratchFolder folder;
  const auto real = os::name_of(fs::canonical(folder.path()));
  const auto inner = real + "/引擎 1";
  fs::create_directory(os::path_of(inner));
  const auto is_there = [](const std::string& name, const std::string& where) {
    return fs::equivalent(os::path_of(name), os::path_of(where));
  };
  CHECK(is_there(first_line(child({"folder"}), inner), inner));
  CHECK(is_there(first_line(child({"folder"})), "."));
  fs::copy_file(os::path_of(support::child_program()), os::path_of(inner + "/engine.exe"));
  CHECK(first_line({"./engine.exe", "words", "uci"}, inner) == "uci");
  CHECK(first_line({inner + "/engine.exe", "words", "uci"}) == "uci");
  if constexpr (os::backslash_separates) {
    CHECK(first_line({"./engine", "words", "uci"}, inner) == "uci");
    CHECK(first_line({R"(.\engine)", "words", "uci"}, inner) == "uci");
    CHECK(first_line({"cmd", "/c", "echo uci"}) == "uci");
  } else {
    CHECK(first_line({"sh", "-c", "echo uci"}) == "uci");
  }
}

TEST_CASE("a program that cannot be started says why") {
  const support::ScratchFolder folder;
  put(folder.file("text"), "");
  const auto start = [](const std::string& program, const std::string& where) {
    const os::ChildProcess process{{program}, where};
  };
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(start("xq-no-such-engine", ""), ContainsSubstring("No such file"));
  CHECK_THROWS_WITH(start(child({}).front(), folder.file("none")),
                    ContainsSubstring("No such file"));
  CHECK_THROWS_WITH(
      start(folder.file("text"), ""),
      ContainsSubstring(os::backslash_separates ? "Exec format" : "Permission denied"));
  CHECK_THROWS_WITH(start("./text/sh", os::name_of(folder.path())), ContainsSubstring("directory"));
}

TEST_CASE("lines of a program come without their ends, and long ones are cut") {
  const auto lines = lines_of(child({"bytes"}));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "a");
  CHECK(lines[1] == std::string(std::size_t{64} * 1024, 'x'));
  CHECK(lines[2] == "end");
}

TEST_CASE("waiting for a line ends in time, or when another thread says so", "[threads]") {
  using Event = os::ChildProcess::Event;
  os::ChildProcess process{child({"copy"}), ""};
  std::string line;
  const auto begin = std::chrono::steady_clock::now();
  CHECK(process.read_line(line, begin + 100ms) == Event::timeout);
  CHECK(std::chrono::steady_clock::now() - begin >= 100ms);
  process.wake();
  CHECK(process.read_line(line, soon()) == Event::woken);
  {
    const std::jthread waker{[&] {
      std::this_thread::sleep_for(50ms);
      process.wake();
    }};
    CHECK(process.read_line(line, soon()) == Event::woken);
  }
  const std::string long_line(50000, 'x');
  for (int i = 0; i < 3; ++i) { // more than a pipe holds
    REQUIRE(process.write_line(long_line));
    REQUIRE(process.read_line(line, soon()) == Event::line);
    CHECK(line == long_line);
  }
}

TEST_CASE("a program that has ended takes no more lines") {
  os::ChildProcess process{child({"words", "x"}), ""};
  std::string line;
  CHECK(process.read_line(line, soon()) == os::ChildProcess::Event::line);
  CHECK(process.read_line(line, soon()) == os::ChildProcess::Event::end);
  bool taken = true; // it closes its input a moment after its output
  for (int i = 0; i < 1000 && taken; ++i) {
    taken = process.write_line("uci");
    std::this_thread::sleep_for(1ms);
  }
  CHECK_FALSE(taken);
}

TEST_CASE("a program that does not end is killed with what it has started") {
  int process = 0;
  const auto begin = std::chrono::steady_clock::now();
  {
    os::ChildProcess parent{child({"start"}), ""};
    std::string line;
    REQUIRE(parent.read_line(line, soon()) == os::ChildProcess::Event::line);
    process = std::stoi(line);
    CHECK(os::is_running(process));
    parent.finish(50ms);
  }
  if constexpr (os::backslash_separates) { // elsewhere it has a process group of its own
    for (int i = 0; i < 500 && os::is_running(process); ++i) {
      std::this_thread::sleep_for(10ms);
    }
    CHECK_FALSE(os::is_running(process));
  }
  CHECK(std::chrono::steady_clock::now() - begin < 20s);
}

TEST_CASE("programs that threads start together do not hold each other's pipes open", "[threads]") {
  // Each ends when its input does; one that held another's input open would never let it.
  std::array<bool, 4> ended{};
  {
    std::vector<std::jthread> threads;
    threads.reserve(ended.size());
    for (bool& end : ended) {
      threads.emplace_back([&end] {
        for (int i = 0; i < 25; ++i) {
          os::ChildProcess process{child({"copy"}), ""};
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
