#include "notation/styles.hpp"

namespace xq::notation {

namespace {

constexpr std::string_view he_letters = "KAEHRCP";
constexpr std::string_view nb_letters = "KABNRCP";
constexpr std::string_view keypad_digits = "1234567"; // K A B N R C P

constexpr bool is_digit(char32_t c) { return c >= U'1' && c <= U'9'; }
constexpr int digit_value(char32_t c) { return static_cast<int>(c - U'0'); }
constexpr bool is_sign(char32_t c) { return c == U'+' || c == U'-'; }

constexpr std::optional<Action> action_of(char32_t c) {
  switch (c) {
  case U'.':
  case U'=':
  case U'→':
    return Action::level;
  case U'+':
  case U'↑':
    return Action::advance;
  case U'-':
  case U'↓':
    return Action::retreat;
  default:
    return std::nullopt;
  }
}

/// Number of a pawn in a series: a to e in either case.
constexpr int pawn_number(char32_t c) {
  const char32_t lower = c | 0x20U;
  return lower >= U'a' && lower <= U'e' ? static_cast<int>(lower - U'a') + 1 : 0;
}

constexpr Selector mark_of_sign(char32_t c) { return c == U'+' ? Selector::plus : Selector::minus; }

PieceType piece_of_keypad(char32_t c) noexcept {
  return c >= U'1' && c <= U'7' ? static_cast<PieceType>(c - U'1') : PieceType::none;
}

/// Reads a token from the left: where the piece stands, then direction and number.
class Reader {
public:
  Reader(const Characters& text, std::size_t at, bool keypad) noexcept
      : m_text{text}, m_start{at}, m_at{at}, m_keypad{keypad} {}

  std::optional<Parsed> read() noexcept {
    if (!read_piece()) {
      return std::nullopt;
    }
    const auto action = action_of(peek(0));
    if (action && is_digit(peek(1))) {
      m_what.step = {*action, digit_value(peek(1))};
      m_at += 2;
    } else if (m_plain && is_digit(peek(0))) { // C25
      m_what.step = {Action::level, digit_value(peek(0))};
      m_at += 1;
    } else {
      return std::nullopt;
    }
    return Parsed{m_what, m_at - m_start, false, false};
  }

private:
  [[nodiscard]] char32_t peek(std::size_t i) const noexcept { return m_text[m_at + i]; }
  [[nodiscard]] PieceType piece(char32_t c) const noexcept {
    return m_keypad ? piece_of_keypad(c) : piece_of_letter(c);
  }
  /// Direction and number stand at offset `i`.
  [[nodiscard]] bool step_at(std::size_t i) const noexcept {
    return action_of(peek(i)) && is_digit(peek(i + 1));
  }

  bool read_piece() noexcept {
    if (is_sign(peek(0))) {
      return read_sign_first();
    }
    m_what.type = piece(peek(0));
    if (m_what.type != PieceType::none) {
      m_at += 1;
      return read_place();
    }
    return !m_keypad && is_digit(peek(0)) && read_index();
  }

  /// +C, +4 for the front pawn of column 4, and ++ for the first of four or five.
  bool read_sign_first() noexcept {
    if (!m_keypad && peek(1) == peek(0) && step_at(2)) {
      m_what.mark = peek(0) == U'+' ? Selector::double_plus : Selector::double_minus;
      m_what.type = PieceType::pawn;
      m_at += 2;
      return true;
    }
    m_what.mark = mark_of_sign(peek(0));
    m_what.type = piece(peek(1));
    if (m_what.type == PieceType::none) {
      if (m_keypad || !is_digit(peek(1))) {
        return false;
      }
      m_what.type = PieceType::pawn;
      m_what.column = digit_value(peek(1));
    }
    m_at += 2;
    return true;
  }

  /// After the letter: a column, a sign, or for pawns the dot, a number a to e, a doubled sign.
  bool read_place() noexcept {
    const char32_t c = peek(0);
    const bool pawn = m_what.type == PieceType::pawn;
    if (is_digit(c)) {
      m_what.column = digit_value(c);
      m_plain = true;
      m_at += 1;
    } else if (pawn && is_sign(c) && peek(1) == c && step_at(2)) {
      m_what.mark = c == U'+' ? Selector::double_plus : Selector::double_minus;
      m_at += 2;
    } else if (is_sign(c)) {
      m_what.mark = mark_of_sign(c);
      m_at += 1;
    } else if (pawn && c == U'.') {
      m_what.mark = Selector::middle;
      m_at += 1;
    } else if (pawn && pawn_number(c) != 0) {
      m_what.mark = Selector::number;
      m_what.number = pawn_number(c);
      m_at += 1;
    } else {
      return false;
    }
    return true;
  }

  /// 14= is the first pawn of column 4; 4+. and 4.. say front and middle.
  bool read_index() noexcept {
    m_what.type = PieceType::pawn;
    const char32_t second = peek(1);
    if (is_digit(second)) {
      m_what.mark = Selector::number;
      m_what.number = digit_value(peek(0));
      m_what.column = digit_value(second);
    } else if ((is_sign(second) || second == U'.') && step_at(2)) {
      m_what.mark = second == U'.' ? Selector::middle : mark_of_sign(second);
      m_what.column = digit_value(peek(0));
    } else {
      return false;
    }
    m_at += 2;
    return true;
  }

  const Characters& m_text;
  std::size_t m_start;
  std::size_t m_at;
  bool m_keypad;
  bool m_plain = false; ///< letter and column: the direction may be left out
  Description m_what;
};

/// Two characters that name a piece: letter and column, or its place among others of its kind.
using Name = std::array<char, 2>;

constexpr char digit_of(int n) { return static_cast<char>('0' + n); }

Name xqbase_name(char letter, const Standing& s) noexcept {
  if (s.crowded_columns > 1 || s.count > 3) {
    return {letter, static_cast<char>('a' + s.series - 1)};
  }
  return {letter, s.place == 1 ? '+' : s.place == s.count ? '-' : '.'};
}

Name index_name(char letter, const Standing& s) noexcept {
  return s.crowded_columns > 1 || s.count > 2 ? Name{digit_of(s.place), digit_of(s.column)}
                                              : xqbase_name(letter, s);
}

/// The name that the Asian and the World Xiangqi Federation define: http://www.wxf.org/xq/computer/
/// wxf_notation.html, "Special Cases for Tandem Pawns".
Name name_of_1997(char letter, const Standing& s) noexcept {
  const char column = digit_of(s.column);
  const int from_middle = 2 * s.place - (s.count + 1); // negative: before it
  const char sign = from_middle < 0 ? '+' : '-';
  if (s.crowded_columns > 1) {
    return {column, from_middle == 0 ? column : sign};
  }
  if (s.count > 3 && (s.place == 1 || s.place == s.count)) {
    return {sign, sign};
  }
  return {letter, from_middle == 0 ? column : sign};
}

void write_latin(std::string& out, const Position& position, Move move, std::string_view letters,
                 WxfStyle style) {
  const Piece p = position.at(move.from());
  const PieceType t = type_of(p);
  const Standing s = standing_of(position, move.from());
  const Step step = step_of(color_of(p), t, move);
  const char letter = letters[to_index(t)];
  Name name{letter, digit_of(s.column)};
  if (s.count > 1 && !told_by_direction(t)) {
    name = style == WxfStyle::index       ? index_name(letter, s)
           : style == WxfStyle::rules1997 ? name_of_1997(letter, s)
                                          : xqbase_name(letter, s);
  }
  // 15.4 would be move number 15.
  const char level = name[0] != letter && is_digit(static_cast<unsigned char>(name[1])) ? '=' : '.';
  const std::array<char, 3> actions{level, '+', '-'};
  const std::array<char, 4> text{name[0], name[1], actions[static_cast<std::size_t>(step.action)],
                                 digit_of(step.value)};
  out.append(text.data(), text.size());
}

} // namespace

PieceType piece_of_letter(char32_t c) noexcept {
  switch (c) {
  case U'K':
  case U'k':
    return PieceType::king;
  case U'A':
  case U'a':
    return PieceType::advisor;
  case U'E':
  case U'e':
  case U'B':
  case U'b':
    return PieceType::elephant;
  case U'H':
  case U'h':
  case U'N':
  case U'n':
    return PieceType::horse;
  case U'R':
  case U'r':
    return PieceType::rook;
  case U'C':
  case U'c':
    return PieceType::cannon;
  case U'P':
  case U'p':
    return PieceType::pawn;
  default:
    return PieceType::none;
  }
}

std::optional<Parsed> parse_wxf(const Characters& text, std::size_t at) noexcept {
  return Reader{text, at, false}.read();
}

Description parse_plain_wxf(std::string_view token) noexcept {
  Description out;
  if (token.size() != 4) {
    return out;
  }
  const auto at = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(token[i]));
  };
  const auto action = action_of(at(2));
  if (!action || !is_digit(at(3)) || (!is_digit(at(1)) && !is_sign(at(1)))) {
    return out;
  }
  out.step = {*action, digit_value(at(3))};
  if (is_digit(at(1))) {
    out.column = digit_value(at(1));
  } else {
    out.mark = mark_of_sign(at(1));
  }
  out.type = piece_of_letter(at(0));
  return out;
}

std::optional<Parsed> parse_keypad(const Characters& text, std::size_t at) noexcept {
  return Reader{text, at, true}.read();
}

void write_wxf(std::string& out, const Position& position, Move move, const WriteOptions& options) {
  write_latin(out, position, move, options.letters == Letters::he ? he_letters : nb_letters,
              options.wxf);
}

void write_keypad(std::string& out, const Position& position, Move move) {
  write_latin(out, position, move, keypad_digits, WxfStyle::xqbase);
}

} // namespace xq::notation
