// What is written as PGN or XML is read back as it was; damaged text never does worse than
// findings.

#include "base/text/ascii.hpp"
#include "format/movetext/movetext.hpp"
#include "support/catch.hpp"
#include "support/decode.hpp"
#include "support/parse.hpp"
#include "support/random_games.hpp"
#include "support/rounds.hpp"

#include <xq/board/fen.hpp>

using namespace xq;

namespace {

const unsigned round_trip_seed = support::seed_or(20'260'401U);

/// Text that a record may hold: no blanks at its ends, and no control characters but line ends.
std::string tidy_text(std::mt19937& random, bool lines) {
  std::string text;
  for (const char c : support::random_text(random) + (random() % 3 == 0 ? "\n[Event \"x\"]" : "")) {
    text += c == '\n' && !lines ? ' ' : c == '\x01' ? '_' : c;
  }
  return std::string{trim(text)};
}

void tidy_notes(std::mt19937& random, record::Game& game, record::NodeId id, bool opens_variation) {
  if (opens_variation && random() % 4 == 0) {
    if (const auto text = tidy_text(random, true); !text.empty()) {
      game.add_comment(id, text, record::NoteKind::comment_before);
    }
  }
  while (random() % 4 == 0) {
    if (random() % 3 == 0 && id != record::root_node) {
      game.add_nag(id, static_cast<std::uint16_t>(random() % 256));
    } else if (const auto text = tidy_text(random, true); !text.empty()) {
      game.add_comment(id, text);
    }
  }
}

void tidy_line(std::mt19937& random, record::Game& game, record::NodeId parent, Position position,
               int plies, int depth, bool variation) {
  for (int i = 0; i < plies; ++i) {
    const auto move = support::random_move(random, position);
    if (!move) {
      return;
    }
    const auto node = game.add_move(parent, move);
    tidy_notes(random, game, node, variation && i == 0);
    // Alternatives to a variation's first move are alternatives to the main move: made one level
    // up.
    while (depth > 0 && !(variation && i == 0) && random() % 6 == 0) {
      const auto line = static_cast<int>(1 + random() % 5);
      tidy_line(random, game, parent, position, line, depth - 1, true);
    }
    position.do_move(move);
    parent = node;
  }
}

record::Game tidy_game(std::mt19937& random) {
  record::Game game;
  if (random() % 3 == 0) {
    game.set_start(support::random_placement(random, static_cast<int>(random() % 4)));
  }
  game.set_result(static_cast<record::Result>(random() % 4));
  for (const auto* const name :
       {"Event", "Red", "Black", "Opening", "Variation", "X_1", "comment"}) {
    if (random() % 2 == 0) {
      game.add_tag(name, tidy_text(random, false));
    }
  }
  if (random() % 2 == 0) {
    game.add_tag("Result", to_text(game.result()));
  }
  if (!game.standard_start()) {
    game.add_tag("FEN", write_fen(game.start()));
  }
  tidy_notes(random, game, record::root_node, false);
  tidy_line(random, game, record::root_node, game.start(), static_cast<int>(random() % 40), 3,
            false);
  return game;
}

/// PGN has a header of every result that is known.
void add_result_header(record::Game& game, std::string_view format) {
  if (format == "pgn" && game.result() != record::Result::unknown && !game.has_tag("Result")) {
    game.add_tag("Result", to_text(game.result()));
  }
}

void check_round_trip(std::string_view format,
                      support::Parsed (*parse)(std::string_view, std::size_t)) {
  std::mt19937 random{round_trip_seed};
  INFO("XQ_TEST_SEED=" << round_trip_seed);
  for (int round = 0; round < 150; ++round) {
    std::vector<record::Game> games;
    format::WriteOptions options;
    options.style = static_cast<notation::Style>(random() % 6); // keypad must be asked for
    const auto writer = format::make_writer(format, options);
    std::string text;
    writer->header(text);
    for (int i = 0; i < 3; ++i) {
      writer->game(text, games.emplace_back(tidy_game(random)));
    }
    writer->footer(text);
    for (const auto encoding : {Encoding::gb18030, Encoding::utf16le, Encoding::utf16be}) {
      CHECK(support::decode(*encode(text, encoding), encoding).text == text);
    }
    const auto parsed = parse(text, 1 + random() % 5000);
    INFO(text);
    REQUIRE(parsed.games.size() == games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      INFO("game " << i << ": " << support::codes(*parsed.games[i]));
      REQUIRE(parsed.games[i]->usable());
      add_result_header(games[i], format);
      REQUIRE(equal(*parsed.games[i], games[i]));
    }
  }
}

/// What PGN and XML change without a word: see docs/formats.
record::Game as_it_comes_back(const record::Game& game, std::string_view format) {
  const bool pgn = format == "pgn";
  const auto change = [&](std::string_view text) {
    std::string changed;
    for (const char c : text) { // XML has pictures of control characters
      changed += pgn || c != '\x01' ? std::string(1, c) : std::string{"\u2401"};
    }
    return changed;
  };
  record::Game out;
  out.set_start(game.start());
  out.set_result(game.result());
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    auto [name, value] = game.tag_at(i);
    if (pgn && (equal_ignoring_case(name, "Game") || equal_ignoring_case(name, "Format"))) {
      continue;
    }
    if (pgn && name == "White" && !out.has_tag("Red")) {
      name = "Red";
    }
    std::string text = change(pgn ? value : trim(value));
    if (equal_ignoring_case(name, "FEN") && (!game.standard_start() || !trim(value).empty())) {
      text = write_fen(game.start());
    }
    out.add_tag(name, text);
  }
  add_result_header(out, format);
  if (!game.standard_start() && !game.has_tag("FEN")) {
    out.add_tag("FEN", write_fen(game.start()));
  }
  for (record::NodeId id = 0; id < game.node_count(); ++id) {
    if (id != record::root_node) {
      out.add_move(game.node(id).parent, game.node(id).move);
    }
    game.for_each_note(id, [&](const record::Game::Note& note) {
      if (note.kind == record::NoteKind::nag) {
        out.add_nag(id, note.nag);
      } else if (!trim(note.text).empty()) {
        out.add_comment(id, change(trim(note.text)), note.kind);
      }
    });
  }
  return out;
}

/// Games as untidy as they come: what is not reported as lost comes back.
void check_losses(std::string_view format,
                  support::Parsed (*parse)(std::string_view, std::size_t)) {
  std::mt19937 random{round_trip_seed};
  INFO("XQ_TEST_SEED=" << round_trip_seed);
  const auto writer = format::make_writer(format, {});
  int whole = 0;
  for (int round = 0; round < 400; ++round) {
    record::Game game;
    support::random_record(random, game);
    std::string text;
    writer->header(text);
    writer->game(text, game);
    writer->footer(text);
    std::vector<Problem> losses;
    writer->losses(game, losses);
    const auto parsed = parse(text, 1 + random() % 5000);
    INFO(text);
    REQUIRE(parsed.games.size() == 1);
    const auto& back = *parsed.games[0];
    INFO(support::codes(back));
    REQUIRE(back.usable());
    CHECK(support::tree_text(back) == support::tree_text(game));
    if (losses.empty()) {
      ++whole;
      REQUIRE(equal(back, as_it_comes_back(game, format)));
    }
  }
  CHECK(whole > 50);
}

/// A few bytes changed, lost or doubled.
std::string damaged(std::mt19937& random, std::string text) {
  static constexpr std::string_view bytes = "[](){};%\"\\\n\r \x00\xE7\xFF.1*$!<>&/-";
  for (auto n = 1 + random() % 6; n > 0 && !text.empty(); --n) {
    const auto at = random() % text.size();
    switch (random() % 3) {
    case 0:
      text[at] = bytes[random() % bytes.size()];
      break;
    case 1:
      text.erase(at, 1 + random() % 20);
      break;
    default:
      text.insert(at, text.substr(random() % text.size(), random() % 40));
      break;
    }
  }
  return text;
}

void check_damage(std::string_view format,
                  support::Parsed (*parse)(std::string_view, std::size_t)) {
  std::mt19937 random{round_trip_seed};
  INFO("XQ_TEST_SEED=" << round_trip_seed);
  const auto writer = format::make_writer(format, {});
  for (int round = 0; round < 300; ++round) {
    std::string text;
    writer->header(text);
    for (int i = 0; i < 2; ++i) {
      writer->game(text, tidy_game(random));
    }
    writer->footer(text);
    text = damaged(random, text);
    const auto whole = parse(text, text.size());
    const auto cut = parse(text, 1 + random() % 100);
    INFO(text);
    REQUIRE(whole.games.size() == cut.games.size());
    for (std::size_t i = 0; i < whole.games.size(); ++i) {
      REQUIRE(equal(*whole.games[i], *cut.games[i]));
      REQUIRE(support::codes(*whole.games[i]) == support::codes(*cut.games[i]));
      REQUIRE(whole.games[i]->final_position().king(Color::red) != Square::none);
    }
  }
}

} // namespace

TEST_CASE("PGN: written, then read, is the same", "[pgn]") {
  check_round_trip("pgn", support::parse_pgn);
}
TEST_CASE("XML: written, then read, is the same", "[xml]") {
  check_round_trip("xml", support::parse_xml);
}
TEST_CASE("PGN: what is not reported as lost comes back", "[pgn]") {
  check_losses("pgn", support::parse_pgn);
}
TEST_CASE("XML: what is not reported as lost comes back", "[xml]") {
  check_losses("xml", support::parse_xml);
}
TEST_CASE("JSON Lines: written, then read, is the same", "[jsonl]") {
  check_round_trip("jsonl", support::parse_jsonl);
}
TEST_CASE("JSON Lines: damage gives findings, the same for every cut", "[jsonl]") {
  check_damage("jsonl", support::parse_jsonl);
}
TEST_CASE("PGN: damage gives findings, the same for every cut", "[pgn]") {
  check_damage("pgn", support::parse_pgn);
}
TEST_CASE("XML: damage gives findings, the same for every cut", "[xml]") {
  check_damage("xml", support::parse_xml);
}
TEST_CASE("UCI lines and EPD: damage gives findings, the same for every cut", "[uci][epd]") {
  check_damage("uci", support::parse_uci);
  check_damage("epd", support::parse_epd);
}
