#pragma once

#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/reports.hpp>

#include <cstddef>
#include <string>

namespace xq::cli {

/// --db and -o of the reports: text to stdout, --json, or a web page.
struct ReportOutput {
  std::string database;
  OutputOptions page;

  void describe(OptionSet& options) {
    add_database(options, database, "the game database to look in").required = true;
    page.describe(options, replaces(file_kind::web_page),
                  "write the report as a web page to FILE; - for stdout");
  }

  /// Write a report of so many games, or say that there is none.
  template <typename Report>
  [[nodiscard]] Exit write(const GlobalOptions& global, const Report& report,
                           std::size_t games) const {
    return write(
        global, report, games, [&] { return as_text(report, table_columns()); },
        [&] { return as_html(report); });
  }

protected:
  template <typename Report, typename Text, typename Page>
  [[nodiscard]] Exit write(const GlobalOptions& global, const Report& report, std::size_t games,
                           const Text& text_of, const Page& page_of) const {
    if (games == 0) {
      talk("xq: {}: no game matches\n", database);
      return Exit::negative;
    }
    Output out{page.path};
    out.write(!page.path.empty() ? page_of() : global.json ? as_json(report) + '\n' : text_of());
    out.commit();
    return Exit::ok;
  }
};

/// A ReportOutput with --limit and --notation.
struct StyledReportOutput : ReportOutput {
  ShownNotationOptions notation;
  std::size_t limit = 20;

  void describe_style(OptionSet& options) {
    options.add("limit", number(limit, 0, 1'000'000'000),
                "show at most N rows of a table; 0: all of them");
    notation.describe(options);
  }

  template <typename Report>
  [[nodiscard]] Exit write(const GlobalOptions& global, const Report& report,
                           std::size_t games) const {
    const reports::ReportStyle style{limit, notation.shown_style(), notation.write_options(),
                                     table_columns()};
    return ReportOutput::write(
        global, report, games, [&] { return as_text(report, style); },
        [&] { return as_html(report, style); });
  }
};

} // namespace xq::cli
