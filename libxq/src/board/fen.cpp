#include "base/text/ascii.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "board/piece_name.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <span>

namespace xq {

namespace {

constexpr std::string_view letters = "KABNRCP-kabnrcp";

std::string_view color_name(Color c) noexcept {
  return c == Color::red ? translate("red") : translate("black");
}

std::string square_text(Square s) {
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('0' + rank_of(s))};
}

std::optional<Piece> piece_of(char letter) noexcept {
  switch (letter) {
  case 'H':
    letter = 'N';
    break;
  case 'h':
    letter = 'n';
    break;
  case 'E':
    letter = 'B';
    break;
  case 'e':
    letter = 'b';
    break;
  default:
    break;
  }
  const auto i = letters.find(letter);
  if (i == std::string_view::npos || letter == '-') {
    return std::nullopt;
  }
  return static_cast<Piece>(i);
}

/// The fields of a FEN with their columns; the text after the sixth is one field.
struct Fields {
  std::array<std::string_view, 7> text;
  std::array<std::size_t, 7> offset{};
  std::size_t count = 0;
};

Fields split(std::string_view text) {
  Fields out;
  std::size_t i = 0;
  while (out.count < out.text.size()) {
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) {
      ++i;
    }
    if (i == text.size()) {
      break;
    }
    const bool rest = out.count + 1 == out.text.size();
    const std::size_t end =
        rest ? text.size() : std::min(text.find_first_of(" \t", i), text.size());
    out.text[out.count] = text.substr(i, end - i);
    out.offset[out.count++] = i;
    i = end;
  }
  return out;
}

std::optional<Color> side_of(std::string_view word) {
  const auto is_any = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view w) { return equal_ignoring_case(word, w); });
  };
  if (is_any({"w", "r", "red", "white", "红", "紅"})) {
    return Color::red;
  }
  return is_any({"b", "black", "黑"}) ? std::optional{Color::black} : std::nullopt;
}

/// Whether nothing is in the text that PlainFen changes.
bool is_plain(std::string_view text) noexcept {
  constexpr std::string_view dress = "_+%[(\"'\xEF\xE3:=fFo";
  return text.find_first_of(dress) == std::string_view::npos;
}

/// A FEN as it stands in addresses (_, + or %20 for a blank), in brackets or quotes, behind `fen`
/// as in commands, or in full-width characters: its ASCII text, and where each byte of it stood.
class PlainFen {
public:
  explicit PlainFen(std::string_view given) {
    for (std::size_t i = 0; i < given.size();) {
      const auto [c, length] = plain_character(given.substr(i));
      for (std::size_t k = 0; k < (c == '\0' ? length : 1); ++k) {
        add(c == '\0' ? given[i + k] : c, i + k);
      }
      i += length;
    }
    for (const std::string_view word : {"position", "fen"}) {
      skip_word(word);
    }
    if (m_text.find_first_of("[(\"'", m_begin) == m_begin) {
      ++m_begin;
      while (!m_text.empty() && std::string_view{")]\"' "}.find(m_text.back()) != npos) {
        m_text.pop_back();
      }
    }
  }

  [[nodiscard]] std::string_view text() const noexcept {
    return std::string_view{m_text}.substr(std::min(m_begin, m_text.size()));
  }
  /// The place in what was given.
  void restore_place(Problem& problem) const {
    if (problem.where.column == 0 || m_offsets.empty()) {
      return;
    }
    const auto at = m_begin + problem.where.column - 1;
    const auto given = at < m_offsets.size() ? m_offsets[at] : m_offsets.back() + 1;
    problem.where.offset = given;
    problem.where.column = given + 1;
  }

private:
  static constexpr auto npos = std::string_view::npos;

  struct Character {
    char c = '\0'; ///< NUL: as it is
    std::size_t length = 1;
  };
  [[nodiscard]] Character plain_character(std::string_view text) const {
    constexpr char32_t wide_first = 0xFF01;
    constexpr char32_t wide_last = 0xFF5E;
    constexpr char32_t ideographic_space = 0x3000;
    if (text.starts_with("%20")) {
      return {' ', 3};
    }
    if (text.starts_with("%2F") || text.starts_with("%2f")) {
      return {'/', 3};
    }
    if ((text[0] == '_' || text[0] == '+') && m_slashes + 1 == rank_count) {
      return {' ', 1};
    }
    const auto wide = decode_utf8(text);
    if (wide.value >= wide_first && wide.value <= wide_last) {
      return {static_cast<char>(wide.value - wide_first + '!'), wide.length};
    }
    return {wide.value == ideographic_space ? ' ' : '\0', wide.length};
  }

  void add(char c, std::size_t offset) {
    m_text += c;
    m_offsets.push_back(offset);
    m_slashes += c == '/' ? 1 : 0;
  }

  void skip_word(std::string_view word) {
    const auto begin = std::min(m_text.find_first_not_of(" \t[(\"'", m_begin), m_text.size());
    const auto end = begin + word.size();
    if (end < m_text.size() && equal_ignoring_case(m_text.substr(begin, word.size()), word) &&
        std::string_view{" \t:="}.find(m_text[end]) != npos) {
      m_begin = std::min(m_text.find_first_not_of(" \t:=", end), m_text.size());
    }
  }

  std::string m_text;
  std::vector<std::size_t> m_offsets;
  std::size_t m_begin = 0;
  int m_slashes = 0;
};

class BoardReader {
public:
  explicit BoardReader(Position& position) : m_position{position} {}

  std::optional<Problem> read(std::string_view board) {
    for (std::size_t i = 0; i < board.size(); ++i) {
      auto problem = board[i] == '/' ? next_rank(board, i) : square(board, i);
      if (problem) {
        return problem;
      }
    }
    if (auto problem = check_rank(board, board.size())) {
      return problem;
    }
    if (m_rank != 0) {
      return fail(board, board.size(),
                  localized("the board has {} ranks, not 10", rank_count - m_rank));
    }
    return std::nullopt;
  }

private:
  static Problem fail(std::string_view board, std::size_t i, std::string message) {
    const auto token = board.substr(i, i < board.size() ? decode_utf8(board.substr(i)).length : 0);
    return make_problem(ProblemCode::bad_fen, std::move(message), token, {i, 1, i + 1});
  }

  std::optional<Problem> check_rank(std::string_view board, std::size_t i) const {
    if (m_file == file_count) {
      return std::nullopt;
    }
    return fail(board, i,
                localized("rank {} (number {} from the top) has {} of 9 files", m_rank,
                          rank_count - m_rank, m_file));
  }

  std::optional<Problem> next_rank(std::string_view board, std::size_t i) {
    if (auto problem = check_rank(board, i)) {
      return problem;
    }
    if (m_rank == 0) {
      return fail(board, i, localized("the board has more than 10 ranks"));
    }
    --m_rank;
    m_file = 0;
    return std::nullopt;
  }

  std::optional<Problem> square(std::string_view board, std::size_t i) {
    const char c = board[i];
    int width = 1;
    std::optional<Piece> piece;
    if (c >= '1' && c <= '9') {
      width = c - '0';
    } else {
      piece = piece_of(c);
      if (!piece) {
        return fail(board, i, unknown(c));
      }
    }
    if (m_file + width > file_count) {
      return fail(board, i,
                  localized("rank {} (number {} from the top) has more than 9 files", m_rank,
                            rank_count - m_rank));
    }
    if (piece) {
      m_position.put(*piece, make_square(m_file, m_rank));
    }
    m_file += width;
    return std::nullopt;
  }

  [[nodiscard]] std::string unknown(char c) const {
    if (c == '\0') {
      return localized("a NUL byte inside the board");
    }
    if (c == '0') {
      return localized("0 is not a number of empty squares");
    }
    if (c == '\\' || c == '%') {
      return localized("ranks are separated by a slash");
    }
    if (m_file >= file_count) {
      return localized("rank {} goes on after 9 files", m_rank);
    }
    return localized("no piece has this letter (at {})", square_text(make_square(m_file, m_rank)));
  }

  Position& m_position;
  int m_file = 0;
  int m_rank = rank_count - 1;
};

std::optional<int> counter(std::string_view text) noexcept {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value > 9999) {
    return std::nullopt;
  }
  return value;
}

void read_counters(FenReading& out, const Fields& fields, std::size_t i) {
  const auto warn = [&](std::size_t field, std::string message) {
    out.warnings.push_back(make_problem(ProblemCode::fen_bad_counters, std::move(message),
                                        fields.text[field],
                                        {fields.offset[field], 1, fields.offset[field] + 1}));
  };
  while (i < fields.count && fields.text[i] == "-") {
    ++i;
  }
  int halfmove_clock = 0;
  int fullmove_number = 1;
  if (i < fields.count) {
    if (const auto value = counter(fields.text[i])) {
      halfmove_clock = *value;
    } else {
      warn(i, localized("this is no count of plies without a capture; 0 is used"));
    }
    ++i;
  }
  if (i < fields.count) {
    if (const auto value = counter(fields.text[i])) {
      fullmove_number = std::max(*value, 1);
    } else {
      warn(i, localized("this is no round number; 1 is used"));
    }
    ++i;
  }
  if (i < fields.count) {
    warn(i, localized("text after the counters is ignored"));
  }
  out.position.set_counters(halfmove_clock, fullmove_number);
}

std::optional<std::string> count_fault(const Position& position) {
  constexpr std::array<int, piece_type_count> most{1, 2, 2, 2, 2, 2, 5};
  for (const Color c : {Color::red, Color::black}) {
    if (position.king(c) == Square::none) {
      return localized("the {} king is missing", color_name(c));
    }
    for (std::size_t t = 0; t < piece_type_count; ++t) {
      const int count = position.pieces(c, static_cast<PieceType>(t)).count();
      if (count > most[t]) {
        return localized("{} {} {}s, at most {} can be", count, color_name(c),
                         piece_name(static_cast<PieceType>(t), c), most[t]);
      }
    }
  }
  return std::nullopt;
}

void append_board(std::string& out, const Position& position) {
  for (int rank = rank_count - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < file_count; ++file) {
      const Piece p = position.at(make_square(file, rank));
      if (p == Piece::none) {
        ++empty;
        continue;
      }
      if (empty != 0) {
        out += static_cast<char>('0' + empty);
        empty = 0;
      }
      out += letters[to_index(p)];
    }
    if (empty != 0) {
      out += static_cast<char>('0' + empty);
    }
    out += rank == 0 ? ' ' : '/';
  }
  out += position.side_to_move() == Color::red ? 'w' : 'b';
}

} // namespace

namespace {

/// The first of these pieces on a square that its type cannot reach.
std::optional<std::string> misplaced(const Position& position, Bitboard among) {
  for (const Square s : among) {
    const Piece p = position.at(s);
    if (!reachable(color_of(p), type_of(p)).contains(s)) {
      return localized("a {} {} cannot stand on {}", color_name(color_of(p)),
                       piece_name(type_of(p), color_of(p)), square_text(s));
    }
  }
  return std::nullopt;
}

/// Missing, surplus and displaced kings: nothing can be played from such a board.
std::optional<std::string> unplayable(const Position& position) {
  auto fault = count_fault(position);
  return fault ? fault : misplaced(position, position.pieces(PieceType::king));
}

/// Why no legal move can have led to the position: a king could be taken.
std::optional<std::string> king_fault(const Position& position) {
  const Square red = position.king(Color::red);
  const Square black = position.king(Color::black);
  if (file_of(red) == file_of(black) && !(between(red, black) & position.occupied())) {
    return localized("the kings on {} and {} face each other", square_text(red),
                     square_text(black));
  }
  const Color waiting = ~position.side_to_move();
  if (position.in_check(waiting)) {
    return localized("{} is in check and it is {} to move", color_name(waiting),
                     color_name(position.side_to_move()));
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> validate(const Position& position) {
  if (auto fault = unplayable(position)) {
    return fault;
  }
  auto fault = misplaced(position, position.occupied());
  return fault ? fault : king_fault(position);
}

namespace {

Expected<FenReading, Problem> read_plain_fen(std::string_view text, OpenKing open_king) {
  const Fields fields = split(text);
  if (fields.count == 0) {
    return Unexpected{
        make_problem(ProblemCode::bad_fen, localized("the FEN is empty"), {}, {0, 1, 1})};
  }
  FenReading out;
  if (auto problem = BoardReader{out.position}.read(fields.text[0])) {
    problem->where.offset += fields.offset[0];
    problem->where.column += fields.offset[0];
    return Unexpected{std::move(*problem)};
  }
  std::size_t next = 1;
  const std::string_view side = fields.count > 1 ? fields.text[1] : std::string_view{};
  const auto mover = side_of(side);
  if (mover) {
    out.position.set_side_to_move(*mover);
    ++next;
  } else if (side.empty() || side == "-") {
    out.warnings.push_back(
        make_problem(ProblemCode::fen_no_side,
                     localized("the FEN does not say who is to move; Red is assumed")));
  } else {
    return Unexpected{make_problem(ProblemCode::bad_fen,
                                   localized("the side to move is neither w, r nor b"), side,
                                   {fields.offset[1], 1, fields.offset[1] + 1})};
  }
  read_counters(out, fields, next);
  const auto impossible = [&](std::string what) {
    return make_problem(ProblemCode::impossible_position, std::move(what), fields.text[0],
                        {fields.offset[0], 1, fields.offset[0] + 1});
  };
  const auto warn = [&](std::string what) {
    out.warnings.push_back(impossible(std::move(what)));
    out.warnings.back().severity = Severity::warning;
  };
  if (auto fault = unplayable(out.position)) {
    return Unexpected{impossible(std::move(*fault))};
  }
  if (auto fault = misplaced(out.position, out.position.occupied())) {
    warn(std::move(*fault));
  }
  if (auto fault = king_fault(out.position)) {
    if (open_king == OpenKing::error) {
      return Unexpected{impossible(std::move(*fault))};
    }
    warn(std::move(*fault));
  }
  return out;
}

} // namespace

Expected<FenReading, Problem> read_fen(std::string_view text, OpenKing open_king) {
  if (is_plain(text)) {
    return read_plain_fen(text, open_king);
  }
  const PlainFen plain{text};
  auto reading = read_plain_fen(plain.text(), open_king);
  if (!reading) {
    Problem problem = reading.error();
    plain.restore_place(problem);
    return Unexpected{std::move(problem)};
  }
  FenReading out = *std::move(reading);
  for (Problem& warning : out.warnings) {
    plain.restore_place(warning);
  }
  return out;
}

std::string write_short_fen(const Position& position) {
  std::string out;
  out.reserve(80);
  append_board(out, position);
  return out;
}

std::string write_fen(const Position& position) {
  std::string out = write_short_fen(position);
  append_format(out, " - - {} {}", position.halfmove_clock(), position.fullmove_number());
  return out;
}

std::string draw_board(const Position& position) {
  std::string out;
  for (int rank = rank_count - 1; rank >= 0; --rank) {
    out += static_cast<char>('0' + rank);
    out += ' ';
    for (int file = 0; file < file_count; ++file) {
      const Piece p = position.at(make_square(file, rank));
      out += ' ';
      out += p == Piece::none ? '.' : letters[to_index(p)];
    }
    out += '\n';
  }
  out += "   a b c d e f g h i\n";
  return out;
}

} // namespace xq
