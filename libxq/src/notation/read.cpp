#include "base/text/text.hpp"
#include "notation/reading.hpp"
#include "notation/styles.hpp"

#include <algorithm>

namespace xq::notation {

namespace {

constexpr std::array<std::string_view, style_count> style_names{
    "chinese", "traditional", "wxf", "iccs", "uci", "coordinate", "keypad"};

/// Blanks inside a token: U+3000 and what else editors leave between characters.
constexpr bool is_blank(char32_t c) {
  return c == U' ' || c == U'\t' || c == U'\u3000' || c == U'\u00A0';
}

/// Radicals, which PDF files and fonts have in place of characters that look the same.
struct LookAlike {
  char32_t seen, meant;
};
constexpr auto look_alikes = std::to_array<LookAlike>({
    {U'\u2ECB', U'车'},
    {U'\u2EE2', U'马'},
    {U'\u2F00', U'一'},
    {U'\u2F06', U'二'},
    {U'\u2F0B', U'八'},
    {U'\u2F20', U'士'},
    {U'\u2F9E', U'車'},
    {U'\u2FBA', U'馬'},
    {U'\uF902', U'車'},
});

/// Full-width forms of ASCII, the dashes that stand for a minus, and look-alikes.
char32_t plain_character(char32_t c) noexcept {
  if (c < 0x80 || (c >= U'\u4E00' && c <= U'\u9FFF')) {
    return c;
  }
  if (c >= U'\uFF01' && c <= U'\uFF5E') {
    return c - (U'\uFF01' - U'!');
  }
  if (c == U'\u2212' || (c >= U'\u2010' && c <= U'\u2014')) {
    return U'-';
  }
  const auto* const found = std::find_if(look_alikes.begin(), look_alikes.end(),
                                         [&](const LookAlike& l) { return l.seen == c; });
  return found == look_alikes.end() ? c : found->meant;
}

constexpr bool ends_number(char32_t c) {
  return c == U'.' || c == U'、' || c == U'。' || c == U'…' || c == U'．';
}

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_ascii_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

/// Parse at the front, and where that fails once more after a move number; only decoration may
/// follow.
template <typename Parser>
auto parse_whole(const Characters& text, Parser parser) -> decltype(parser(text, 0)) {
  const std::size_t number = text.after_number();
  for (const std::size_t start : {std::size_t{0}, number}) {
    const auto parsed = parser(text, start);
    if (parsed && text.only_decoration(start + parsed->used)) {
      return parsed;
    }
    if (number == 0) {
      break;
    }
  }
  return {};
}

using Parser = std::optional<Parsed> (*)(const Characters&, std::size_t) noexcept;
using SquaresParser = std::optional<ParsedSquares> (*)(const Characters&, std::size_t,
                                                       FirstRank) noexcept;

Reading read_described(const Position& position, const Parsed& parsed,
                       std::optional<WxfStyle> wxf) noexcept {
  Reading out;
  out.move = resolve_directly(position, parsed.what);
  if (!out.move) {
    out = resolve(position, parsed.what, wxf);
  }
  out.wrong_numerals =
      position.side_to_move() == Color::red ? parsed.arabic_digits : parsed.chinese_digits;
  return out;
}

Reading read_between_squares(const Position& position, const ParsedSquares& said) noexcept {
  Reading out;
  const Piece p = position.at(said.move.from());
  if (p == Piece::none || (said.type && *said.type != type_of(p))) {
    out.fault = ReadFault::no_such_piece;
    out.attempted = said.move;
  } else if (!said.move || !position.is_legal(said.move)) {
    out.fault = ReadFault::illegal;
    out.attempted = said.move;
  } else {
    out.move = said.move;
  }
  return out;
}

/// `H8e7` may be a square and a square, or a horse's rank and a square. `said` is what it names as
/// two squares.
Reading or_algebraic(const Position& position, std::string_view token, const Reading& said) {
  auto other = read_algebraic(position, token, FirstRank::zero);
  if (other.fault != ReadFault::none && other.fault != ReadFault::ambiguous) {
    return said;
  }
  if (!said || (other && other.move == said.move)) {
    return said ? said : other;
  }
  if (other) {
    other.candidates.push(other.move);
  }
  if (!other.candidates.contains(said.move)) {
    other.candidates.push(said.move);
  }
  other.move = {};
  other.fault = ReadFault::ambiguous;
  return other;
}

/// Two squares and nothing else, as engines and most files write moves.
/// Saves 11 % of `xq verify` on JSON Lines with moves in UCI style. Relies on nothing but the form:
/// every other text goes to interpret().
Move plain_squares(std::string_view token) noexcept {
  const auto square = [&](std::size_t i) {
    const unsigned file = static_cast<unsigned char>(token[i]) - unsigned{'a'};
    const unsigned rank = static_cast<unsigned char>(token[i + 1]) - unsigned{'0'};
    return file < 9 && rank < 10 ? make_square(static_cast<int>(file), static_cast<int>(rank))
                                 : Square::none;
  };
  if (token.size() != 4) {
    return {};
  }
  const Square from = square(0);
  const Square to = square(2);
  return from != Square::none && to != Square::none ? Move{from, to} : Move{};
}

} // namespace

std::string_view name(Style style) noexcept { return style_names[static_cast<std::size_t>(style)]; }

std::optional<Style> find_style(std::string_view name) noexcept {
  const auto it = std::find(style_names.begin(), style_names.end(), name);
  return it == style_names.end() ? std::nullopt
                                 : std::optional{static_cast<Style>(it - style_names.begin())};
}

std::optional<Characters> Characters::from(std::string_view token) noexcept {
  Characters out;
  while (!token.empty()) {
    const CodePoint c = decode_utf8(token);
    if (!c.valid || (out.m_size == capacity && !is_blank(c.value))) {
      return std::nullopt;
    }
    token.remove_prefix(c.length);
    if (!is_blank(c.value)) {
      out.m_text[out.m_size++] = plain_character(c.value);
    }
  }
  return out;
}

std::size_t Characters::after_number() const noexcept {
  std::size_t i = 0;
  while (is_ascii_digit((*this)[i])) {
    ++i;
  }
  if (i > 0) {
    while (ends_number((*this)[i])) {
      ++i;
    }
  }
  return i;
}

bool Characters::only_decoration(std::size_t i) const noexcept {
  for (; i < m_size; ++i) {
    const char32_t c = m_text[i];
    const bool glyph = c == U'!' || c == U'?' || c == U'+' || c == U'#';
    const bool word = c == U'吃' || c == U'将' || c == U'將' || c == U'军' || c == U'軍' ||
                      c == U'杀' || c == U'殺';
    const bool victim = i > 0 && m_text[i - 1] == U'吃' && symbol_of(c).kind == SymbolClass::piece;
    if (!glyph && !word && !victim) {
      return false;
    }
  }
  return true;
}

bool Characters::has_chinese() const noexcept {
  return std::any_of(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(m_size),
                     [](char32_t c) { return c >= U'\u2E80'; });
}

Interpretation interpret(std::string_view token, std::optional<Style> style) noexcept {
  const auto text = Characters::from(token);
  if (!text) {
    return {};
  }
  const auto described = [&](Parser parser) {
    const auto parsed = parse_whole(*text, parser);
    return Interpretation{parsed, std::nullopt};
  };
  const auto squares = [&](SquaresParser parser) {
    const auto from_zero = [&](const Characters& all, std::size_t at) {
      return parser(all, at, FirstRank::zero);
    };
    return Interpretation{std::nullopt, parse_whole(*text, from_zero)};
  };
  if (style) {
    switch (*style) {
    case Style::chinese:
    case Style::traditional:
      return described(parse_chinese);
    case Style::wxf:
      return described(parse_wxf);
    case Style::keypad:
      return described(parse_keypad);
    case Style::iccs:
    case Style::uci:
      return squares(parse_squares);
    case Style::coordinate:
      return squares(parse_coordinate);
    }
  }
  if (text->has_chinese()) {
    return described(parse_chinese);
  }
  for (const auto parser : {parse_squares, parse_coordinate}) {
    if (const auto found = squares(parser); found.squares) {
      return found;
    }
  }
  return described(parse_wxf);
}

Reading read_token(const Position& position, std::string_view token, std::optional<Style> style,
                   std::optional<WxfStyle> wxf) {
  if (!style || *style == Style::chinese || *style == Style::traditional) {
    const FastReading fast = read_chinese_fast(position, token);
    if (fast.bytes != 0 && fast.bytes == token.size()) {
      Reading out;
      out.move = fast.move;
      out.wrong_numerals = fast.wrong_numerals;
      return out;
    }
  }
  const auto between_squares = [&](const ParsedSquares& squares) {
    auto out = read_between_squares(position, squares);
    const bool one_meaning = style || squares.type || is_lower(token[0]);
    return one_meaning ? out : or_algebraic(position, token, out);
  };
  if (!style || *style == Style::uci || *style == Style::iccs) {
    if (const Move m = plain_squares(token); m) {
      return between_squares({m, std::nullopt, token.size()});
    }
  }
  if (!style || *style == Style::wxf) {
    if (const Description what = parse_plain_wxf(token); what.type != PieceType::none) {
      return read_described(position, {what, token.size(), false, false}, wxf);
    }
  }
  const Interpretation said = interpret(token, style);
  if (said.described) {
    return read_described(position, *said.described, wxf);
  }
  if (said.squares) {
    return between_squares(*said.squares);
  }
  if (!style) {
    return read_algebraic(position, token, FirstRank::zero);
  }
  Reading out;
  out.fault = ReadFault::unknown_text;
  return out;
}

Reading read_squares_from_one(const Position& position, std::string_view token) {
  const auto text = Characters::from(token);
  for (const SquaresParser parser : {parse_squares, parse_coordinate}) {
    const auto said =
        text ? parse_whole(*text, [&](const Characters& all,
                                      std::size_t at) { return parser(all, at, FirstRank::one); })
             : std::nullopt;
    if (said) {
      return read_between_squares(position, *said);
    }
  }
  Reading out;
  out.fault = ReadFault::unknown_text;
  return out;
}

bool has_move_form(std::string_view token) noexcept {
  const auto said = interpret(token, std::nullopt);
  const auto text = Characters::from(token);
  const auto from_one = [](const Characters& all, std::size_t at) {
    return parse_squares(all, at, FirstRank::one);
  };
  return said.described || said.squares || (text && parse_whole(*text, from_one));
}

bool resembles_chinese_move(std::string_view word) noexcept {
  constexpr std::size_t longest_move = 5; // characters
  std::array<Symbol, longest_move> symbols{};
  std::size_t size = 0;
  bool longer = false;
  while (!word.empty() && !longer) {
    const auto c = decode_utf8(word);
    word.remove_prefix(c.length);
    longer = size == longest_move;
    if (!longer) {
      symbols[size++] = symbol_of(plain_character(c.value));
    }
  }
  const auto is_digit = [](Symbol s) {
    return s.kind == SymbolClass::chinese_digit || s.kind == SymbolClass::arabic_digit;
  };
  const bool piece_and_column = symbols[0].kind == SymbolClass::piece && is_digit(symbols[1]);
  bool step = false;
  for (std::size_t i = 1; i + 1 < size; ++i) {
    step = step || (symbols[i].kind == SymbolClass::action && is_digit(symbols[i + 1]));
  }
  const auto known = std::count_if(symbols.begin(), symbols.end(),
                                   [](Symbol s) { return s.kind != SymbolClass::none; });
  const bool has_number = std::any_of(symbols.begin(), symbols.end(), [&](Symbol s) {
    return is_digit(s) || s.kind == SymbolClass::action;
  });
  return piece_and_column || step || (size >= 4 && !longer && known >= 2 && has_number);
}

void write_move(std::string& out, const Position& position, Move move, Style style,
                const WriteOptions& options) {
  switch (style) {
  case Style::chinese:
    write_chinese(out, position, move, false);
    break;
  case Style::traditional:
    write_chinese(out, position, move, true);
    break;
  case Style::wxf:
    write_wxf(out, position, move, options);
    break;
  case Style::iccs:
    write_iccs(out, move);
    break;
  case Style::uci:
    write_uci(out, move);
    break;
  case Style::coordinate:
    write_coordinate(out, position, move);
    break;
  case Style::keypad:
    write_keypad(out, position, move);
    break;
  }
}

std::string to_text(const Position& position, Move move, Style style, const WriteOptions& options) {
  std::string out;
  write_move(out, position, move, style, options);
  return out;
}

std::string to_text(const Position& position, std::span<const Move> moves, Style style,
                    const WriteOptions& options) {
  std::string out;
  Position now = position;
  for (const Move move : moves) {
    if (!out.empty()) {
      out += ' ';
    }
    write_move(out, now, move, style, options);
    now.do_move(move);
  }
  return out;
}

} // namespace xq::notation
