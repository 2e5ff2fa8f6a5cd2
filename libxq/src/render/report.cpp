#include "base/script/chinese_script.hpp"
#include "base/text/json_writer.hpp"
#include "record/facts.hpp"
#include "render/html.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>
#include <xq/render/report.hpp>
#include <xq/render/svg_board.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace xq::render {

// Generated from the files in web/ (see XqEmbedText.cmake).
std::string_view report_style() noexcept;
std::string_view report_script() noexcept;

namespace {

using notation::Style;
using record::Game;
using record::NoteKind;

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
/// the numbers of marks, and the mates that were missed: what the table of games shows; at last
/// what it is found by besides.
void write_summary(std::string& out, std::uint64_t number, const Game& game,
                   const analysis::Review& review, const ReportOptions& options) {
  const record::Facts facts{game};
  JsonWriter json{out};
  json.begin_array().value(number).value(facts.red).value(facts.black);
  json.value(to_text(game.result())).value(facts.date).value(facts.event);
  const auto opening = record::opening_of(game);
  const auto shown = opening.known == nullptr ? opening.name : record::shown_name(*opening.known);
  json.value(opening.code).value(shown);
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
  if (options.spellings) {
    json.value(options.spellings(
        fmt::format("{} {} {} {}", facts.red, facts.black, facts.event, opening.name)));
  } else if (shown != opening.name) { // the table is searched for the Chinese name, too
    json.value(opening.name);
  }
  json.end_array();
}

/// The simplified Chinese name that page (notation.js) derives from a WXF name: 炮二平五 from C2.5,
/// 前炮进四 from C++4. It need not be the move's name, but mostly is.
std::string plain_chinese(std::string_view wxf, Color side) {
  constexpr std::string_view letters = "KAEBHNRCP";
  constexpr std::array<std::array<std::string_view, 9>, 2> men{
      {{"帅", "仕", "相", "相", "马", "马", "车", "炮", "兵"},
       {"将", "士", "象", "象", "马", "马", "车", "炮", "卒"}}};
  constexpr std::array<std::array<std::string_view, 9>, 2> digits{
      {{"一", "二", "三", "四", "五", "六", "七", "八", "九"},
       {"１", "２", "３", "４", "５", "６", "７", "８", "９"}}};
  const auto& own_digits = digits[side == Color::red ? 0 : 1];
  const auto digit = [&](char c) {
    return c >= '1' && c <= '9' ? own_digits[static_cast<std::size_t>(c - '1')]
                                : std::string_view{};
  };
  const auto man = wxf.size() == 4 ? letters.find(wxf[0]) : std::string_view::npos;
  if (man == std::string_view::npos) {
    return {};
  }
  const std::string_view piece = men[side == Color::red ? 0 : 1][man];
  const std::string_view way = wxf[2] == '+' ? "进" : wxf[2] == '-' ? "退" : "平";
  if (wxf[1] == '+' || wxf[1] == '-') {
    return fmt::format("{}{}{}{}", wxf[1] == '+' ? "前" : "后", piece, way, digit(wxf[3]));
  }
  return fmt::format("{}{}{}{}", piece, digit(wxf[1]), way, digit(wxf[3]));
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
    json.begin_object();
    if (const std::string fen = write_fen(m_game.start()); fen != start_fen) {
      json.member("fen", fen);
    }
    if (const auto style = shown_style(); !style.empty()) {
      json.member("style", style);
    }
    std::vector<Move> moves;
    for (const record::NodeId id : m_nodes) {
      moves.push_back(m_game.node(id).move);
    }
    write_moves(json, m_game.start(), moves);
    json.key("values").begin_array();
    for (const auto& position : m_review.positions) {
      position ? json.value(position->score) : json.null();
    }
    json.end_array().key("depths").begin_array();
    for (const auto& position : m_review.positions) {
      json.value(position ? position->depth : 0);
    }
    json.end_array().key("judged").begin_object();
    for (std::size_t ply = 0; ply < m_nodes.size(); ++ply) {
      write_judgement(json, ply);
    }
    json.end_object();
    json.key("notes").begin_array();
    notes(json, record::root_node, 0);
    for (std::size_t ply = 0; ply < m_nodes.size(); ++ply) {
      notes(json, m_nodes[ply], ply + 1);
    }
    json.end_array().end_object();
  }

private:
  /// The members that say what moves from `position` on are called: squares, WXF, and the Chinese
  /// names that do not follow from WXF.
  void write_moves(JsonWriter& json, Position position, std::span<const Move> moves) const {
    std::string squares;
    std::string wxf;
    std::vector<std::pair<std::size_t, std::string>> exceptions;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move m = moves[i];
      const auto chinese = notation::to_text(position, m, Style::chinese);
      const auto short_name = notation::to_text(position, m, Style::wxf, m_options.notation);
      squares += notation::to_text(position, m, Style::uci);
      wxf += fmt::format("{}{}", wxf.empty() ? "" : " ", short_name);
      if (chinese != plain_chinese(short_name, position.side_to_move())) {
        exceptions.emplace_back(i, chinese);
      }
      position.do_move(m);
    }
    json.member("moves", squares).member("wxf", wxf);
    if (exceptions.empty()) {
      return;
    }
    json.key("names").begin_object();
    for (const auto& [i, chinese] : exceptions) {
      json.member(fmt::format("{}", i), chinese);
    }
    json.end_object();
  }

  /// The page's name of what was asked for; empty for what the page's language suggests.
  [[nodiscard]] std::string_view shown_style() const {
    switch (m_options.style) {
    case Style::chinese:
      return {};
    case Style::traditional:
    case Style::wxf:
      return notation::name(m_options.style);
    default:
      return notation::name(Style::uci);
    }
  }

  /// A member for a move about which there is something to say: mark, words, loss in percent, the
  /// opponent's move that was overlooked, and the engine's line with its value where another move
  /// was better.
  void write_judgement(JsonWriter& json, std::size_t ply) const {
    const analysis::MoveReview& judgement = m_review.moves[ply];
    const auto mark = to_text(judgement.mark);
    const auto words = remark(m_review, ply, {analysis::RemarkLanguage::english});
    const bool marked = judgement.mark != analysis::Mark::none &&
                        judgement.mark != analysis::Mark::good && judgement.judged &&
                        !judgement.best;
    if (mark.empty() && words.empty()) {
      return;
    }
    json.key(fmt::format("{}", ply)).begin_object();
    if (!mark.empty()) {
      json.member("mark", mark);
    }
    if (!words.empty()) {
      json.member("words", words);
    }
    if (const auto& point = judgement.reason.overlooked) {
      json.key("reply").begin_object();
      write_moves(json, point->at, std::span{&point->move, 1});
      json.end_object();
    }
    if (marked) {
      const analysis::Evaluation& before = *m_review.positions[ply];
      const auto line = before.best_line();
      json.key("loss").value(100 * judgement.loss, 0);
      json.member("score", before.score).key("line").begin_object();
      write_moves(
          json, m_before[ply],
          line.first(std::min(line.size(), static_cast<std::size_t>(m_options.line_plies))));
      json.end_object();
    }
    json.end_object();
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

} // namespace

std::string report_game(std::uint64_t number, const record::Game& game,
                        const analysis::Review& review, const ReportOptions& options) {
  std::string out;
  write_summary(out, number, game, review, options);
  out += '\t';
  Detail{game, review, options}.write(out);
  out += '\n';
  return without_angles(out);
}

std::function<std::string(std::string_view)> other_scripts() {
  struct Converters {
    ChineseScriptConverter simplified{ChineseScript::simplified};
    ChineseScriptConverter traditional{ChineseScript::traditional};
  };
  std::shared_ptr<const Converters> converters;
  try {
    converters = std::make_shared<const Converters>();
  } catch (const FileError&) { // a report without it is better than none
    return {};
  }
  return [converters](std::string_view text) {
    std::string out;
    for (const auto* converter : {&converters->simplified, &converters->traditional}) {
      const std::string other = converter->convert(text);
      if (other != text) {
        out += (out.empty() ? "" : " ") + other;
      }
    }
    return out;
  };
}

std::string report_head(std::string_view title, std::string_view annotator) {
  const auto language = translate("en"); // of the texts, as in lang="zh-Hans"
  return fmt::format("<!DOCTYPE html>\n<html lang=\"{5}\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>{0}</title>\n<style>\n{1}{2}</style>\n</head>\n<body>\n"
                     "<svg width=\"0\" height=\"0\" class=\"away\" aria-hidden=\"true\"><defs>\n"
                     "{3}</defs></svg>\n<header class=\"page-head\"><div><h1>{0}</h1>"
                     "<p id=\"about\">{4}</p></div><div id=\"settings\"></div></header>\n"
                     "<main id=\"main\"><noscript>{6}</noscript></main>\n<script "
                     "type=\"text/plain\" id=\"games\">\n",
                     escaped(title), theme_style(), report_style(), svg_parts(), escaped(annotator),
                     escaped(language),
                     escaped(translate("This page draws its games with JavaScript.")));
}

std::string report_foot() {
  return fmt::format("</script>\n<script>\n{}</script>\n</body>\n</html>\n", report_script());
}

} // namespace xq::render
