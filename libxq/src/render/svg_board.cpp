#include <xq/render/svg_board.hpp>

#include <fmt/core.h>

#include <array>
#include <string_view>
#include <utility>

namespace xq::render {

namespace {

constexpr int cell = 40;
constexpr int margin = 30;
constexpr int width = 2 * margin + (file_count - 1) * cell;
constexpr int height = 2 * margin + (rank_count - 1) * cell;
constexpr std::string_view fonts =
    "'Noto Serif CJK SC','Source Han Serif SC','Songti SC','Noto Sans CJK SC',SimSun,STKaiti,"
    "'WenQuanYi Zen Hei',serif";

constexpr int x_of(int file) { return margin + file * cell; }
constexpr int y_of(int rank) { return margin + (rank_count - 1 - rank) * cell; }

struct Drawn {
  char letter;
  std::string_view character;
};
constexpr std::array<Drawn, 14> pieces{{{'K', "帥"},
                                        {'A', "仕"},
                                        {'B', "相"},
                                        {'N', "馬"},
                                        {'R', "車"},
                                        {'C', "炮"},
                                        {'P', "兵"},
                                        {'k', "將"},
                                        {'a', "士"},
                                        {'b', "象"},
                                        {'n', "馬"},
                                        {'r', "車"},
                                        {'c', "砲"},
                                        {'p', "卒"}}};

char letter_of(Piece p) {
  constexpr std::string_view letters = "KABNRCP.kabnrcp";
  return letters[to_index(p)];
}

void line(std::string& path, int x1, int y1, int x2, int y2) {
  path += fmt::format("M{} {}L{} {}", x1, y1, x2, y2);
}

/// The corner marks around a point where a cannon or a pawn begins.
void point_marks(std::string& path, int file, int rank) {
  constexpr int gap = 4;
  constexpr int arm = 7;
  const int x = x_of(file);
  const int y = y_of(rank);
  for (const int side : {-1, 1}) {
    if ((side < 0 && file == 0) || (side > 0 && file == file_count - 1)) {
      continue; // off the board
    }
    for (const int up : {-1, 1}) {
      path += fmt::format("M{} {}h{}M{} {}v{}", x + side * gap, y + up * gap, side * arm,
                          x + side * gap, y + up * gap, up * arm);
    }
  }
}

std::string grid() {
  std::string path;
  for (int rank = 0; rank < rank_count; ++rank) {
    line(path, x_of(0), y_of(rank), x_of(8), y_of(rank));
  }
  for (int file = 0; file < file_count; ++file) {
    if (file == 0 || file == file_count - 1) {
      line(path, x_of(file), y_of(0), x_of(file), y_of(9));
    } else { // the river is open
      line(path, x_of(file), y_of(0), x_of(file), y_of(4));
      line(path, x_of(file), y_of(5), x_of(file), y_of(9));
    }
  }
  for (const int rank : {0, 7}) { // palaces
    line(path, x_of(3), y_of(rank), x_of(5), y_of(rank + 2));
    line(path, x_of(5), y_of(rank), x_of(3), y_of(rank + 2));
  }
  for (const auto& [file, rank] :
       std::array<std::pair<int, int>, 4>{{{1, 2}, {7, 2}, {1, 7}, {7, 7}}}) {
    point_marks(path, file, rank);
  }
  for (int file = 0; file < file_count; file += 2) {
    point_marks(path, file, 3);
    point_marks(path, file, 6);
  }
  return path;
}

std::string empty_board() {
  const int edge = 5;
  const int middle = (y_of(4) + y_of(5)) / 2;
  std::string out = fmt::format(
      "<rect width=\"{}\" height=\"{}\" fill=\"#fdf6e3\"/><rect x=\"{}\" y=\"{}\" width=\"{}\" "
      "height=\"{}\" fill=\"none\" stroke=\"#4a3b28\" stroke-width=\"2.5\"/>"
      "<path d=\"{}\" fill=\"none\" stroke=\"#4a3b28\"/>",
      width, height, margin - edge, margin - edge, width - 2 * (margin - edge),
      height - 2 * (margin - edge), grid());
  for (const auto& [x, text] : std::array<std::pair<int, std::string_view>, 2>{
           {{x_of(0) + 2 * cell, "楚 河"}, {x_of(8) - 2 * cell, "漢 界"}}}) {
    out += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"20\" text-anchor=\"middle\" "
                       "fill=\"#4a3b28\" font-family=\"{}\">{}</text>",
                       x, middle + 7, fonts, text);
  }
  return out;
}

/// Around the origin.
std::string piece(const Drawn& drawn) {
  const bool red = drawn.letter < 'a';
  return fmt::format(
      "<circle r=\"18\" fill=\"#fffdf7\" stroke=\"{0}\" stroke-width=\"1.6\"/>"
      "<circle r=\"15.2\" fill=\"none\" stroke=\"{0}\" stroke-width=\".8\"/>"
      "<text y=\"7.6\" font-size=\"21\" text-anchor=\"middle\" fill=\"{0}\" font-weight=\"600\" "
      "font-family=\"{1}\">{2}</text>",
      red ? "#b3140d" : "#111", fonts, drawn.character);
}

/// Corners around a point.
std::string frame(int x, int y) {
  return fmt::format("<path d=\"M{} {}v-8h8M{} {}h8v8M{} {}v8h-8M{} {}h-8v-8\" fill=\"none\" "
                     "stroke=\"#1565c0\" stroke-width=\"2\"/>",
                     x - 19, y - 11, x + 11, y - 19, x + 19, y + 11, x - 11, y + 19);
}

std::pair<int, int> point(Square s, bool flipped) {
  const Square shown = flipped ? rotate(s) : s;
  return {x_of(file_of(shown)), y_of(rank_of(shown))};
}

/// Around the squares of the last move.
std::string frames(const SvgOptions& options) {
  std::string out;
  if (options.last_move) {
    for (const Square s : {options.last_move.from(), options.last_move.to()}) {
      const auto [x, y] = point(s, options.flipped);
      out += frame(x, y) + "\n";
    }
  }
  return out;
}

} // namespace

std::string svg_parts() {
  std::string out = fmt::format("<g id=\"board\">{}</g>\n", empty_board());
  for (const Drawn& drawn : pieces) {
    out += fmt::format("<g id=\"p{}\" class=\"man {}\">{}</g>\n", drawn.letter,
                       drawn.letter < 'a' ? "red" : "black", piece(drawn));
  }
  return out;
}

std::string board_of_parts(const Position& position, const SvgOptions& options) {
  std::string out = fmt::format("<svg class=\"board\" viewBox=\"0 0 {} {}\"><use href=\"#board\"/>",
                                width, height);
  for (const Square s : position.occupied()) {
    const auto [x, y] = point(s, options.flipped);
    out += fmt::format("<use href=\"#p{}\" x=\"{}\" y=\"{}\"/>", letter_of(position.at(s)), x, y);
  }
  return out + frames(options) + "</svg>\n";
}

std::string svg_board(const Position& position, const SvgOptions& options) {
  std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
                                "width=\"{0}\" height=\"{1}\">\n{2}\n",
                                width, height, empty_board());
  for (const Square s : position.occupied()) {
    const auto [x, y] = point(s, options.flipped);
    for (const Drawn& drawn : pieces) {
      if (drawn.letter == letter_of(position.at(s))) {
        out += fmt::format("<g transform=\"translate({} {})\">{}</g>\n", x, y, piece(drawn));
      }
    }
  }
  return out + frames(options) + "</svg>\n";
}

} // namespace xq::render
