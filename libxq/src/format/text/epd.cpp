#include "base/text/ascii.hpp"
#include "format/movetext/movetext.hpp"
#include "format/shared/flat_record.hpp"
#include "format/shared/losses.hpp"
#include "format/text/left_out.hpp"
#include "format/text/line_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/record/replay.hpp>

#include <algorithm>
#include <array>

namespace xq::format {
namespace {

using record::Result;
constexpr auto npos = std::string_view::npos;

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
    const auto end = line.find_first_of(" \t\r\n", at);
    return line.substr(at, std::min(end, line.size()) - at);
  }
};

/// A counter, right or wrong: `0`, `-1`, `99999999999`.
bool is_counter(std::string_view word) noexcept {
  return is_number(word.substr(word.starts_with('-') ? 1 : 0));
}

class EpdParser final : public SliceParser {
public:
  explicit EpdParser(const ReadOptions& options) : m_moves{options} {}

  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_text = text;
    m_moves.begin(m_text, game, m_report);

    const auto line = m_text.substr(0, std::min(m_text.find('\n'), m_text.size()));
    Words words{line, line.size() - skip_blanks(line).size()};
    const auto length = fen_length(line.substr(words.at));
    if ((cut && line.size() == m_text.size()) || // the position itself is what cannot be read
        !set_up_start(m_text.substr(words.at, length), words.at, game, m_report,
                      OpenKing::warning)) {
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
    if (end == words.line.size()) {
      return false; // no semicolon: moves on the line of the position
    }
    const auto from = words.at + name.size();
    auto operand = trim(words.line.substr(from, end - from));
    if (operand.size() >= 2 && operand.front() == '"' && operand.back() == '"') {
      operand = operand.substr(1, operand.size() - 2);
    }
    add(name, operand);
    words.at = end + 1;
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
  const bool begins = !m_started || looks_like_fen(content);
  m_started = true;
  return begins;
}

bool looks_like_fen(std::string_view text) noexcept {
  constexpr std::string_view pieces = "KABNRCPEHkabnrcpeh";
  constexpr int most_wrong = 2; // more and the text is no list of positions
  int separators = 0;
  int wrong = 0;
  for (const char c : text) {
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

std::size_t fen_length(std::string_view line) noexcept {
  Words words{line};
  std::size_t end = words.peek().size();
  const auto next = [&] {
    words.at = end;
    words.skip();
    return words.peek();
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
