#pragma once

#include <xq/analysis/annotate.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace xq::render {

struct ReportOptions {
  /// In which moves are shown first; the reader may choose another one.
  notation::Style style = notation::Style::chinese;
  notation::WriteOptions notation{};
  int line_plies = 8; ///< of the engine's lines, at most
  /// What the search of the page shall find a text by, besides the text: see other_scripts(). May
  /// be empty.
  std::function<std::string(std::string_view)> spellings{};
};

/// Gives a text in simplified and in traditional Chinese, where these differ from it, with a blank
/// between them: 許銀川 for 许银川. Thread-safe. Empty where OpenCC's dictionaries are missing.
[[nodiscard]] std::function<std::string(std::string_view)> other_scripts();

/// A web page about a collection: report_head(), the games, report_foot(). One file without links
/// to anything, made for a screen of any width, in all languages, first in the chosen one. It holds
/// the games as data, one a line, and draws a game when the reader opens it.
[[nodiscard]] std::string report_head(std::string_view title, std::string_view annotator);
[[nodiscard]] std::string report_foot();

/// The line of a game. `number` is its place in the collection.
[[nodiscard]] std::string report_game(std::uint64_t number, const record::Game& game,
                                      const analysis::Review& review, const ReportOptions& options);

} // namespace xq::render
