#include "repair_text.hpp"

#include <xq/base/text.hpp>
#include <xq/format/pgn.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace xq::cli {

namespace {

using analysis::Repair;
using analysis::RepairKind;
using format::WrittenMoves;
using record::Game;

/// Proposals below this are guesses.
constexpr double least_confidence = 0.5;

/// Replacements in a text, from the end to the beginning, so that offsets stay right.
struct Edit {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::string text;
};

std::string apply(std::string_view text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.offset > b.offset; });
  std::string out{text};
  for (const Edit& e : edits) {
    out.replace(e.offset, e.size, e.text);
  }
  return out;
}

bool shifts_moves(RepairKind kind) {
  return kind == RepairKind::insert || kind == RepairKind::remove;
}

bool changes_start(RepairKind kind) {
  return kind == RepairKind::side_to_move || kind == RepairKind::start_position;
}

/// What is wrong with the game is of the kind that a change of its moves or its start may mend.
bool has_hope(const Game& game) {
  using C = ProblemCode;
  return std::any_of(game.problems.begin(), game.problems.end(), [](const Problem& p) {
    switch (p.code) {
    case C::unknown_move:
    case C::ambiguous_move:
    case C::illegal_move:
    case C::wrong_side:
    case C::no_such_piece:
    case C::unknown_token:
    case C::move_after_mate:
    case C::missing_start_position:
    case C::bad_fen:
    case C::impossible_position:
      return p.severity == Severity::error;
    default:
      return false;
    }
  });
}

} // namespace

TextRepairer::TextRepairer(engine::Searcher& searcher, const format::ReadOptions& read,
                           const analysis::RepairOptions& options, double min_confidence)
    : m_judge{searcher, options.plausibility.nodes},
      m_repairer{m_judge, options},
      m_min_confidence{min_confidence},
      m_parser{format::make_pgn_parser(read)},
      m_writer{format::make_writer("pgn", {})} {}

/// Whether the text, read as PGN, gives the game.
bool TextRepairer::is_pgn(const Game& game) {
  if (game.raw.empty() || game.raw.front() == '<') {
    return false;
  }
  m_parser->parse({game.raw, 0, game.line, false}, m_parsed);
  return m_parsed.tag_count() == game.tag_count() && m_parsed.node_count() == game.node_count() &&
         m_parsed.start() == game.start() && m_parsed.usable() == game.usable();
}

std::optional<TextRepair> TextRepairer::repair(const Game& game, bool look_for_implausible) {
  const bool illegal = !game.usable();
  if ((illegal ? !has_hope(game) : !look_for_implausible) || !is_pgn(game)) {
    return std::nullopt;
  }
  const WrittenMoves places = format::find_written_moves(game.raw);
  std::vector<std::string_view> moves;
  constexpr std::size_t longest = 40; // bytes of a move, damaged or not
  for (const auto& span : places.moves) {
    moves.push_back(span.in(game.raw));
    if (span.size > longest) {
      return std::nullopt;
    }
  }
  const analysis::WrittenGame written{places.fen.in(game.raw), moves, game.result()};
  auto found =
      illegal ? m_repairer.repair_illegal(written) : m_repairer.repair_implausible(written);
  if (!found || found->confidence < least_confidence) {
    return std::nullopt;
  }
  TextRepair out;
  out.ply = changes_start(found->kind) ? 0 : static_cast<int>(found->at) + 1;
  out.repair = std::move(*found);
  return out;
}

std::string TextRepairer::edited(std::string_view text, const WrittenMoves& places,
                                 const Repair& repair) {
  const auto was = [](std::string_view original) {
    std::string safe{original};
    std::replace(safe.begin(), safe.end(), '}', ')');
    return fmt::format(" {{xq: was {}}}", safe);
  };
  const auto replace = [&](std::size_t move, std::string_view by) {
    const auto& span = places.moves[move];
    return Edit{span.offset, span.size, std::string{by} + was(span.in(text))};
  };
  switch (repair.kind) {
  case RepairKind::replace:
    return apply(text, {replace(repair.at, repair.replacement)});
  case RepairKind::swap:
    return apply(text, {replace(repair.at, places.moves[repair.other].in(text)),
                        replace(repair.other, places.moves[repair.at].in(text))});
  case RepairKind::insert:
    return apply(text, {{places.moves[repair.at].offset, 0,
                         repair.replacement + " {xq: this move was missing} "}});
  case RepairKind::remove: {
    std::vector<Edit> edits;
    for (std::size_t i = repair.at; i <= repair.other; ++i) {
      const auto& span = places.moves[i];
      edits.push_back({span.offset, span.size, "{xq: removed " + std::string{span.in(text)} + "}"});
    }
    return apply(text, std::move(edits));
  }
  case RepairKind::side_to_move:
  case RepairKind::start_position:
    break;
  }
  const std::string note = fmt::format("{{xq: FEN was {}}}\n", repair.original);
  return apply(text, {{places.fen.offset, places.fen.size, repair.replacement},
                      {places.headers_end, 0, note}});
}

std::optional<std::string> TextRepairer::text(const Game& game, TextRepair* repair) {
  if (repair != nullptr && repair->repair.confidence >= m_min_confidence) {
    const std::string text = edited(game.raw, format::find_written_moves(game.raw), repair->repair);
    m_parser->parse({text, 0, game.line, false}, m_parsed);
    std::vector<Move> line;
    m_parsed.main_line(line);
    repair->applied = m_parsed.usable() && line == repair->repair.line;
    if (repair->applied && !shifts_moves(repair->repair.kind)) {
      return text;
    }
    if (repair->applied) { // with new numbers
      std::string out;
      m_writer->game(out, m_parsed);
      return out;
    }
  }
  if (is_pgn(game)) {
    return std::string{game.raw};
  }
  if (!game.usable()) {
    return std::nullopt;
  }
  std::string out;
  m_writer->game(out, game);
  return out;
}

std::string describe(const TextRepair& r) {
  const auto& repair = r.repair;
  const std::string original = excerpt(repair.original, 120);
  const std::string replacement = excerpt(repair.replacement, 120);
  std::string what;
  switch (repair.kind) {
  case RepairKind::replace:
    what = fmt::format("{} instead of {}", replacement, original);
    break;
  case RepairKind::insert:
    what = fmt::format("{} is missing", replacement);
    break;
  case RepairKind::remove:
    what = fmt::format("{} is there once too often", original);
    break;
  case RepairKind::swap:
    what = fmt::format("{} in the place of {}", replacement, original);
    break;
  case RepairKind::side_to_move:
    what = fmt::format("the other side begins: FEN {}", replacement);
    break;
  case RepairKind::start_position:
    what = fmt::format("FEN {}", replacement);
    break;
  }
  const std::string where = r.ply == 0 ? std::string{} : fmt::format(" at ply {}", r.ply);
  return fmt::format("repair{}{}: {}; the {} plies from there are legal (confidence {:.0f} %)",
                     r.applied ? " made" : "", where, what, repair.legal_plies,
                     100 * repair.confidence);
}

} // namespace xq::cli
