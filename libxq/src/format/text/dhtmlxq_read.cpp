#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/move_tree.hpp"
#include "format/shared/record_tree.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/text/dhtmlxq_page.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace xq::format {
namespace {

using namespace dhtmlxq;
using record::Result;
constexpr std::string_view field_end = "[/DhtmlXQ_";

/// Fields about the file or the board on the page, not about the game.
constexpr auto technical = std::to_array<std::string_view>(
    {"ver", "init", "pver", "firstnum", "length", "generator", "viewurl"});

/// The numbers in `1_77_2`; nothing when `text` is anything else or has another count of them.
template <std::size_t Count>
std::optional<std::array<std::uint32_t, Count>> numbers(std::string_view text) noexcept {
  std::array<std::uint32_t, Count> out{};
  for (std::size_t i = 0; i < Count; ++i) {
    if (i > 0) {
      if (!text.starts_with('_')) {
        return std::nullopt;
      }
      text.remove_prefix(1);
    }
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), out[i]);
    if (parsed.ec != std::errc{} || text.empty() || !is_digit(text[0])) {
      return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  }
  return text.empty() ? std::optional{out} : std::nullopt;
}

/// Tags and character references of HTML with the text that they stand for.
struct HtmlText {
  std::string_view html, text;
};
constexpr auto html_texts = std::to_array<HtmlText>({
    {"<br>", "\n"},
    {"<br/>", "\n"},
    {"<br />", "\n"},
    {"<BR>", "\n"},
    {"&lt;", "<"},
    {"&gt;", ">"},
    {"&quot;", "\""},
    {"&nbsp;", " "},
    {"&#39;", "'"},
    {"&amp;", "&"},
});

/// Length of a tag like `<br />` at the front; 0 when there is none.
std::size_t html_tag_length(std::string_view text) noexcept {
  constexpr std::size_t longest = 16;
  const auto end = text.starts_with('<') ? text.substr(0, longest).find('>') : npos;
  return end == npos ? 0 : end + 1;
}

/// A result as one letter, from Red's side, or as in other formats.
std::optional<Result> find_field_result(std::string_view text) noexcept {
  if (text.size() == 1) {
    switch (text[0]) {
    case 'W':
      return Result::red_wins;
    case 'L':
      return Result::black_wins;
    case 'D':
      return Result::draw;
    default:
      break;
    }
  }
  return record::find_outcome(text);
}

class DhtmlxqParser final : public SliceParser {
public:
  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_unescaped = without_escaped_brackets(text);
    if (m_unescaped.empty()) {
      m_unescaped = without_json_escapes(text);
    }
    m_written = text;
    m_text = m_unescaped.empty() ? text : std::string_view{m_unescaped};
    m_cut = cut;
    m_literals.clear();
    m_names = {};
    m_field = m_binit = m_movelist = {};
    m_has_result = false;
    m_variations.clear();
    m_comments.clear();
    m_tree.clear();
    read_text();
    m_field = {};
    name_players();
    if (set_up_board()) {
      add_variations();
      add_comments();
      const auto findings = game.problems.size();
      trust_first_mover(game, m_tree.first_from(), offset(m_binit));
      m_report.locate(findings);
      if (check_start()) {
        m_tree.grow(game, m_report);
      }
    }
  }

private:
  struct Variation {
    std::uint32_t parent, step, number;
    std::string_view moves;
    std::size_t depth = 0;
    RecordTree::Id first = 0; ///< its moves follow each other
    std::size_t plies = 0;
    bool done = false;
  };
  struct Comment {
    std::uint32_t variation, ply; ///< 0: the main line
    std::string_view text;
  };

  /// A number of the file as that of a ply.
  static int ply_number(std::uint64_t ply) noexcept {
    return static_cast<int>(std::min<std::uint64_t>(ply, std::numeric_limits<int>::max()));
  }

  /// Where a part of the text stands. What is no part of it, as a name in other letters or the
  /// value of a variable, stands where the field does.
  [[nodiscard]] std::size_t offset(std::string_view part) const noexcept {
    for (const auto p : {part, m_field}) {
      if (const auto at = static_cast<std::size_t>(p.data() - m_text.data());
          p.data() != nullptr && at <= m_text.size()) {
        return at;
      }
    }
    return 0;
  }
  void report(ProblemCode code, std::string message, std::string_view token, int ply = 0) {
    report_at(token, code, std::move(message), token, ply);
  }
  void report_at(std::string_view place, ProblemCode code, std::string message,
                 std::string_view token, int ply) {
    auto problem =
        make_problem(code, std::move(message), token, m_report.location(offset(place)), ply);
    if (code == ProblemCode::bad_tag ||
        code == ProblemCode::bad_fen) { // instead of the advice for PGN
      problem.advice = localized("Correct this field.");
    }
    m_report.add(std::move(problem));
  }

  /// The fields and the variables of scripts, in their order; digits alone are moves.
  void read_text() {
    const auto wrapper = find_begin(m_text);
    auto begin = std::min(
        {wrapper.at, find_word(m_text, field_begin), find_variable(m_text).at, m_text.size()});
    auto rest = m_text.substr(begin);
    if (begin == wrapper.at) {
      rest.remove_prefix(wrapper.length);
      rest = rest.substr(0, find_end(rest).at);
    }
    if (find_word(rest, field_begin) == npos && find_variable(rest).at == npos) {
      return bare_digits(trim(wrapper.length != 0 ? rest : m_text));
    }
    // Where a tag of the page follows a field, its text is HTML, too.
    const auto closing = rest.find(']', std::min(find_word(rest, field_end), rest.size()));
    m_html = rest.starts_with('<') ||
             (closing != npos && rest.substr(closing + 1).starts_with('<')) ||
             (!m_unescaped.empty() && m_written.find("&#91;") != npos);
    while (true) {
      const auto variable = find_variable(rest);
      if (variable.at == npos) {
        break;
      }
      if (!read_fields(rest.substr(0, variable.at))) {
        return;
      }
      auto literals = join_literals(variable.literals);
      const auto& value = *m_literals.emplace(m_literals.end(), std::move(literals.text));
      const std::string_view name = variable.name;
      m_field = name;
      if (find_word(value, field_begin) == npos) {
        field(lower(name), value);
      } else {
        static_cast<void>(read_fields(value));
      }
      rest = literals.rest;
    }
    static_cast<void>(read_fields(rest));
  }

  /// A board of 64 digits and the moves, or the moves alone.
  void bare_digits(std::string_view text) {
    const auto digits = text.find_first_not_of("0123456789 \t\r\n");
    if (text.empty() || digits != npos) {
      return;
    }
    constexpr std::size_t board = 64;
    const auto blank = text.find_first_of(" \t\r\n");
    if (std::min(blank, text.size()) == board) {
      m_binit = text.substr(0, board);
      text.remove_prefix(board);
    }
    m_movelist = trim(text);
  }

  /// False where a field has no end.
  bool read_fields(std::string_view rest) {
    while (true) {
      const auto begin = find_word(rest, field_begin);
      if (begin == npos) {
        return true;
      }
      rest.remove_prefix(begin);
      const auto bracket = rest.find(']');
      const auto name = rest.substr(field_begin.size(), bracket - field_begin.size());
      if (bracket == npos || !is_plain_name(name)) {
        rest.remove_prefix(field_begin.size());
        continue;
      }
      // The name in the closing tag is ignored: [DhtmlXQ_blacktime] is closed by
      // [/DhtmlXQ_time] in thousands of files.
      const auto end = find_word(rest, field_end, bracket);
      if (end == npos || find_word(rest.substr(bracket, end - bracket), field_begin) != npos) {
        if (!m_cut) {
          report(ProblemCode::bad_tag, localized("a field without its closing tag"),
                 rest.substr(0, bracket + 1));
        }
        return false;
      }
      const auto value = rest.substr(bracket + 1, end - bracket - 1);
      m_field = rest;
      field(rest.starts_with(field_begin) ? std::string{name} : lower(name), value);
      rest.remove_prefix(end + field_end.size());
    }
  }

  void field(std::string_view name, std::string_view value) {
    if (name == "binit") {
      set_once(m_binit, trim(value), name);
    } else if (name == "movelist") {
      movelist(trim(value));
    } else if (name.starts_with("move_")) {
      moves(name.substr(5), trim(value));
    } else if (name.starts_with("comment")) {
      comment(name.substr(7), value);
    } else if (std::find(technical.begin(), technical.end(), name) == technical.end()) {
      header(name, value);
    }
  }

  void report_second(std::string_view name) {
    report(ProblemCode::duplicate_tag, localized("a field is given twice; the first counts"), name);
  }

  /// The first value that is not empty counts.
  void set_once(std::string_view& field, std::string_view value, std::string_view name) {
    if (field.empty()) {
      field = value;
    } else if (!value.empty() && value != field) {
      report_second(name);
    }
  }

  /// `place`: `LINE_PLY_NUMBER` of a variation; `0_1_0` is the main line.
  void moves(std::string_view place, std::string_view value) {
    if (place == "0_1_0") {
      set_once(m_movelist, value, place);
    } else if (const auto n = numbers<3>(place)) {
      m_variations.push_back({(*n)[0], (*n)[1], (*n)[2], value});
    } else {
      report(ProblemCode::bad_tag, localized("a variation's name is move_LINE_PLY_NUMBER"), place);
    }
  }

  /// Digits, or lines between `[0_1_0]` and `[/0_1_0]`, of which this one is the main line.
  void movelist(std::string_view value) {
    set_once(m_movelist, trim(value.substr(0, value.find('['))), "movelist");
    while (!value.empty()) {
      const auto open = value.find('[');
      const auto bracket = value.find(']', std::min(open, value.size()));
      const auto end = value.find("[/", std::min(bracket, value.size()));
      if (bracket == npos) {
        return;
      }
      const auto place = value.substr(open + 1, bracket - open - 1);
      moves(place, trim(value.substr(bracket + 1, end == npos ? npos : end - bracket - 1)));
      const auto close = value.find(']', std::min(end, value.size()));
      value = close == npos ? std::string_view{} : value.substr(close + 1);
    }
  }

  /// The site has the team before the name in one field, and each in its own.
  void name_players() {
    for (std::size_t i = 0; i < m_names.size(); ++i) {
      const std::string_view side = i == 0 ? "Red" : "Black";
      const auto whole = m_game->tag(side);
      const auto& name = m_names[i];
      if (name.empty() || whole == name) {
        continue;
      }
      if (whole.find(name) != npos || whole.empty()) {
        m_game->set_tag(side, name);
      } else {
        m_game->add_tag(i == 0 ? "redname" : "blackname", name);
      }
    }
  }

  void comment(std::string_view place, std::string_view value) {
    place.remove_prefix(place.starts_with('_') ? 1 : 0);
    if (const auto one = numbers<1>(place)) {
      m_comments.push_back({0, (*one)[0], value});
    } else if (const auto two = numbers<2>(place)) {
      m_comments.push_back({(*two)[0], (*two)[1], value});
    } else {
      report(ProblemCode::bad_tag, localized("a comment's name is commentPLY or commentLINE_PLY"),
             place);
    }
  }

  void header(std::string_view name, std::string_view value) {
    const auto text = trim(plain(value));
    if (text.empty()) {
      return;
    }
    if (name == "result") {
      const auto result = find_field_result(text);
      if (!result) {
        report(ProblemCode::bad_result, localized("the result is none that is known"), trim(value));
        m_game->add_tag("Result", text);
      }
      const auto said = result.value_or(Result::unknown);
      if (m_has_result && said != m_game->result()) {
        report_second(name);
      } else {
        m_game->set_result(said);
      }
      m_has_result = true;
      return;
    }
    if (name == "redname" || name == "blackname") {
      auto& own = m_names[name == "redname" ? 0 : 1];
      if (own.empty()) {
        own = text;
      } else if (own != text) {
        report_second(name);
      }
      return;
    }
    const auto header = header_of_field(name);
    if (m_game->has_tag(header)) {
      report_second(name);
    } else {
      m_game->add_tag(header, text);
    }
  }

  /// The text that a value stands for; valid until the next call.
  std::string_view plain(std::string_view value) {
    m_plain.clear();
    while (!value.empty()) {
      if (value.starts_with("||")) {
        m_plain += '\n';
        value.remove_prefix(2);
      } else if (!(m_html && (value[0] == '<' || value[0] == '&') && html(value)) &&
                 !(value[0] == '\\' && escaped(value))) { // else it was taken there
        if (value[0] != '\r') {
          m_plain += value[0];
        }
        value.remove_prefix(1);
      }
    }
    return m_plain;
  }

  /// `\u003F`, as scripts write it.
  bool escaped(std::string_view& value) {
    constexpr std::size_t length = 6;
    unsigned code = 0;
    const auto digits = value.substr(0, length);
    const auto parsed = std::from_chars(digits.data() + std::min<std::size_t>(2, digits.size()),
                                        digits.data() + digits.size(), code, 16);
    if (digits.size() != length || !digits.starts_with("\\u") ||
        parsed.ptr != digits.data() + length || (code >= 0xD800 && code < 0xE000) || code < ' ') {
      return false;
    }
    append_utf8(m_plain, code);
    value.remove_prefix(length);
    return true;
  }

  bool html(std::string_view& value) {
    for (const auto& [html, text] : html_texts) {
      if (value.starts_with(html)) {
        m_plain += text;
        value.remove_prefix(html.size());
        return true;
      }
    }
    return false;
  }

  bool set_up_board() {
    if (m_binit.data() == nullptr) {
      if (m_movelist.data() == nullptr) {
        if (m_game->usable()) {
          m_report.add(ProblemCode::missing_start_position, localized("no board and no moves"), {},
                       0);
        }
        return false;
      }
      m_report.add(ProblemCode::missing_tag,
                   localized("no board; the usual start position is taken"), {}, 0);
      return true;
    }
    if (m_binit.empty()) { // the usual start position
      return true;
    }
    if (m_binit.size() != 64 || !std::all_of(m_binit.begin(), m_binit.end(), is_digit)) {
      report(ProblemCode::bad_fen, localized("a board is 64 digits, two for each of 32 pieces"),
             m_binit);
      return false;
    }
    Position position;
    for (std::size_t i = 0; i < 32; ++i) {
      const auto square = screen_square(m_binit[2 * i], m_binit[2 * i + 1]);
      if (square == Square::none) {
        continue; // not on the board
      }
      if (position.at(square) != Piece::none) {
        report(ProblemCode::impossible_position, localized("two pieces stand on one square"),
               m_binit.substr(2 * i, 2));
        return false;
      }
      position.put(piece(i), square);
    }
    position.set_side_to_move(Color::red);
    m_game->set_start(position);
    return true;
  }

  static Piece piece(std::size_t i) noexcept {
    constexpr std::string_view letters = "KABNRCP"; // in the order of PieceType
    const auto type = letters.find(dhtmlxq_pieces[i % 16]);
    return make_piece(i < 16 ? Color::red : Color::black, static_cast<PieceType>(type));
  }

  /// What read_fen() says about a board that is no position.
  bool check_start() {
    if (m_binit.empty()) {
      return true;
    }
    const auto reading = read_fen(write_fen(m_game->start()), OpenKing::warning);
    const auto add = [&](Problem problem) {
      problem.where = m_report.location(offset(m_binit));
      m_report.add(std::move(problem));
    };
    if (!reading) {
      add(reading.error());
      return false;
    }
    std::for_each(reading->warnings.begin(), reading->warnings.end(), add);
    return true;
  }

  /// The moves of the main line and of the variations, each after the one that it branches from.
  void add_variations() {
    Variation main{0, 1, 0, m_movelist};
    append_moves(main, RecordTree::root);
    std::stable_sort(m_variations.begin(), m_variations.end(),
                     [](const Variation& a, const Variation& b) { return a.number < b.number; });
    m_variations.insert(m_variations.begin(), main);
    index_variations();
    for (std::size_t i = 1; i < m_variations.size(); ++i) {
      attach(i);
    }
  }

  void index_variations() {
    m_index.clear();
    for (std::size_t i = 0; i < m_variations.size(); ++i) {
      if (!m_index.emplace(m_variations[i].number, i).second) {
        report(ProblemCode::duplicate_tag,
               localized("a variation's number is given twice; the first counts"),
               m_variations[i].moves);
        m_variations[i].done = true;
      }
    }
  }

  /// Put variation `i` into the tree, and before it those that it branches from.
  void attach(std::size_t i) {
    m_chain.clear();
    while (!m_variations[i].done) {
      m_chain.push_back(i);
      const auto parent = m_index.find(m_variations[i].parent);
      if (parent == m_index.end() || m_chain.size() > GameTreeBuilder::max_depth) {
        break;
      }
      i = parent->second;
    }
    for (; !m_chain.empty(); m_chain.pop_back()) {
      auto& variation = m_variations[m_chain.back()];
      if (variation.done) {
        continue; // they branch from each other
      }
      variation.done = true;
      const auto found = m_index.find(variation.parent);
      const Variation* const parent =
          found == m_index.end() || &m_variations[found->second] == &variation
              ? nullptr
              : &m_variations[found->second];
      const auto above = parent == nullptr || variation.step == 0
                             ? std::nullopt
                             : node_at(variation.parent, variation.step - 1);
      variation.depth = parent == nullptr ? 0 : parent->depth + 1;
      if (!above || variation.depth > GameTreeBuilder::max_depth) {
        report_at(
            variation.moves, above ? ProblemCode::too_deep : ProblemCode::variation_without_move,
            above ? localized("variation {} hangs on ply {} of line {}, which is nested too deep",
                              variation.number, variation.step, variation.parent)
                  : localized("variation {} hangs on ply {} of line {}, which is not there",
                              variation.number, variation.step, variation.parent),
            excerpt(variation.moves, 4), ply_number(variation.step));
        continue;
      }
      append_moves(variation, *above);
    }
  }

  /// The move after which `ply` plies of a variation have been played; root for 0.
  [[nodiscard]] std::optional<RecordTree::Id> node_at(std::uint32_t number,
                                                      std::uint32_t ply) const {
    for (auto found = m_index.find(number); found != m_index.end();
         found = m_index.find(m_variations[found->second].parent)) {
      const auto& variation = m_variations[found->second];
      if (ply == 0) {
        return RecordTree::root;
      }
      if (ply >= variation.step) {
        const auto n = ply - variation.step;
        return n < variation.plies ? std::optional{static_cast<RecordTree::Id>(variation.first + n)}
                                   : std::nullopt;
      }
      if (variation.number == 0 || variation.first == RecordTree::root) {
        break; // it branches from nothing
      }
    }
    return std::nullopt;
  }

  /// Four digits a move, with blanks, commas or tags of a page between them. Anything else ends the
  /// variation.
  void append_moves(Variation& variation, RecordTree::Id after) {
    variation.done = true;
    variation.first = static_cast<RecordTree::Id>(m_tree.size());
    std::array<char, 4> digits{};
    std::size_t count = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < variation.moves.size(); ++i) {
      const char c = variation.moves[i];
      if (is_blank(c) || c == '\n' || (count == 0 && (c == ',' || c == '-' || c == '|'))) {
        continue;
      }
      if (const auto tag = count == 0 ? html_tag_length(variation.moves.substr(i)) : 0; tag != 0) {
        i += tag - 1;
        continue;
      }
      if (!is_digit(c)) {
        report(ProblemCode::unknown_move, localized("a move is four digits"),
               variation.moves.substr(begin, i + 1 - begin),
               ply_number(variation.step + variation.plies));
        return;
      }
      begin = count == 0 ? i : begin;
      digits[count++] = c;
      if (count == 4) {
        count = 0;
        after = m_tree.add(after, screen_square(digits[0], digits[1]),
                           screen_square(digits[2], digits[3]), offset(variation.moves) + begin);
        ++variation.plies;
      }
    }
    if (count != 0) {
      report(ProblemCode::unknown_move, localized("the moves end in the middle of one"),
             variation.moves.substr(begin), ply_number(variation.step + variation.plies));
    }
  }

  void add_comments() {
    for (const auto& comment : m_comments) {
      if (const auto node = node_at(comment.variation, comment.ply)) {
        m_tree.add_comment(*node, plain(comment.text));
      } else if (!trim(comment.text).empty()) {
        auto problem = make_problem(ProblemCode::unknown_token,
                                    localized("a comment on ply {} of line {}, which is not there",
                                              comment.ply, comment.variation),
                                    trim(comment.text), m_report.location(offset(comment.text)));
        problem.severity = Severity::warning;
        m_report.add(std::move(problem));
      }
    }
  }

  record::Game* m_game = nullptr;
  Reporter m_report;
  std::string_view m_text;
  std::string_view m_written;         ///< the text as the file has it
  std::string m_unescaped;            ///< the text, where its brackets are escaped
  std::deque<std::string> m_literals; ///< what variables of scripts hold
  std::array<std::string, 2> m_names; ///< the players without their teams
  std::string m_plain;
  bool m_cut = false;
  bool m_html = false;
  bool m_has_result = false;
  std::string_view m_field;             ///< the one that is being read, from its bracket on
  std::string_view m_binit, m_movelist; ///< data() is null when there is no such field
  std::vector<Variation> m_variations;  ///< the main line first, then by number
  std::unordered_map<std::uint32_t, std::size_t> m_index; ///< from a number to its place
  std::vector<std::size_t> m_chain;
  std::vector<Comment> m_comments;
  RecordTree m_tree;
};

} // namespace

std::unique_ptr<SliceParser> make_dhtmlxq_parser(const ReadOptions& /*options*/) {
  return std::make_unique<DhtmlxqParser>();
}

} // namespace xq::format
