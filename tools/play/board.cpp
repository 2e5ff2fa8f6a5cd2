#include "play/board.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <array>
#include <string_view>

namespace xq::cli {

namespace {

constexpr std::string_view red_color = "\x1b[1;31m";
constexpr std::string_view black_color = "\x1b[1;36m"; // readable on dark and on light
constexpr std::string_view mark_color = "\x1b[33m";
constexpr std::string_view plain = "\x1b[0m";

// Red's and Black's own characters, as on the pieces: both sides can be told apart without colour.
// In the order of PieceType.
struct Script {
  std::array<std::array<std::string_view, 7>, 2> pieces; ///< by Color
  std::string_view river;
};
constexpr Script simplified{
    {{{"帅", "仕", "相", "傌", "俥", "炮", "兵"}, {"将", "士", "象", "马", "车", "砲", "卒"}}},
    "楚  河        汉  界"};
constexpr Script traditional{
    {{{"帥", "仕", "相", "傌", "俥", "炮", "兵"}, {"將", "士", "象", "馬", "車", "砲", "卒"}}},
    "楚  河        漢  界"};
constexpr std::array<std::string_view, 9> numerals{"一", "二", "三", "四", "五",
                                                   "六", "七", "八", "九"};
constexpr std::array<std::string_view, 9> digits{"１", "２", "３", "４", "５",
                                                 "６", "７", "８", "９"};

class Drawing {
public:
  Drawing(const Position& position, Move last, const BoardStyle& style)
      : m_position{position}, m_last{last}, m_style{style} {}

  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> out;
    out.push_back(columns(m_style.flipped ? Color::red : Color::black));
    for (int row = 0; row < rank_count; ++row) {
      out.push_back(rank(m_style.flipped ? row : rank_count - 1 - row));
      if (row == 4) {
        out.push_back(m_style.letters ? fmt::format("    {:^19}", translate("~ ~   river   ~ ~"))
                                      : fmt::format("          {}  ", m_script.river));
      }
    }
    out.push_back(columns(m_style.flipped ? Color::black : Color::red));
    out.push_back(files());
    return out;
  }

private:
  [[nodiscard]] int file_at(int place) const {
    return m_style.flipped ? file_count - 1 - place : place;
  }
  [[nodiscard]] bool marked(Square s) const {
    return m_last && (s == m_last.from() || s == m_last.to());
  }

  [[nodiscard]] std::string point(Square s) const {
    const Piece piece = m_position.at(s);
    if (piece == Piece::none) {
      return m_style.letters ? "." : "・";
    }
    const bool red = color_of(piece) == Color::red;
    const std::size_t type = to_index(type_of(piece));
    const std::string name = m_style.letters
                                 ? std::string{(red ? "KABNRCP" : "kabnrcp")[type]}
                                 : std::string{m_script.pieces[to_index(color_of(piece))][type]};
    return m_style.color ? fmt::format("{}{}{}", red ? red_color : black_color, name, plain) : name;
  }

  /// What stands between two points: brackets around the squares of the last move.
  [[nodiscard]] std::string gap(bool closes, bool opens) const {
    const std::string_view sign = closes && opens ? "|" : closes ? "]" : opens ? "[" : " ";
    return m_style.color && (closes || opens) ? fmt::format("{}{}{}", mark_color, sign, plain)
                                              : std::string{sign};
  }

  [[nodiscard]] std::string rank(int number) const {
    std::string out = fmt::format("  {} ", number);
    bool before = false;
    for (int place = 0; place < file_count; ++place) {
      const Square s = make_square(file_at(place), number);
      out += gap(before, marked(s));
      out += point(s);
      before = marked(s);
    }
    return out + gap(before, false);
  }

  /// The numbers of the columns as `side` counts them, from its right.
  [[nodiscard]] std::string columns(Color side) const {
    std::string out = "    ";
    for (int place = 0; place < file_count; ++place) {
      const int file = file_at(place);
      const auto number =
          static_cast<std::size_t>(side == Color::red ? file_count - 1 - file : file);
      out += ' ';
      if (m_style.letters) {
        out += std::to_string(number + 1);
      } else {
        out += side == Color::red ? numerals[number] : digits[number];
      }
    }
    return out + ' ';
  }

  [[nodiscard]] std::string files() const {
    std::string out = "    ";
    for (int place = 0; place < file_count; ++place) {
      out += ' ';
      out += static_cast<char>('a' + file_at(place));
      out += m_style.letters ? "" : " ";
    }
    return out + ' ';
  }

  const Position& m_position;
  Move m_last;
  const BoardStyle& m_style;
  const Script& m_script =
      text_language() == TextLanguage::traditional_chinese ? traditional : simplified;
};

} // namespace

std::vector<std::string> draw_play_board(const Position& position, Move last,
                                         const BoardStyle& style) {
  return Drawing{position, last, style}.lines();
}

} // namespace xq::cli
