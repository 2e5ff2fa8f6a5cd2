#include "base/files/inflate.hpp"
#include "format/binary/ccbridge.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/parse.hpp"
#include "support/small_files.hpp"

#include <xq/base/problem_code.hpp>

using namespace xq;
using record::Game;
using record::Result;
using record::root_node;

namespace {

const Move cannon_from_right{make_square(7, 2), make_square(4, 2)};
const Move cannon_from_left{make_square(1, 2), make_square(4, 2)};
const Move horse{make_square(7, 9), make_square(6, 7)};

} // namespace

TEST_CASE("a CCBridge record of either layout is read with headers, comments and variations") {
  const bool older = GENERATE(true, false);
  INFO("older layout: " << older);
  const auto file = support::cbr_record(older, support::cbr_moves());
  Game game;
  const auto counts = format::read_cbr(support::bytes_of(file), game);
  REQUIRE(counts);
  CHECK(game.problems.empty());
  CHECK(counts->in_file == 3);
  CHECK(game.tag("Event") == "Cup");
  CHECK(game.tag("Title") == "A title");
  CHECK(game.tag("Red") == "吕钦");
  CHECK(game.tag("Black") == "Black player");
  CHECK(game.result() == Result::red_wins);
  CHECK(game.standard_start());
  std::vector<Move> moves;
  game.main_moves(moves);
  CHECK(moves == std::vector{cannon_from_right, horse});
  CHECK(support::notes(game, 1) == "good\nmove");
  const auto other = game.node(1).next_sibling;
  REQUIRE(other != record::no_node);
  CHECK(game.node(other).move == cannon_from_left);
}

TEST_CASE("a CCBridge record without moves is a game, a cut one a finding") {
  auto file = support::cbr_record(false, {});
  file.append(100, '\0'); // what fills its slot in a library
  Game game;
  REQUIRE(format::read_cbr(support::bytes_of(file), game));
  CHECK(game.problems.empty());
  CHECK(game.plies() == 0);

  file = support::cbr_record(false, support::cbr_moves());
  for (const std::size_t size : {file.size() - 1, file.size() - 9, std::size_t{2214 + 8 + 6}}) {
    game.clear();
    const auto cut = file.substr(0, size);
    REQUIRE(format::read_cbr(support::bytes_of(cut), game));
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].code == ProblemCode::truncated);
  }
  game.clear();
  file.resize(2000);
  const auto counts = format::read_cbr(support::bytes_of(file), game);
  REQUIRE_FALSE(counts);
  CHECK(counts.error().code == ProblemCode::truncated);
}

TEST_CASE("a library is cut into its records, however many slots they fill") {
  auto moves = support::cbr_moves();
  moves[0].comment = support::wide(std::string(3000, 'x')); // beyond one slot
  format::BinaryFile library;
  library.file = support::cbl_library({support::cbr_record(false, moves),
                                       support::cbr_record(true, support::cbr_moves()),
                                       support::cbr_record(false, {})});
  REQUIRE_FALSE(format::open_cbl(library));
  CHECK(library.collection == "My library");
  REQUIRE(library.records.size() == 3);
  std::vector<int> plies;
  for (const auto record : library.records) {
    Game game;
    REQUIRE(format::read_cbl_record(record, game));
    CHECK(game.problems.empty());
    plies.push_back(game.plies());
  }
  CHECK(plies == std::vector{2, 2, 0});
}

TEST_CASE("a packed library is read with its numbered moves as a tree") {
  const auto record = support::packed_cbl_record({{1, 0x77, 0x47, "first"},
                                                  {2, 0x70, 0x62},
                                                  {3, 0x79, 0x67, "third"},
                                                  {2, 0x10, 0x22, "instead"},
                                                  {3, 0x19, 0x27}});
  format::BinaryFile library;
  library.file = support::packed_cbl(support::packed_cbl_body({record, record}));
  REQUIRE_FALSE(format::open_cbl(library));
  CHECK(library.collection == "Book");
  REQUIRE(library.records.size() == 2);
  Game game;
  const auto counts = format::read_cbl_record(library.records[1], game);
  REQUIRE(counts);
  CHECK(game.problems.empty());
  CHECK(counts->kept == 5);
  CHECK(game.plies() == 3);
  CHECK(game.tag("Title") == "Opening");
  CHECK(game.tag("Event") == "Cup");
  CHECK(game.tag("Site") == "Hall");
  CHECK(game.tag("Date") == "79-4-30");
  CHECK(game.tag("Red") == "First");
  CHECK(game.tag("Black") == "Second");
  CHECK(game.tag("Author") == "A. Uthor");
  CHECK(game.tag("AuthorAddress") == "a@b");
  CHECK(support::notes(game, root_node) == "A remark");
  CHECK(game.tag("Annotator") == "A. Notator");
  CHECK(game.result() == Result::draw);
  CHECK(support::notes(game, 1) == "first");
  const auto reply = game.node(1).first_child;
  const auto other = game.node(reply).next_sibling;
  REQUIRE(other != record::no_node);
  CHECK(support::notes(game, other) == "instead");
  CHECK(game.node(other).first_child != record::no_node);
}

TEST_CASE("a packed record needs no event and no remark") {
  const auto record = support::packed_cbl_record({{1, 0x77, 0x47}}, "", "||");
  Game game;
  REQUIRE(format::read_cbl_record(support::bytes_of(record), game));
  CHECK(game.problems.empty());
  CHECK_FALSE(game.has_tag("Event"));
  CHECK_FALSE(game.has_notes());
  CHECK(game.plies() == 1);
}

TEST_CASE("in a packed library what follows an illegal move is left out, alternatives are kept") {
  // 2: a red piece; 3 to it; then another 2; a gap in the numbers; 1 again.
  const auto record = support::packed_cbl_record({{1, 0x77, 0x47},
                                                  {2, 0x70, 0x62},
                                                  {3, 0x70, 0x62},
                                                  {4, 0x10, 0x22},
                                                  {2, 0x10, 0x22},
                                                  {9, 0x19, 0x27},
                                                  {1, 0x17, 0x47}});
  Game game;
  const auto counts = format::read_cbl_record(support::bytes_of(record), game);
  REQUIRE(counts);
  CHECK(counts->in_file == 7);
  CHECK(counts->kept == 4);
  CHECK(game.plies() == 2);
  CHECK_FALSE(game.usable());
  CHECK(game.node(1).next_sibling != record::no_node);
}

TEST_CASE("damaged packed libraries are refused by name") {
  format::BinaryFile library;
  library.file = support::packed_cbl(support::packed_cbl_body({}));
  const auto code_after = [](std::string file) {
    format::BinaryFile damaged;
    damaged.file = std::move(file);
    const auto problem = format::open_cbl(damaged);
    REQUIRE(problem);
    return problem->code;
  };
  CHECK(code_after(library.file.substr(0, 15)) == ProblemCode::truncated);
  CHECK(code_after(library.file.substr(0, 40)) == ProblemCode::truncated);
  CHECK(code_after(library.file.substr(0, 20) + "no zlib stream") == ProblemCode::truncated);
  CHECK(code_after(support::packed_cbl("\xFF\xFF\xFF\xFF")) == ProblemCode::truncated);
  CHECK(code_after("CCBridge something else") == ProblemCode::unknown_format);
}

TEST_CASE("unpacking stops at its limit") {
  // 64 KB of one byte, packed by zlib into 80 bytes, would be the bomb; stored data do as well.
  const auto packed = support::packed_cbl(std::string(100'000, 'x')).substr(20);
  const auto whole = inflate(packed, 100'000);
  REQUIRE(whole);
  CHECK(*whole == std::string(100'000, 'x'));
  const auto limited = inflate(packed, 99'999);
  REQUIRE_FALSE(limited);
  CHECK(limited.error().code == ProblemCode::too_large);
}
