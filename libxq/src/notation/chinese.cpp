#include "notation/move_table.hpp"
#include "notation/styles.hpp"

#include <cstring>
#include <initializer_list>

namespace xq::notation {

namespace {

constexpr std::size_t plane_size = 0x10000;

constexpr std::uint8_t pack(SymbolClass kind, unsigned value) {
  return static_cast<std::uint8_t>((static_cast<unsigned>(kind) << 4U) | value);
}

/// One byte for every character of the basic plane: class and value. Text touches a few dozen cache
/// lines of it.
constexpr std::array<std::uint8_t, plane_size> make_symbols() {
  std::array<std::uint8_t, plane_size> table{};
  const auto put = [&](SymbolClass kind, unsigned value, std::initializer_list<char32_t> all) {
    for (const char32_t c : all) {
      table[c] = pack(kind, value);
    }
  };
  const auto piece = [&](PieceType t, std::initializer_list<char32_t> all) {
    put(SymbolClass::piece, static_cast<unsigned>(t), all);
  };
  piece(PieceType::king, {U'帅', U'帥', U'将', U'將'});
  piece(PieceType::advisor, {U'仕', U'士'});
  piece(PieceType::elephant, {U'相', U'象'});
  piece(PieceType::horse, {U'马', U'馬', U'傌'});
  piece(PieceType::rook, {U'车', U'車', U'俥', U'硨', U'砗'});
  piece(PieceType::cannon, {U'炮', U'砲', U'包'});
  piece(PieceType::pawn, {U'兵', U'卒'});
  const auto mark = [&](Selector m, std::initializer_list<char32_t> all) {
    put(SymbolClass::mark, static_cast<unsigned>(m), all);
  };
  mark(Selector::front, {U'前'});
  mark(Selector::middle, {U'中'});
  mark(Selector::rear, {U'后', U'後'});
  const auto action = [&](Action a, std::initializer_list<char32_t> all) {
    put(SymbolClass::action, static_cast<unsigned>(a), all);
  };
  action(Action::level, {U'平', U'→'});
  action(Action::advance, {U'进', U'進', U'↑'});
  action(Action::retreat, {U'退', U'↓'});
  unsigned value = 0;
  for (const char32_t c : {U'一', U'二', U'三', U'四', U'五', U'六', U'七', U'八', U'九'}) {
    ++value;
    put(SymbolClass::chinese_digit, value, {c});
    put(SymbolClass::arabic_digit, value, {U'0' + value, U'０' + value});
  }
  return table;
}
constexpr auto symbols = make_symbols();

constexpr SymbolClass class_of(std::uint8_t packed) {
  return static_cast<SymbolClass>(packed >> 4U);
}
constexpr unsigned value_of(std::uint8_t packed) { return packed & 15U; }

constexpr bool is_digit(SymbolClass k) {
  return k == SymbolClass::chinese_digit || k == SymbolClass::arabic_digit;
}

/// Shape of a token: the classes of its symbols in order, four bits each.
constexpr unsigned shape(std::initializer_list<SymbolClass> classes) {
  unsigned out = 0;
  for (const SymbolClass k : classes) {
    // Both numerals count as one class here.
    out = out << 4U | static_cast<unsigned>(is_digit(k) ? SymbolClass::arabic_digit : k);
  }
  return out;
}

using enum SymbolClass;
constexpr auto digit = SymbolClass::arabic_digit;
constexpr unsigned plain = shape({piece, digit, action, digit});             // 炮二平五
constexpr unsigned marked = shape({mark, piece, action, digit});             // 前炮平五
constexpr unsigned marked_behind = shape({piece, mark, action, digit});      // 炮前平五
constexpr unsigned marked_column = shape({mark, digit, action, digit});      // 前四平五
constexpr unsigned numbered = shape({digit, piece, action, digit});          // 一兵平五
constexpr unsigned numbered_column = shape({digit, digit, action, digit});   // １４平５
constexpr unsigned marked_long = shape({mark, piece, digit, action, digit}); // 前兵四平五

/// Put the symbols of one token together; PieceType::none where they make no sense.
Description describe(std::span<const std::uint8_t> symbol) noexcept {
  unsigned form = 0;
  for (const std::uint8_t s : symbol) {
    form = form << 4U | static_cast<unsigned>(is_digit(class_of(s)) ? digit : class_of(s));
  }
  const auto at = [&](std::size_t i) { return value_of(symbol[i]); };
  Description out;
  out.step.action = static_cast<Action>(at(symbol.size() - 2));
  out.step.value = static_cast<int>(at(symbol.size() - 1));
  const auto say = [&](PieceType type, Selector mark_said, unsigned column) {
    out.type = type;
    out.mark = mark_said;
    out.column = static_cast<int>(column);
  };
  const auto number = [&](std::size_t i, unsigned column) {
    say(PieceType::pawn, Selector::number, column);
    out.number = static_cast<int>(at(i));
  };
  switch (form) {
  case plain:
    say(static_cast<PieceType>(at(0)), Selector::none, at(1));
    break;
  case marked:
    say(static_cast<PieceType>(at(1)), static_cast<Selector>(at(0)), 0);
    break;
  case marked_behind:
    say(static_cast<PieceType>(at(0)), static_cast<Selector>(at(1)), 0);
    break;
  case marked_column:
    say(PieceType::pawn, static_cast<Selector>(at(0)), at(1));
    break;
  case marked_long:
    say(static_cast<PieceType>(at(1)), static_cast<Selector>(at(0)), at(2));
    break;
  case numbered_column:
    number(0, at(1));
    break;
  case numbered:
    if (static_cast<PieceType>(at(1)) == PieceType::pawn) {
      number(0, 0);
    }
    break;
  default:
    break;
  }
  return out;
}

/// Whether column and value are written in the other side's numerals. Ordinals do not count:
/// Black's are 一, 二 too.
constexpr bool foreign(Color c, SymbolClass k) {
  return k == (c == Color::red ? arabic_digit : chinese_digit);
}

/// The symbol of the character at the front of `text` and its bytes; 0 bytes when it has no
/// meaning.
struct Decoded {
  std::uint8_t symbol = 0;
  std::uint8_t bytes = 0;
};
inline Decoded decode(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() >= 3 && (byte(0) & 0xF0U) == 0xE0U && (byte(1) & 0xC0U) == 0x80U &&
      (byte(2) & 0xC0U) == 0x80U) {
    const unsigned c = (byte(0) & 15U) << 12U | (byte(1) & 63U) << 6U | (byte(2) & 63U);
    return {symbols[c], 3};
  }
  if (!text.empty() && byte(0) < 0x80U) {
    return {symbols[byte(0)], 1};
  }
  return {};
}

/// The four symbols at the front of `text`, eight bits each and the first one lowest, when each has
/// three bytes, as nearly all; something else than a move otherwise.
inline std::uint32_t front_symbols(std::string_view text) noexcept {
  if (text.size() < 12) {
    return 0;
  }
  std::uint32_t out = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const Decoded d = decode(text.substr(std::size_t{3} * i));
    if (d.bytes != 3) {
      return 0;
    }
    out |= std::uint32_t{d.symbol} << (8U * i);
  }
  return out;
}

/// The classes of four symbols as front_symbols() has them.
constexpr std::uint32_t front_shape(SymbolClass a, SymbolClass b, SymbolClass c, SymbolClass d) {
  return std::uint32_t{pack(a, 0)} | std::uint32_t{pack(b, 0)} << 8U |
         std::uint32_t{pack(c, 0)} << 16U | std::uint32_t{pack(d, 0)} << 24U;
}

/// Everything but a piece and its column in characters of three bytes: mostly front and rear.
[[gnu::noinline]] FastReading read_unusual(const Position& position,
                                           std::string_view text) noexcept {
  std::array<std::uint8_t, 4> symbol{};
  std::uint32_t bytes = 0;
  for (std::uint8_t& s : symbol) {
    const Decoded d = decode(text.substr(bytes));
    s = d.symbol;
    bytes += d.bytes;
    if (s == 0) {
      return {};
    }
  }
  if (class_of(symbol[2]) != action || !is_digit(class_of(symbol[3]))) {
    return {};
  }
  const Description what = describe(symbol);
  const Move move = what.type == PieceType::none ? Move{} : resolve_directly(position, what);
  if (!move) {
    return {};
  }
  const Color c = position.side_to_move();
  return {move, foreign(c, class_of(symbol[1])) || foreign(c, class_of(symbol[3])), bytes};
}

using Glyph = std::array<char, 3>;
consteval Glyph glyph(const char (&text)[4]) { return {text[0], text[1], text[2]}; }

/// The characters of one script.
struct Script {
  std::array<Glyph, piece_slots> pieces;
  std::array<Glyph, 3> marks;   ///< front, middle, rear
  std::array<Glyph, 3> actions; ///< by Action
};
constexpr Glyph blank{};
constexpr std::array<Script, 2> scripts{{
    {{glyph("帅"), glyph("仕"), glyph("相"), glyph("马"), glyph("车"), glyph("炮"), glyph("兵"),
      blank, glyph("将"), glyph("士"), glyph("象"), glyph("马"), glyph("车"), glyph("炮"),
      glyph("卒"), blank},
     {glyph("前"), glyph("中"), glyph("后")},
     {glyph("平"), glyph("进"), glyph("退")}},
    {{glyph("帥"), glyph("仕"), glyph("相"), glyph("馬"), glyph("車"), glyph("炮"), glyph("兵"),
      blank, glyph("將"), glyph("士"), glyph("象"), glyph("馬"), glyph("車"), glyph("炮"),
      glyph("卒"), blank},
     {glyph("前"), glyph("中"), glyph("後")},
     {glyph("平"), glyph("進"), glyph("退")}},
}};
constexpr std::array<std::array<Glyph, 10>, color_count> numerals{{
    {blank, glyph("一"), glyph("二"), glyph("三"), glyph("四"), glyph("五"), glyph("六"),
     glyph("七"), glyph("八"), glyph("九")},
    {blank, glyph("１"), glyph("２"), glyph("３"), glyph("４"), glyph("５"), glyph("６"),
     glyph("７"), glyph("８"), glyph("９")},
}};

/// What stands before the piece where its column would not tell it apart.
const Glyph& ordinal(const Standing& s, const Script& script) noexcept {
  if (s.crowded_columns > 1 || s.count > 3) {
    return numerals[0][static_cast<std::size_t>(s.series)];
  }
  return script.marks[s.place == 1 ? 0 : s.place == s.count ? 2 : 1];
}

} // namespace

Symbol symbol_of(char32_t c) noexcept {
  if (c >= plane_size) {
    return {};
  }
  return {class_of(symbols[c]), static_cast<std::uint8_t>(value_of(symbols[c]))};
}

std::optional<Parsed> parse_chinese(const Characters& text, std::size_t at) noexcept {
  std::array<std::uint8_t, 5> symbol{};
  std::size_t size = 0;
  while (size < symbol.size() && text[at + size] < plane_size && symbols[text[at + size]] != 0) {
    symbol[size] = symbols[text[at + size]];
    ++size;
  }
  // The action stands before the last symbol: it tells four characters from five.
  const std::size_t length = size >= 4 && class_of(symbol[2]) == action ? 4 : 5;
  if (size < length) {
    return std::nullopt;
  }
  const std::span used = std::span{symbol}.first(length);
  const Description what = describe(used);
  if (what.type == PieceType::none) {
    return std::nullopt;
  }
  Parsed out{what, length, false, false};
  for (std::size_t i = what.mark == Selector::number ? 1 : 0; i < length; ++i) {
    out.chinese_digits |= class_of(used[i]) == chinese_digit;
    out.arabic_digits |= class_of(used[i]) == arabic_digit;
  }
  return out;
}

FastReading read_chinese_fast(const Position& position, std::string_view text) noexcept {
  const std::uint32_t front = front_symbols(text);
  // The classes of the two numerals differ in their lowest bit only.
  constexpr std::uint32_t numerals_alike = 0xE0F0E0F0U;
  constexpr std::uint32_t usual = front_shape(piece, chinese_digit, action, chinese_digit);
  static_assert((pack(chinese_digit, 0) ^ pack(arabic_digit, 0)) == 0x10U);
  if ((front & numerals_alike) != usual) {
    return read_unusual(position, text);
  }
  const auto value = [&](unsigned i) { return static_cast<int>(front >> (8U * i) & 15U); };
  const Step step{static_cast<Action>(value(2)), value(3)};
  const Move move = resolve_plain(position, static_cast<PieceType>(value(0)), value(1), step);
  if (!move) {
    return {};
  }
  const std::uint32_t arabic = front >> 12U;
  const std::uint32_t wrong = position.side_to_move() == Color::red ? arabic : ~arabic;
  return {move, (wrong & 0x10001U) != 0, 12};
}

void write_chinese(std::string& out, const Position& position, Move move, bool traditional) {
  const Piece p = position.at(move.from());
  const Color c = color_of(p);
  const PieceType t = type_of(p);
  const Script& script = scripts[traditional ? 1 : 0];
  const auto& digits = numerals[to_index(c)];
  const Standing standing = standing_of(position, move.from());
  const Step step = step_of(c, t, move);
  const Glyph& name = script.pieces[to_index(p)];
  const bool by_column = standing.count == 1 || told_by_direction(t);
  const std::array<Glyph, 4> text{
      by_column ? name : ordinal(standing, script),
      by_column ? digits[static_cast<std::size_t>(standing.column)] : name,
      script.actions[static_cast<std::size_t>(step.action)],
      digits[static_cast<std::size_t>(step.value)],
  };
  static_assert(sizeof text == 12);
  std::array<char, sizeof text> bytes;
  std::memcpy(bytes.data(), text.data(), sizeof text);
  out.append(bytes.data(), bytes.size());
}

} // namespace xq::notation
