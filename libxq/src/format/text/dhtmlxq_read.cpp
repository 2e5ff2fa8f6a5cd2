#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "format/movetext/game_tree_builder.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/header_name.hpp"
#include "format/shared/move_tree.hpp"
#include "format/shared/record_tree.hpp"
#include "format/text/dhtmlxq.hpp"
#include "format/text/dpxq_fields.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/result.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>

namespace xq::format {
namespace {

using record::Result;
constexpr auto npos = std::string_view::npos;
constexpr std::string_view game_begin = "[DhtmlXQ]";
constexpr std::string_view game_end = "[/DhtmlXQ]";
constexpr std::string_view field_begin = "[DhtmlXQ_";
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
  return record::find_result(text);
}

class DhtmlxqParser final : public SliceParser {
public:
  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_text = text;
    m_cut = cut;
    m_binit = m_movelist = {};
    m_variations.clear();
    m_comments.clear();
    m_tree.clear();
    read_fields();
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

  [[nodiscard]] std::size_t offset(std::string_view part) const noexcept {
    return part.data() == nullptr ? 0 : static_cast<std::size_t>(part.data() - m_text.data());
  }
  void report(ProblemCode code, std::string message, std::string_view token, int ply = 0) {
    auto problem =
        make_problem(code, std::move(message), token, m_report.location(offset(token)), ply);
    if (code == ProblemCode::bad_tag ||
        code == ProblemCode::bad_fen) { // instead of the advice for PGN
      problem.advice = localized("Correct this field.");
    }
    m_report.add(std::move(problem));
  }

  void read_fields() {
    auto rest =
        m_text.substr(std::min({m_text.find(game_begin), m_text.find(field_begin), m_text.size()}));
    if (rest.starts_with(game_begin)) {
      rest.remove_prefix(game_begin.size());
      rest = rest.substr(0, rest.find(game_end));
    }
    // Where a tag of the page follows a field, its text is HTML, too.
    const auto closing = rest.find(']', std::min(rest.find(field_end), rest.size()));
    m_html =
        rest.starts_with('<') || (closing != npos && rest.substr(closing + 1).starts_with('<'));
    while (true) {
      const auto begin = rest.find(field_begin);
      if (begin == npos) {
        return;
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
      const auto end = rest.find(field_end, bracket);
      if (end == npos || rest.substr(bracket, end - bracket).find(field_begin) != npos) {
        if (!m_cut) {
          report(ProblemCode::bad_tag, localized("a field without its closing tag"),
                 rest.substr(0, bracket + 1));
        }
        return;
      }
      field(name, rest.substr(bracket + 1, end - bracket - 1));
      rest.remove_prefix(end + field_end.size());
    }
  }

  void field(std::string_view name, std::string_view value) {
    if (name == "binit") {
      m_binit = trim(value);
    } else if (name == "movelist") {
      m_movelist = trim(value);
    } else if (name.starts_with("move_")) {
      if (const auto n = numbers<3>(name.substr(5))) {
        m_variations.push_back({(*n)[0], (*n)[1], (*n)[2], trim(value)});
      } else {
        report(ProblemCode::bad_tag, localized("a variation's name is move_LINE_PLY_NUMBER"), name);
      }
    } else if (name.starts_with("comment")) {
      comment(name.substr(7), value);
    } else if (std::find(technical.begin(), technical.end(), name) == technical.end()) {
      header(name, value);
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
      m_game->set_result(result.value_or(Result::unknown));
      return;
    }
    const auto header = header_of_field(name);
    if (m_game->has_tag(header)) {
      report(ProblemCode::duplicate_tag, localized("a field is given twice; the first counts"),
             name);
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
      } else if (m_html && (value[0] == '<' || value[0] == '&') && html(value)) {
        continue;
      } else {
        if (value[0] != '\r') {
          m_plain += value[0];
        }
        value.remove_prefix(1);
      }
    }
    return m_plain;
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
    if (m_binit.data() == nullptr) {
      return true;
    }
    const auto reading =
        read_fen(write_fen(m_game->start()),
                 m_tree.first_from() == Square::none ? OpenKing::warning : OpenKing::error);
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
        report(above ? ProblemCode::too_deep : ProblemCode::variation_without_move,
               above
                   ? localized("variation {} hangs on ply {} of line {}, which is nested too deep",
                               variation.number, variation.step, variation.parent)
                   : localized("variation {} hangs on ply {} of line {}, which is not there",
                               variation.number, variation.step, variation.parent),
               excerpt(variation.moves, 4), static_cast<int>(variation.step));
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

  /// Four digits a move. What is no digit ends the variation.
  void append_moves(Variation& variation, RecordTree::Id after) {
    variation.done = true;
    variation.first = static_cast<RecordTree::Id>(m_tree.size());
    std::array<char, 4> digits{};
    std::size_t count = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < variation.moves.size(); ++i) {
      const char c = variation.moves[i];
      if (c == '\n' || c == '\r' || c == ' ') {
        continue;
      }
      if (!is_digit(c)) {
        report(ProblemCode::unknown_move, localized("a move is four digits"),
               variation.moves.substr(begin, i + 1 - begin),
               static_cast<int>(variation.step + variation.plies));
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
             variation.moves.substr(begin), static_cast<int>(variation.step + variation.plies));
    }
  }

  void add_comments() {
    for (const auto& comment : m_comments) {
      if (const auto node = node_at(comment.variation, comment.ply)) {
        m_tree.set_comment(*node, plain(comment.text));
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
  std::string m_plain;
  bool m_cut = false;
  bool m_html = false;
  std::string_view m_binit, m_movelist; ///< data() is null when there is no such field
  std::vector<Variation> m_variations;  ///< the main line first, then by number
  std::unordered_map<std::uint32_t, std::size_t> m_index; ///< from a number to its place
  std::vector<std::size_t> m_chain;
  std::vector<Comment> m_comments;
  RecordTree m_tree;
};

} // namespace

bool DhtmlxqSplitter::begins_game(std::string_view line) {
  const auto begin = line.find(game_begin);
  const auto field = line.find(field_begin);
  const auto end = line.rfind(game_end);
  const bool begins = begin != npos || (field != npos && !m_in_game);
  const auto last = begin == npos ? field : line.rfind(game_begin);
  if (begins) {
    m_in_game = end == npos || end < last;
  } else if (end != npos) {
    m_in_game = false;
  }
  return begins;
}

void DhtmlxqSplitter::begins_inside(std::string_view line, std::vector<std::size_t>& starts) {
  auto at = line.find(game_begin);
  while (at != npos) {
    at = line.find(game_begin, at + game_begin.size());
    if (at != npos) {
      starts.push_back(at);
    }
  }
}

std::unique_ptr<SliceParser> make_dhtmlxq_parser(const ReadOptions& /*options*/) {
  return std::make_unique<DhtmlxqParser>();
}

} // namespace xq::format
