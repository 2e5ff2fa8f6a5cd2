#include "commands/book/book_text.hpp"

#include "cli/next_step.hpp"
#include "cli/talk.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/analysis/review.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

Value weighting(book::Weighting& target) {
  using book::Weighting;
  return choice(target,
                std::vector<std::pair<std::string, Weighting>>{{"games", Weighting::games},
                                                               {"score", Weighting::score},
                                                               {"recency", Weighting::recency},
                                                               {"level", Weighting::level},
                                                               {"engine", Weighting::engine}},
                "WEIGHT");
}

void say_judged(const GlobalOptions& global, std::uint64_t judged, const std::string& path) {
  if (judged != 0 && !global.quiet && !global.json) {
    talk("xq: what an engine said of {} was kept; make scores of it again: {}\n",
         counted(judged, "{} position", "{} positions"),
         fmt::format("xq book score {}", shell_word(path)));
  }
}

std::string score_text(const std::optional<book::MoveScore>& score) {
  return score ? analysis::value_text(score->score) : "-";
}

} // namespace xq::cli
