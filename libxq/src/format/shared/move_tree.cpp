#include "format/shared/move_tree.hpp"

#include "notation/reading.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace xq::format {
namespace {

/// Warnings of one game that are told one by one; the rest is only counted.
constexpr std::size_t told_warnings = 20;

std::string_view color_name(Color c) noexcept {
  return c == Color::red ? translate("Red") : translate("Black");
}

bool has_kings(const Position& position) noexcept {
  return position.king(Color::red) != Square::none && position.king(Color::black) != Square::none;
}

} // namespace

MoveTree::MoveTree(record::Game& game)
    : m_game{game},
      m_position{game.start()},
      m_has_kings{has_kings(game.start())},
      m_skip{!m_has_kings} {
  assert(game.node_count() == 1);
}

int MoveTree::next_ply() const noexcept { return static_cast<int>(m_played.size()) + 1; }

bool MoveTree::accept(const Entry& entry, Problem& why) const {
  const Move move{entry.from, entry.to};
  const auto refuse = [&](ProblemCode code, std::string message) {
    why = make_problem(code, std::move(message), square_names(move), {entry.offset, 0, 0},
                       next_ply());
    return false;
  };
  if (m_played.size() >= max_plies) {
    return refuse(ProblemCode::too_deep, localized("a line of more than {} plies", max_plies));
  }
  if (entry.from == Square::none || entry.to == Square::none || entry.from == entry.to) {
    return refuse(ProblemCode::unknown_move,
                  localized("the record names no two squares of the board"));
  }
  const bool legal = type_of(m_position.at(entry.to)) != PieceType::king &&
                     m_position.at(entry.from) != Piece::none && m_position.is_legal(move);
  if (auto over = legal ? std::string{} : notation::why_over(m_position); !over.empty()) {
    return refuse(ProblemCode::move_after_mate, std::move(over));
  }
  const Piece piece = m_position.at(entry.from);
  if (piece == Piece::none) {
    return refuse(ProblemCode::no_such_piece,
                  localized("there is no piece on {}", notation::square_name(entry.from)));
  }
  if (color_of(piece) != m_position.side_to_move()) {
    return refuse(ProblemCode::wrong_side,
                  localized("{} is to move", color_name(m_position.side_to_move())));
  }
  if (type_of(m_position.at(entry.to)) == PieceType::king) {
    return refuse(ProblemCode::illegal_move, localized("a king cannot be captured"));
  }
  if (!legal) {
    return refuse(ProblemCode::illegal_move, notation::why_illegal(m_position, move));
  }
  return true;
}

void MoveTree::refuse(Problem problem, const Entry& entry) {
  if (m_in_main_moves) {
    m_lost_at = m_played.size();
    problem.message = entry.continues ? localized("{}; this move and what follows it are left out",
                                                  problem.message)
                                      : localized("{}; this move is left out", problem.message);
    m_game.problems.push_back(std::move(problem));
    return;
  }
  if (++m_warnings > told_warnings) {
    return;
  }
  m_game.problems.push_back(ending_variation(std::move(problem)));
}

record::NodeId MoveTree::add(const Entry& entry) {
  assert(m_expects_move);
  ++m_counts.in_file;
  const auto plies = static_cast<std::uint32_t>(m_played.size());
  if (m_skip) {
    if (entry.has_alternative) {
      m_promises.push_back({plies, true});
    }
    go_on(entry.continues);
    return record::no_node;
  }
  Problem why;
  if (!accept(entry, why)) {
    refuse(std::move(why), entry);
    if (entry.has_alternative) {
      // An alternative to a lost move of the main line must not pass for the main line.
      m_promises.push_back({plies, m_in_main_moves});
    }
    m_skip = true;
    go_on(entry.continues);
    return record::no_node;
  }
  if (entry.has_alternative) {
    m_promises.push_back({plies, false});
  }
  const Move move{entry.from, entry.to};
  const auto parent = m_played.empty() ? record::root_node : m_played.back().node;
  const auto node = m_game.add_move(parent, move);
  m_played.push_back({node, {}});
  m_position.do_move(move, m_played.back().undo);
  ++m_counts.kept;
  go_on(entry.continues);
  return node;
}

void MoveTree::go_back_to(std::size_t plies) {
  if (plies == m_played.size() && !m_skip) {
    return;
  }
  m_in_main_moves = false;
  // What follows a move that was left out is left out, until the file goes back before that move.
  m_skip = !m_has_kings || plies > m_played.size() || plies == m_lost_at;
  undo_to(std::min(plies, m_played.size()));
}

void MoveTree::undo_to(std::size_t plies) {
  assert(plies <= m_played.size());
  while (m_played.size() > plies) {
    const auto& last = m_played.back();
    m_position.undo_move(m_game.node(last.node).move, last.undo);
    m_played.pop_back();
  }
}

void MoveTree::go_on(bool continues) {
  if (continues) {
    return;
  }
  m_in_main_moves = false;
  if (m_promises.empty()) {
    m_expects_move = false;
    return;
  }
  const auto promise = m_promises.back();
  m_promises.pop_back();
  undo_to(promise.plies);
  m_skip = promise.skip;
}

TreeCounts MoveTree::finish() {
  if (m_warnings > told_warnings) {
    auto problem = make_problem(ProblemCode::illegal_move,
                                localized("{} more variations end before a move that is not legal",
                                          m_warnings - told_warnings));
    problem.severity = Severity::warning;
    m_game.problems.push_back(std::move(problem));
  }
  return m_counts;
}

Color mover_without_moves(const Position& start) {
  const Color other = ~start.side_to_move();
  const bool other_in_check = has_kings(start) && !start.in_check() && start.in_check(other);
  return other_in_check ? other : start.side_to_move();
}

void trust_first_mover(record::Game& game, Square from, std::uint64_t offset) {
  Position start = game.start();
  if (from != Square::none && start.at(from) != Piece::none) {
    start.set_side_to_move(color_of(start.at(from)));
    game.set_start(start);
    return;
  }
  const Color other = ~start.side_to_move();
  if (mover_without_moves(start) != other) {
    return;
  }
  start.set_side_to_move(other);
  game.set_start(start);
  auto problem =
      make_problem(ProblemCode::wrong_side,
                   localized("{} is in check without having the move; {} is taken to move",
                             color_name(other), color_name(other)),
                   write_short_fen(start), {offset, 0, 0});
  problem.severity = Severity::warning;
  problem.advice = localized("Correct the side to move in the program that wrote the file.");
  game.problems.push_back(std::move(problem));
}

Problem ending_variation(Problem problem) {
  problem.severity = Severity::warning;
  problem.message = localized("{}; this variation ends before it", problem.message);
  return problem;
}

std::string square_names(Move move) {
  const auto name = [](Square s) {
    return s == Square::none ? std::string{"??"} : notation::square_name(s);
  };
  return name(move.from()) + name(move.to());
}

void check_start(record::Game& game, Square from, std::uint64_t offset) {
  trust_first_mover(game, from, offset);
  const auto add = [&](Problem problem) {
    problem.where = {offset, 0, 0};
    problem.token = write_short_fen(game.start());
    problem.advice = localized("Correct the board in the program that wrote the file.");
    game.problems.push_back(std::move(problem));
  };
  if (game.start().occupied().empty()) {
    return add(make_problem(ProblemCode::impossible_position,
                            game.has_notes()
                                ? localized("a page of text on an empty board: no game")
                                : localized("an empty board: no game")));
  }
  const auto reading = read_fen(write_fen(game.start()), OpenKing::warning);
  if (!reading) {
    return add(reading.error());
  }
  for (const Problem& warning : reading->warnings) {
    add(warning);
  }
}

} // namespace xq::format
