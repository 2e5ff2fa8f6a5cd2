#include "record/facts.hpp"

#include <xq/analysis/annotate.hpp>
#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace xq::analysis {

namespace {

using record::Game;
using record::NodeId;
using record::NoteKind;

constexpr std::string_view eval_prefix = "[%eval ";
constexpr std::string_view line_prefix = "[%pv ";
// Remarks by which a later run recognises that xq added the mark. In another language the mark
// itself stands before the remark.
constexpr std::string_view loses = "loses ";
constexpr std::string_view misses = "misses mate ";
constexpr std::string_view only_move = to_translate("the only move");

std::uint16_t nag_of(Mark mark) noexcept {
  constexpr std::array<std::uint16_t, mark_count> nags{0, 1, 6, 2, 4};
  return nags[static_cast<std::size_t>(mark)];
}

bool is_evaluation(const Game::Note& note) noexcept {
  return note.kind != NoteKind::nag && note.text.starts_with(eval_prefix);
}

bool mentions_mark(std::string_view comment) {
  constexpr auto npos = std::string_view::npos;
  const auto remark = comment.substr(std::min(comment.find(']'), comment.size()));
  for (const Mark mark : {Mark::good, Mark::dubious, Mark::mistake, Mark::blunder}) {
    if (remark.starts_with(fmt::format("] {} ", to_text(mark)))) {
      return true;
    }
  }
  return comment.find(loses) != npos || comment.find(misses) != npos ||
         comment.find(only_move) != npos;
}

bool is_mark(const Game::Note& note) noexcept {
  constexpr std::array nags{1, 2, 4, 6};
  return note.kind == NoteKind::nag && std::find(nags.begin(), nags.end(), note.nag) != nags.end();
}

/// Leaves out what an earlier annotation wrote: its comment and, where the comment mentions a mark,
/// the last mark of the move (marks of people stand before it).
void copy_notes(const Game& from, NodeId node, Game& to, NodeId copy) {
  std::vector<Game::Note> notes;
  bool marked = false;
  from.for_each_note(node, [&](const Game::Note& note) {
    if (is_evaluation(note)) {
      marked = marked || (node != record::root_node && mentions_mark(note.text));
    } else {
      notes.push_back(note);
    }
  });
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

/// A variation as annotated() writes it: no branches, and no note but the value after its first
/// move.
bool is_engine_line(const Game& game, NodeId first) {
  bool valued = false;
  std::size_t notes = 0;
  game.for_each_note(first, [&](const Game::Note& note) {
    valued = valued || (note.kind == NoteKind::comment && note.text.starts_with(line_prefix));
    ++notes;
  });
  if (!valued || notes != 1) {
    return false;
  }
  for (NodeId id = game.node(first).first_child; id != record::no_node;
       id = game.node(id).first_child) {
    bool noted = false;
    game.for_each_note(id, [&](const Game::Note&) { noted = true; });
    if (noted || game.node(id).next_sibling != record::no_node) {
      return false;
    }
  }
  return true;
}

Game copy_without_annotation(const Game& game) {
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
  std::vector<NodeId> copies(game.node_count(), record::no_node);
  copies[record::root_node] = record::root_node;
  for (NodeId id = 1; id < game.node_count(); ++id) {
    const auto& node = game.node(id);
    const bool variation = game.node(node.parent).first_child != id;
    if (copies[node.parent] == record::no_node || (variation && is_engine_line(game, id))) {
      continue;
    }
    copies[id] = out.add_move(copies[node.parent], node.move);
    copy_notes(game, id, out, copies[id]);
  }
  return out;
}

std::string valued(std::string_view prefix, engine::Score score, int depth) {
  return fmt::format("{}{},{}]", prefix, value_text(score), depth);
}

/// Behind the value of a move.
void add_remark(std::string& comment, Mark mark, std::string_view words) {
  if (words.empty()) {
    return;
  }
  if (mark != Mark::none && text_language() != TextLanguage::english) {
    comment += fmt::format(" {}", to_text(mark));
  }
  comment += fmt::format(" {}", words);
}

/// Writes a review into a copy of its game.
class Annotator {
public:
  Annotator(const Game& game, const Review& review, const AnnotateOptions& options)
      : m_game{copy_without_annotation(game)}, m_review{review}, m_options{options} {}

  Game run() {
    headers();
    before_first_move();
    std::size_t ply = 0;
    Position position = m_game.start();
    NodeId id = record::root_node;
    while ((id = m_game.node(id).first_child) != record::no_node) {
      move(id, position, ply++);
      position.do_move(m_game.node(id).move);
    }
    return std::move(m_game);
  }

private:
  void headers() {
    if (!m_options.annotator.empty()) {
      m_game.set_tag("Annotator", m_options.annotator);
    }
    if (m_review.opening == nullptr) {
      return;
    }
    if (!record::is_filled_in(m_game.tag("ECCO"))) {
      m_game.set_tag("ECCO", m_review.opening->code);
    }
    if (m_game.tag("Opening").empty() && m_game.tag("ECCO") == m_review.opening->code) {
      m_game.set_tag("Opening", m_review.opening->name);
    }
  }

  void before_first_move() {
    std::string text;
    if (const auto& start = m_review.positions.front()) {
      text = valued(eval_prefix, start->score, start->depth);
    } else {
      text = fmt::format("{}book]", eval_prefix);
    }
    if (!m_review.moves.empty()) {
      text += ' ';
      text += localized("Red: {}. Black: {}.", to_text(m_review.players[0]),
                        to_text(m_review.players[1]));
    }
    m_game.add_comment(record::root_node, text);
  }

  void move(NodeId id, const Position& position, std::size_t ply) {
    const MoveReview& judgement = m_review.moves[ply];
    if (!judgement.judged) {
      return;
    }
    if (judgement.mark != Mark::none) {
      m_game.add_nag(id, nag_of(judgement.mark));
    }
    const Evaluation& after = *m_review.positions[ply + 1];
    std::string text = valued(eval_prefix, after.score, after.depth);
    const RemarkWords speech{RemarkLanguage::chosen, m_options.style, m_options.notation};
    add_remark(text, judgement.mark, remark(m_review, ply, speech));
    m_game.add_comment(id, text);
    const bool marked = judgement.mark >= Mark::dubious;
    if (m_options.lines == ShownLines::all || (marked && m_options.lines != ShownLines::none)) {
      variations(id, position, *m_review.positions[ply]);
    }
  }

  /// The lines that begin with another move than the one that was played.
  void variations(NodeId played, const Position& position, const Evaluation& before) {
    const NodeId parent = m_game.node(played).parent;
    for (const ValuedLine& line : before.lines) {
      if (line.moves.empty() || is_same(position, line.moves.front(), m_game.node(played).move)) {
        continue;
      }
      const auto count =
          std::min(line.moves.size(), static_cast<std::size_t>(m_options.line_plies));
      NodeId at = parent;
      for (std::size_t i = 0; i < count; ++i) {
        at = m_game.add_move(at, line.moves[i]);
        if (i == 0) {
          m_game.add_comment(at, valued(line_prefix, line.score, before.depth));
        }
      }
    }
  }

  static bool is_same(const Position& position, Move a, Move b) {
    return a == b || (position.canonical().symmetric && mirror(a) == b);
  }

  Game m_game;
  const Review& m_review;
  const AnnotateOptions& m_options;
};

} // namespace

std::string to_text(const PlayerSummary& summary) {
  const auto count = [&](Mark mark) { return summary.marks[static_cast<std::size_t>(mark)]; };
  if (summary.moves == 0) {
    return localized("no move judged");
  }
  std::string out = localized("accuracy {:.1f}, average loss {:.1f} %", summary.average_accuracy,
                              100.0 * summary.average_loss);
  for (const Mark mark : {Mark::good, Mark::dubious, Mark::mistake, Mark::blunder}) {
    out += localized(", {} {}", count(mark), to_text(mark));
  }
  if (summary.mates_found + summary.mates_missed != 0) {
    out += localized(", mates found {}, missed {}", summary.mates_found, summary.mates_missed);
  }
  return out;
}

void add_values(Game& game, std::span<const MoveValue> values, ValueWords words) {
  std::vector<NodeId> nodes{record::root_node}; // by ply
  for (NodeId id = record::root_node; (id = game.node(id).first_child) != record::no_node;) {
    nodes.push_back(id);
  }
  for (const MoveValue& value : values) {
    if (value.ply < 1 || static_cast<std::size_t>(value.ply) >= nodes.size()) {
      continue; // of other moves than these
    }
    const NodeId id = nodes[static_cast<std::size_t>(value.ply)];
    bool valued = false;
    game.for_each_note(id, [&](const Game::Note& note) { valued = valued || is_evaluation(note); });
    if (valued) {
      continue;
    }
    if (value.mark != Mark::none) {
      game.add_nag(id, nag_of(value.mark));
    }
    std::string text = fmt::format("{}{}]", eval_prefix, value_text(value.score));
    if (words == ValueWords::remarks) {
      Review review;
      review.moves.emplace_back();
      review.moves.front().mark = value.mark;
      review.moves.front().loss = value.loss;
      add_remark(text, value.mark, remark(review, 0, {}));
    }
    game.add_comment(id, text);
  }
}

Game annotated(const Game& game, const Review& review, const AnnotateOptions& options) {
  return Annotator{game, review, options}.run();
}

} // namespace xq::analysis
