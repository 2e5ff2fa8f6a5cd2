#include "base/text/text.hpp"
#include "board/palace.hpp"
#include "board/piece_name.hpp"
#include "notation/styles.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/movegen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace xq::notation {

namespace {

std::string_view name_of(Color c) {
  return c == Color::red ? translate("red") : translate("black");
}
std::string_view side_of(Color c) {
  return c == Color::red ? translate("Red") : translate("Black");
}

/// "the red horse on b0"
std::string piece_on(const Position& position, Square s) {
  const Piece p = position.at(s);
  return localized("the {} {} on {}", name_of(color_of(p)), piece_name(type_of(p), color_of(p)),
                   square_name(s));
}

bool in_own_palace(Color c, Square s) { return in_palace(s) && !has_crossed(c, s); }

struct Offset {
  int file = 0;
  int rank = 0;
};
Offset distance(Move m) {
  return {std::abs(file_of(m.to()) - file_of(m.from())),
          std::abs(rank_of(m.to()) - rank_of(m.from()))};
}

std::string wrong_king(Color c, Move m) {
  return in_own_palace(c, m.to()) ? localized("a king moves one point along a line")
                                  : localized("the king may not leave the palace");
}

std::string wrong_advisor(Color c, Move m) {
  const Offset d = distance(m);
  return d.file == 1 && d.rank == 1 && !in_own_palace(c, m.to())
             ? localized("an advisor may not leave the palace")
             : localized("an advisor moves one point along a diagonal of the palace");
}

std::string wrong_elephant(const Position& position, Color c, Move m) {
  const Offset d = distance(m);
  if (d.file != 2 || d.rank != 2) {
    return localized("an elephant moves two points along a diagonal");
  }
  if (has_crossed(c, m.to())) {
    return localized("an elephant may not cross the river");
  }
  const Square eye = make_square((file_of(m.from()) + file_of(m.to())) / 2,
                                 (rank_of(m.from()) + rank_of(m.to())) / 2);
  return localized("the elephant's eye {} is blocked by {}", square_name(eye),
                   piece_on(position, eye));
}

std::string wrong_horse(const Position& position, Move m) {
  const Offset d = distance(m);
  if (d.file + d.rank != 3 || d.file == 0 || d.rank == 0) {
    return localized("a horse moves one point along a line and one along a diagonal");
  }
  const int file = file_of(m.from());
  const int rank = rank_of(m.from());
  const Square leg = d.file == 2 ? make_square((file + file_of(m.to())) / 2, rank)
                                 : make_square(file, (rank + rank_of(m.to())) / 2);
  return localized("the horse's leg {} is blocked by {}", square_name(leg),
                   piece_on(position, leg));
}

/// Pieces between two squares of one rank or file, nearest to `from` first.
std::vector<Square> between(const Position& position, Move m) {
  const auto sign = [](int x) { return (x > 0) - (x < 0); };
  const int df = sign(file_of(m.to()) - file_of(m.from()));
  const int dr = sign(rank_of(m.to()) - rank_of(m.from()));
  std::vector<Square> found;
  int file = file_of(m.from()) + df;
  int rank = rank_of(m.from()) + dr;
  for (; make_square(file, rank) != m.to(); file += df, rank += dr) {
    if (position.at(make_square(file, rank)) != Piece::none) {
      found.push_back(make_square(file, rank));
    }
  }
  return found;
}

std::string wrong_slider(const Position& position, PieceType t, Move m) {
  const Offset d = distance(m);
  if (d.file != 0 && d.rank != 0) {
    return localized("a {} moves along a line", piece_name(t));
  }
  const std::vector<Square> pieces = between(position, m);
  if (t == PieceType::rook || position.at(m.to()) == Piece::none) {
    return localized("the way is blocked by {}", piece_on(position, pieces.front()));
  }
  return pieces.empty()
             ? localized(
                   "a cannon captures over exactly one screen, and none stands between {} and {}",
                   square_name(m.from()), square_name(m.to()))
             : localized(
                   "a cannon captures over exactly one screen, and {} pieces stand between {} "
                   "and {}",
                   pieces.size(), square_name(m.from()), square_name(m.to()));
}

std::string wrong_pawn(Color c, Move m) {
  const Offset d = distance(m);
  const int up = rank_of(m.to()) - rank_of(m.from());
  if ((c == Color::red) == (up < 0) && up != 0) {
    return localized("a pawn never goes back");
  }
  if (d.rank == 0 && d.file == 1 && !has_crossed(c, m.from())) {
    return localized("a pawn moves sideways only beyond the river");
  }
  return !has_crossed(c, m.from()) ? localized("a pawn moves one point forward")
                                   : localized("a pawn moves one point forward or sideways");
}

/// The move is none that the piece makes on this board.
std::string wrong_way(const Position& position, Move m) {
  const Piece p = position.at(m.from());
  const Color c = color_of(p);
  switch (type_of(p)) {
  case PieceType::king:
    return wrong_king(c, m);
  case PieceType::advisor:
    return wrong_advisor(c, m);
  case PieceType::elephant:
    return wrong_elephant(position, c, m);
  case PieceType::horse:
    return wrong_horse(position, m);
  case PieceType::rook:
  case PieceType::cannon:
    return wrong_slider(position, type_of(p), m);
  case PieceType::pawn:
    return wrong_pawn(c, m);
  case PieceType::none:
    break;
  }
  return localized("the piece does not move so");
}

/// The move is pseudo-legal, but the own king would be taken.
std::string unsafe(const Position& position, Move m) {
  const Color us = position.side_to_move();
  Position after = position;
  after.do_move(m);
  const Square king = after.king(us);
  const Bitboard attackers = after.attackers(king, ~us);
  if (const Bitboard others = attackers & ~Bitboard{after.king(~us)}; others) {
    const std::string attacker = piece_on(after, others.first());
    return position.in_check() ? localized("it leaves the king in check by {}", attacker)
                               : localized("it puts the king in check by {}", attacker);
  }
  return localized("the kings would face each other on file {}",
                   static_cast<char>('a' + file_of(king)));
}

/// Letters of other alphabets that look like a letter of WXF.
struct Lookalike {
  char32_t character;
  char looks;
  std::string_view alphabet;
};
constexpr auto lookalikes = std::to_array<Lookalike>({
    {U'\u0410', 'A', to_translate("Cyrillic")},
    {U'\u0412', 'B', to_translate("Cyrillic")},
    {U'\u0421', 'C', to_translate("Cyrillic")},
    {U'\u0415', 'E', to_translate("Cyrillic")},
    {U'\u041D', 'H', to_translate("Cyrillic")},
    {U'\u041A', 'K', to_translate("Cyrillic")},
    {U'\u0420', 'P', to_translate("Cyrillic")},
    {U'\u0430', 'a', to_translate("Cyrillic")},
    {U'\u0441', 'c', to_translate("Cyrillic")},
    {U'\u0435', 'e', to_translate("Cyrillic")},
    {U'\u0440', 'p', to_translate("Cyrillic")},
    {U'\u0391', 'A', to_translate("Greek")},
    {U'\u0392', 'B', to_translate("Greek")},
    {U'\u0395', 'E', to_translate("Greek")},
    {U'\u0397', 'H', to_translate("Greek")},
    {U'\u039A', 'K', to_translate("Greek")},
    {U'\u039D', 'N', to_translate("Greek")},
    {U'\u03A1', 'P', to_translate("Greek")},
});

std::string show(char32_t c) {
  std::string out;
  append_utf8(out, c);
  return localized("{} (U+{:04X})", excerpt(out), static_cast<std::uint32_t>(c));
}

/// Explains a character that no move has; empty when there is none.
std::string strange_character(const Characters& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char32_t c = text[i];
    for (const Lookalike& l : lookalikes) {
      if (l.character == c) {
        return localized("the letter U+{:04X} is {} and only looks like {}",
                         static_cast<std::uint32_t>(c), translate(l.alphabet), l.looks);
      }
    }
    if (c == U'十' || c == U'零' || c == U'〇') {
      return localized("{}: columns and points run from 1 to 9", show(c));
    }
    const bool known = c < 0x80 ? c >= 0x20 && c != 0x7F
                                : symbol_of(c).kind != SymbolClass::none || c == U'。' ||
                                      c == U'、' || c == U'…' || text.only_decoration(i);
    if (!known) {
      return localized("{} means nothing in a move", show(c));
    }
  }
  return {};
}

/// Letter, digit, letter, digit (with or without a dash) that are no squares of the board.
std::string strange_square(const Characters& text) {
  const std::size_t second = text[2] == U'-' ? 3 : 2;
  const auto letter = [&](std::size_t i) {
    return (text[i] | 0x20U) >= U'a' && (text[i] | 0x20U) <= U'z';
  };
  const auto digit = [&](std::size_t i) { return text[i] >= U'0' && text[i] <= U'9'; };
  if (!letter(0) || !digit(1) || !letter(second) || !digit(second + 1)) {
    return {};
  }
  for (const std::size_t i : {std::size_t{0}, second}) {
    if ((text[i] | 0x20U) > U'i') {
      return localized("there is no file {} (files are a to i)", static_cast<char>(text[i]));
    }
  }
  if (digit(second + 2)) {
    return localized("there is no such rank (ranks are 0 to 9)");
  }
  return {};
}

std::string unreadable(std::string_view token) {
  if (token.empty()) {
    return localized("the move is empty");
  }
  if (find_invalid_utf8(token) != std::string_view::npos) {
    return localized("the move has bytes that are no UTF-8");
  }
  const auto text = Characters::from(token);
  if (!text) {
    return localized("the text is longer than any move");
  }
  if (std::string s = strange_character(*text); !s.empty()) {
    return s;
  }
  if (std::string s = strange_square(*text); !s.empty()) {
    return s;
  }
  if (token == "--" || token == "Z0" || token == "null" || token == "pass") {
    return localized("a null move: nobody may pass");
  }
  const std::size_t length = text->size() - text->after_number();
  return length < 4 ? localized("the move is cut short")
                    : localized("this is no move in a known style");
}

std::string join(std::span<const std::string> parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    out = i == 0                  ? parts[i]
          : i + 1 == parts.size() ? localized("{} or {}", out, parts[i])
                                  : fmt::format("{}{}{}", out, translate(", "), parts[i]);
  }
  return out;
}

std::string ambiguous(const Position& position, const MoveList& candidates) {
  std::vector<std::string> names;
  for (const Move m : candidates) {
    names.push_back(localized("the {} from {} to {}",
                              piece_name(type_of(position.at(m.from())), position.side_to_move()),
                              square_name(m.from()), square_name(m.to())));
  }
  return localized("ambiguous: it may be {}", join(names));
}

/// `3`; in Chinese as moves have it: 三 for Red, ３ for Black.
std::string column_name(Color side, int column) {
  if (text_language() == TextLanguage::english) {
    return std::to_string(column);
  }
  constexpr std::array<std::string_view, 9> red{"一", "二", "三", "四", "五",
                                                "六", "七", "八", "九"};
  constexpr std::array<std::string_view, 9> black{"１", "２", "３", "４", "５",
                                                  "６", "７", "８", "９"};
  return std::string{(side == Color::red ? red : black)[static_cast<std::size_t>(column - 1)]};
}

/// Why a description fits no piece of the side to move.
std::string missing_piece(const Position& position, const Description& what) {
  const Color c = position.side_to_move();
  const std::string kind = localized("{} {}", name_of(c), piece_name(what.type, c));
  const Bitboard all = position.pieces(c, what.type);
  if (!all) {
    return localized("there is no {}", kind);
  }
  int on_column = 0;
  int numbered = 0;
  for (const Square s : all) {
    const Standing standing = standing_of(position, s);
    on_column += standing.column == what.column;
    numbered += standing.count > 1;
  }
  if (what.column != 0 && on_column == 0) {
    return localized("there is no {} on column {}", kind, column_name(c, what.column));
  }
  if (what.column != 0) {
    return on_column == 1 ? localized("column {} has {} {}, and not the one that is named",
                                      column_name(c, what.column), on_column, kind)
                          : localized("column {} has {} {}s, and not the one that is named",
                                      column_name(c, what.column), on_column, kind);
  }
  if (numbered == 0) {
    return localized("no two {}s stand on one column", kind);
  }
  return localized("only {} {}s are told apart by numbers", numbered, kind);
}

std::string missing(const Position& position, std::string_view token, const Reading& reading) {
  const Square from = reading.attempted.from();
  if (reading.attempted) {
    return position.at(from) == Piece::none
               ? localized("there is no piece on {}", square_name(from))
               : localized("the piece on {} is {}, not the one that is named", square_name(from),
                           piece_on(position, from));
  }
  for (const auto style : {std::optional<Style>{}, std::optional{Style::keypad}}) {
    const Interpretation said = interpret(token, style);
    if (said.described) {
      return missing_piece(position, said.described->what);
    }
  }
  return localized("no such piece is on the board");
}

std::string illegal(const Position& position, std::string_view token, const Reading& reading) {
  const Interpretation said = interpret(token, std::nullopt);
  if (!reading.attempted && !said.squares) {
    return localized("illegal: the piece never moves that way");
  }
  return localized("illegal: {}", why_illegal(position, reading.attempted));
}

} // namespace

std::string why_illegal(const Position& position, Move m) {
  if (to_index(m.from()) >= square_count || to_index(m.to()) >= square_count) {
    return localized("a square is off the board");
  }
  if (m.from() == m.to()) {
    return localized("the move does not leave its square {}", square_name(m.from()));
  }
  const Piece p = position.at(m.from());
  const Piece target = position.at(m.to());
  const Color us = position.side_to_move();
  if (p == Piece::none) {
    return localized("there is no piece on {}", square_name(m.from()));
  }
  if (color_of(p) != us) {
    return localized("it is {}'s turn, and {} stands there", side_of(us),
                     piece_on(position, m.from()));
  }
  if (target != Piece::none && color_of(target) == us) {
    return localized("its own {} stands on {}", piece_name(type_of(target), color_of(target)),
                     square_name(m.to()));
  }
  if (!position.is_pseudo_legal(m)) {
    return wrong_way(position, m);
  }
  return position.is_safe(m) ? std::string{} : unsafe(position, m);
}

std::string why_over(const Position& position) {
  if (has_legal_move(position)) {
    return {};
  }
  const auto loser = side_of(position.side_to_move());
  return position.in_check()
             ? localized("the game was over before this move: {} is checkmated", loser)
             : localized("the game was over before this move: {} is stalemated", loser);
}

std::string explain(const Position& position, std::string_view token, const Reading& reading) {
  switch (reading.fault) {
  case ReadFault::none:
    return {};
  case ReadFault::unknown_text:
    return unreadable(token);
  case ReadFault::no_such_piece:
    return missing(position, token, reading);
  case ReadFault::illegal:
    return illegal(position, token, reading);
  case ReadFault::ambiguous:
    return ambiguous(position, reading.candidates);
  }
  return {};
}

Problem to_problem(const Position& position, std::string_view token, const Reading& reading,
                   Location where, int ply) {
  if (reading.fault != ReadFault::none) {
    if (auto over = why_over(position); !over.empty()) {
      return make_problem(ProblemCode::move_after_mate, std::move(over), token, where, ply);
    }
  }
  ProblemCode code = ProblemCode::unknown_move;
  switch (reading.fault) {
  case ReadFault::none:
    code = ProblemCode::wrong_numerals;
    break;
  case ReadFault::unknown_text:
    code = ProblemCode::unknown_move;
    break;
  case ReadFault::no_such_piece:
    code = ProblemCode::no_such_piece;
    break;
  case ReadFault::ambiguous:
    code = ProblemCode::ambiguous_move;
    break;
  case ReadFault::illegal: {
    const Piece p = reading.attempted ? position.at(reading.attempted.from()) : Piece::none;
    code = p != Piece::none && color_of(p) != position.side_to_move() ? ProblemCode::wrong_side
                                                                      : ProblemCode::illegal_move;
    break;
  }
  }
  std::string message = reading.fault == ReadFault::none
                            ? std::string{translate(info(code).meaning)}
                            : explain(position, token, reading);
  return make_problem(code, std::move(message), token, where, ply);
}

Expected<Move, Problem> read_move(const Position& position, std::string_view text,
                                  std::optional<Style> style, std::optional<WxfStyle> wxf) {
  const auto reading = read_token(position, text, style, wxf);
  if (!reading) {
    return Unexpected{to_problem(position, text, reading, {}, 0)};
  }
  return reading.move;
}

} // namespace xq::notation
