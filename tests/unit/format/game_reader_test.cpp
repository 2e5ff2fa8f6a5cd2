// Games one by one from files: what a program sees that asks instead of being called.
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/format/format.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace xq;

namespace {

std::string record_of(int number) {
  return "[Event \"" + std::to_string(number) +
         "\"]\n[Red \"甲\"]\n\n1. 炮二平五 马8进7 {好} *\n\n";
}

std::string file_with(const support::ScratchFolder& folder, const std::string& name,
                      const std::string& text) {
  auto path = folder.file(name);
  std::ofstream{path, std::ios::binary} << text;
  return path;
}

} // namespace

TEST_CASE("a game that is copied out of a reader owns all that it shows") {
  std::vector<record::Game> kept;
  {
    const auto bytes = record_of(1) + "[Event \"2\"]\n\n1. 炮二平五 车1平9 *\n";
    for (const auto& game : format::GameReader::of_bytes(bytes)) {
      kept.push_back(game);
    }
  }
  REQUIRE(kept.size() == 2);
  CHECK(kept[0]["Event"] == "1");
  CHECK(kept[0].raw.find("[Event \"1\"]") == 0);
  CHECK(kept[1].raw.find("车1平9") != std::string::npos);
  CHECK(kept[0].usable());
  CHECK_FALSE(kept[1]);
  CHECK(kept[1].problems().front().code == ProblemCode::illegal_move);
}

TEST_CASE("games come in order, whatever the number of threads", "[threads]") {
  const support::ScratchFolder folder;
  std::string text;
  constexpr int games = 4000; // several batches
  for (int i = 1; i <= games; ++i) {
    text += record_of(i);
  }
  const auto path = file_with(folder, "many.pgn", text);
  for (const unsigned threads : {1U, 3U}) {
    format::ReadOptions options;
    options.threads = threads;
    format::GameReader reader{path, options};
    int number = 0;
    bool in_order = true;
    for (const auto& game : reader) {
      ++number;
      in_order = in_order && game["Event"] == std::to_string(number) && game.source == path &&
                 game.number == static_cast<std::uint64_t>(number) && game.plies() == 2;
    }
    CHECK(number == games);
    CHECK(in_order);
    CHECK(reader.totals().games == games);
    CHECK(reader.totals().plies == 2 * games);
    CHECK(reader.file_problems().empty());
    CHECK(reader.next() == nullptr); // and stays at the end
  }
  format::ReadOptions options;
  options.threads = 3;
  format::GameReader left{path, options}; // a reader that is not read to its end ends its threads
  CHECK(left.next() != nullptr);
}

TEST_CASE("a file that cannot be read is an unusable game in its place") {
  const support::ScratchFolder folder;
  const std::vector inputs{file_with(folder, "a.pgn", record_of(1)), folder.file("missing.pgn"),
                           file_with(folder, "words.txt", "nothing here\n"),
                           file_with(folder, "z.pgn", record_of(2))};
  format::GameReader reader{inputs};
  std::vector<std::string> seen;
  for (const auto& game : reader) {
    std::ostringstream out;
    if (game) {
      out << game["Event"] << ' ' << game.result();
    } else {
      CHECK(game.number == 0);
      CHECK(game.plies() == 0);
      out << info(game.problems().front().code).name;
    }
    seen.push_back(out.str());
  }
  CHECK(seen == std::vector<std::string>{"1 *", "unreadable-file", "unknown-format", "2 *"});
  CHECK(reader.file_problems().size() == 2);
  format::ReadOptions options;
  options.format = "no such format";
  CHECK_THROWS_AS((format::GameReader{inputs, options}), UsageError);
}

TEST_CASE("a game may be moved out of its reader") {
  auto reader = format::GameReader::of_bytes(record_of(1) + record_of(2) + record_of(3));
  std::vector<record::Game> kept;
  while (auto* const game = reader.next()) {
    kept.push_back(std::move(*game));
  }
  REQUIRE(kept.size() == 3);
  CHECK(kept[0]["Event"] == "1");
  CHECK(kept[2]["Event"] == "3");
  CHECK(kept[2].plies() == 2);
}
