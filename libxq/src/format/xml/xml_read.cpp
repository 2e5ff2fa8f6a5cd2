#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "format/movetext/movetext.hpp"
#include "format/shared/header_name.hpp"
#include "format/xml/xml.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace xq::format {
namespace {

using record::Result;

struct HeaderName {
  std::string_view element, header;
};
constexpr auto header_names = std::to_array<HeaderName>({
    {"event", "Event"},
    {"site", "Site"},
    {"date", "Date"},
    {"round", "Round"},
    {"red", "Red"},
    {"redteam", "RedTeam"},
    {"black", "Black"},
    {"blackteam", "BlackTeam"},
    {"result", "Result"},
    {"ecco", "ECCO"},
    {"opening", "Opening"},
    {"fen", "FEN"},
    {"annotator", "Annotator"},
});

/// Formats that share the syntax and nothing else, by the name of their root.
constexpr auto foreign_roots = std::to_array<HeaderName>(
    {{"chinesechessrecord", "CBF"}, {"n", "PFC"}, {"svg", "SVG"}, {"html", "HTML"}});

/// Lower case, without a namespace prefix.
std::string local_name(std::string_view name) {
  return lower(name.substr(name.find(':') + 1)); // npos + 1 is 0
}

std::string_view attribute(std::span<const XmlParser::Attribute> attributes,
                           std::string_view name) {
  for (const auto& a : attributes) {
    if (a.name == name) {
      return a.value;
    }
  }
  return {};
}

} // namespace

/// The moves that follow a step in its variation, without the variations inside it.
class XmlGameReader::StepsAhead final : public MovesAhead {
public:
  explicit StepsAhead(const std::vector<Step>& steps) noexcept : m_steps{steps} {}
  [[nodiscard]] std::optional<Token> find(std::size_t place) const override {
    int depth = 0;
    for (; place < m_steps.size() && depth >= 0; ++place) {
      const Step& step = m_steps[place];
      if (step.action == Action::move && depth == 0) {
        return Token{step.text, place};
      }
      depth += step.action == Action::open_variation    ? 1
               : step.action == Action::close_variation ? -1
                                                        : 0;
    }
    return std::nullopt;
  }

private:
  const std::vector<Step>& m_steps;
};

std::string_view header_of_element(std::string_view element) noexcept {
  for (const auto& n : header_names) {
    if (n.element == element) {
      return n.header;
    }
  }
  return {};
}

std::string_view element_of_header(std::string_view header) noexcept {
  for (const auto& n : header_names) {
    if (n.header == header) {
      return n.element;
    }
  }
  return {};
}

namespace {

void rename_problem(Problem& problem, ProblemCode code) {
  problem.code = code;
  problem.advice = translate(info(code).advice);
}

} // namespace

XmlGameReader::XmlGameReader(const ReadOptions& options)
    : m_style{options.style},
      m_moves{options},
      m_max_game_bytes{options.max_game_bytes},
      m_parser{*this} {}

std::optional<Problem> XmlGameReader::feed(std::string_view text, bool last,
                                           std::vector<std::unique_ptr<record::Game>>& games) {
  m_games = &games;
  m_window += text;
  if (m_break) {
    text = {}; // the window has it
  }
  while (true) {
    if (!m_break) {
      auto problem = m_parser.feed(text, last);
      if (!problem) {
        break;
      }
      if (problem->code == ProblemCode::bad_xml && m_parser.ended_early() && !m_root.empty()) {
        rename_problem(*problem, ProblemCode::truncated);
      }
      if (!breaks_game(*problem)) {
        return problem;
      }
      m_break = std::move(problem);
    }
    const auto next = find_next_game();
    if (next == npos && !last) {
      break;
    }
    give_up_game(std::min(next, m_window.size()));
    if (next == npos) {
      return std::nullopt;
    }
    text = m_window;
  }
  forget_read_text();
  return limits(last);
}

std::optional<Problem> XmlGameReader::limits(bool last) const {
  if (m_current && m_window.size() > m_max_game_bytes) {
    return make_problem(ProblemCode::too_large,
                        localized("a game of more than {} bytes", m_max_game_bytes), {},
                        m_game_where);
  }
  if (last && m_games_seen == 0) {
    for (const auto& foreign : foreign_roots) {
      if (m_root == foreign.element) {
        return make_problem(
            ProblemCode::unknown_format,
            localized("this is {}, not a record of <game> elements", foreign.header));
      }
    }
    return make_problem(ProblemCode::no_games, localized("no <game> in this XML"), m_root);
  }
  return std::nullopt;
}

void XmlGameReader::forget_read_text() {
  // Before the first event the parser knows no place: 0.
  const auto keep_from =
      std::max(m_current ? m_game_where.offset : m_parser.extent().first, m_window_at);
  m_window.erase(0, static_cast<std::size_t>(keep_from - m_window_at));
  m_window_at = keep_from;
}

// broken markup

bool XmlGameReader::breaks_game(const Problem& problem) const noexcept {
  return m_current != nullptr && m_breaks < max_breaks &&
         (problem.code == ProblemCode::bad_xml || problem.code == ProblemCode::truncated);
}

/// Where in the window the next start tag of a game is; npos: not there yet. It may stand before
/// the break: an unclosed CDATA section breaks at the end of the file.
std::size_t XmlGameReader::find_next_game() noexcept {
  constexpr std::string_view tag = "<game";
  m_searched = std::max(m_searched, m_game_where.offset + tag.size());
  auto at = static_cast<std::size_t>(m_searched - m_window_at);
  while ((at = m_window.find(tag, at)) != npos) {
    if (at + tag.size() < m_window.size() &&
        std::string_view{" \t\n/>"}.find(m_window[at + tag.size()]) != npos) {
      return at;
    }
    at += tag.size();
  }
  m_searched = m_window_at + m_window.size() - std::min(m_window.size(), tag.size());
  return npos;
}

/// Hand out the broken game, whose text goes up to `end` of the window, and get ready for what
/// stands there.
void XmlGameReader::give_up_game(std::size_t end) {
  ++m_breaks;
  const auto begin = static_cast<std::size_t>(m_game_where.offset - m_window_at);
  auto raw = trim(std::string_view{m_window}.substr(begin, end - begin));
  std::string open;
  for (const auto& name : m_containers) {
    open += fmt::format("<{}>", name);
    const auto close = fmt::format("</{}>", name);
    if (end == m_window.size() && raw.ends_with(close)) { // what it stands in, at the file's end
      raw = trim(raw.substr(0, raw.size() - close.size()));
    }
  }
  auto where = m_game_where;
  for (const char c : std::string_view{m_window}.substr(begin, end - begin)) {
    ++where.offset;
    where.column =
        c == '\n' ? 1 : where.column + ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U);
    where.line += c == '\n' ? 1 : 0;
  }
  m_current->raw = raw;
  take_waiting();
  if (end != m_window.size()) { // other games follow: an open comment, not a cut file
    rename_problem(*m_break, ProblemCode::bad_xml);
  }
  m_report.add(*std::move(m_break));
  m_break.reset();
  m_games->push_back(std::move(m_current));
  m_window.erase(0, end);
  m_window_at += end;
  m_open.clear();
  m_containers.clear();
  m_parser.restart(where, open);
}

// elements

void XmlGameReader::start_element(std::string_view name,
                                  std::span<const XmlParser::Attribute> attributes) {
  const auto local = local_name(name);
  m_stray_text = false;
  if (m_open.empty()) {
    m_root = local;
  }
  if (m_current && local == "game") {
    m_parser.refuse(ProblemCode::bad_xml,
                    localized("a game begins before the one before it has ended"));
  } else if (m_current) {
    m_open.push_back(start_part(local, attributes));
  } else if (local == "game") {
    start_game(attributes);
    m_open.push_back(Element::game);
  } else {
    m_open.push_back(Element::container);
    m_containers.emplace_back(name);
  }
}

void XmlGameReader::end_element(std::string_view /*name*/) {
  const auto element = m_open.back();
  m_open.pop_back();
  m_stray_text = false;
  if (element == Element::container) {
    m_containers.pop_back();
  } else if (element == Element::game) {
    end_game();
  } else if (m_current) {
    end_part(element);
  }
}

void XmlGameReader::text(std::string_view text) {
  if (!m_current) {
    return;
  }
  switch (m_open.back()) {
  case Element::move:
    if (m_move_ended) {
      return;
    }
    [[fallthrough]];
  case Element::header:
  case Element::comment:
  case Element::nag:
    m_value += text;
    return;
  default:
    if (!trim(text).empty() && !m_stopped && !m_stray_text && m_open.back() != Element::other) {
      m_stray_text = true; // the rest of it comes in more pieces
      report(ProblemCode::unknown_token, localized("text outside an element"), trim(text),
             m_tree.ply());
    }
  }
}

void XmlGameReader::start_game(std::span<const XmlParser::Attribute> attributes) {
  m_current = std::make_unique<record::Game>();
  ++m_games_seen;
  m_report.reset({}, *m_current);
  m_tree.begin(*m_current);
  m_current->line = m_parser.where().line;
  m_game_where = m_parser.where();
  m_moves.begin();
  m_waiting.clear();
  m_performed = 0;
  m_game_ended = false;
  m_moves_started = m_move_ended = m_stopped = m_skipped_is_open = false;
  m_skipped = 0;
  m_fen_where = {};
  m_header_result = Result::unknown;
  m_attribute_result =
      record::find_outcome(attribute(attributes, "result")).value_or(Result::unknown);
}

void XmlGameReader::end_game() {
  start_moves();
  take_waiting();
  auto& game = *m_current;
  game.set_result(m_header_result != Result::unknown ? m_header_result : m_attribute_result);
  const auto end = m_parser.extent().second;
  game.raw.assign(m_window, static_cast<std::size_t>(m_game_where.offset - m_window_at),
                  static_cast<std::size_t>(end - m_game_where.offset));
  const auto damaged = std::lower_bound(m_damage.begin(), m_damage.end(), m_game_where.offset);
  if (damaged != m_damage.end() && *damaged < end) {
    report(ProblemCode::bad_encoding,
           localized("bytes that are no text in the encoding of the file"));
  }
  m_games->push_back(std::move(m_current));
}

XmlGameReader::Element XmlGameReader::start_part(std::string_view name,
                                                 std::span<const XmlParser::Attribute> attributes) {
  const auto parent = m_open.back();
  if (parent == Element::move) {
    end_move(); // what follows belongs after the move
  } else if (parent != Element::game && parent != Element::variation) {
    report(ProblemCode::bad_xml, localized("an element inside a text"), name);
    return Element::other;
  }
  m_value.clear();
  m_value_where = m_parser.where();
  if (name == "move") {
    start_moves();
    m_move_ended = false;
    return Element::move;
  }
  if (name == "comment") {
    return Element::comment;
  }
  if (name == "nag") {
    return Element::nag;
  }
  if (name == "variation") {
    take(Action::open_variation, {}, m_parser.where());
    return Element::variation;
  }
  if (parent != Element::game) {
    report(ProblemCode::bad_xml, localized("an element that does not belong here"), name);
    return Element::other;
  }
  m_header = name == "tag" ? unescape_name(attribute(attributes, "name"))
                           : std::string{header_of_element(name)};
  if (m_header.empty()) {
    m_header = name;
  }
  return Element::header;
}

void XmlGameReader::end_part(Element element) {
  switch (element) {
  case Element::move:
    end_move();
    break;
  case Element::comment:
    take(Action::comment, m_value, m_value_where);
    break;
  case Element::nag:
    take(Action::nag, trim(m_value), m_parser.where());
    break;
  case Element::variation:
    take(Action::close_variation, {}, {});
    break;
  case Element::header:
    end_header();
    break;
  default:
    break;
  }
  m_value.clear();
}

void XmlGameReader::end_header() {
  auto& game = *m_current;
  const auto value = trim(m_value);
  if (game.has_tag(m_header)) {
    report(ProblemCode::duplicate_tag,
           localized("header {} is given twice; the first counts", m_header), value);
    return;
  }
  if (equal_ignoring_case(m_header, "FEN")) {
    m_fen_where = m_value_where;
    if (m_moves_started && !value.empty()) {
      report(ProblemCode::bad_fen, localized("the start position stands after moves"), value);
    }
  } else if (equal_ignoring_case(m_header, "Result")) {
    const auto result = record::find_outcome(value);
    m_header_result = result.value_or(Result::unknown);
    if (!result) {
      report(ProblemCode::bad_result, localized("the result is none of 1-0, 0-1, 1/2-1/2 and *"),
             value);
    }
  }
  game.add_tag(m_header, value);
}

void XmlGameReader::start_moves() {
  if (m_moves_started) {
    return;
  }
  m_moves_started = true;
  auto& game = *m_current;
  const auto fen = trim(game.tag("FEN"));
  if (!fen.empty()) {
    const auto place = [&](Problem problem) {
      problem.where = m_fen_where;
      m_report.add(std::move(problem));
    };
    const auto reading = read_fen(fen, OpenKing::warning);
    if (!reading) {
      place(reading.error());
      m_stopped = true; // without a position the moves mean nothing
      return;
    }
    for (const auto& warning : reading->warnings) {
      place(warning);
    }
    game.set_start(reading->position);
  }
  m_tree.set_start();
}

void XmlGameReader::end_move() {
  if (!m_move_ended) {
    m_move_ended = true;
    take(Action::move, trim(m_value), m_value_where);
  }
}

void XmlGameReader::take(Action action, std::string_view text, Location where) {
  if (m_waiting.empty()) {
    perform(action, text, where);
  } else {
    m_waiting.push_back({action, std::string{text}, where});
  }
}

/// The whole game was read, so an ambiguous move can be decided by the moves after it.
void XmlGameReader::take_waiting() {
  m_game_ended = true;
  for (m_performed = 0; m_performed < m_waiting.size();) {
    const Step& step = m_waiting[m_performed++];
    perform(step.action, step.text, step.where);
  }
}

void XmlGameReader::perform(Action action, std::string_view text, Location where) {
  switch (action) {
  case Action::move:
    play(text, where);
    break;
  case Action::comment:
    if (!m_stopped && m_skipped == 0) {
      m_tree.add_comment(text);
    }
    break;
  case Action::nag:
    add_nag(text, where);
    break;
  case Action::open_variation:
    open_variation(where);
    break;
  case Action::close_variation:
    close_variation();
    break;
  }
}

void XmlGameReader::play(std::string_view token, Location where) {
  if (m_stopped || m_skipped > 0) {
    return;
  }
  const auto fast =
      m_style && *m_style != notation::Style::chinese && *m_style != notation::Style::traditional
          ? notation::FastReading{}
          : notation::read_chinese_fast(m_tree.position(), token);
  if (fast.bytes != 0 && fast.bytes == token.size()) {
    m_tree.play(fast.move);
    return;
  }
  const auto reading = m_moves.read(m_tree.position(), token);
  if (m_moves.can_wait(reading) && !m_game_ended) {
    m_waiting.push_back({Action::move, std::string{token}, where});
    return;
  }
  const Move move = m_moves.settle(m_tree.position(), token, reading,
                                   {where, m_tree.ply() + 1, m_tree.depth() > 0},
                                   StepsAhead{m_waiting}, m_performed, m_report);
  if (move) {
    m_tree.play(move);
  } else {
    give_up_moves();
  }
}

void XmlGameReader::add_nag(std::string_view text, Location where) {
  if (m_stopped || m_skipped > 0) {
    return;
  }
  unsigned value = 256;
  const auto* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  if (parsed.ec != std::errc{} || parsed.ptr != end || value > 255) {
    report(ProblemCode::bad_nag, localized("an annotation glyph outside 0 to 255"), text, where,
           m_tree.ply());
  } else {
    m_tree.add_nag(static_cast<std::uint16_t>(value));
  }
}

void XmlGameReader::open_variation(Location where) {
  if (m_stopped) {
    return;
  }
  if (m_skipped > 0) {
    ++m_skipped;
  } else if (m_tree.at_start()) {
    report(ProblemCode::variation_without_move,
           localized("a variation before any move that it could replace"), {}, where);
    m_skipped = 1;
    m_skipped_is_open = false;
  } else if (m_tree.depth() == GameTreeBuilder::max_depth) {
    report(ProblemCode::too_deep,
           localized("variations nested more than {} deep", GameTreeBuilder::max_depth), {}, where);
    m_stopped = true;
  } else {
    m_tree.open_variation(0);
  }
}

void XmlGameReader::close_variation() {
  if (m_stopped || (m_skipped > 0 && (--m_skipped > 0 || !m_skipped_is_open))) {
    return;
  }
  m_skipped_is_open = false;
  m_tree.close_variation();
}

void XmlGameReader::give_up_moves() {
  if (m_tree.depth() == 0) {
    m_stopped = true;
  } else {
    m_skipped = 1;
    m_skipped_is_open = true;
  }
}

void XmlGameReader::report(ProblemCode code, std::string message, std::string_view token,
                           Location where, int ply) {
  m_report.add(make_problem(code, std::move(message), token, where, ply));
}

void XmlGameReader::report(ProblemCode code, std::string message, std::string_view token, int ply) {
  report(code, std::move(message), token, m_parser.where(), ply);
}

} // namespace xq::format
