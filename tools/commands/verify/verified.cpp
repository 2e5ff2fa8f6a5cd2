#include "commands/verify/verified.hpp"

#include "cli/help/help.hpp"
#include "jobs/answer/problem_fields.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace xq::cli {

namespace {

std::string_view status_of(std::span<const Problem> problems) {
  const Problem* const worst = analysis::worst(problems);
  return worst == nullptr || worst->severity == Severity::note ? "ok" : to_text(worst->severity);
}

using jobs::get;
using jobs::Kind;
using jobs::Missing;

struct RepairStep : jobs::TextRepair::Step {
  bool applied = false;
};
constexpr auto repair_fields = std::to_array<jobs::FieldOf<RepairStep>>(
    {{"kind", Kind::word,
      [](const RepairStep& s) -> jobs::Value { return to_text(s.repair.kind); }},
     {"ply", Kind::count, get<&RepairStep::ply>},
     {"original", Kind::text, get<&RepairStep::repair, &analysis::Repair::original>},
     {"replacement", Kind::text, get<&RepairStep::repair, &analysis::Repair::replacement>},
     {"legal_plies", Kind::count, get<&RepairStep::repair, &analysis::Repair::legal_plies>},
     {"confidence", Kind::number,
      [](const RepairStep& s) -> jobs::Value {
        return jobs::Decimal{s.repair.confidence, 3};
      }},
     {"applied", Kind::flag, get<&RepairStep::applied>}});

struct CheckedOf {
  std::string_view source;
  const Checked* game;
  const FindingFilter* filter;
};

jobs::Value problems_of(const CheckedOf& c) {
  std::vector<Problem> shown;
  std::ranges::copy_if(c.game->problems, std::back_inserter(shown),
                       [&](const Problem& problem) { return c.filter->selects(problem); });
  return rows_of(jobs::problem_fields(), shown);
}

jobs::Value repairs_of(const CheckedOf& c) {
  if (!c.game->repair) {
    return {};
  }
  std::vector<RepairStep> steps;
  for (const auto& step : c.game->repair->steps) {
    steps.push_back({step, c.game->repair->applied});
  }
  return rows_of(repair_fields, steps);
}

constexpr auto game_fields = std::to_array<jobs::FieldOf<CheckedOf>>(
    {{"game", Kind::count, get<&CheckedOf::game, &Checked::number>},
     // The name that it had before, for one release.
     {"number", Kind::count, get<&CheckedOf::game, &Checked::number>},
     {"source", Kind::text, get<&CheckedOf::source>},
     {"line", Kind::count, get<&CheckedOf::game, &Checked::line>},
     {"status", Kind::word,
      [](const CheckedOf& c) -> jobs::Value { return status_of(c.game->problems); }},
     {"plies", Kind::count, get<&CheckedOf::game, &Checked::plies>},
     {"result", Kind::result,
      [](const CheckedOf& c) -> jobs::Value { return to_text(c.game->result); }},
     {"problems", Kind::objects, problems_of, jobs::parts<jobs::problem_fields>},
     {"repairs", Kind::objects, repairs_of, jobs::parts<repair_fields>, Missing::left_out}});

using format::FileProblem;
constexpr auto file_fields = std::to_array<jobs::FieldOf<FileProblem>>(
    {{"source", Kind::text, get<&FileProblem::source>},
     {"problem", Kind::object,
      [](const FileProblem& found) -> jobs::Value {
        return jobs::object_of(jobs::problem_fields(), found.problem);
      },
      jobs::parts<jobs::problem_fields>}});

struct SummaryOf {
  const VerifyTotals& found;
  const format::ReadTotals& totals;
  const std::vector<FileProblem>& file_problems;
  bool repairing;
};
template <std::uint64_t VerifyTotals::*Member>
jobs::Value of_repairs(const SummaryOf& s) {
  return s.repairing ? jobs::Value{s.found.*Member} : jobs::Value{};
}

jobs::Value encodings_of(const SummaryOf& s) {
  auto named = s.found.encodings;
  named.erase(std::string_view{});
  return jobs::members_of(named);
}

jobs::Value codes_of(const SummaryOf& s) {
  std::vector<std::pair<std::string_view, std::uint64_t>> found;
  for (const auto& row : problem_codes()) {
    if (const auto count = s.found.all.by_code[static_cast<std::size_t>(row.code)]; count != 0) {
      found.emplace_back(row.name, count);
    }
  }
  return jobs::members_of(found);
}

constexpr auto summary_fields = std::to_array<jobs::FieldOf<SummaryOf>>(
    {{"files", Kind::count, [](const SummaryOf& s) -> jobs::Value { return s.totals.files; }},
     {"games", Kind::count, [](const SummaryOf& s) -> jobs::Value { return s.found.all.games; }},
     {"ok", Kind::count, [](const SummaryOf& s) -> jobs::Value { return s.found.all.ok; }},
     {"warning", Kind::count,
      [](const SummaryOf& s) -> jobs::Value { return s.found.all.with_warnings; }},
     {"error", Kind::count,
      [](const SummaryOf& s) -> jobs::Value { return s.found.all.with_errors; }},
     {"plies", Kind::count, [](const SummaryOf& s) -> jobs::Value { return s.found.all.plies; }},
     {"positions", Kind::count,
      [](const SummaryOf& s) -> jobs::Value { return s.found.all.positions; }},
     {"repairs_proposed", Kind::count, of_repairs<&VerifyTotals::proposed>, Missing::left_out},
     {"repairs_made", Kind::count, of_repairs<&VerifyTotals::made>, Missing::left_out},
     {"without_repair", Kind::count, of_repairs<&VerifyTotals::unmended>, Missing::left_out},
     {"encodings", Kind::object, encodings_of},
     {"codes", Kind::object, codes_of},
     {"file_problems", Kind::objects,
      [](const SummaryOf& s) -> jobs::Value { return rows_of(file_fields, s.file_problems); },
      jobs::parts<file_fields>}});
constexpr std::array last_fields{jobs::FieldOf<SummaryOf>{
    "summary", Kind::object,
    [](const SummaryOf& s) -> jobs::Value { return jobs::object_of<SummaryOf>(summary_fields, s); },
    jobs::parts<summary_fields>}};

} // namespace

void VerifyTotals::add(const Checked& game, bool repairing) {
  const bool error = has_error(game.problems);
  all.add(game.plies, game.problems);
  all.positions += game.is_position ? 1U : 0U;
  unmended += repairing && !game.repair && error ? 1U : 0U;
  if (game.repair) {
    ++proposed;
    made += game.repair->applied ? 1U : 0U;
    mended += game.repair->applied && error ? 1U : 0U;
  }
}

std::string game_line(std::string_view source, const Checked& game, const FindingFilter& filter) {
  return jobs::json_line<CheckedOf>(game_fields, {source, &game, &filter});
}

std::string summary_line(const VerifyTotals& found, const format::ReadTotals& totals,
                         const std::vector<FileProblem>& file_problems, bool repairing) {
  return jobs::json_line<SummaryOf>(last_fields, {found, totals, file_problems, repairing});
}

std::vector<jobs::Field> game_line_fields() { return jobs::parts<game_fields>(); }
std::vector<jobs::Field> summary_line_fields() { return jobs::parts<last_fields>(); }

std::string headline(const VerifyTotals& found, const format::ReadTotals& totals) {
  return localized("{}, {}, {}: {} ok, {} with warnings, {} with errors\n",
                   counted(found.all.games, "{} game", "{} games"),
                   counted(totals.files, "{} file", "{} files"),
                   counted(found.all.plies, "{} ply", "{} plies"), found.all.ok,
                   found.all.with_warnings, found.all.with_errors);
}

std::string found_codes(const analysis::VerifySummary& found, bool notes_shown) {
  std::size_t name_width = 0;
  std::size_t count_width = 0;
  for (const auto& row : problem_codes()) {
    if (const auto count = found.by_code[static_cast<std::size_t>(row.code)]; count != 0) {
      name_width = std::max(name_width, row.name.size());
      count_width = std::max(count_width, std::to_string(count).size());
    }
  }
  std::string out;
  for (const auto& [severity, heading] :
       {std::pair{Severity::error, to_translate("errors:\n")},
        std::pair{Severity::warning, to_translate("warnings:\n")},
        std::pair{Severity::note,
                  notes_shown ? to_translate("notes:\n")
                              : to_translate("notes (-v or --only CODE,... shows them):\n")}}) {
    const auto& counts = found.by_severity[static_cast<std::size_t>(severity)];
    std::string rows;
    for (const auto& row : problem_codes()) {
      if (const auto count = counts[static_cast<std::size_t>(row.code)]; count != 0) {
        rows += two_columns(fmt::format("{:<{}}  {:>{}}", row.name, name_width, count, count_width),
                            std::string{translate(row.meaning)}, name_width + count_width + 6);
      }
    }
    out += rows.empty() ? rows : std::string{translate(heading)} + rows;
  }
  return out;
}

} // namespace xq::cli
