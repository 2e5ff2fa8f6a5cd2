#pragma once

#include <xq/analysis/annotate.hpp>

#include <cstdint>
#include <string>

namespace xq::render {

/// How moves read in a report.
struct ReportOptions {
  notation::Style style = notation::Style::chinese;
  notation::WriteOptions notation;
  int line_plies = 8; ///< of the engine's lines, at most
};

/// A web page about a collection: report_head(), the games, report_foot(). One file without links
/// to anything, made for a screen of any width. It holds the games as data, one a line, and
/// draws a game when the reader opens it.
[[nodiscard]] std::string report_head(std::string_view title, std::string_view annotator);
[[nodiscard]] std::string report_foot();

/// The line of a game. `number` is its place in the collection.
[[nodiscard]] std::string report_game(std::uint64_t number, const record::Game& game,
                                      const analysis::Review& review, const ReportOptions& options);

} // namespace xq::render
