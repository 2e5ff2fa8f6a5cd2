#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "format/movetext/movetext.hpp"
#include "format/movetext/movetext_words.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/losses.hpp"
#include "format/text/line_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using record::Result;

/// Steps over the words of a line without leaving it.
struct Words {
  std::string_view line;
  std::size_t at = 0;

  void skip() noexcept {
    while (at < line.size() && is_blank(line[at])) {
      ++at;
    }
  }
  [[nodiscard]] std::string_view peek() const noexcept {
    const auto end = line.find_first_of(" \t\r\n;", at);
    return line.substr(at, std::min(end, line.size()) - at);
  }
};

/// A counter, right or wrong: `0`, `-1`, `99999999999`.
bool is_counter(std::string_view word) noexcept {
  return is_number(word.substr(word.starts_with('-') ? 1 : 0));
}

/// A number, `FEN` or what ends with a colon: other words before a board are a sentence.
bool is_label(std::string_view text) noexcept {
  text = trim(text);
  return text.find_first_not_of("0123456789.)( ") == npos || equal_ignoring_case(text, "fen") ||
         text.ends_with(':') || text.ends_with("：") || text.ends_with('.');
}

/// Where the board of a FEN begins behind a quote, a number, a name and a tab or a colon; npos for
/// a line that has none.
std::size_t find_board(std::string_view line) noexcept {
  if (looks_like_fen(skip_blanks(line))) {
    return static_cast<std::size_t>(skip_blanks(line).data() - line.data());
  }
  constexpr std::size_t longest_label = 200; // bytes
  for (std::size_t at = 0; at < std::min(line.size(), longest_label); ++at) {
    const char c = line[at];
    const bool separates = c == '\t' || c == '|' || c == ':' || c == ')' || c == '.' || c == '=' ||
                           c == '?' || c == ',' || ((c == '"' || c == '\'') && at == 0) ||
                           (c == ' ' && is_label(line.substr(0, at)));
    const auto wide = c == '\xEF' || c == '\xE3' ? std::size_t{3} : std::size_t{1};
    if ((separates || wide == 3) && line.size() > at + wide && !is_blank(line[at + wide]) &&
        looks_like_fen(line.substr(at + wide))) {
      return at + wide;
    }
  }
  return npos;
}

/// The characters that others have between the fields of a FEN: `_`, `+`, `%20`.
std::size_t separator_of_fields(std::string_view text) noexcept {
  return text.starts_with("%20") ? 3 : text.starts_with('_') || text.starts_with('+') ? 1 : 0;
}

/// The fields behind a board in their usual form; `rest` loses them.
std::string take_fields(std::string_view& rest) {
  std::string out;
  const auto take = [&](std::size_t bytes, std::string_view as) {
    out += as;
    rest.remove_prefix(bytes);
  };
  while (!rest.empty()) {
    if (const auto n = separator_of_fields(rest); n != 0) {
      take(n, " ");
    } else if (rest.starts_with("[]")) { // no pieces in hand
      rest.remove_prefix(2);
    } else if (is_letter(rest[0]) || is_digit(rest[0]) || rest[0] == '/' || rest[0] == '-') {
      take(1, rest.substr(0, 1));
    } else {
      break;
    }
  }
  return out;
}

/// Whether a word that is no field stands behind the fields of a FEN: that of an opcode, whose
/// value goes up to a semicolon.
bool begins_opcode(std::string_view text) noexcept {
  auto behind = text.substr(std::min(fen_length(text), text.size()));
  behind.remove_prefix(std::min(behind.find_first_not_of(" \t"), behind.size()));
  return !behind.empty() && is_letter(behind[0]);
}

/// A line of a list of positions in other dress than FEN, or with a name before or behind it:
/// `"board w - - 0 1",`, `1. board`, `board_w`, `board w | name`. False for a plain line.
bool undress_fen(std::string_view line, std::string& label, std::string& plain) {
  label.clear();
  const auto board = find_board(line);
  if (board == npos) {
    return false;
  }
  const auto mark = line.find_first_of("|#;{", board); // behind the last two it is a comment's
  const bool in_value = mark != npos && begins_opcode(line.substr(board, mark - board)) &&
                        line.find(';', mark) != npos;
  if (mark != npos && !in_value && line[mark] != ';' && line[mark] != '{' &&
      !begins_with_move(trim(line.substr(mark + 1)))) {
    std::string fen; // what stands before the mark may be dressed, too
    std::string before;
    plain =
        undress_fen(line.substr(0, mark), before, fen) ? fen : std::string{line.substr(0, mark)};
    label = before.empty() ? std::string{trim(line.substr(mark + 1))} : before;
    return true;
  }
  if (board != 0 && (line[board - 1] == '"' || line[board - 1] == '\'')) {
    plain = line.substr(board, line.find(line[board - 1], board) - board);
    return true;
  }
  auto rest = line.substr(board);
  plain = take_fields(rest);
  const bool dressed = plain.size() != line.size() - board - rest.size() ||
                       plain != line.substr(board, plain.size());
  const auto length = dressed ? 0 : fen_length(line.substr(board));
  rest = dressed ? rest : line.substr(board + length);
  constexpr std::string_view marks = " \t|#\"',;:";
  auto name = trim(line.substr(0, board));
  for (bool more = true; more;) {
    const bool wide = name.ends_with("：") || name.ends_with("，") || name.ends_with("、");
    more = !name.empty() && (wide || marks.find(name.back()) != npos);
    name.remove_suffix(wide ? 3 : more ? 1 : 0);
  }
  if (!name.empty() && name.find_first_not_of("0123456789.)\"' ") != npos &&
      !equal_ignoring_case(name, "fen")) {
    label = trim(name);
  }
  const auto behind = rest.find_first_not_of(marks);
  auto words = behind == npos ? std::string_view{} : trim(rest.substr(behind));
  const bool tab = rest.find('\t') < behind;
  const bool named = !words.empty() && behind != 0 && behind != npos &&
                     (static_cast<unsigned char>(words[0]) >= 0x80U ||
                      (tab && is_letter(words[0]) && !words.starts_with("moves"))) &&
                     !begins_with_move(words) && words.find_first_of("{;") == npos;
  const bool quoted = behind == npos && !trim(rest).empty();
  if (!dressed && board == line.size() - skip_blanks(line).size() && !named && !quoted) {
    return false;
  }
  if (named && label.empty()) {
    label = words;
    words = {};
  }
  if (!dressed) {
    plain = line.substr(board, length);
  }
  plain.append(" ").append(words);
  return true;
}

class EpdParser final : public SliceParser {
public:
  explicit EpdParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_text = text;
    if (undress_fen(text.substr(0, text.find('\n')), m_label, m_plain)) {
      m_plain += text.substr(std::min(text.find('\n'), text.size()));
      m_text = m_plain;
    }
    m_moves.begin(m_text, game, m_report);
    if (!m_label.empty()) {
      game.add_tag("Title", m_label);
    }

    const auto line = m_text.substr(0, std::min(m_text.find('\n'), m_text.size()));
    Words words{line, line.size() - skip_blanks(line).size()};
    const auto length = fen_length(line.substr(words.at));
    if ((cut && line.size() == m_text.size()) || // the position itself is what cannot be read
        !set_up_start(m_text.substr(words.at, length), words.at, game, m_report)) {
      return;
    }
    words.at += length;
    const auto moves = opcodes(words);
    const auto result = m_moves.read_moves(moves, {std::nullopt, true, cut});
    game.set_result(result.value_or(Result::unknown));
  }

private:
  /// What follows the FEN: opcodes as headers, up to a tab, the word `moves` or the line's end.
  /// Returns where the moves begin.
  std::size_t opcodes(Words words) {
    if (words.at < words.line.size() && words.line[words.at] == ';') {
      Words behind{words.line, words.at + 1}; // the semicolon ends the counters of FEN,
      behind.skip();
      const auto word = behind.peek();
      if (word.empty() || (is_letter(word[0]) && opcode(behind))) {
        words = behind;
      } // or else begins a comment
    }
    while (true) {
      const bool tab = words.at < words.line.size() && words.line[words.at] == '\t';
      words.skip();
      const auto word = words.peek();
      if (word == "moves") {
        return words.at + word.size();
      }
      if (tab || word.empty() || !(is_letter(word[0]) && opcode(words))) {
        return words.at;
      }
    }
  }

  /// `bm h2e2;`, `id "x; y";` or `noop;` at words.at; false when it is none.
  bool opcode(Words& words) {
    const auto name = words.line.substr(
        words.at,
        std::min(words.line.find_first_of(" \t\r;", words.at), words.line.size()) - words.at);
    std::size_t end = words.at + name.size();
    bool quoted = false;
    while (end < words.line.size() && (quoted || words.line[end] != ';')) {
      quoted = words.line[end] == '"' ? !quoted : quoted;
      ++end;
    }
    if (end == words.line.size() && !quoted) {
      return false; // no semicolon: moves on the line of the position
    }
    const auto from = words.at + name.size();
    auto operand = trim(words.line.substr(from, end - from));
    if (operand.size() >= 2 && operand.front() == '"' && operand.back() == '"') {
      operand = operand.substr(1, operand.size() - 2);
    } else if (quoted && operand.starts_with('"')) { // cut at the end of the line
      operand.remove_prefix(1);
    }
    add(name, operand);
    words.at = std::min(end + 1, words.line.size());
    return true;
  }

  void add(std::string_view name, std::string_view operand) {
    if (m_game->has_tag(name)) {
      m_report.add(ProblemCode::duplicate_tag,
                   localized("an opcode is given twice; the first counts"), name,
                   static_cast<std::size_t>(name.data() - m_text.data()));
    } else {
      m_game->add_tag(name, operand);
    }
  }

  MovetextReader m_moves;
  Reporter m_report;
  record::Game* m_game = nullptr;
  std::string_view m_text;
  std::string m_label; ///< what names the position
  std::string m_plain; ///< the text with the usual separators
};

/// EPD's opcodes are short and lower case; other headers are not written into EPD.
bool is_opcode(std::string_view name) noexcept {
  return !name.empty() && name.size() <= 14 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  }) && is_letter(name[0]);
}

class EpdWriter final : public Writer {
public:
  explicit EpdWriter(const WriteOptions& options) : m_options{options} {}

  void game(std::string& out, const record::Game& game) const override {
    out += write_fen(game.start());
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (is_opcode(tag.name)) {
        append_opcode(out, tag);
      }
    }
    char separator = '\t';
    record::replay_main_moves(game, [&](record::NodeId id, const Position& before) {
      out += separator;
      separator = ' ';
      notation::write_move(out, before, game.node(id).move, m_options.style, m_options.notation);
    });
    if (game.result() != Result::unknown) {
      out += separator;
      out += to_text(game.result());
    }
    out += '\n';
  }

  void losses(const record::Game& game, std::vector<Problem>& out) const override {
    for (std::size_t i = 0; i < game.tag_count(); ++i) {
      const auto tag = game.tag_at(i);
      if (is_opcode(tag.name) && !is_first_of_name(game, tag)) {
        report_loss(out, localized("a second header {}", tag.name), tag.value);
      } else if (is_opcode(tag.name) &&
                 (!is_writable(tag.value) || tag.value.find_first_of("\r\n\"") != npos)) {
        out.push_back(make_problem(
            ProblemCode::not_representable,
            localized("NUL, line ends, quotes and bytes that are not UTF-8 in opcodes are written "
                      "as other characters"),
            tag.value));
      }
    }
  }

private:
  static void append_opcode(std::string& out, const record::Game::Tag& tag) {
    out += ' ';
    out += tag.name;
    if (!tag.value.empty()) {
      const bool quote = is_letter(tag.name[0]) &&
                         (tag.name == "id" || tag.name[0] == 'c' || tag.value.find(';') != npos);
      out += ' ';
      out += quote ? "\"" : "";
      for (const char c : writable(tag.value)) {
        out += c == '"' ? '\'' : c == '\n' || c == '\r' ? ' ' : c;
      }
      out += quote ? "\"" : "";
    }
    out += ';';
  }

  WriteOptions m_options;
};

} // namespace

bool EpdSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  if (content.empty() || content[0] == '%' || content[0] == '#') {
    return false;
  }
  const bool begins = !m_started || find_board(content) != npos;
  m_started = true;
  return begins;
}

bool looks_like_fen(std::string_view text) noexcept {
  constexpr std::string_view pieces = "KABNRCPEHkabnrcpeh";
  constexpr std::string_view ends = "_+[|#\"',"; // in other dress, behind a whole board
  constexpr int most_wrong = 2;                  // more and the text is no list of positions
  int separators = 0;
  int wrong = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (separators == 9 && (ends.find(c) != npos || text.substr(i).starts_with("%20"))) {
      break;
    }
    if (c == '/' || c == '\\' || c == '%') {
      ++separators;
    } else if (is_blank(c) || c == '\n') {
      break;
    } else if (!is_letter(c) && !is_digit(c)) {
      return false;
    }
    wrong += is_letter(c) && pieces.find(c) == npos ? 1 : 0;
  }
  return separators >= 4 && wrong <= most_wrong;
}

bool looks_like_fen_list(std::string_view line) noexcept {
  line = line.substr(0, line.find('\n'));
  return find_board(line) != npos;
}

std::size_t fen_length(std::string_view line) noexcept {
  Words words{line};
  std::size_t end = words.peek().size();
  const auto next = [&] {
    words.at = end;
    words.skip();
    const auto word = words.peek(); // `0 1;`: the semicolon of EPD behind the counters of FEN
    return word.substr(0, word.find(';'));
  };
  const auto take = [&](std::string_view word) { end = words.at + word.size(); };
  words.at = end;
  if (end < line.size() && line[end] == '\t') {
    return end; // moves follow
  }
  if (const auto side = next(); side.size() == 1) { // right or wrong
    take(side);
  }
  for (int field = 0; field < 2; ++field) {
    if (const auto dash = next(); dash == "-") {
      take(dash);
    }
  }
  for (int field = 0; field < 2; ++field) {
    if (const auto counter = next(); is_counter(counter)) {
      take(counter);
    }
  }
  return end;
}

std::unique_ptr<SliceParser> make_epd_parser(const ReadOptions& options) {
  return std::make_unique<EpdParser>(options);
}

LeftOut left_out_of_epd(const record::Game& game) {
  auto out = left_out_of_uci(game);
  for (std::size_t i = 0; i < game.tag_count(); ++i) {
    const auto tag = game.tag_at(i);
    out.headers -= is_opcode(tag.name) && !is_implied(game, tag) ? 1U : 0U;
  }
  return out;
}

std::unique_ptr<Writer> make_epd_writer(const WriteOptions& options) {
  return std::make_unique<EpdWriter>(options);
}

} // namespace xq::format
