#include "base/text/ascii.hpp"
#include "base/text/npos.hpp"
#include "base/text/text.hpp"
#include "format/movetext/movetext.hpp"
#include "format/text/line_records.hpp"

#include <xq/base/problem_code.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <algorithm>
#include <array>
#include <iterator>

namespace xq::format {
namespace {

using record::Result;

/// The first word is one move between squares or several without a blank, right or wrong ones:
/// `h2e2`, `h2e2h9g7`, but not the FEN `b2a5/...`.
bool begins_with_squares(std::string_view text) noexcept {
  const auto word = text.substr(0, std::min(text.find_first_of(" \t\r\n,;"), text.size()));
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char low = i % 2 == 0 ? 'a' : '0';
    const char high = i % 2 == 0 ? 'z' : '9';
    if (word[i] < low || word[i] > high) {
      return false;
    }
  }
  return !word.empty() && word.size() % 4 == 0;
}

/// The word at the front of `text`.
std::string_view first_word(std::string_view text) noexcept {
  return text.substr(0, std::min(text.find_first_of(" \t\r\n"), text.size()));
}

/// The parts of a line between tabs.
struct Fields {
  std::array<std::string_view, 5> at;
  std::size_t count = 0;
};

Fields split_fields(std::string_view line) noexcept {
  Fields fields;
  while (fields.count < fields.at.size()) {
    const auto tab = line.find('\t');
    fields.at[fields.count++] = line.substr(0, tab);
    if (tab == npos) {
      break;
    }
    line.remove_prefix(tab + 1);
  }
  return fields;
}

/// `1. h2e2`: a game over several lines.
bool begins_numbered(std::string_view text) noexcept {
  text = skip_blanks(text);
  return text.starts_with("1.") && begins_with_squares(skip_blanks(text.substr(2)));
}

/// One move between squares and nothing else.
bool is_single_move(std::string_view line) noexcept {
  line = trim(line);
  constexpr std::size_t longest = 6; // i10h10
  return line.size() >= 4 && line.size() <= longest && line[0] >= 'a' && line[0] <= 'i' &&
         notation::has_move_form(line);
}

/// A move of Black's, as far as the rank tells at the beginning of a game.
bool comes_from_above(std::string_view move) noexcept {
  return move.size() > 2 && (move[1] >= '5' || is_digit(move[2]));
}

/// Goes on with moves or the number of one.
bool continues_moves(std::string_view line) noexcept {
  const auto word = first_word(line);
  const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return begins_with_squares(word) || record::find_result(word) ||
         (digits != 0 && word.substr(digits).starts_with('.'));
}

/// What an engine and its client say to each other besides positions, in a log of both.
bool is_engine_talk(std::string_view line) noexcept {
  constexpr std::string_view words[] = {
      "uci",        "ucci",      "uciok",    "ucciok", "ucinewgame", "setoption", "option",
      "id",         "isready",   "readyok",  "go",     "info",       "bestmove",  "stop",
      "nobestmove", "ponderhit", "banmoves", "quit",   "bye"};
  const auto word = first_word(line);
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// Moves are UCI unless another style is asked for.
ReadOptions as_uci(ReadOptions options) {
  options.style = options.style.value_or(notation::Style::uci);
  return options;
}

class UciParser final : public SliceParser {
public:
  explicit UciParser(const ReadOptions& options) : m_moves{as_uci(options)} {}

  void parse(const Slice& slice, record::Game& game) override {
    m_game = &game;
    const auto [text, cut] = begin_game(slice, game, m_report);
    m_text = text;
    m_cut = cut;
    // The slice may hold comment lines after the game's own.
    if (is_single_move(m_text.substr(0, m_text.find('\n')))) {
      m_text = m_text.substr(0, end_of_single_moves(m_text));
    } else if (!begins_numbered(m_text)) {
      m_text = m_text.substr(0, std::min(m_text.find('\n'), m_text.size()));
    }
    while (!m_text.empty() && (is_blank(m_text.back()) || m_text.back() == '\n')) {
      m_text.remove_suffix(1);
    }
    m_moves.begin(m_text, game, m_report);
    line();
  }

private:
  /// Where the lines of one move each, or none, end.
  static std::size_t end_of_single_moves(std::string_view text) noexcept {
    auto rest = text;
    while (!rest.empty()) {
      auto next = rest;
      const auto line = trim(take_line(next));
      if (!line.empty() && !is_single_move(line) && !record::find_result(line)) {
        break;
      }
      rest = next;
    }
    return text.size() - rest.size();
  }

  void line() {
    const auto content = skip_blanks(m_text);
    const auto indent = m_text.size() - content.size();
    const auto fields = split_fields(content);
    if (fields.count >= 3 && is_number(fields.at[0])) {
      own_form(fields);
    } else if (first_word(content) == "position") {
      position_command(indent + 8);
    } else if (const auto semicolon = content.find(';');
               semicolon != npos && !begins_with_squares(content)) {
      m_game->add_tag("Id", trim(content.substr(0, semicolon)));
      play(indent + semicolon + 1, m_text.size());
    } else {
      play(indent, m_text.size());
    }
  }

  /// number, start FEN, moves, result, final FEN.
  void own_form(const Fields& fields) {
    if (!set_up_start(fields.at[1], offset(fields.at[1]), *m_game, m_report)) {
      return;
    }
    play(offset(fields.at[2]), offset(fields.at[2]) + fields.at[2].size());
    if (fields.count > 3) {
      m_game->set_result(read_result(fields.at[3], offset(fields.at[3]), m_report));
    }
    if (fields.count > 4 && m_game->usable() && !fields.at[4].empty() &&
        fields.at[4] != write_short_fen(m_game->final_position())) {
      m_report.add(ProblemCode::bad_fen,
                   localized("the final position is not the one that the moves lead to"),
                   fields.at[4], offset(fields.at[4]));
    }
  }

  /// `position startpos|fen FEN [moves ...]`, `at` is behind the first word.
  void position_command(std::size_t at) {
    skip(at);
    const auto kind = first_word(m_text.substr(at));
    std::size_t end = at + kind.size();
    const bool bare = kind.find('/') != npos; // the word fen is left out
    if (kind == "fen" || bare) {
      end = bare ? at : end;
      skip(end);
      const auto length = fen_length(m_text.substr(end));
      if (!set_up_start(m_text.substr(end, length), end, *m_game, m_report)) {
        return;
      }
      end += length;
    } else if (kind != "startpos") {
      m_report.add(ProblemCode::unknown_token, localized(R"(expected "startpos" or "fen")"), kind,
                   at);
      return;
    }
    skip(end);
    const auto word = first_word(m_text.substr(end));
    if (word == "moves") {
      play(end + word.size(), m_text.size());
    } else if (!word.empty()) {
      m_report.add(ProblemCode::unknown_token, localized("expected \"moves\""), word, end);
    }
  }

  void play(std::size_t begin, std::size_t end) {
    // MovetextReader reads to the end of its text, so the text ends with the moves.
    m_moves.begin(m_text.substr(0, end), *m_game, m_report);
    const auto result = m_moves.read_moves(begin, {std::nullopt, true, m_cut});
    m_game->set_result(result.value_or(Result::unknown));
  }

  void skip(std::size_t& at) const noexcept {
    while (at < m_text.size() && is_blank(m_text[at])) {
      ++at;
    }
  }
  [[nodiscard]] std::size_t offset(std::string_view part) const noexcept {
    return static_cast<std::size_t>(part.data() - m_text.data());
  }

  MovetextReader m_moves;
  Reporter m_report;
  record::Game* m_game = nullptr;
  std::string_view m_text;
  bool m_cut = false;
};

/// The main line, `h2e2 h9g7`.
void append_moves(std::string& out, const record::Game& game) {
  for (auto id = game.node(record::root_node).first_child; id != record::no_node;
       id = game.node(id).first_child) {
    const Move move = game.node(id).move;
    const auto file = [](Square s) { return static_cast<char>('a' + file_of(s)); };
    const auto rank = [](Square s) { return static_cast<char>('0' + rank_of(s)); };
    const std::array<char, 5> text{' ', file(move.from()), rank(move.from()), file(move.to()),
                                   rank(move.to())};
    const std::size_t blank = id == game.node(record::root_node).first_child ? 1 : 0;
    out.append(text.data() + blank, text.size() - blank);
  }
}

class UciWriter final : public Writer {
public:
  void game(std::string& out, const record::Game& game) const override {
    out += std::to_string(game.number);
    out += '\t';
    out += write_fen(game.start());
    out += '\t';
    append_moves(out, game);
    out += '\t';
    out += to_text(game.result());
    out += '\t';
    out += write_short_fen(game.final_position());
    out += '\n';
  }
};

} // namespace

bool UciSplitter::begins_game(std::string_view line) {
  const auto content = skip_blanks(line);
  if (content.empty() || content[0] == '%' || content[0] == '#' || is_engine_talk(content)) {
    return false;
  }
  const bool single = is_single_move(content);
  const bool list =
      m_single_moves > 0 && ((single && (m_single_moves > 1 || comes_from_above(content))) ||
                             record::find_result(trim(content)));
  m_single_moves = !single ? 0 : list ? m_single_moves + 1 : 1;
  const bool goes_on =
      list || (m_numbered && !begins_numbered(content) && continues_moves(content));
  const auto words = trim(content);
  const auto last = words.substr(words.find_last_of(" \t") + 1); // npos + 1 is 0
  m_numbered = (goes_on || begins_numbered(content)) && !record::find_result(last);
  return !goes_on;
}

bool looks_like_uci(std::string_view text) noexcept {
  const auto line = text.substr(0, std::min(text.find('\n'), text.size()));
  if (first_word(line) == "position" || begins_with_squares(line)) {
    return true;
  }
  const auto fields = split_fields(line);
  if (fields.count >= 3 && is_number(fields.at[0])) {
    return looks_like_fen(fields.at[1]);
  }
  const auto semicolon = line.find(';');
  return semicolon < 64 && // not npos

         begins_with_squares(skip_blanks(line.substr(semicolon + 1)));
}

std::unique_ptr<SliceParser> make_uci_parser(const ReadOptions& options) {
  return std::make_unique<UciParser>(options);
}

std::unique_ptr<Writer> make_uci_writer() { return std::make_unique<UciWriter>(); }

namespace {

class UcciWriter final : public Writer {
public:
  void game(std::string& out, const record::Game& game) const override {
    out.append("position fen ").append(write_fen(game.start()));
    std::string_view before = " moves ";
    record::replay_main_moves(game, [&](record::NodeId id, const Position& /*before*/) {
      const Move move = game.node(id).move;
      out.append(before)
          .append(notation::square_name(move.from()))
          .append(notation::square_name(move.to()));
      before = " ";
    });
    out += '\n';
  }
};

} // namespace

std::unique_ptr<Writer> make_ucci_writer() { return std::make_unique<UcciWriter>(); }

} // namespace xq::format
