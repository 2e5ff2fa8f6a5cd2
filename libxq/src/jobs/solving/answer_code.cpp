#include "jobs/solving/answer_code.hpp"

#include "base/hash.hpp"
#include "store/rows/bytes.hpp"

#include <utility>
#include <vector>

namespace xq::jobs {

namespace {

using analysis::SolutionFinding;
using analysis::SolvedProblem;
using record::NodeId;
using store::ByteReader;
using store::put_bytes;
using store::put_number;

constexpr std::uint64_t code_version = 2; ///< of the bytes: another one is not read

void put_moves(std::string& out, const std::vector<Move>& moves) {
  put_number(out, moves.size());
  for (const Move m : moves) {
    put_number(out, m.disk());
  }
}

/// Makes the reader fail for what is no move.
std::vector<Move> get_moves(ByteReader& in) {
  std::vector<Move> moves;
  const auto count = in.number();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    moves.push_back(Move::from_disk(static_cast<std::uint32_t>(in.number())));
    if (!moves.back()) {
      in.bytes(in.left() + 1);
    }
  }
  return moves;
}

void put_mate(std::string& out, const analysis::ForcedMate& mate) {
  put_number(out, (mate.winner == Color::black ? 1U : 0U) | (mate.by_checks ? 2U : 0U) |
                      (mate.shortest ? 4U : 0U));
  put_number(out, static_cast<std::uint64_t>(mate.moves));
  put_moves(out, mate.line);
}

analysis::ForcedMate get_mate(ByteReader& in) {
  analysis::ForcedMate mate;
  const auto flags = in.number();
  mate.winner = (flags & 1U) != 0 ? Color::black : Color::red;
  mate.by_checks = (flags & 2U) != 0;
  mate.shortest = (flags & 4U) != 0;
  mate.moves = static_cast<int>(in.number());
  mate.line = get_moves(in);
  return mate;
}

/// The winner (0: none, 1: Red, 2: Black), whether by the rule, and the moves.
void put_table(std::string& out, const analysis::TableAnswer& table) {
  put_number(out, !table.winner ? 0U : *table.winner == Color::red ? 1U : 2U);
  put_number(out, table.by_rule ? 1 : 0);
  put_number(out, static_cast<std::uint64_t>(table.moves));
}

std::optional<analysis::TableAnswer> get_table(ByteReader& in) {
  analysis::TableAnswer out;
  const auto winner = in.number();
  if (winner > 2) {
    return std::nullopt;
  }
  if (winner != 0) {
    out.winner = winner == 1 ? Color::red : Color::black;
  }
  out.by_rule = in.number() != 0;
  out.moves = static_cast<int>(in.number());
  return out;
}

void put_evaluation(std::string& out, const analysis::Evaluation& evaluation) {
  constexpr int score_zero = 0x8000;
  put_number(out, static_cast<std::uint64_t>(evaluation.score + score_zero));
  put_number(out, static_cast<std::uint64_t>(evaluation.depth));
  put_number(out, evaluation.nodes);
  put_bytes(out, analysis::encode_lines(evaluation));
}

std::optional<analysis::Evaluation> get_evaluation(ByteReader& in) {
  constexpr int score_zero = 0x8000;
  analysis::Evaluation out;
  out.score = static_cast<int>(in.number()) - score_zero;
  out.depth = static_cast<int>(in.number());
  out.nodes = in.number();
  auto lines = analysis::decode_lines(in.sized_bytes());
  if (!lines) {
    return std::nullopt;
  }
  out.lines = std::move(*lines);
  return out;
}

} // namespace

store::EvaluationKey problem_key(const record::Game& game, const analysis::Claim& claim) {
  std::string bytes; // of everything besides the position that an answer depends on
  put_number(bytes, static_cast<std::uint64_t>(claim.result));
  put_number(bytes, static_cast<std::uint64_t>(claim.mate));
  put_number(bytes, static_cast<std::uint64_t>(game.start().halfmove_clock()));
  for (NodeId id = 0; id < game.node_count(); ++id) {
    const auto& node = game.node(id);
    put_number(bytes, node.parent);
    put_number(bytes, node.move ? node.move.disk() + 1U : 0U);
    game.for_each_note(id, [&](const record::Game::Note& note) {
      put_number(bytes, note.nag);
      put_bytes(bytes, note.text);
    });
  }
  return {to_integer(game.start().key()), to_integer(game.start().lock()), content_hash(bytes)};
}

std::string encode_answer(const SolvedProblem& problem) {
  std::string out;
  put_number(out, code_version);
  put_number(out, static_cast<std::uint64_t>(problem.answer));
  put_number(out, problem.nodes);
  put_number(out, problem.mate ? 1 : 0);
  if (problem.mate) {
    put_mate(out, *problem.mate);
  }
  put_number(out, problem.table ? 1 : 0);
  if (problem.table) {
    put_table(out, *problem.table);
  }
  put_number(out, problem.evaluation ? 1 : 0);
  if (problem.evaluation) {
    put_evaluation(out, *problem.evaluation);
  }
  put_number(out, problem.findings.size());
  for (const SolutionFinding& finding : problem.findings) {
    put_number(out, static_cast<std::uint64_t>(finding.kind));
    put_number(out, finding.node);
    put_number(out, static_cast<std::uint64_t>(finding.ply));
    put_number(out, finding.move.disk());
    put_moves(out, finding.line);
  }
  return out;
}

std::optional<SolvedProblem> decode_answer(std::string_view bytes) {
  ByteReader in{bytes};
  SolvedProblem out;
  const auto version = in.number();
  const auto answer = in.number();
  if (version != code_version || answer >= analysis::answer_count) {
    return std::nullopt;
  }
  out.answer = static_cast<analysis::Answer>(answer);
  out.nodes = in.number();
  if (in.number() != 0) {
    out.mate = get_mate(in);
  }
  if (in.number() != 0) {
    out.table = get_table(in);
    if (!out.table) {
      return std::nullopt;
    }
  }
  if (in.number() != 0) {
    out.evaluation = get_evaluation(in);
    if (!out.evaluation) {
      return std::nullopt;
    }
  }
  const auto count = in.number();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    SolutionFinding& finding = out.findings.emplace_back();
    const auto kind = in.number();
    if (kind >= analysis::finding_kind_count) {
      return std::nullopt;
    }
    finding.kind = static_cast<SolutionFinding::Kind>(kind);
    finding.node = static_cast<NodeId>(in.number());
    finding.ply = static_cast<int>(in.number());
    finding.move = Move::from_disk(static_cast<std::uint32_t>(in.number()));
    finding.line = get_moves(in);
  }
  return in.ok() && in.at_end() ? std::optional{std::move(out)} : std::nullopt;
}

} // namespace xq::jobs
