#include "jobs/result_file.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/scratch_folder.hpp"

#include <filesystem>
#include <fstream>

using namespace xq;
using jobs::ResultFile;
using Stopped = ResultFile::Stopped;

namespace {

void put(const std::filesystem::path& path, std::string_view text) {
  std::ofstream{path, std::ios::binary} << text;
}

Stopped stop(const std::filesystem::path& path, std::string_view text,
             std::string_view footer = {}) {
  ResultFile file{path.string()};
  for (const char c : text) { // in the smallest pieces
    file.write({&c, 1});
  }
  return file.stop(footer);
}

} // namespace

TEST_CASE("a stopped run never makes its result shorter") {
  const support::ScratchFolder folder;
  const auto path = folder.path() / "out.pgn";
  const auto partial = folder.path() / "out.pgn.partial";
  CHECK(stop(path, "one ") == Stopped::written);
  CHECK(support::read_file(path) == "one ");
  CHECK(stop(path, "one two ") == Stopped::written);
  CHECK(support::read_file(path) == "one two ");
  for (const auto* less : {"", "one ", "one t", "one two"}) {
    CHECK(stop(path, less) == Stopped::former);
    CHECK(support::read_file(path) == "one two ");
  }
  CHECK_FALSE(std::filesystem::exists(partial));
  CHECK(stop(path, "one three ") == Stopped::beside);
  CHECK(support::read_file(path) == "one two ");
  CHECK(support::read_file(partial) == "one three ");
  CHECK(stop(path, "one thr") == Stopped::beside);
  CHECK(support::read_file(partial) == "one three ");
  CHECK(stop(path, "one three four ") == Stopped::beside);
  CHECK(support::read_file(partial) == "one three four ");
  ResultFile whole{path.string()};
  whole.write("three");
  whole.finish(" end");
  CHECK(support::read_file(path) == "three end");
  CHECK_FALSE(std::filesystem::exists(partial));
}

TEST_CASE("a result with a footer goes on where it was") {
  const support::ScratchFolder folder;
  const auto path = folder.path() / "out.xml";
  CHECK(stop(path, "<g><a/>", "</g>") == Stopped::written);
  CHECK(support::read_file(path) == "<g><a/></g>");
  CHECK(stop(path, "<g><a/><b/>", "</g>") == Stopped::written); // '<' is in both
  CHECK(support::read_file(path) == "<g><a/><b/></g>");
  CHECK(stop(path, "<g><a/>", "</g>") == Stopped::former);
  CHECK(support::read_file(path) == "<g><a/><b/></g>");
  put(path, "<g><a/><b/></x>");
  CHECK(stop(path, "<g><a/><c/>", "</g>") == Stopped::beside);
}

TEST_CASE("blocks do not matter to a result that grows") {
  const support::ScratchFolder folder;
  const auto path = folder.path() / "out.pgn";
  const std::string text(300'000, 'x');
  put(path, text);
  ResultFile file{path.string()};
  file.write(text);
  file.write(text);
  CHECK(file.stop({}) == Stopped::written);
  CHECK(std::filesystem::file_size(path) == 600'000);
  ResultFile less{path.string()};
  less.write(text);
  CHECK(less.stop({}) == Stopped::former);
  CHECK(std::filesystem::file_size(path) == 600'000);
}
