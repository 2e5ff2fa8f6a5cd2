#include "analysis/solve/solved_record.hpp"

#include "analysis/solve/table_answer.hpp"

#include <xq/base/translate.hpp>
#include <xq/engine/engine.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::analysis {

namespace {

using record::Game;
using record::NodeId;
using record::Result;

std::string describe_mate(const ForcedMate& mate) {
  const auto plain = mate.winner == Color::red ? localized("Red mates in {}", mate.moves)
                                               : localized("Black mates in {}", mate.moves);
  const std::string_view more = mate.by_checks && mate.shortest
                                    ? translate(", by checks alone; no mate is shorter")
                                : mate.by_checks ? translate(", by checks alone")
                                : mate.shortest  ? translate("; no mate is shorter")
                                                 : std::string_view{};
  return fmt::format("{}{}", plain, more);
}

std::string describe_value(const SolvedProblem& problem) {
  if (problem.evaluation) {
    return localized("the engine's value is {}", value_text(problem.evaluation->score));
  }
  return std::string{translate("no mate was found")};
}

/// The line as a variation behind `node`, as far as it is not there. Returns its first move.
NodeId add_line(Game& game, NodeId node, Move first, std::span<const Move> rest) {
  const NodeId begin = game.add_move(node, first);
  NodeId last = begin;
  for (const Move m : rest) {
    last = game.add_move(last, m);
  }
  return begin;
}

/// The words of a finding, not translated.
std::string_view words(SolutionFinding::Kind kind) noexcept {
  switch (kind) {
  case SolutionFinding::Kind::second_key:
    return to_translate("another first move mates, too");
  case SolutionFinding::Kind::missing_defence:
    return to_translate("a defence that the solution lacks and that lasts longer");
  case SolutionFinding::Kind::lets_mate_go:
    return to_translate("after this move there is no mate as quick as before it");
  default:
    return to_translate("the solution ends before the mate");
  }
}

/// What a table says, not translated.
std::string words(const TableAnswer& table) {
  if (!table.winner) {
    return ": a draw by table";
  }
  const std::string_view side = *table.winner == Color::red ? "Red" : "Black";
  return table.by_rule ? fmt::format(": {} wins by table, by the rule on perpetual check", side)
                       : fmt::format(": {} wins by table in {}", side, table.moves);
}

} // namespace

std::string describe(const SolvedProblem& problem) {
  const auto shown = [&] {
    return problem.table && !(problem.mate && problem.mate->by_checks)
               ? describe(*problem.table)
               : describe_mate(*problem.mate);
  };
  switch (problem.answer) {
  case Answer::proved:
    return localized("proved: {}", shown());
  case Answer::refuted:
    return problem.mate || problem.table
               ? localized("refuted: {}", shown())
               : localized("refuted: there is no mate in {}", problem.claim.mate);
  case Answer::likely:
    return problem.mate ? localized("likely: {}", describe_mate(*problem.mate))
                        : localized("likely: {}", describe_value(problem));
  case Answer::unlikely:
    return localized("unlikely: {}", describe_value(problem));
  case Answer::open:
    return localized("open: {}", describe_value(problem));
  default:
    return problem.mate || problem.table ? shown() : describe_value(problem);
  }
}

std::string describe(const SolutionFinding& finding) {
  return std::string{translate(words(finding.kind))};
}

record::Game with_findings(const record::Game& game, const SolvedProblem& problem) {
  Game out = game;
  out.problems.clear();
  std::string summary{to_text(problem.answer)};
  if (problem.table) {
    summary += words(*problem.table);
  } else if (problem.mate) {
    summary +=
        fmt::format(": {} mates in {}{}", problem.mate->winner == Color::red ? "Red" : "Black",
                    problem.mate->moves, problem.mate->by_checks ? " by checks" : "");
  } else if (problem.evaluation) {
    summary += fmt::format(": [%eval {}]", value_text(problem.evaluation->score));
  }
  out.add_comment(record::root_node, summary);
  if (problem.mate && out.node(record::root_node).first_child == record::no_node) {
    const auto& line = problem.mate->line;
    if (!line.empty()) {
      add_line(out, record::root_node, line.front(), std::span{line}.subspan(1));
    }
  }
  for (const SolutionFinding& finding : problem.findings) {
    if (finding.kind == SolutionFinding::Kind::lets_mate_go) {
      auto id = out.node(finding.node).first_child;
      out.add_comment(id, words(finding.kind));
      continue;
    }
    const NodeId begin = add_line(out, finding.node, finding.move, finding.line);
    out.add_comment(begin, words(finding.kind));
  }
  return out;
}

} // namespace xq::analysis
