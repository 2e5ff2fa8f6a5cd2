// child WHAT [ARGUMENT...] - a program for the tests of programs that are started, on each system.
#include "base/os/arguments.hpp"
#include "base/os/child_process.hpp"
#include "base/os/file.hpp"
#include "base/os/path.hpp"
#include "base/os/terminal.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

using namespace xq;

namespace {

void say(std::string_view line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void run(const std::vector<std::string>& words) {
  using namespace std::chrono_literals;
  const std::string& what = words.at(1);
  if (what == "words") {
    for (std::size_t i = 2; i < words.size(); ++i) {
      say(words[i]);
    }
  } else if (what == "folder") {
    say(os::name_of(std::filesystem::current_path()));
  } else if (what == "copy") { // its input to its output, until it ends
    for (std::string line; std::getline(std::cin, line);) {
      say(line);
    }
  } else if (what == "sleep") { // it does not mind that its input ends
    say(std::to_string(os::process_id()));
    std::this_thread::sleep_for(60s);
  } else if (what == "lock") { // whether the file is free
    os::File file;
    const bool opened = !file.open(words.at(2), os::File::Mode::read_write);
    say(!opened ? "missing" : file.try_lock_behind_end() ? "free" : "locked");
  } else if (what == "start") { // another one, and wait for it
    os::ChildProcess process{{words.at(0), "sleep"}, ""};
    std::string line;
    static_cast<void>(process.read_line(line, std::chrono::steady_clock::now() + 10s));
    say(line);
    process.finish(60s);
  } else if (what == "bytes") { // what is no line of text: a carriage return, and a long line
    std::fputs("a\r\n", stdout);
    say(std::string(100000, 'x'));
    say("end");
  }
}

} // namespace

int main(int argc, char* argv[]) {
  os::prepare_standard_streams();
  const auto words = os::arguments(argc, argv);
  if (words.size() < 2) {
    return 2;
  }
  run(words);
  return 0;
}
