#include "base/hash.hpp"
#include "store/rows/game_fields.hpp"
#include "store/rows/notes_code.hpp"
#include "support/catch.hpp"
#include "support/positions.hpp"

#include <xq/board/fen.hpp>

#include <fmt/core.h>

using namespace xq;
using namespace xq::store;
using record::Game;

namespace {

GameFields packed_fields(const Game& game, std::string& bytes) {
  GamePacker packer;
  GameFields fields;
  bytes.clear();
  packer.pack(game, bytes);
  unpack(bytes, fields);
  return fields;
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  }
  return out;
}

} // namespace

TEST_CASE("the content hash is frozen", "[store]") {
  // By libxxhash 0.8.1.
  CHECK(content_hash("") == 0x2D06800538D394C2ULL);
  CHECK(content_hash("xq") == 0x23061B2A56D5BF5AULL);
  std::string alphabet;
  for (int i = 0; i < 300; ++i) {
    alphabet += static_cast<char>('a' + i % 26);
  }
  CHECK(content_hash(alphabet) == 0x7F720C1F731C9648ULL);
}

TEST_CASE("headers go into their columns, the rest is kept", "[store]") {
  Game game;
  game.add_tag("Game", "Chinese Chess");
  game.add_tag("Event", "第19届五羊杯");
  game.add_tag("Date", "1998.12.??");
  game.add_tag("Red", "徐天红");
  game.add_tag("Result", "1/2-1/2");
  game.add_tag("Opening", "中炮");
  game.add_tag("Event", "again");
  game.set_result(record::Result::draw);
  game.add_move(record::root_node, support::squares("h2e2"));
  std::string bytes;
  const auto fields = packed_fields(game, bytes);
  CHECK(fields.names[0] == "第19届五羊杯");
  CHECK(fields.names[2] == "徐天红");
  CHECK(fields.date == 19981200);
  CHECK(fields.date_text.empty()); // the number says it all
  CHECK(fields.result == record::Result::draw);
  CHECK(fields.start_fen.empty());
  CHECK(hex(fields.moves) == "08e0"); // h2 is 25, e2 is 22: 25 * 90 + 22 = 2272 = 0x08E0
  CHECK(fields.notes.empty());
  REQUIRE(fields.own_tags.size() == 2);
  CHECK(fields.own_tags[0].place == 5);
  CHECK(fields.own_tags[0].value == "中炮");
  CHECK(fields.own_tags[1].place == 6);

  LayoutReader layout{fields.layout};
  LayoutReader::Tag tag;
  std::vector<TagPlace> places;
  while (layout.next(tag)) {
    places.push_back(tag.place);
  }
  const auto column = TagPlace::column;
  CHECK(places == std::vector<TagPlace>{TagPlace::layout, column, column, column, column,
                                        TagPlace::row, TagPlace::row});

  Game copy;
  std::vector<Move> scratch;
  REQUIRE(restore(fields, copy, scratch));
  CHECK(record::equal(game, copy));
}

TEST_CASE("text that a column cannot say is kept as written", "[store]") {
  Game game;
  game.add_tag("Date", "1963年8月15日");
  game.add_tag("Result", "0-0");
  game.add_tag("FEN", "3k5/9/9/9/9/9/9/9/9/4K3R r");
  game.set_start(read_fen("3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1")->position);
  std::string bytes;
  const auto fields = packed_fields(game, bytes);
  CHECK(fields.date == 19630815);
  CHECK(fields.date_text == "1963年8月15日");
  CHECK(fields.start_fen == "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1");
  CHECK(fields.own_tags.size() == 2);
  Game copy;
  std::vector<Move> scratch;
  REQUIRE(restore(fields, copy, scratch));
  CHECK(record::equal(game, copy));
}

TEST_CASE("damaged fields are refused", "[store]") {
  Game game;
  game.add_tag("Opening", "x");
  game.add_move(record::root_node, support::squares("h2e2"));
  std::string bytes;
  auto fields = packed_fields(game, bytes);
  Game copy;
  std::vector<Move> scratch;
  const auto damaged = [&](auto&& change) {
    auto other = fields;
    change(other);
    return !restore(other, copy, scratch);
  };
  CHECK_FALSE(damaged([](GameFields&) {}));
  CHECK(damaged([](GameFields& f) { f.own_tags.clear(); }));
  CHECK(damaged([](GameFields& f) { f.moves = "\x08"; }));
  CHECK(damaged([](GameFields& f) { f.moves = "\xFF\xFF"; }));
  CHECK(damaged([](GameFields& f) { f.moves = std::string_view{"\0\1", 2}; })); // rook onto a horse
  CHECK(damaged([](GameFields& f) { f.start_fen = "8"; }));
  CHECK(damaged([](GameFields& f) { f.notes = "\x02"; })); // an unknown version
}

TEST_CASE("the notes code is frozen", "[store]") {
  Game game;
  game.add_comment(record::root_node, "A");
  const auto first = game.add_move(record::root_node, support::squares("h2e2"));
  game.add_nag(first, 300);
  const auto other = game.add_move(record::root_node, support::squares("b2e2"));
  game.add_comment(other, "b", record::NoteKind::comment_before);
  game.add_move(other, support::squares("h9g7"));
  game.add_move(first, support::squares("h9g7"));
  std::string notes;
  encode_notes(game, notes);
  // version, comment "A", advance 1, glyph 300, open, play b2e2, comment before "b",
  // play h9g7, close; the main line's last move goes without saying
  CHECK(hex(notes) == "01"
                      "050141"
                      "0101"
                      "07ac02"
                      "03"
                      "020106c4"
                      "060162"
                      "02011f35"
                      "04");
}

TEST_CASE("a game with nothing but moves has no notes", "[store]") {
  Game game;
  std::string notes;
  encode_notes(game, notes);
  CHECK(notes.empty());
  game.add_move(record::root_node, support::squares("h2e2"));
  encode_notes(game, notes);
  CHECK(notes.empty());
}

TEST_CASE("variations may nest as deeply as memory allows", "[store]") {
  Game game;
  auto parent = record::root_node;
  const char* quiet[] = {"i0i1", "i9i8", "i1i0", "i8i9"};
  for (std::size_t i = 0; i < 20'000; ++i) { // an alternative within the alternative before
    game.add_move(parent, support::squares(i % 2 == 0 ? "a0a1" : "a9a8"));
    parent = game.add_move(parent, support::squares(quiet[i % 4]));
  }
  std::string notes;
  std::string moves;
  encode_notes(game, notes);
  encode_moves(game, moves);
  std::vector<Move> line;
  REQUIRE(decode_moves(moves, line));
  Game copy;
  REQUIRE(decode_notes(notes, line, copy));
  CHECK(record::equal(game, copy));
}

TEST_CASE("dates as numbers", "[store]") {
  CHECK(date_number("1998.12.09") == 19981209);
  CHECK(date_number("1998.??.??") == 19980000);
  CHECK(date_number("") == 0);
  CHECK(date_number("????.12.01") == 0);
  CHECK(date_number("1998-12-09") == 0);
  CHECK(date_text(19981209) == "1998.12.09");
  CHECK(date_text(19980000) == "1998.??.??");
  CHECK(date_text(0).empty());
}
