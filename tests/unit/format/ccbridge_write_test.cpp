#include "format/binary/ccbridge.hpp"
#include "format/binary/ccbridge_layout.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/small_files.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>

using namespace xq;
using namespace xq::format;
using record::Game;
using record::Result;

namespace {

std::string cbr_of(const Game& game) {
  std::string out;
  make_writer("cbr", {})->game(out, game);
  return out;
}

std::vector<Problem> losses_of(const Game& game) {
  std::vector<Problem> out;
  make_writer("cbr", {})->losses(game, out);
  return out;
}

Game read_back(const std::string& file) {
  Game out;
  REQUIRE(read_cbr(support::bytes_of(file), out));
  CHECK(out.problems.empty());
  return out;
}

std::string utf16(std::string_view text) { return *encode(text, Encoding::utf16le); }

std::uint32_t number_at(const std::string& file, std::size_t at) {
  return little_endian<4>(support::bytes_of(file).subspan(at));
}

} // namespace

TEST_CASE("every field of a CCBridge record is written where it is read") {
  for (const auto& field : ccbridge::text_fields) {
    INFO(field.tag);
    Game game;
    const std::string longest(field.size / 2 - 1, 'x');
    const std::string value = "值 " + longest.substr(4);
    game.add_tag(field.tag, value);
    CHECK(losses_of(game).empty());
    const auto file = cbr_of(game);
    CHECK(file.substr(field.at, field.size).starts_with(utf16(value)));
    CHECK(read_back(file).tag(field.tag) == value);

    Game too_long;
    too_long.add_tag(field.tag, longest + "y");
    const auto losses = losses_of(too_long);
    REQUIRE(losses.size() == 1);
    CHECK(losses[0].code == ProblemCode::not_representable);
    CHECK(losses[0].token == longest + "y");
    CHECK(read_back(cbr_of(too_long)).tag(field.tag) == longest);
  }
}

TEST_CASE("kind, result, side, number and board of a CCBridge record come back") {
  for (const std::string_view kind : ccbridge::kinds) {
    for (const Result result :
         {Result::unknown, Result::red_wins, Result::black_wins, Result::draw}) {
      Game game;
      if (!kind.empty()) {
        game.add_tag("RecordType", kind);
      }
      game.set_result(result);
      game.set_start(read_fen("3ak4/4a4/9/9/9/9/9/9/4A4/3K1A2R b - - 0 17")->position);
      game.add_move(record::root_node, Move{make_square(4, 8), make_square(3, 7)});
      CHECK(losses_of(game).empty());
      const auto back = read_back(cbr_of(game));
      CHECK(back.tag("RecordType") == kind);
      CHECK(back.result() == result);
      CHECK(write_fen(back.start()) == write_fen(game.start()));
    }
  }
  Game game;
  game.add_tag("RecordType", "middlegame");
  game.add_tag("Opening", "中炮");
  game.set_start(read_fen("3ak4/9/9/9/9/9/9/9/9/3K5 w - - 12 1")->position);
  CHECK(losses_of(game).size() == 3);
}

TEST_CASE("a library has an index of its records") {
  Game small;
  small.add_tag("Title", "短");
  Game large;
  large.add_tag("Title", "Long");
  large.add_comment(record::root_node, std::string(5000, 'x')); // beyond two slots
  const auto writer = make_writer("cbl", {});
  std::string games;
  for (const Game* game : {&small, &large, &small}) {
    writer->game(games, *game);
  }
  CHECK(games.size() == 5 * ccbridge::slot_size);
  const auto file = writer->file(games);
  CHECK(number_at(file, 60) == 128);
  CHECK(file.size() == 66624 + 128 * 276 + games.size());
  struct Entry {
    std::uint32_t slots;
    std::size_t bytes;
    std::string_view title;
  };
  const std::size_t head = ccbridge::newer.tree_at + 4;
  const std::vector<Entry> entries{
      {1, head, "短"}, {3, head + 4 + 10'000, "Long"}, {1, head, "短"}};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto at = 66624 + i * 276;
    CHECK(number_at(file, at) == 7);
    CHECK(number_at(file, at + 4) == i);
    CHECK(number_at(file, at + 8) == entries[i].slots);
    CHECK(number_at(file, at + 12) == entries[i].bytes);
    for (std::size_t k = 1; k < 76; k += 2) {
      CHECK(file[at + 20 + k] == '\0'); // ASCII in UTF-16
    }
    CHECK(file.substr(at + 20, 2) == utf16("{"));
    CHECK(file.substr(at + 20 + 74, 2) == utf16("}"));
    CHECK(file.substr(at + 100).starts_with(utf16(entries[i].title) + std::string(2, '\0')));
  }
  CHECK(number_at(file, 66624 + 3 * 276) == 0);
  BinaryFile library;
  library.file = file;
  REQUIRE_FALSE(open_cbl(library));
  CHECK(library.records.size() == 3);
}

TEST_CASE("a library without games, and one of more games than its first index") {
  const auto writer = make_writer("cbl", {});
  BinaryFile none;
  none.file = writer->file({});
  REQUIRE_FALSE(open_cbl(none));
  CHECK(none.records.empty());
  std::string games;
  for (int i = 0; i < 129; ++i) {
    writer->game(games, Game{});
  }
  BinaryFile many;
  many.file = writer->file(games);
  CHECK(number_at(many.file, 60) == 256);
  REQUIRE_FALSE(open_cbl(many));
  CHECK(many.records.size() == 129);
}

TEST_CASE("a comment with the mark of a record, wherever it stands, is a comment") {
  std::string mark; // as characters of two bytes
  std::vector<BadBytes> bad;
  Decoder decoder{Encoding::utf16le};
  decoder.decode(ccbridge::record_magic, mark, bad);
  decoder.finish(mark, bad);
  REQUIRE(bad.empty());
  Game after;
  after.add_tag("Title", "behind it");
  const auto writer = make_writer("cbl", {});
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::string text(shift, 'x');
    for (int i = 0; i < 600; ++i) { // more than two slots of it
      text += mark;
    }
    Game game;
    game.add_comment(record::root_node, text);
    std::string games;
    for (const Game* const each : {&game, &after, &game}) {
      writer->game(games, *each);
    }
    BinaryFile library;
    library.file = writer->file(games);
    INFO(shift << " characters before the marks");
    CHECK(number_at(library.file, 66624 + 8) == 3);
    REQUIRE_FALSE(open_cbl(library));
    REQUIRE(library.records.size() == 3);
    for (const std::size_t i : {0U, 2U}) {
      Game back;
      REQUIRE(read_cbl_record(library.records[i], back));
      CHECK(back.problems.empty());
      back.for_each_note(record::root_node,
                         [&](const Game::Note& note) { CHECK(note.text == text); });
      CHECK(back.has_notes());
    }
    Game back;
    REQUIRE(read_cbl_record(library.records[1], back));
    CHECK(back.tag("Title") == "behind it");
  }
}

TEST_CASE("a damaged size of a comment hides no record behind it") {
  Game game;
  game.add_comment(record::root_node, "short");
  const auto writer = make_writer("cbl", {});
  std::string games;
  for (int i = 0; i < 3; ++i) {
    writer->game(games, game);
  }
  games[ccbridge::newer.tree_at + 4 + 1] = '\x20'; // 8 KB: to the last record
  BinaryFile library;
  library.file = writer->file({}) + games;
  REQUIRE_FALSE(open_cbl(library));
  CHECK(library.records.size() == 3);
}
