#pragma once

#include "base/files/packer.hpp"
#include "base/os/path.hpp"
#include "base/text/ascii.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/reports.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xq::cli {

/// --db and -o of the reports: text to stdout, --json, or a file whose name tells its form.
struct ReportOutput {
  std::string database;
  OutputOptions file;

  void describe(OptionSet& options) {
    add_database(options, database, "the game database to look in").required = true;
    file.describe(
        options,
        [this] {
          return FileRole{FileUse::replace, kind_to_write()};
        },
        "write the report to FILE: a web page, or JSON or text where its name ends in .json or "
        ".txt; - for a web page to stdout");
  }

  /// Write a report of so many games, or say that there is none.
  template <typename Report>
  [[nodiscard]] Exit write(const GlobalOptions& global, const Report& report,
                           std::size_t games) const {
    return write(
        global, report, games, [&] { return as_text(report, columns()); },
        [&] { return as_html(report); });
  }

protected:
  /// For tables: as wide as they are in a file.
  [[nodiscard]] std::size_t columns() const noexcept {
    return file.path.empty() ? table_columns() : std::string::npos;
  }

  template <typename Report, typename Text, typename Page>
  [[nodiscard]] Exit write(const GlobalOptions& global, const Report& report, std::size_t games,
                           const Text& text_of, const Page& page_of) const {
    if (games == 0) {
      talk("xq: {}: no game matches\n", database);
      return Exit::negative;
    }
    const Form form = form_to_write(global.json);
    Output out{file.path};
    out.write(form == Form::page   ? page_of()
              : form == Form::json ? as_json(report) + '\n'
                                   : text_of());
    out.commit();
    return Exit::ok;
  }

private:
  enum class Form : std::uint8_t { text, json, page };

  /// `json`: the option is given, and decides where no name does. Throws UsageError for the name of
  /// a file that no report fills.
  [[nodiscard]] Form form_to_write(bool json) const {
    const auto form = known_form(json);
    if (!form) {
      throw make_error<UsageError>(
          "{}: a report is a web page (FILE.html), JSON (FILE.json) or text (FILE.txt). For the "
          "games in another form: xq search {} -o {}",
          file.path, database, file.path);
    }
    return *form;
  }

  [[nodiscard]] std::optional<Form> known_form(bool json) const {
    const std::string_view path = without_packing(file.path);
    if (path.empty()) {
      return json ? Form::json : Form::text;
    }
    const auto ending = lower(os::name_of(os::path_of(path).extension()));
    if (ending == ".json" || ending == ".jsonl" || (ending.size() < 2 && json)) {
      return Form::json;
    }
    if (ending == ".html" || ending == ".htm" || ending.size() < 2) {
      return Form::page;
    }
    return ending == ".txt" ? std::optional{Form::text} : std::nullopt;
  }

  /// JSON and text of a report look like nothing else; files of another kind are not replaced.
  [[nodiscard]] std::string kind_to_write() const {
    if (known_form(false) == Form::page) {
      return std::string{file_kind::web_page};
    }
    const bool unknown = kind_if_readable(file.path) == file_kind::anything;
    return std::string{unknown ? file_kind::anything : to_translate("report")};
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
                                     columns()};
    return ReportOutput::write(
        global, report, games, [&] { return as_text(report, style); },
        [&] { return as_html(report, style); });
  }
};

} // namespace xq::cli
