#include "notation/reading.hpp"
#include "notation/traditional.hpp"
#include "support/catch.hpp"
#include "support/random_positions.hpp"

#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace xq;
using namespace xq::notation;

namespace {

/// Positions of random play, and placements with many pawns on few files.
std::vector<Position> positions() {
  std::mt19937 random{support::seed};
  std::vector<Position> out;
  for (int game = 0; game < 12; ++game) {
    const auto played = support::random_game(random, 120);
    for (std::size_t i = 0; i < played.size(); i += 3) {
      out.push_back(played[i]);
    }
  }
  for (int i = 0; i < 400; ++i) {
    out.push_back(support::random_placement(random, 4 + i % 2));
  }
  return out;
}

/// The same position with the colours exchanged, seen from the other side.
Position turned(const Position& p) {
  Position out;
  for (const Square s : p.occupied()) {
    out.put(make_piece(~color_of(p.at(s)), type_of(p.at(s))), rotate(s));
  }
  out.set_side_to_move(~p.side_to_move());
  return out;
}

std::string simplified(const std::string& text) {
  const std::map<std::string, std::string> same{{"帥", "帅"}, {"將", "将"}, {"馬", "马"},
                                                {"車", "车"}, {"進", "进"}, {"後", "后"}};
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    const auto it = same.find(text.substr(i, 3));
    out += it == same.end() ? text.substr(i, 3) : it->second;
  }
  return out;
}

} // namespace

TEST_CASE("what is written is read back as the same move, in each style and in any") {
  INFO("seed " << support::seed);
  for (const Position& p : positions()) {
    for (const Move m : legal_moves(p)) {
      for (std::size_t i = 0; i < style_count; ++i) {
        const auto style = static_cast<Style>(i);
        const std::string text = to_text(p, m, style);
        const bool same = read_token(p, text, style).move == m &&
                          (style == Style::keypad || read_token(p, text).move == m);
        if (!same) {
          FAIL_CHECK(write_fen(p) << ' ' << support::uci(m) << ' ' << text);
        }
      }
      const std::string nb = to_text(p, m, Style::wxf, {Letters::nb});
      if (read_token(p, nb).move != m) {
        FAIL_CHECK(write_fen(p) << ' ' << nb);
      }
    }
  }
}

TEST_CASE("no two moves of a position share a name") {
  INFO("seed " << support::seed);
  for (const Position& p : positions()) {
    for (std::size_t i = 0; i < style_count; ++i) {
      std::map<std::string, Move> names;
      for (const Move m : legal_moves(p)) {
        const std::string text = to_text(p, m, static_cast<Style>(i));
        if (!names.emplace(text, m).second) {
          FAIL_CHECK(write_fen(p) << ' ' << text);
        }
      }
    }
  }
}

TEST_CASE("the fast reader agrees with the slow one") {
  INFO("seed " << support::seed);
  int taken = 0;
  int total = 0;
  for (const Position& p : positions()) {
    for (const Move m : legal_moves(p)) {
      for (const Style style : {Style::chinese, Style::traditional}) {
        const std::string text = to_text(p, m, style);
        const FastReading fast = read_chinese_fast(p, text);
        ++total;
        taken += fast.bytes != 0;
        if (fast.bytes != 0 && (fast.move != m || fast.bytes != 12 || fast.wrong_numerals)) {
          FAIL_CHECK(write_fen(p) << ' ' << text);
        }
      }
    }
  }
  // Only the numbered pawns are left to read_token().
  CHECK(taken > total * 8 / 10);
}

TEST_CASE("the fast reader takes each piece, column, direction and number for what is legal") {
  INFO("seed " << support::seed);
  const std::array<std::string, 7> pieces{"帅", "仕", "相", "马", "车", "炮", "兵"};
  const std::array<std::string, 3> actions{"平", "进", "退"};
  const std::array<std::string, 9> digits{"一", "二", "三", "四", "五", "六", "七", "八", "九"};
  int moves = 0;
  for (const Position& p : positions()) {
    const Color c = p.side_to_move();
    std::map<std::string, Move> expected; // the one legal move that a text can mean
    for (const Move m : legal_moves(p)) {
      const PieceType t = type_of(p.at(m.from()));
      const auto same = p.pieces(c, t) & file_squares(file_of(m.from()));
      if (same.count() == 1 || told_by_direction(t)) {
        const Step step = step_of(c, t, m);
        expected[pieces[to_index(t)] +
                 digits[static_cast<std::size_t>(column_of(c, file_of(m.from())) - 1)] +
                 actions[static_cast<std::size_t>(step.action)] +
                 digits[static_cast<std::size_t>(step.value - 1)]] = m;
      }
    }
    for (const std::string& piece : pieces) {
      for (const std::string& column : digits) {
        for (const std::string& action : actions) {
          for (const std::string& value : digits) {
            const std::string text = fmt::format("{}{}{}{}", piece, column, action, value);
            const auto it = expected.find(text);
            const Move move = read_chinese_fast(p, text).move;
            moves += static_cast<int>(static_cast<bool>(move));
            if (move != (it == expected.end() ? Move{} : it->second)) {
              FAIL_CHECK(write_fen(p) << ' ' << text << ' ' << support::uci(move));
            }
          }
        }
      }
    }
  }
  CHECK(moves > 1000);
}

TEST_CASE("traditional and simplified names differ in script only") {
  for (const Position& p : positions()) {
    for (const Move m : legal_moves(p)) {
      const std::string text = to_text(p, m, Style::traditional);
      if (simplified(text) != to_text(p, m, Style::chinese)) {
        FAIL_CHECK(write_fen(p) << ' ' << text);
      }
    }
  }
}

TEST_CASE("a move has the same name seen from the other side") {
  for (const Position& p : positions()) {
    const Position q = turned(p);
    for (const Move m : legal_moves(p)) {
      const Move other{rotate(m.from()), rotate(m.to())};
      for (const Style style : {Style::wxf, Style::keypad}) {
        if (to_text(p, m, style) != to_text(q, other, style)) {
          FAIL_CHECK(write_fen(p) << ' ' << support::uci(m) << ' ' << name(style));
        }
      }
    }
  }
}

TEST_CASE("the mirror image of a move has mirrored columns") {
  const auto mirrored_digit = [](char c) { return static_cast<char>('0' + 10 - (c - '0')); };
  for (const Position& p : positions()) {
    const Position q = p.mirrored();
    for (const Move m : legal_moves(p)) {
      std::string expected = to_text(p, m, Style::wxf);
      const std::string text = to_text(q, mirror(m), Style::wxf);
      if (expected[1] >= 'a' && expected[1] <= 'e') {
        expected[1] = text[1]; // a series over two columns begins at the other one
      } else if (expected[1] >= '1' && expected[1] <= '9') {
        expected[1] = mirrored_digit(expected[1]);
      }
      if (expected[2] == '.' || std::string_view{"AEH"}.find(expected[0]) != std::string::npos) {
        expected[3] = mirrored_digit(expected[3]);
      }
      if (text != expected) {
        FAIL_CHECK(write_fen(p) << ' ' << support::uci(m) << ' ' << text << ' ' << expected);
      }
    }
  }
}

TEST_CASE("every pair of squares is legal or says why not") {
  INFO("seed " << support::seed);
  std::mt19937 random{support::seed};
  for (int i = 0; i < 60; ++i) {
    const Position p = support::random_placement(random, 4);
    const MoveList legal = legal_moves(p);
    for (std::size_t pair = 0; pair < square_count * square_count; ++pair) {
      const Move m{static_cast<Square>(pair / square_count),
                   static_cast<Square>(pair % square_count)};
      const bool is_legal = legal.contains(m);
      if (why_illegal(p, m).empty() != is_legal) {
        FAIL_CHECK(write_fen(p) << ' ' << support::uci(m));
      }
      const Reading r = read_token(p, support::uci(m));
      if (static_cast<bool>(r) != is_legal ||
          (!is_legal && explain(p, support::uci(m), r).empty())) {
        FAIL_CHECK(write_fen(p) << ' ' << support::uci(m));
      }
    }
  }
}

TEST_CASE("each style of WXF is read back in its own style, and names no two moves alike") {
  INFO("seed " << support::seed);
  for (const Position& p : positions()) {
    for (const WxfStyle wxf : {WxfStyle::xqbase, WxfStyle::index, WxfStyle::rules1997}) {
      std::map<std::string, Move> names;
      for (const Move m : legal_moves(p)) {
        const std::string text = to_text(p, m, Style::wxf, {Letters::he, wxf});
        const bool alone = names.emplace(text, m).second;
        if (!alone || read_token(p, text, Style::wxf, wxf).move != m) {
          FAIL_CHECK(write_fen(p) << ' ' << support::uci(m) << ' ' << text);
        }
        // Without being told, a text is either understood or said to be ambiguous, but for 33=,
        // which the index style has, too.
        const Reading untold = read_token(p, text);
        const bool doubled = text[0] == text[1] && text[0] >= '1' && text[0] <= '9';
        if (untold.move != m && !untold.candidates.contains(m) && !doubled) {
          FAIL_CHECK("untold " << write_fen(p) << ' ' << support::uci(m) << ' ' << text);
        }
      }
    }
  }
}

namespace {

/// The ways to write a move in Latin letters: with both sets of letters and every separator, in
/// either case, with and without what tells pieces of a kind apart.
std::vector<std::string> latin_texts(const Position& p, Move m) {
  const PieceType type = type_of(p.at(m.from()));
  const std::string from = support::uci(m).substr(0, 2);
  const std::string to = support::uci(m).substr(2);
  const auto upper = [](std::string text) {
    for (char& c : text) {
      c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
  };
  std::vector<std::string> out;
  for (const char* const between : {"", "-", "x"}) {
    for (const auto& first : {from, upper(from)}) {
      for (const auto& second : {to, upper(to)}) {
        out.push_back(first + between + second);
      }
    }
  }
  for (const std::string_view letters : {"KABNRCP", "KAEHRCP"}) {
    const std::string letter(1, letters[to_index(type)]);
    for (const auto& origin :
         {std::string{}, from.substr(0, 1), from.substr(1), from, from + "-"}) {
      for (const char* const capture : {"", "x"}) {
        out.push_back(letter + origin + capture + to);
        if (type == PieceType::pawn) {
          out.push_back(origin + capture + to);
        }
      }
    }
  }
  for (const Letters letters : {Letters::he, Letters::nb}) {
    for (const WxfStyle wxf : {WxfStyle::xqbase, WxfStyle::index, WxfStyle::rules1997}) {
      const auto text = to_text(p, m, Style::wxf, {letters, wxf});
      out.push_back(text);
      for (const char* const separator : {"=", ""}) {
        auto other = text;
        if (const auto dot = other.find('.'); dot != std::string::npos) {
          out.push_back(other.replace(dot, 1, separator));
        }
      }
    }
  }
  return out;
}

} // namespace

TEST_CASE("text that two styles read as different moves is not read as one of them") {
  INFO("seed " << support::seed);
  int ambiguous = 0;
  for (const Position& p : positions()) {
    for (const Move m : legal_moves(p)) {
      for (const auto& text : latin_texts(p, m)) {
        std::set<std::string> meanings;
        for (const Style style : {Style::wxf, Style::iccs, Style::coordinate}) {
          if (const auto reading = read_token(p, text, style)) {
            meanings.insert(support::uci(reading.move));
          }
        }
        if (const auto reading = read_algebraic(p, text, FirstRank::zero)) {
          meanings.insert(support::uci(reading.move));
        }
        const auto any = read_token(p, text);
        ambiguous += meanings.size() > 1;
        bool told = static_cast<bool>(any) && meanings.size() == 1 &&
                    meanings.contains(support::uci(any.move));
        if (any.fault == ReadFault::ambiguous) {
          told = std::all_of(meanings.begin(), meanings.end(), [&](const std::string& uci) {
            return std::any_of(any.candidates.begin(), any.candidates.end(),
                               [&](Move c) { return support::uci(c) == uci; });
          });
        }
        if (!meanings.empty() && !told) {
          FAIL_CHECK(write_fen(p) << ' ' << text << " for " << support::uci(m) << " of "
                                  << meanings.size() << " meanings, read "
                                  << (any ? support::uci(any.move) : std::string{"none"}));
        }
      }
    }
  }
  CHECK(ambiguous > 0);
}
