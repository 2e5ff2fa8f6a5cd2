#pragma once

#include <xq/engine/engine.hpp>
#include <xq/uci/external.hpp>

#include <string>
#include <vector>

namespace xq::uci {

struct ReportStyle {
  bool ucci = false; ///< else UCI
  RankBase ranks = RankBase::zero;
  bool show_wdl = false;
};

/// The `info` lines of a report.
[[nodiscard]] std::vector<std::string> info_lines(const engine::Report& report,
                                                  const ReportStyle& style);
/// The lines with `bestmove` that end a search. In UCCI a draw offered is accepted when behind.
[[nodiscard]] std::vector<std::string> answer_lines(const engine::Report& report,
                                                    const ReportStyle& style, bool draw_offered);

} // namespace xq::uci
