#include "analysis/solve/solved_record.hpp"

#include "analysis/solve/table_answer.hpp"
#include "base/text/text.hpp"
#include "record/facts.hpp"

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

/// The node of a move behind `node`, made where there is none.
NodeId find_or_add(Game& game, NodeId node, Move move) {
  for (auto id = game.node(node).first_child; id != record::no_node;
       id = game.node(id).next_sibling) {
    if (game.node(id).move == move) {
      return id;
    }
  }
  return game.add_move(node, move);
}

/// The line as a variation behind `node`, as far as it is not there. Returns its first move.
NodeId add_line(Game& game, NodeId node, Move first, std::span<const Move> rest) {
  const NodeId begin = find_or_add(game, node, first);
  NodeId last = begin;
  for (const Move m : rest) {
    last = find_or_add(game, last, m);
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
  case SolutionFinding::Kind::second_move:
    return to_translate("another move mates, too, in no more moves");
  case SolutionFinding::Kind::shorter_mate:
    return to_translate("the mate takes fewer moves than are claimed");
  case SolutionFinding::Kind::no_mate_there:
    return to_translate("the comment says mate, and it is none");
  case SolutionFinding::Kind::other_end:
    return to_translate("the comment tells another end than the mate that is there");
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

std::string title_of(const Game& game) {
  for (const std::string_view name : {"Title", "Event", "id"}) {
    if (const auto value = trim(game.tag(name)); record::is_filled_in(value)) {
      constexpr std::size_t longest = 60;
      return excerpt(value, longest);
    }
  }
  return {};
}

std::string describe(const Claim& claim) {
  using enum Claim::Doubt;
  if (!claim.says_anything()) {
    return claim.doubt == two_claims ? std::string{translate("no claim: its words say two things")}
           : claim.doubt == other_side
               ? std::string{translate("no claim: its words let the other side begin")}
               : std::string{};
  }
  using enum Result;
  std::string out{claim.result == draw         ? translate("claim: draw")
                  : claim.result == red_wins   ? translate("claim: Red wins")
                  : claim.result == black_wins ? translate("claim: Black wins")
                                               : translate("claim: mate")};
  if (claim.mate != 0) {
    out += localized(", in {}", claim.mate);
  }
  if (claim.doubt == other_result) {
    out += translate(" (the result says something else)");
  }
  return out;
}

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
  case Answer::impossible:
    return localized("impossible: {}", problem.fault);
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
  if (problem.answer == Answer::impossible) {
    summary += ": a king could be taken";
  } else if (problem.table) {
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
    if (finding.kind == SolutionFinding::Kind::shorter_mate) {
      out.add_comment(record::root_node, words(finding.kind));
      continue; // its line is that of the mate
    }
    const NodeId begin = add_line(out, finding.node, finding.move, finding.line);
    out.add_comment(begin, words(finding.kind));
  }
  return out;
}

} // namespace xq::analysis
