#pragma once

// Games of everything that a record may hold, made of bytes: of random ones by the property test,
// of those that libFuzzer finds by its target. Written in a format and read back, they must be what
// they were, less what the writer reported.

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "format/binary/binary.hpp"
#include "format/detect.hpp"
#include "format/pgn/pgn.hpp"
#include "format/registry.hpp"
#include "format/shared/flat_record.hpp"
#include "format/xml/xml.hpp"
#include "random_positions.hpp"
#include "record/header_names.hpp"
#include "record/rewrite.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/problem_code.hpp>
#include <xq/board/fen.hpp>
#include <xq/format/format.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

/// What some format or reader takes for something else than text.
inline constexpr auto odd_phrases = std::to_array<std::string_view>({
    " ",
    "\n",
    "\t",
    "\r",
    "\r\n",
    "\"",
    "\\",
    "x\"] [y",
    "\"]",
    "[",
    "]",
    "[Event \"x\"]",
    "\n[Event \"x\"]\n\n1. ",
    "{",
    "}",
    "(",
    ")",
    ";",
    "\n;",
    "%",
    "\n%",
    "$1",
    "1. h2e2",
    "1-0",
    "*",
    "====",
    "|",
    "||",
    "[DhtmlXQ",
    "[/DhtmlXQ_title]",
    "[DhtmlXQ]",
    "<br>",
    "&amp;",
    "&#13;",
    "<",
    ">",
    "]]>",
    "<!--",
    "<?xml",
    "<game>",
    "<ChineseChessRecord",
    "_x0041_",
    "'",
    ",",
    "position startpos moves h2e2",
    "FORMAT WXF",
    "{\"a\":",
    "炮二平五",
    "許功蓋",
    "红黑",
    "\u3000",
    "\u00A0",
    "\u200B",
    "\uFEFF",
    "\xE2\x80\xAE", // NOLINT(misc-misleading-bidirectional): what turns the direction of writing
    "\u2028",
    "\u0085",
    "\uFFFD",
    "\uFFFE",
    "\uFFFF",
    "\U0001F40E",
    "\xFF",
    "\xE7\x82",
    "\x81\x30",
    {"\0", 1},
    "\x01",
    "\x1A",
    "\x1B[31m",
    "\x7F",
    "XQ\n",
    // CCBridge Record and a NUL, and its library, as UTF-16LE
    "\u4343\u7242\u6469\u6567\u5220\u6365\u726F\u0064",
    "\u4343\u7242\u6469\u6567\u694C\u7262\u7261\u0079",
    "a",
    "甲乙",
    "1998.12.09",
    "----------------------------------------------------------------",
});

inline constexpr auto odd_header_names = std::to_array<std::string_view>({
    "Event",      "Red",         "Black",   "Date",    "Round",    "Site",
    "Title",      "Result",      "Opening", "RedTeam", "ECCO",     "RecordType",
    "RecordKind", "FEN",         "Format",  "Game",    "White",    "Author",
    "Remark",     "id",          "bm",      "c0",      "event",    "Time Control",
    "备注",       "TimeControl", "title",   "result",  "movelist", "comment1",
    "move_0_1_1", "binit",       "xmlns",   "version", "m",        "c",
    "type",       "0",           "-",       "_x0041_", "",         "Source",
    "Subtitle",   "RedElo",      "Type",    "init",    "win",      "Nature",
    "Script",
});

/// Bytes as decisions; zeros behind their end.
class Decisions {
public:
  explicit Decisions(std::span<const std::uint8_t> bytes) : m_bytes{bytes} {}

  [[nodiscard]] bool empty() const noexcept { return m_bytes.empty(); }
  std::uint8_t next() noexcept {
    if (m_bytes.empty()) {
      return 0;
    }
    const auto byte = m_bytes.front();
    m_bytes = m_bytes.subspan(1);
    return byte;
  }

  /// Parts, each a byte: below 96 the end, below 128 so many bytes less 96 as they are, else a
  /// phrase and how often.
  std::string text() {
    constexpr std::size_t most = 40'000;
    std::string out;
    while (out.size() < most) {
      const auto kind = next();
      if (kind < 96) {
        break;
      }
      if (kind < 128) {
        for (auto n = kind - 96; n > 0 && !m_bytes.empty(); --n) {
          out += static_cast<char>(next());
        }
        continue;
      }
      const auto phrase = odd_phrases[(kind - 128 + next() * 128U) % odd_phrases.size()];
      const auto times = next();
      for (auto n = times < 250 ? 1 : (times - 249) * 50; n > 0; --n) {
        out += phrase;
      }
    }
    return out;
  }

private:
  std::span<const std::uint8_t> m_bytes;
};

/// The game that these bytes make. Every move is legal, no alternative has words of its own alone.
inline xq::record::Game odd_game(std::span<const std::uint8_t> bytes) {
  using namespace xq;
  using record::NoteKind;
  Decisions decide{bytes};
  record::Game game;
  game.number = 7;
  if (const auto start = decide.next(); start >= 192) {
    std::mt19937 random{decide.next()};
    auto position = random_placement(random, start % 6);
    const int halfmoves = start % 3 == 0 ? decide.next() : 0;
    const int number = start % 4 == 0 ? decide.next() + 1 : 1;
    position.set_counters(halfmoves, number);
    game.set_start(position);
  }
  game.set_result(static_cast<record::Result>(decide.next() % 4));
  auto node = record::root_node;
  auto position = game.start();
  const auto play = [&] {
    MoveList moves;
    generate_legal(position, moves);
    if (!moves.empty()) {
      const auto move = moves[decide.next() % moves.size()];
      node = game.add_move(node, move);
      position.do_move(move);
    }
  };
  while (!decide.empty() && game.node_count() < 300) {
    switch (decide.next() % 10) {
    case 0: {
      const auto name = odd_header_names[decide.next() % odd_header_names.size()];
      game.add_tag(name, decide.text());
      break;
    }
    case 1: {
      const auto name = decide.text().substr(0, 40);
      game.add_tag(name.substr(0, std::min(name.size(), find_invalid_utf8(name))), decide.text());
      break;
    }
    case 2:
    case 3:
    case 4:
      play();
      break;
    case 5:
      game.add_comment(node, decide.text());
      break;
    case 6:
      game.add_comment(node, decide.text(), NoteKind::comment_before);
      break;
    case 7: {
      const unsigned glyph = decide.next();
      game.add_nag(node, static_cast<std::uint16_t>(glyph * (decide.next() < 64 ? 7 : 1)));
    } break;
    case 8: // an alternative to this move
      if (node != record::root_node) {
        node = game.node(node).parent;
        position = record::position_after(game, node);
        play();
      }
      break;
    default: { // back to the end of the main moves
      node = record::root_node;
      while (game.node(node).first_child != record::no_node) {
        node = game.node(node).first_child;
      }
      position = record::position_after(game, node);
      break;
    }
    }
  }
  return game;
}

/// The games of a whole file, as reading it would give them; `format` is what it was written in.
inline std::vector<std::unique_ptr<xq::record::Game>> games_of(const std::string& file,
                                                               std::string_view format) {
  using namespace xq;
  std::vector<std::unique_ptr<record::Game>> out;
  if (const auto* const binary = format::find_binary(format)) {
    format::BinaryFile library;
    library.file = file;
    if (!binary->split(library)) {
      for (const auto record : library.records) {
        binary->parse(record, *out.emplace_back(std::make_unique<record::Game>()));
      }
    }
    return out;
  }
  std::string text;
  std::vector<BadBytes> bad;
  Decoder decoder{Encoding::utf8};
  decoder.decode(file, text, bad);
  decoder.finish(text, bad);
  for (std::size_t i = 0; i < text.size(); ++i) { // as DecodedFile does
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) {
      text[i] = '\n';
    }
  }
  const auto* const entry = format::find_entry(format);
  if (entry->make_splitter == nullptr) {
    format::XmlGameReader reader{{}};
    std::vector<std::unique_ptr<record::Game>> games;
    static_cast<void>(reader.feed(text, true, games));
    for (const auto& read : games) {
      out.push_back(std::make_unique<record::Game>(*read));
    }
    return out;
  }
  const auto splitter = entry->make_splitter();
  const auto parser = entry->make_parser({});
  std::vector<format::Splitter::Start> starts;
  splitter->scan(text, true, starts);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto end = i + 1 < starts.size() ? starts[i + 1].offset : text.size();
    parser->parse({std::string_view{text}.substr(starts[i].offset, end - starts[i].offset),
                   starts[i].offset, starts[i].line, !bad.empty(), splitter->heading()},
                  *out.emplace_back(std::make_unique<record::Game>()));
  }
  return out;
}

/// Writes an odd game between two plain ones and compares what is read back.
class WrittenGame {
public:
  /// `format`: its row; ucci is read as uci.
  WrittenGame(const xq::format::FormatInfo& format, const xq::record::Game& game)
      : m_format{format}, m_game{game} {}

  /// What came back otherwise although the writer did not say so; empty: nothing.
  std::string difference() {
    using namespace xq;
    const auto writer = format::make_writer(m_format.name, {});
    writer->losses(m_game, m_losses);
    if (const auto count = format::find_entry(m_format.name)->left_out; count != nullptr) {
      m_left_out = count(m_game);
    }
    const bool refused = has_error(m_losses);
    std::string games;
    const auto plain = plain_game();
    const auto count = m_format.one_game_a_file ? 1U : 3U;
    if (count == 3) {
      writer->game(games, plain);
    }
    writer->game(games, m_game);
    if (count == 3) {
      writer->game(games, plain);
    }
    if (refused && count == 1) {
      return games.empty() ? "" : "a game that cannot be written was written";
    }
    const auto file = writer->file(games);
    if (file.find('\0') != std::string::npos && is_text()) {
      return "a NUL in text";
    }
    if (is_text() && find_invalid_utf8(file) != std::string::npos) {
      return "text that is not UTF-8";
    }
    if (const auto found = is_garbled(file) ? std::string{m_format.name} : detected(file);
        found != m_format.name && m_format.readable) {
      return "taken for " + found;
    }
    const auto back = games_of(file, m_format.readable ? m_format.name : "uci");
    if (back.size() != count) {
      return std::to_string(back.size()) + " games instead of " + std::to_string(count);
    }
    if (count == 3) {
      for (const auto i : {0U, 2U}) {
        if (!back[i]->problems.empty() || back[i]->plies() != plain.plies()) {
          return "another game was damaged";
        }
      }
    }
    return compare(*back[count / 2]);
  }

private:
  using Game = xq::record::Game;
  using NodeId = xq::record::NodeId;

  static Game plain_game() {
    using namespace xq;
    Game game;
    game.number = 1;
    game.add_tag("Red", "x");
    const auto node = game.add_move(record::root_node, Move{make_square(7, 2), make_square(4, 2)});
    game.add_move(node, Move{make_square(7, 9), make_square(6, 7)});
    return game;
  }

  [[nodiscard]] bool is_text() const noexcept {
    return !m_format.one_game_a_file && !m_format.has_index;
  }

  /// Text with so many control characters is not taken for text.
  [[nodiscard]] static bool is_garbled(std::string_view file) {
    const auto head = file.substr(0, 512);
    return std::count_if(head.begin(), head.end(),
                         [](char c) { return c >= 0 && c < ' ' && c != '\n'; }) > 8;
  }

  [[nodiscard]] static std::string detected(const std::string& file) {
    using namespace xq;
    if (const auto* const binary = format::detect_binary(format::as_bytes(file))) {
      return std::string{binary->name};
    }
    const auto* const found = format::detect_format(file, "").format;
    return found == nullptr ? "nothing" : std::string{found->name};
  }

  /// A loss whose message has one of these words.
  [[nodiscard]] bool reported(std::initializer_list<std::string_view> words) const {
    return std::any_of(m_losses.begin(), m_losses.end(), [&](const xq::Problem& loss) {
      return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return loss.message.find(word) != std::string::npos;
      });
    });
  }

  /// A loss that names the header, or has its value.
  [[nodiscard]] bool header_reported(const Game::Tag& tag) const {
    return m_left_out.headers != 0 ||
           std::any_of(m_losses.begin(), m_losses.end(), [&](const xq::Problem& loss) {
             const bool named =
                 !tag.name.empty() && loss.message.find(tag.name) != std::string::npos;
             const bool valued = !loss.token.empty() && tag.value.starts_with(loss.token);
             return named || valued;
           });
  }

  /// Characters that writers change in any text, which they report once for all of them.
  [[nodiscard]] bool changed_characters(std::string_view text) const {
    using namespace xq;
    const bool odd =
        find_invalid_utf8(text) != std::string_view::npos ||
        std::any_of(
            text.begin(), text.end(),
            [](char c) { return (c >= '\0' && c < ' ' && c != '\n' && c != '\t') || c == '|'; }) ||
        text.find("[DhtmlXQ") != std::string_view::npos ||
        text.find("[/DhtmlXQ") != std::string_view::npos ||
        text.find("\uFFFE") != std::string_view::npos ||
        text.find("\uFFFF") != std::string_view::npos;
    return odd && reported({"NUL", "control characters", "characters that XML forbids", "UTF-8",
                            "carriage returns", "texts", "lacks"});
  }

  std::string compare(const Game& back) {
    using namespace xq;
    if (!back.usable()) {
      return "not usable: " + back.problems.front().message;
    }
    for (const auto& problem : back.problems) {
      if (problem.severity != Severity::note && !is_expected(problem)) {
        return "read with a finding: " + problem.message;
      }
    }
    if (auto text = compare_start(back); !text.empty()) {
      return text;
    }
    if (back.result() != m_game.result() && m_left_out.results == 0 &&
        !reported({"a result other than"})) {
      return "another result";
    }
    if (auto text = compare_headers(back); !text.empty()) {
      return text;
    }
    return compare_trees(back);
  }

  /// What the game has wrong with it: a Result that is none, two results.
  [[nodiscard]] bool is_expected(const xq::Problem& problem) const {
    using xq::ProblemCode;
    switch (problem.code) {
    case ProblemCode::bad_result:
    case ProblemCode::result_conflict:
      return m_game.has_tag("Result");
    case ProblemCode::duplicate_tag:
      return reported({"a second header", "both "});
    case ProblemCode::bad_nag:
      return reported({"glyphs above"});
    case ProblemCode::wrong_side: // the side in check is taken to move
      return reported({"the side to move"});
    default:
      return false;
    }
  }

  std::string compare_start(const Game& back) const {
    using namespace xq;
    auto expected = m_game.start();
    if (reported({"the move counters"})) {
      expected.set_counters(back.start().halfmove_clock(), back.start().fullmove_number());
    }
    if (reported({"the side to move"})) {
      expected.set_side_to_move(back.start().side_to_move());
    }
    return write_fen(expected) == write_fen(back.start()) ? "" : "start " + write_fen(back.start());
  }

  std::string compare_headers(const Game& back) const {
    using namespace xq;
    const auto as_read = [&](std::string_view name) { return record::name_as_read(name); };
    const auto counts = [&](const Game& game, const Game::Tag& tag) {
      return !format::is_implied(game, tag) && !equal_ignoring_case(tag.name, "FEN") &&
             !trim(tag.value).empty();
    };
    for (std::size_t i = 0; i < m_game.tag_count(); ++i) {
      const auto tag = m_game.tag_at(i);
      if (tag.value.empty() || format::is_implied(m_game, tag)) {
        continue;
      }
      const bool blank = trim(tag.value).empty();
      const auto there = back.has_tag(tag.name) ? back.tag(tag.name) : back.tag(as_read(tag.name));
      const bool has = back.has_tag(tag.name) || back.has_tag(as_read(tag.name));
      const bool kept = blank ? has : trim(there) == trim(tag.value);
      if (!kept && !header_reported(tag) && !changed_characters(tag.value)) {
        return "header " + std::string{tag.name} + " is \"" + std::string{there} +
               "\" instead of \"" + std::string{tag.value} + '"';
      }
    }
    for (std::size_t i = 0; i < back.tag_count(); ++i) {
      const auto tag = back.tag_at(i);
      bool had = !counts(back, tag);
      for (std::size_t k = 0; k < m_game.tag_count(); ++k) {
        const auto name = m_game.tag_at(k).name;
        had = had || equal_ignoring_case(name, tag.name) ||
              equal_ignoring_case(as_read(name), tag.name);
      }
      if (!had) {
        return "a header " + std::string{tag.name} + " that was not there";
      }
    }
    return {};
  }

  struct Note {
    xq::record::NoteKind kind;
    unsigned nag;
    std::string text;
    bool changed; ///< has characters that the writer changed and reported
    [[nodiscard]] bool is(const Note& other) const {
      return kind == other.kind && nag == other.nag && text == other.text;
    }
  };

  /// The notes of a node as far as the format keeps them.
  [[nodiscard]] std::vector<Note> notes(const Game& game, NodeId id) const {
    using namespace xq;
    using record::NoteKind;
    const bool joined = reported({"several comments", "the places of"});
    const bool glyphs = reported({"annotation glyphs"});
    const unsigned most = reported({"glyphs above"}) ? 255 : 0xFFFF;
    std::vector<Note> out;
    game.for_each_note(id, [&](const Game::Note& note) {
      if (note.kind == NoteKind::nag) {
        if ((!glyphs || most == 255) && note.nag <= most) {
          out.push_back({note.kind, note.nag, {}, false});
        }
        return;
      }
      if (trim(note.text).empty()) {
        return;
      }
      const auto text = std::string{trim(note.text)};
      if (joined && !out.empty() && out.back().kind == NoteKind::comment) {
        out.back().text += '\n' + text;
        out.back().changed = out.back().changed || changed_characters(note.text);
      } else {
        out.push_back(
            {joined ? NoteKind::comment : note.kind, 0, text, changed_characters(note.text)});
      }
    });
    std::stable_partition(out.begin(), out.end(), [](const Note& note) {
      return note.kind == NoteKind::comment_before; // files have it in front
    });
    return out;
  }

  std::string compare_notes(const Game& back, NodeId mine, NodeId theirs) const {
    if (m_left_out.comments != 0 || reported({"comments before a move"}) ||
        reported({"comments before the first move"})) {
      return {};
    }
    const auto expected = notes(m_game, mine);
    const auto read = notes(back, theirs);
    for (std::size_t i = 0; i < std::max(expected.size(), read.size()); ++i) {
      if (i >= expected.size() || i >= read.size()) {
        return "a note is missing or added";
      }
      const bool may_differ = expected[i].kind == read[i].kind && expected[i].changed;
      if (!expected[i].is(read[i]) && !may_differ) {
        return "note \"" + read[i].text + "\" instead of \"" + expected[i].text + '"';
      }
    }
    return {};
  }

  std::string compare_trees(const Game& back) const {
    using namespace xq;
    std::vector<std::pair<NodeId, NodeId>> open{{record::root_node, record::root_node}};
    while (!open.empty()) {
      const auto [mine, theirs] = open.back();
      open.pop_back();
      if (auto text = compare_notes(back, mine, theirs); !text.empty()) {
        return text;
      }
      auto a = m_game.node(mine).first_child;
      auto b = back.node(theirs).first_child;
      while (a != record::no_node && b != record::no_node) {
        if (m_game.node(a).move != back.node(b).move) {
          return "another move";
        }
        open.emplace_back(a, b);
        a = m_left_out.variations != 0 ? record::no_node : m_game.node(a).next_sibling;
        b = back.node(b).next_sibling;
      }
      if (a != b) { // one ends before the other
        return "a move is missing or added";
      }
    }
    return {};
  }

  const xq::format::FormatInfo& m_format;
  const Game& m_game;
  std::vector<xq::Problem> m_losses;
  xq::format::LeftOut m_left_out;
};

} // namespace support
