#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/replay.hpp>
#include <xq/render/report.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace xq::render {

// Generated from page.css and page.js (see XqEmbedText.cmake).
std::string_view report_style() noexcept;
std::string_view report_script() noexcept;

namespace {

using record::Game;
using record::NoteKind;

/// Text within HTML.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

/// JSON inside a script element must not hold `<`, which occurs within its strings only.
std::string without_angles(std::string_view json) {
  std::string out;
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

/// A JSON array, element by element.
class Array {
public:
  Array& text(std::string_view value) {
    comma();
    append_json(m_out, value);
    return *this;
  }
  Array& raw(std::string_view json) {
    comma();
    m_out += json;
    return *this;
  }
  [[nodiscard]] std::string str() const { return fmt::format("[{}]", m_out); }

private:
  void comma() {
    if (!m_out.empty()) {
      m_out += ',';
    }
  }
  std::string m_out;
};

/// Number, red, black, result, date, event, code, opening, plies, then for each player accuracy and
/// the numbers of marks, and the mates that were missed: what the table of games shows.
std::string summary_of(std::uint64_t number, const Game& game, const analysis::Review& review) {
  Array out;
  out.raw(fmt::format("{}", number)).text(game.tag("Red")).text(game.tag("Black"));
  out.text(to_text(game.result())).text(game.tag("Date")).text(game.tag("Event"));
  const bool known = review.opening != nullptr;
  out.text(known ? review.opening->code : game.tag("ECCO"));
  out.text(known ? review.opening->name : game.tag("Opening"));
  out.raw(fmt::format("{}", review.moves.size()));
  for (const analysis::PlayerSummary& p : review.players) {
    Array player;
    player.raw(p.moves == 0 ? "null" : fmt::format("{:.1f}", p.average_accuracy));
    player.raw(fmt::format("{:.1f}", 100 * p.average_loss));
    for (const analysis::Mark mark : {analysis::Mark::good, analysis::Mark::dubious,
                                      analysis::Mark::mistake, analysis::Mark::blunder}) {
      player.raw(fmt::format("{}", p.marks[static_cast<std::size_t>(mark)]));
    }
    player.raw(fmt::format("{}", p.mates_missed));
    out.raw(player.str());
  }
  return out.str();
}

/// What is drawn when a game is opened.
class Detail {
public:
  Detail(const Game& game, const analysis::Review& review, const ReportOptions& options)
      : m_game{game}, m_review{review}, m_options{options} {}

  std::string str() {
    std::size_t ply = 0;
    note(record::root_node, 0);
    record::replay_main_line(m_game, [&](record::NodeId id, const Position& before) {
      move(ply, before, m_game.node(id).move);
      note(id, ++ply);
    });
    for (const auto& position : m_review.positions) {
      m_values.raw(position ? fmt::format("{}", position->score) : "null");
      m_depths.raw(position ? fmt::format("{}", position->depth) : "0");
    }
    std::string out = "{";
    add(out, "fen", quoted(write_fen(m_game.start())));
    add(out, "moves", quoted(m_moves));
    add(out, "names", m_names.str());
    add(out, "values", m_values.str());
    add(out, "depths", m_depths.str());
    add(out, "marks", m_marks.str());
    add(out, "words", m_words.str());
    add(out, "losses", m_losses.str());
    add(out, "lines", m_lines.str());
    add(out, "notes", m_notes.str());
    return out + "}";
  }

private:
  static std::string quoted(std::string_view text) {
    std::string out;
    append_json(out, text);
    return out;
  }
  static void add(std::string& out, std::string_view name, const std::string& json) {
    out += fmt::format("{}\"{}\":{}", out.size() == 1 ? "" : ",", name, json);
  }

  void move(std::size_t ply, const Position& before, Move played) {
    const analysis::MoveReview& judgement = m_review.moves[ply];
    m_moves += notation::to_text(before, played, notation::Style::uci);
    m_names.text(name(before, played));
    m_marks.text(to_text(judgement.mark));
    m_words.text(remark(m_review, ply));
    m_losses.raw(fmt::format("{:.0f}", 100 * judgement.loss));
    m_lines.raw(!judgement.judged || judgement.best ? std::string{"0"}
                                                    : line(before, *m_review.positions[ply]));
  }

  [[nodiscard]] std::string name(const Position& position, Move m) const {
    std::string out;
    notation::write_move(out, position, m, m_options.style, m_options.notation);
    return out;
  }

  /// Value, moves as squares, moves in words.
  [[nodiscard]] std::string line(Position position, const analysis::Evaluation& before) const {
    std::string squares;
    std::string words;
    const auto best = before.best_line();
    for (const Move m :
         best.first(std::min(best.size(), static_cast<std::size_t>(m_options.line_plies)))) {
      squares += notation::to_text(position, m, notation::Style::uci);
      words += fmt::format("{}{}", words.empty() ? "" : " ", name(position, m));
      position.do_move(m);
    }
    return Array{}.raw(fmt::format("{}", before.score)).text(squares).text(words).str();
  }

  /// What people wrote, the comments of an earlier annotation left out.
  void note(record::NodeId id, std::size_t ply) {
    m_game.for_each_note(id, [&](const Game::Note& n) {
      if (n.kind != NoteKind::nag && !n.text.starts_with("[%eval ")) {
        m_notes.raw(Array{}.raw(fmt::format("{}", ply)).text(n.text).str());
      }
    });
  }

  const Game& m_game;
  const analysis::Review& m_review;
  const ReportOptions& m_options;
  std::string m_moves;
  Array m_names, m_values, m_depths, m_marks, m_words, m_losses, m_lines, m_notes;
};

} // namespace

std::string report_game(std::uint64_t number, const record::Game& game,
                        const analysis::Review& review, const ReportOptions& options) {
  return without_angles(fmt::format("{}\t{}\n", summary_of(number, game, review),
                                    Detail{game, review, options}.str()));
}

std::string report_head(std::string_view title, std::string_view annotator) {
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n"
                     "<svg width=\"0\" height=\"0\" class=\"hidden\" aria-hidden=\"true\"><defs>\n"
                     "{2}</defs></svg>\n<header><h1>{0}</h1><p id=\"about\">{3}</p></header>\n"
                     "<main id=\"main\"><noscript>This page draws its games with "
                     "JavaScript.</noscript></main>\n<script type=\"text/plain\" id=\"games\">\n",
                     escaped(title), report_style(), svg_parts(), escaped(annotator));
}

std::string report_foot() {
  return fmt::format("</script>\n<script>\n{}</script>\n</body>\n</html>\n", report_script());
}

} // namespace xq::render
