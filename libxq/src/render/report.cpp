#include "base/text/json_writer.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/replay.hpp>
#include <xq/render/report.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

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

/// Number, red, black, result, date, event, code, opening, plies, then for each player accuracy and
/// the numbers of marks, and the mates that were missed: what the table of games shows.
void write_summary(std::string& out, std::uint64_t number, const Game& game,
                   const analysis::Review& review) {
  JsonWriter json{out};
  json.begin_array().value(number).value(game.tag("Red")).value(game.tag("Black"));
  json.value(to_text(game.result())).value(game.tag("Date")).value(game.tag("Event"));
  const bool known = review.opening != nullptr;
  json.value(known ? review.opening->code : game.tag("ECCO"));
  json.value(known ? review.opening->name : game.tag("Opening"));
  json.value(review.moves.size());
  for (const analysis::PlayerSummary& p : review.players) {
    json.begin_array();
    p.moves == 0 ? json.null() : json.value(p.average_accuracy, 1);
    json.value(100 * p.average_loss, 1);
    for (const analysis::Mark mark : {analysis::Mark::good, analysis::Mark::dubious,
                                      analysis::Mark::mistake, analysis::Mark::blunder}) {
      json.value(p.marks[static_cast<std::size_t>(mark)]);
    }
    json.value(p.mates_missed).end_array();
  }
  json.end_array();
}

/// What is drawn when a game is opened.
class Detail {
public:
  Detail(const Game& game, const analysis::Review& review, const ReportOptions& options)
      : m_game{game}, m_review{review}, m_options{options} {
    m_before.reserve(review.moves.size());
    m_nodes.reserve(review.moves.size());
    record::replay_main_moves(game, [&](record::NodeId id, const Position& before) {
      m_nodes.push_back(id);
      m_before.push_back(before);
    });
  }

  void write(std::string& out) const {
    JsonWriter json{out};
    json.begin_object().member("fen", write_fen(m_game.start())).member("moves", squares());
    array(json, "names", [&](std::size_t ply) { json.value(name(m_before[ply], move(ply))); });
    json.key("values").begin_array();
    for (const auto& position : m_review.positions) {
      position ? json.value(position->score) : json.null();
    }
    json.end_array().key("depths").begin_array();
    for (const auto& position : m_review.positions) {
      json.value(position ? position->depth : 0);
    }
    json.end_array();
    array(json, "marks", [&](std::size_t ply) { json.value(to_text(m_review.moves[ply].mark)); });
    array(json, "words", [&](std::size_t ply) { json.value(remark(m_review, ply)); });
    array(json, "losses", [&](std::size_t ply) { json.value(100 * m_review.moves[ply].loss, 0); });
    array(json, "lines", [&](std::size_t ply) { best_line(json, ply); });
    json.key("notes").begin_array();
    notes(json, record::root_node, 0);
    for (std::size_t ply = 0; ply < m_nodes.size(); ++ply) {
      notes(json, m_nodes[ply], ply + 1);
    }
    json.end_array().end_object();
  }

private:
  /// A member with an element for each move.
  template <typename WriteElement>
  void array(JsonWriter& json, std::string_view name, const WriteElement& write) const {
    json.key(name).begin_array();
    for (std::size_t ply = 0; ply < m_nodes.size(); ++ply) {
      write(ply);
    }
    json.end_array();
  }

  [[nodiscard]] Move move(std::size_t ply) const { return m_game.node(m_nodes[ply]).move; }

  [[nodiscard]] std::string squares() const {
    std::string out;
    for (std::size_t ply = 0; ply < m_nodes.size(); ++ply) {
      out += notation::to_text(m_before[ply], move(ply), notation::Style::uci);
    }
    return out;
  }

  [[nodiscard]] std::string name(const Position& position, Move m) const {
    std::string out;
    notation::write_move(out, position, m, m_options.style, m_options.notation);
    return out;
  }

  /// Value, moves as squares, moves in words; 0 where the best move was played or none was judged.
  void best_line(JsonWriter& json, std::size_t ply) const {
    const analysis::MoveReview& judgement = m_review.moves[ply];
    if (!judgement.judged || judgement.best) {
      json.value(0);
      return;
    }
    const analysis::Evaluation& before = *m_review.positions[ply];
    Position position = m_before[ply];
    std::string squares;
    std::string words;
    const auto best = before.best_line();
    for (const Move m :
         best.first(std::min(best.size(), static_cast<std::size_t>(m_options.line_plies)))) {
      squares += notation::to_text(position, m, notation::Style::uci);
      words += fmt::format("{}{}", words.empty() ? "" : " ", name(position, m));
      position.do_move(m);
    }
    json.begin_array().value(before.score).value(squares).value(words).end_array();
  }

  /// What people wrote, the comments of an earlier annotation left out.
  void notes(JsonWriter& json, record::NodeId id, std::size_t ply) const {
    m_game.for_each_note(id, [&](const Game::Note& n) {
      if (n.kind != NoteKind::nag && !n.text.starts_with("[%eval ")) {
        json.begin_array().value(ply).value(n.text).end_array();
      }
    });
  }

  const Game& m_game;
  const analysis::Review& m_review;
  const ReportOptions& m_options;
  std::vector<record::NodeId> m_nodes; ///< of the main line
  std::vector<Position> m_before;      ///< the position before each of its moves
};

/// The page's texts as they stand in page.js within quotes.
constexpr auto page_texts = std::to_array<std::string_view>({
    to_translate("book"),
    to_translate("No"),
    to_translate("Red"),
    to_translate("Black"),
    to_translate("Result"),
    to_translate("Date"),
    to_translate("Event"),
    to_translate("Opening"),
    to_translate("Plies"),
    to_translate("Accuracy"),
    to_translate("Show more"),
    to_translate("Player, event, year, opening …"),
    to_translate("Filter"),
    to_translate("Evaluation by move"),
    to_translate("Engine's line "),
    to_translate("Start"),
    to_translate("accuracy"),
    to_translate("loss"),
    to_translate("missed mates"),
    to_translate("Critical moments"),
    to_translate("☰ All games"),
    to_translate("◀ Before"),
    to_translate("Next ▶"),
    to_translate("back"),
    to_translate("forward"),
    to_translate("Red wins ▲ / Black wins ▼"),
    to_translate("Players"),
    to_translate("Moves"),
});

/// A text with values, which page.js has within backquotes.
struct PageTemplate {
  std::string_view script;   ///< what stands in page.js
  std::string_view text;     ///< the same with {} for the values
  std::string_view first;    ///< value, as in page.js
  std::string_view second{}; ///< the same, empty for none
};
constexpr auto page_templates = std::to_array<PageTemplate>({
    {"`${rows.length} games`", to_translate("{} games"), "${rows.length}"},
    {"`${list.length} of ${rows.length} games`", to_translate("{} of {} games"), "${list.length}",
     "${rows.length}"},
    {"` (depth ${g.depths[at]})`", to_translate(" (depth {})"), "${g.depths[at]}"},
    {"`${moves.length} plies`", to_translate("{} plies"), "${moves.length}"},
    {"`Better: ${g.lines[i][2].split(\" \").slice(0, 4).join(\" \")} "
     "(${valueText(g.lines[i][0])})`",
     to_translate("Better: {} ({})"), "${g.lines[i][2].split(\" \").slice(0, 4).join(\" \")}",
     "${valueText(g.lines[i][0])}"},
});

/// A string of JavaScript in a script element.
std::string quoted(std::string_view text) {
  std::string out;
  JsonWriter{out}.value(text);
  return without_angles(out);
}

void replace_all(std::string& text, std::string_view old, std::string_view by) {
  for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + by.size())) {
    text.replace(at, old.size(), by);
  }
}

/// page.js in the chosen language.
std::string translated_script() {
  std::string out{report_script()};
  for (const PageTemplate& t : page_templates) {
    if (translate(t.text) != t.text) {
      const auto words = vlocalized(t.text, fmt::make_format_args(t.first, t.second));
      replace_all(out, t.script, fmt::format("`{}`", words));
    }
  }
  for (const std::string_view text : page_texts) {
    if (const auto words = translate(text); words != text) {
      replace_all(out, fmt::format("\"{}\"", text), quoted(words));
    }
  }
  return out;
}

} // namespace

std::string report_game(std::uint64_t number, const record::Game& game,
                        const analysis::Review& review, const ReportOptions& options) {
  std::string out;
  write_summary(out, number, game, review);
  out += '\t';
  Detail{game, review, options}.write(out);
  out += '\n';
  return without_angles(out);
}

std::string report_head(std::string_view title, std::string_view annotator) {
  const auto language = translate("en"); // of the texts, as in lang="zh-Hans"
  return fmt::format("<!DOCTYPE html>\n<html lang=\"{4}\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n"
                     "<svg width=\"0\" height=\"0\" class=\"hidden\" aria-hidden=\"true\"><defs>\n"
                     "{2}</defs></svg>\n<header><h1>{0}</h1><p id=\"about\">{3}</p></header>\n"
                     "<main id=\"main\"><noscript>{5}</noscript></main>\n<script "
                     "type=\"text/plain\" id=\"games\">\n",
                     escaped(title), report_style(), svg_parts(), escaped(annotator),
                     escaped(language),
                     escaped(translate("This page draws its games with JavaScript.")));
}

std::string report_foot() {
  return fmt::format("</script>\n<script>\n{}</script>\n</body>\n</html>\n", translated_script());
}

} // namespace xq::render
