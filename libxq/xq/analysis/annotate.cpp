#include <xq/analysis/annotate.hpp>
#include <xq/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace xq::analysis {

namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

constexpr std::string_view eval_prefix = "[%eval ";
constexpr std::string_view better = " better: ";

engine::Score from_red(engine::Score score, Color side) noexcept {
  return side == Color::red ? score : -score;
}

Evaluation evaluate_position(const Game& game, std::span<const Move> moves, Color side,
                             engine::Engine& engine, const AnnotateOptions& options) {
  const auto report = engine.search(game.start(), moves, options.limits);
  Evaluation out;
  out.nodes = report.nodes;
  if (report.lines.empty()) {
    out.score = from_red(-engine::mate_value, side); // no legal move: the side to move has lost
    return out;
  }
  out.score = from_red(report.lines.front().score, side);
  out.depth = report.depth;
  out.line = report.lines.front().moves;
  return out;
}

std::uint16_t nag_of(Mark mark) noexcept {
  switch (mark) {
  case Mark::dubious:
    return 6;
  case Mark::mistake:
    return 2;
  case Mark::blunder:
    return 4;
  case Mark::none:
    break;
  }
  return 0;
}

bool is_evaluation(const Game::Note& note) noexcept {
  return note.kind != NoteKind::nag && note.text.starts_with(eval_prefix);
}

/// Leaves out what an earlier run of this tool wrote: its comment and, where that names a better
/// line, the mark it added, which is the last of its kind (a person's own marks stand before it).
void copy_notes(const Game& from, NodeId node, Game& to, NodeId copy) {
  std::vector<Game::Note> notes;
  bool marked = false;
  from.for_each_note(node, [&](const Game::Note& note) {
    marked = marked || (is_evaluation(note) && note.text.find(better) != std::string_view::npos);
    if (!is_evaluation(note)) {
      notes.push_back(note);
    }
  });
  const auto is_mark = [](const Game::Note& note) {
    return note.kind == NoteKind::nag &&
           (note.nag == nag_of(Mark::dubious) || note.nag == nag_of(Mark::mistake) ||
            note.nag == nag_of(Mark::blunder));
  };
  if (marked) {
    const auto last = std::find_if(notes.rbegin(), notes.rend(), is_mark);
    if (last != notes.rend()) {
      notes.erase(std::next(last).base());
    }
  }
  for (const Game::Note& note : notes) {
    if (note.kind == NoteKind::nag) {
      to.add_nag(copy, note.nag);
    } else {
      to.add_comment(copy, note.text, note.kind);
    }
  }
}

Game copy_without_evaluations(const Game& game) {
  Game out;
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    out.add_tag(game.tag_at(i).name, game.tag_at(i).value);
  }
  out.set_start(game.start());
  out.set_result(game.result());
  out.number = game.number;
  out.line = game.line;
  out.source = game.source;
  copy_notes(game, record::root_node, out, record::root_node);
  // Parents come before children and elder siblings before younger, so one pass keeps the order.
  std::vector<NodeId> copies(game.node_count(), record::root_node);
  for (NodeId id = 1; id < game.node_count(); ++id) {
    const auto& node = game.node(id);
    copies[id] = out.add_move(copies[node.parent], node.move);
    copy_notes(game, id, out, copies[id]);
  }
  return out;
}

std::string line_text(Position position, std::span<const Move> line,
                      const AnnotateOptions& options) {
  std::string out;
  const auto count = std::min(line.size(), static_cast<std::size_t>(options.line_plies));
  for (const Move move : line.first(count)) {
    if (!out.empty()) {
      out += ' ';
    }
    notation::write_move(out, position, move, options.style, options.notation);
    position.do_move(move);
  }
  return out;
}

std::string evaluation_text(const Evaluation& evaluation) {
  return fmt::format("{}{},{}]", eval_prefix, value_text(evaluation.score), evaluation.depth);
}

} // namespace

double winning_probability(engine::Score score) noexcept {
  if (std::abs(score) > engine::mate_threshold) {
    return score > 0 ? 1.0 : 0.0;
  }
  return 1.0 / (1.0 + std::exp(-static_cast<double>(score) / 271.6));
}

Mark mark_of(double loss) noexcept {
  return loss >= 0.30   ? Mark::blunder
         : loss >= 0.20 ? Mark::mistake
         : loss >= 0.10 ? Mark::dubious
                        : Mark::none;
}

std::string value_text(engine::Score red_score) {
  if (std::abs(red_score) > engine::mate_threshold) {
    const int plies = std::abs(engine::mate_plies(red_score));
    return fmt::format("{}#{}", red_score < 0 ? "-" : "", (plies + 1) / 2);
  }
  return fmt::format("{:+.2f}", static_cast<double>(red_score) / 100.0);
}

Review review(const Game& game, engine::Engine& engine, const AnnotateOptions& options,
              const std::function<bool()>& keep_going) {
  std::vector<Move> moves;
  game.main_line(moves);
  const std::span<const Move> all{moves};
  Review out;
  out.positions.resize(moves.size() + 1);
  engine.clear();
  const Color first = game.start().side_to_move();
  const auto side_at = [&](std::size_t ply) { return ply % 2 == 0 ? first : ~first; };
  for (std::size_t n = moves.size() + 1; n-- > 0;) {
    if (keep_going && !keep_going()) {
      throw Interrupted{"annotation was stopped"};
    }
    out.positions[n] = evaluate_position(game, all.first(n), side_at(n), engine, options);
  }
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    const Color side = side_at(ply);
    const auto& before = out.positions[ply];
    const double best = winning_probability(from_red(before.score, side));
    const double played = winning_probability(from_red(out.positions[ply + 1].score, side));
    // Two searches of one line differ a little: the engine's own choice is no mistake.
    const bool own_choice = !before.line.empty() && before.line.front() == moves[ply];
    const double loss = own_choice ? 0.0 : std::max(0.0, best - played);
    out.losses.push_back(loss);
    out.marks.push_back(mark_of(loss));
  }
  return out;
}

Game annotated(const Game& game, const Review& review, const AnnotateOptions& options) {
  Game out = copy_without_evaluations(game);
  if (!options.annotator.empty()) {
    out.set_tag("Annotator", options.annotator);
  }
  Position position = out.start();
  out.add_comment(record::root_node, evaluation_text(review.positions.front()));
  std::size_t ply = 0;
  for (NodeId id = out.node(record::root_node).first_child; id != record::no_node;
       id = out.node(id).first_child, ++ply) {
    std::string comment = evaluation_text(review.positions[ply + 1]);
    if (review.marks[ply] != Mark::none) {
      const auto& before = review.positions[ply];
      out.add_nag(id, nag_of(review.marks[ply]));
      comment += fmt::format("{}{} ({})", better, line_text(position, before.line, options),
                             value_text(before.score));
    }
    out.add_comment(id, comment);
    position.do_move(out.node(id).move);
  }
  return out;
}

} // namespace xq::analysis
