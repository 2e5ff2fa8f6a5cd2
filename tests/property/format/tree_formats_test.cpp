// What CBF, PFC and DhtmlXQ can hold of a game comes back; the rest is reported.

#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/xml/cbf.hpp"
#include "format/xml/pfc.hpp"
#include "support/catch.hpp"
#include "support/parse.hpp"
#include "support/random_games.hpp"

#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <algorithm>

using namespace xq;
using record::Game;
using record::NodeId;

namespace {

struct Case {
  std::string_view name;
  support::Parsed (*parse)(std::string_view, std::size_t);
  std::string (*change)(std::string_view); ///< what becomes of text
  bool result_header; ///< a Result header that says something else than the result is kept
  bool counters;      ///< the start position keeps its move counters
};

std::string control_pictures(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '\x01' ? std::string{"\u2401"} : std::string(1, c);
  }
  return out;
}
std::string as_it_is(std::string_view text) { return std::string{text}; }

using support::parse_as;

const Case cases[] = {
    {"cbf", parse_as<format::CbfSplitter, format::make_cbf_parser>, control_pictures, true, true},
    {"pfc", parse_as<format::PfcSplitter, format::make_pfc_parser>, control_pictures, false, true},
    {"dhtmlxq", parse_as<format::DhtmlxqSplitter, format::make_dhtmlxq_parser>, as_it_is, false,
     false},
};

bool is_implied(const Game& game, const Game::Tag& tag) {
  return trim(tag.value).empty() || tag.name == "FEN" || tag.name == "Format" ||
         tag.name == "Game" ||
         (tag.name == "Result" && record::find_result(tag.value) == game.result());
}

/// Names and values of the headers that count, sorted: their order is not kept.
std::vector<std::string> headers(const Game& game, const Case& c) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    const bool first = game.tag(tag.name).data() == tag.value.data();
    if (first && !is_implied(game, tag) && (c.result_header || tag.name != "Result")) {
      std::string name{tag.name};
      name[0] = name == "event" ? 'E' : name[0];
      out.push_back(name + "=" + c.change(trim(tag.value)));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// The tree with one comment a move and no glyphs, and without headers.
Game flat(const Game& game, const Case& c) {
  Game out;
  auto start = game.start();
  if (!c.counters) {
    start.set_counters(0, 1);
    if (game.node_count() == 1) {
      start.set_side_to_move(Color::red); // there is no first mover
    }
  }
  out.set_start(start);
  out.set_result(game.result());
  for (NodeId id = 0; id < game.node_count(); ++id) {
    std::string text;
    game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind != record::NoteKind::nag && !trim(note.text).empty()) {
        text.append(text.empty() ? "" : "\n").append(trim(note.text));
      }
    });
    if (id != record::root_node) {
      out.add_move(game.node(id).parent, game.node(id).move);
    }
    if (!text.empty()) {
      out.add_comment(id, c.change(text));
    }
  }
  return out;
}

bool has_losses(const Game& game, const Case& c) {
  bool lost = false;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    lost = lost || (!tag.value.empty() && trim(tag.value).empty() && tag.name != "FEN" &&
                    tag.name != "Format" && tag.name != "Game"); // blanks alone
    const bool first = game.tag(tag.name).data() == tag.value.data();
    lost =
        lost || (!is_implied(game, tag) && (!first || (!c.result_header && tag.name == "Result")));
    lost = lost || c.change(tag.value) != tag.value; // also in a header that is not written
  }
  for (NodeId id = 0; id < game.node_count(); ++id) {
    int comments = 0;
    game.for_each_note(id, [&](const Game::Note& note) {
      const bool words = note.kind != record::NoteKind::nag && !trim(note.text).empty();
      comments += words ? 1 : 0;
      lost = lost || note.kind == record::NoteKind::nag || comments > 1 ||
             (words && note.kind == record::NoteKind::comment_before) ||
             c.change(note.text) != note.text;
    });
  }
  const auto& start = game.start();
  return lost ||
         (!c.counters && (start.halfmove_clock() != 0 || start.fullmove_number() != 1 ||
                          (game.node_count() == 1 && start.side_to_move() == Color::black)));
}

/// Black in check with Red to move is no position.
bool turns_impossible(const Game& game, const Case& c) {
  return !c.counters && game.node_count() == 1 && game.start().side_to_move() == Color::black;
}

} // namespace

TEST_CASE("what the formats of trees can hold of a game comes back") {
  std::mt19937 random{support::seed};
  INFO("seed " << support::seed);
  for (const auto& c : cases) {
    const auto writer = format::make_writer(c.name, {});
    for (int round = 0; round < 150; ++round) {
      std::string text;
      std::vector<Game> games(3);
      for (auto& game : games) {
        do {
          support::random_record(random, game);
        } while (turns_impossible(game, c));
        game.set_tag("Title", support::random_text(random));
        writer->game(text, game);
      }
      INFO(c.name << ", round " << round << "\n" << text);
      const auto parsed = c.parse(text, 1 + random() % 5000);
      REQUIRE(parsed.games.size() == games.size());
      for (std::size_t i = 0; i < games.size(); ++i) {
        auto& back = *parsed.games[i];
        INFO("game " << i << ": " << support::codes(back));
        REQUIRE(back.usable());
        CHECK(headers(back, {c.name, c.parse, as_it_is, c.result_header, c.counters}) ==
              headers(games[i], c));
        std::vector<Problem> losses;
        writer->losses(games[i], losses);
        CHECK(!losses.empty() == has_losses(games[i], c));
        while (back.tag_count() > 0) {
          back.remove_tag(back.tag_at(0).name);
        }
        REQUIRE(equal(back, flat(games[i], c)));
      }
    }
  }
}

TEST_CASE("damaged records of trees give a game or a finding") {
  std::mt19937 random{support::seed + 1};
  INFO("seed " << support::seed + 1);
  static constexpr std::string_view bytes = "[]<>/=\"'0123456789&;-_|\n \xE7n";
  for (const auto& c : cases) {
    const auto writer = format::make_writer(c.name, {});
    for (int round = 0; round < 300; ++round) {
      Game game;
      support::random_record(random, game);
      std::string text;
      writer->game(text, game);
      for (auto n = 1 + random() % 4; n > 0; --n) {
        text[random() % text.size()] = bytes[random() % bytes.size()];
      }
      INFO(c.name << "\n" << text);
      for (const auto& back : c.parse(text, 1 + random() % 5000).games) {
        Position position = back->start(); // every move that was kept is legal
        for (auto id = back->node(0).first_child; id != record::no_node;
             id = back->node(id).first_child) {
          REQUIRE(position.is_legal(back->node(id).move));
          position.do_move(back->node(id).move);
        }
      }
    }
  }
}
