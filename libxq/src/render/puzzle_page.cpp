#include "render/puzzle_page.hpp"

#include "render/html.hpp"

#include <xq/base/translate.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/core.h>

namespace xq::render {

// Generated from the files in web/ (see XqEmbedText.cmake).
std::string_view document_style() noexcept;
std::string_view puzzle_style() noexcept;

namespace {

/// "Hu Ronghua – Liu Dahua, Beijing, 1980.05.01".
std::string origin(const analysis::FoundPuzzle& found) {
  std::string out = found.red;
  out += found.red.empty() && found.black.empty() ? "" : " – ";
  out += found.black;
  for (const std::string& more : {found.event, found.date}) {
    out += out.empty() || more.empty() ? "" : std::string{translate(", ")};
    out += more;
  }
  return out;
}

} // namespace

std::string puzzle_task(const analysis::Puzzle& puzzle) {
  const bool red = puzzle.start.side_to_move() == Color::red;
  if (puzzle.mate != 0) {
    return red ? localized("Red to move, mate in {}", puzzle.mate)
               : localized("Black to move, mate in {}", puzzle.mate);
  }
  return std::string{red ? translate("Red to move and win") : translate("Black to move and win")};
}

std::string theme_labels(const analysis::Puzzle& puzzle) {
  std::string out;
  for (const auto theme : puzzle.themes.list()) {
    out += out.empty() ? "" : std::string{translate(", ")};
    out += translate(info(theme).label);
  }
  return out;
}

std::string puzzle_head(std::string_view title) {
  const auto text = shown(title);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{0}\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{1}</title>\n<style>\n{2}{3}{4}</style>\n</head>\n<body>\n"
      "<svg width=\"0\" height=\"0\" class=\"away\" aria-hidden=\"true\"><defs>\n{5}</defs></svg>\n"
      "<main>\n<h1>{1}</h1>\n<section class=\"puzzles\">\n",
      escaped(translate("en")), text, theme_style(), document_style(), puzzle_style(), svg_parts());
}

std::string puzzle_board(std::uint64_t number, const analysis::Puzzle& puzzle) {
  const bool flipped = puzzle.start.side_to_move() == Color::black;
  return fmt::format("<figure><figcaption>{}. {}</figcaption>{}</figure>\n", number,
                     shown(puzzle_task(puzzle)),
                     board_of_parts(puzzle.start, {.last_move = puzzle.last, .flipped = flipped}));
}

std::string puzzle_middle() {
  return fmt::format("</section>\n<section class=\"solutions\">\n<h2>{}</h2>\n",
                     escaped(translate("Solutions")));
}

std::string puzzle_solution(std::uint64_t number, const analysis::FoundPuzzle& found,
                            notation::Style style, const notation::WriteOptions& options) {
  const auto& puzzle = found.puzzle;
  return fmt::format("<p>{}. {}<br><span class=\"about\">{}{}{}<br>{}</span></p>\n", number,
                     shown(notation::to_text(puzzle.start, puzzle.line, style, options)),
                     shown(theme_labels(puzzle)), escaped(translate("; ")),
                     escaped(localized("difficulty {}", puzzle.difficulty)), shown(origin(found)));
}

std::string puzzle_foot() { return "</section>\n</main>\n</body>\n</html>\n"; }

} // namespace xq::render
