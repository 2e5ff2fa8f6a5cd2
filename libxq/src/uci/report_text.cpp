#include "uci/report_text.hpp"

#include "engine/outcomes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace xq::uci {

namespace {

/// Win, draw and loss in permille.
std::string wdl_text(engine::Score score) {
  const engine::Outcomes outcomes = engine::outcomes_of(score);
  const int win = static_cast<int>(std::lround(1000 * outcomes.win));
  const int loss = static_cast<int>(std::lround(1000 * outcomes.loss));
  return fmt::format(" wdl {} {} {}", win, 1000 - win - loss, loss);
}

std::string uci_score(const engine::Line& line) {
  const int plies = engine::mate_plies(line.score);
  std::string out = plies != 0 ? fmt::format("mate {}", plies > 0 ? (plies + 1) / 2 : plies / 2)
                               : fmt::format("cp {}", engine::shown_centipawns(line.score));
  out += line.lower_bound ? " lowerbound" : line.upper_bound ? " upperbound" : "";
  return out;
}

} // namespace

std::vector<std::string> info_lines(const engine::Report& report, const ReportStyle& style) {
  std::vector<std::string> lines;
  const auto time = static_cast<std::uint64_t>(report.time.count());
  const std::uint64_t nps = report.nodes * 1000 / std::max<std::uint64_t>(time, 1);
  if (style.ucci) {
    lines.push_back(fmt::format("info time {} nodes {}", time, report.nodes));
  }
  for (std::size_t i = 0; i < report.lines.size(); ++i) {
    const engine::Line& line = report.lines[i];
    std::string out = fmt::format("info depth {}", report.depth);
    if (style.ucci) {
      out += fmt::format(" score {} pv", engine::mate_plies(line.score) != 0
                                             ? line.score
                                             : engine::shown_centipawns(line.score));
    } else {
      out += fmt::format(" seldepth {} multipv {} score {}", report.selective_depth, i + 1,
                         uci_score(line));
      out += style.show_wdl ? wdl_text(line.score) : "";
      out += fmt::format(" nodes {} nps {} hashfull {} time {} pv", report.nodes, nps,
                         report.hash_permille, time);
    }
    for (const Move m : line.moves) {
      out += ' ';
      out += move_text(m, style.ranks);
    }
    lines.push_back(std::move(out));
  }
  return lines;
}

std::vector<std::string> answer_lines(const engine::Report& report, const ReportStyle& style,
                                      bool draw_offered) {
  if (report.lines.empty()) {
    if (style.ucci) {
      return {"nobestmove"};
    }
    // a side without a legal move has lost, in check or not
    return {"info depth 0 score mate 0", "bestmove (none)"};
  }
  const engine::Line& best = report.lines.front();
  std::string out = fmt::format("bestmove {}", move_text(best.moves[0], style.ranks));
  if (best.moves.size() > 1) {
    out += fmt::format(" ponder {}", move_text(best.moves[1], style.ranks));
  }
  constexpr engine::Score accepts_draw_below = -40;
  if (style.ucci && draw_offered && best.score <= accepts_draw_below) {
    out += " draw";
  }
  return {out};
}

} // namespace xq::uci
