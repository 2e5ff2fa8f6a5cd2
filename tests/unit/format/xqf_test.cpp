#include "format/binary/xqf.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>

using namespace xq;
using record::Game;
using record::root_node;

namespace {

/// A version 10 file of the usual start position, to be changed by each test.
std::string empty_file() {
  Game game;
  std::vector<Problem> losses;
  return (*format::write_xqf(game, losses)).substr(0, 1024);
}

/// A node as version 10 has it: squares as ten times file plus rank.
std::string node(int from, int to, int flags, const std::string& comment = {}) {
  std::string out{static_cast<char>(from + 24), static_cast<char>(to + 32),
                  static_cast<char>(flags), '\0'};
  out += static_cast<char>(comment.size());
  return out + std::string(3, '\0') + comment;
}
const std::string root = node(0, 0, 0xF0);

Game read(const std::string& file) {
  Game game;
  const auto counts = format::read_xqf(support::bytes_of(file), game);
  REQUIRE(counts);
  return game;
}

} // namespace

TEST_CASE("the usual start position has its pieces in the usual slots") {
  // Red's R N B A K A B N R C C P P P P P, each ten times the file plus the rank.
  const std::string slots{"\x00\x0A\x14\x1E\x28\x32\x3C\x46\x50\x0C\x48\x03\x17\x2B\x3F\x53", 16};
  CHECK(empty_file().substr(16, 16) == slots);
}

TEST_CASE("an XQF tree is read in pre-order with its comments") {
  const auto file = empty_file() + node(0, 0, 0xF0, "\xC6\xD7") + // 谱
                    node(72, 42, 0xFF, "one\r\ntwo ") +           // h2e2, replies and alternatives
                    node(79, 67, 0x00) +                          // h9g7
                    node(12, 42, 0x00);                           // b2e2 instead of h2e2
  const auto game = read(file);
  CHECK(game.problems.empty());
  REQUIRE(game.node_count() == 4);
  CHECK(support::notes(game, root_node) == "谱");
  CHECK(support::notes(game, 1) == "one\ntwo");
  CHECK(game.plies() == 2);
  const auto other = game.node(game.node(root_node).first_child).next_sibling;
  REQUIRE(other != record::no_node);
  CHECK(game.node(other).move == Move{make_square(1, 2), make_square(4, 2)});
}

TEST_CASE("a field that cuts a character in half loses the half") {
  auto file = empty_file();
  file[304] = 40; // longer than the field: its 15 bytes count
  file.replace(305, 15, "\xD0\xED\xD2\xF8\xB4\xA8\xD0\xED\xD2\xF8\xB4\xA8\xD0\xED\xD2");
  file[320] = 3;
  file.replace(321, 3, "\xC2\xC0\xC7");
  const auto game = read(file + root.substr(0, 2) + std::string(6, '\0'));
  CHECK(game.tag("Red") == "许银川许银川许");
  CHECK(game.tag("Black") == "吕");
  CHECK(game.problems.empty());
}

TEST_CASE("bytes that are no text are shown and reported once") {
  auto file = empty_file();
  file[304] = file[320] = 2;
  file.replace(305, 2, "a\xFF");
  file.replace(321, 2,
               "\xFF"
               "b");
  const auto game = read(file + root.substr(0, 2) + std::string(6, '\0'));
  CHECK(game.tag("Black") == "\uFFFD"
                             "b");
  REQUIRE(game.problems.size() == 1);
  CHECK(game.problems[0].code == ProblemCode::bad_encoding);
  CHECK(game.usable());
}

TEST_CASE("the first mover decides who is to move") {
  auto file = empty_file() + root + node(77, 47, 0x00); // h7e7, a black cannon
  const auto game = read(file);
  CHECK(game.usable());
  CHECK(game.start().side_to_move() == Color::black);
  CHECK(game.plies() == 1);
  file = empty_file() + node(0, 0, 0x00);
  file[50] = 1; // no move: the header's word is all there is
  CHECK(read(file).start().side_to_move() == Color::black);
}

TEST_CASE("without moves the side that is in check has the move, with a warning") {
  // Kings e0 and d9; a red rook on d5 gives check, a black one on e5 does.
  const auto diagram = [](const std::string& rook, const std::string& black_rook) {
    auto file = empty_file();
    file.replace(16, 32, std::string(32, '\xFF'));
    file[16 + 4] = 40;
    file[32 + 4] = 39;
    file.replace(16, 1, rook);
    file.replace(32, 1, black_rook);
    return file + node(0, 0, 0);
  };
  const auto black = read(diagram("\x23", "\xFF"));
  CHECK(black.start().side_to_move() == Color::black);
  REQUIRE(black.problems.size() == 1);
  CHECK(black.problems[0].code == ProblemCode::wrong_side);
  CHECK(black.usable());
  const auto red = read(diagram("\xFF", "\x2D"));
  CHECK(red.start().side_to_move() == Color::red);
  CHECK(red.problems.empty());
  // Two patterns on one board: nobody can have the move, and nobody moves.
  const auto both = read(diagram("\x23", "\x2D"));
  CHECK(both.usable());
  REQUIRE(both.problems.size() == 1);
  CHECK(both.problems[0].severity == Severity::warning);
}

TEST_CASE("a page of text on an empty board is called that") {
  auto file = empty_file();
  file.replace(16, 32, std::string(32, '\xFF'));
  const auto page = read(file + node(0, 0, 0, "words"));
  REQUIRE(page.problems.size() == 1);
  CHECK(page.problems[0].message == "a page of text on an empty board: no game");
  CHECK_FALSE(page.usable());
  CHECK(read(file + node(0, 0, 0)).problems.at(0).message == "an empty board: no game");
}

TEST_CASE("an illegal move of the main line is an error, and nothing takes its place") {
  const auto file = empty_file() + root + node(72, 42, 0xF0) + node(0, 5, 0xFF) + // a0a5 by Black?
                    node(79, 67, 0x00) + node(79, 67, 0x00);
  const auto game = read(file);
  CHECK_FALSE(game.usable());
  REQUIRE(game.problems.size() == 1);
  CHECK(game.problems[0].code == ProblemCode::wrong_side);
  CHECK(game.problems[0].ply == 2);
  CHECK(game.problems[0].token == "a0a5");
  CHECK(game.plies() == 1);
}

TEST_CASE("an illegal move in a variation is a warning and ends it") {
  const auto file = empty_file() + root + node(72, 42, 0x0F) + // h2e2
                    node(72, 79, 0xFF) +                       // h2h9: a legal capture
                    node(89, 79, 0xF0) +                       // i9h9
                    node(72, 42, 0x00) +                       // h2e2: that cannon is gone
                    node(12, 42, 0x00);                        // b2e2
  const auto game = read(file);
  CHECK(game.usable());
  REQUIRE(game.problems.size() == 1);
  CHECK(game.problems[0].severity == Severity::warning);
  CHECK(game.problems[0].code == ProblemCode::no_such_piece);
  CHECK(game.node_count() == 5); // the root, three first moves and one reply
}

TEST_CASE("a board without a king is reported with what it was, and its nodes are counted") {
  auto file = empty_file() + root + node(72, 42, 0xF0) + node(79, 67, 0x00);
  file[16 + 4] = '\xFF';
  Game game;
  const auto counts = format::read_xqf(support::bytes_of(file), game);
  REQUIRE(counts);
  CHECK(counts->in_file == 2);
  CHECK(counts->kept == 0);
  REQUIRE(game.problems.size() == 1);
  CHECK(game.problems[0].code == ProblemCode::impossible_position);
  CHECK(game.problems[0].token == "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w");
}

TEST_CASE("two pieces on one square are an error") {
  auto file = empty_file() + node(0, 0, 0);
  file[16] = 40; // the rook of the left corner on the king's square
  CHECK_FALSE(read(file).usable());
}

TEST_CASE("files that are no XQF or end too early are refused by name") {
  Game game;
  const auto code = [&](const std::string& file) {
    const auto counts = format::read_xqf(support::bytes_of(file), game);
    REQUIRE_FALSE(counts);
    return counts.error().code;
  };
  CHECK(code("") == ProblemCode::unknown_format);
  CHECK(code(std::string{"PK\3\4"}.append(1020, ' ')) == ProblemCode::unknown_format);
  CHECK(code(empty_file().substr(0, 1023)) == ProblemCode::truncated);
  auto newer = empty_file();
  newer[2] = 19;
  CHECK(code(newer) == ProblemCode::unknown_format);
}

TEST_CASE("a comment longer than the file is refused without reserving its size") {
  const auto game = read(empty_file() + std::string{"\x18\x20\xF0\0\xFF\xFF\xFF\x7F", 8});
  REQUIRE(game.problems.size() == 1);
  CHECK(game.problems[0].code == ProblemCode::truncated);
  CHECK_FALSE(game.usable());
}

TEST_CASE("a header without a tree is a game without moves") {
  const auto game = read(empty_file());
  CHECK(game.usable());
  CHECK(game.plies() == 0);
  CHECK(game.standard_start());
  CHECK(game.problems.size() == 1);
}

TEST_CASE("the writer names what XQF cannot hold") {
  Game game;
  game.add_tag("RedTeam", "广东");
  game.add_tag("Red", "一个很长很长的棋手名字");
  game.add_nag(game.add_move(root_node, {make_square(7, 2), make_square(4, 2)}), 1);
  std::vector<Problem> losses;
  REQUIRE(format::write_xqf(game, losses));
  REQUIRE(losses.size() == 3);
  for (const auto& loss : losses) {
    CHECK(loss.code == ProblemCode::not_representable);
    CHECK(loss.severity == Severity::warning);
  }
}

TEST_CASE("a tree of a million nested moves is cut, not followed") {
  std::string file = empty_file() + root;
  const std::string rounds =
      node(0, 1, 0xFF) + node(9, 8, 0xFF) + node(1, 0, 0xFF) + node(8, 9, 0xFF);
  for (int i = 0; i < 250'000; ++i) {
    file += rounds;
  }
  const auto game = read(file);
  CHECK_FALSE(game.usable());
  CHECK(game.problems.front().code == ProblemCode::too_deep);
  CHECK(game.node_count() == format::MoveTree::max_plies + 1);
}
