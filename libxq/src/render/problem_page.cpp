#include "render/problem_page.hpp"

#include "analysis/solve/solved_record.hpp"
#include "base/os/path.hpp"
#include "base/text/text.hpp"
#include "render/document.hpp"
#include "render/html.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/core.h>

#include <vector>

namespace xq::render {

namespace {

using analysis::Answer;
using analysis::SolutionFinding;

/// Which words of the record the claim was read from.
std::string claim_with_source(const analysis::Claim& claim) {
  auto text = analysis::describe(claim);
  if (claim.source.empty() || claim.words.empty()) {
    return text;
  }
  constexpr std::size_t longest = 120;
  return fmt::format("{} ({})", text,
                     localized("{}: {}", claim.source, excerpt(trim(claim.words), longest)));
}

/// Below a board: who is to move, the position as text, and the file, which a title rarely names.
std::string caption(const record::Game& game) {
  const bool red = game.start().side_to_move() == Color::red;
  std::string out = shown(red ? translate("Red to move") : translate("Black to move"));
  out += "<br>" + shown(write_fen(game.start()));
  if (const auto file = os::name_of(os::path_of(game.source).filename()); !file.empty()) {
    out += "<br>" + shown(file);
  }
  return out;
}

std::string finding_item(const record::Game& game, const SolutionFinding& finding,
                         notation::Style style, const notation::WriteOptions& options) {
  std::vector<Move> line{finding.move};
  line.insert(line.end(), finding.line.begin(), finding.line.end());
  const auto position = record::position_after(game, finding.node);
  const auto what = localized("ply {}, {}", finding.ply, analysis::describe(finding));
  return fmt::format("<li>{}<span class=\"moves\">{}</span></li>\n",
                     shown(localized("{}: {}", what, "")),
                     shown(notation::to_text(position, line, style, options)));
}

} // namespace

std::string problem_page_head(std::string_view title) {
  return page_head(title) + "<div class=\"problems\">\n";
}

std::string problem_page_foot() {
  // the counts are made by the style sheet, so that the foot of a page that is not complete is
  // that of the complete one
  std::string out = "</div>\n<dl class=\"facts counts\">\n";
  for (const auto& [name, label] :
       {std::pair{"proved", to_translate("proved")}, std::pair{"refuted", to_translate("refuted")},
        std::pair{"likely", to_translate("likely")},
        std::pair{"unlikely", to_translate("unlikely")}, std::pair{"open", to_translate("open")},
        std::pair{"no-claim", to_translate("without a claim")},
        std::pair{"impossible", to_translate("impossible")}}) {
    out += fmt::format("<dt>{}</dt><dd class=\"n-{}\"></dd>\n", shown(translate(label)), name);
  }
  return out + "</dl>\n" + page_foot();
}

std::string problem_entry(std::uint64_t number, const record::Game& game,
                          const analysis::SolvedProblem& problem, notation::Style style,
                          const notation::WriteOptions& options) {
  const auto title = analysis::title_of(game);
  std::string out = fmt::format(
      "<section class=\"problem {}\">\n<h2>{}. {}</h2>\n<figure>{}<figcaption>{}</figcaption>"
      "</figure>\n",
      analysis::to_text(problem.answer), number, shown(title), board_of_parts(game.start()),
      caption(game));
  if (!analysis::describe(problem.claim).empty()) {
    out += fmt::format("<p>{}</p>\n", shown(claim_with_source(problem.claim)));
  }
  out += fmt::format("<p class=\"answer\">{}</p>\n", shown(analysis::describe(problem)));
  if (problem.mate) {
    out += fmt::format("<p class=\"moves\">{}</p>\n",
                       shown(notation::to_text(game.start(), problem.mate->line, style, options)));
  }
  if (!problem.findings.empty()) {
    out += "<ul>\n";
    for (const SolutionFinding& finding : problem.findings) {
      out += finding_item(game, finding, style, options);
    }
    out += "</ul>\n";
  }
  return out + "</section>\n";
}

} // namespace xq::render
