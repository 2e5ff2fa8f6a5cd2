#include "sqlite/integrity.hpp"

#include "base/text/system_message.hpp"

#include <xq/base/translate.hpp>

#include <charconv>
#include <system_error>

namespace xq::sqlite {

namespace {

constexpr std::string_view check = "PRAGMA integrity_check(20)";

/// The result code of a finding such as `Page 6: unable to get the page. error code=266`, else 0.
int code_in(std::string_view finding) {
  constexpr std::string_view before = "error code=";
  int code = 0;
  if (const auto at = finding.find(before); at != std::string_view::npos) {
    std::from_chars(finding.data() + at + before.size(), finding.data() + finding.size(), code);
  }
  return code;
}

} // namespace

std::vector<std::string> integrity_findings(Database& db) {
  constexpr int io_error = 10; // SQLITE_IOERR, the primary code of many
  std::vector<std::string> findings;
  Statement statement{db, check};
  for (auto row = statement.use(); row.next();) {
    const auto text = row.text(0);
    if (const int code = code_in(text); (code & 0xFF) == io_error) {
      auto what =
          localized("{}: {}", db.path(), translate("reading or writing the database failed"));
      what = localized("{}: {}", what, system_message(std::make_error_code(std::errc::io_error)));
      what = localized("{} (SQLite error {} in: {}).", what, code, check);
      throw DbError{localized("{} {}", what,
                              translate("Check the disk and its limits, then run the command "
                                        "again: what was committed is kept.")),
                    code};
    }
    if (text != "ok") {
      findings.emplace_back(text);
    }
  }
  return findings;
}

} // namespace xq::sqlite
