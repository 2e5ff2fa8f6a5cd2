#include "base/os/path.hpp"
#include "cli/desktop.hpp"
#include "cli/help/first_steps.hpp"
#include "support/catch.hpp"
#include "support/make_book.hpp"
#include "support/make_database.hpp"
#include "support/scratch_folder.hpp"

#include <fstream>
#include <random>
#include <string>
#include <vector>

using namespace xq::cli;

namespace {

std::string write_games(const support::ScratchFolder& folder, const std::string& name) {
  auto path = folder.file(name);
  std::ofstream{xq::os::path_of(path)} << "[Event \"?\"]\n\n1. C2=5 *\n";
  return path;
}

} // namespace

TEST_CASE("files that are dropped on the program are verified or shown by what they hold") {
  const support::ScratchFolder folder;
  const auto games = write_games(folder, "对局.pgn");
  const auto more = write_games(folder, "more.pgn");
  const auto database = folder.file("games.xqdb");
  const auto book = folder.file("book.bin"); // the name says nothing
  std::mt19937 random{7};
  const auto archive = support::small_archive(random, 20);
  support::make_book(book, archive);
  support::make_database(database, archive);

  const std::vector<std::vector<std::string>> expected{
      {"book", "show", book},
      {"verify", "--db", database},
      {"verify", games, more, folder.path().string()}};
  CHECK(commands_for({games, book, more, database, folder.path().string()}) == expected);
  CHECK(commands_for({}).empty());
}

TEST_CASE("what can be done with dropped files names them") {
  const support::ScratchFolder folder;
  const auto games = write_games(folder, "a.pgn");
  const auto more = write_games(folder, "b.pgn");

  CHECK(steps_for({games, more}).find("xq verify " + games + " " + more + "\n") !=
        std::string::npos);
  CHECK(steps_for({folder.path().string()}).find("xq verify " + folder.path().string() + "\n") !=
        std::string::npos);
  CHECK(steps_for({}).empty());
}

TEST_CASE("nothing is from the desktop where terminals are not opened for a program") {
  CHECK_FALSE(is_from_desktop({}));
  CHECK_FALSE(is_from_desktop({"/"}));
}
