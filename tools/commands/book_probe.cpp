#include "book_text.hpp"
#include "command.hpp"
#include "position_argument.hpp"

#include <xq/base/error.hpp>
#include <xq/base/text.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>

namespace xq::cli {

namespace {

using notation::Style;

/// One position as `{"fen","key","lock","games","moves"}`.
void print_json(const Position& position, const std::vector<book::BookMove>& moves) {
  const CanonicalKey id = position.canonical();
  std::string line;
  JsonWriter json{line};
  json.begin_object()
      .member("fen", write_fen(position))
      .member("key", fmt::format("{:016x}", to_integer(id.key)))
      .member("lock", fmt::format("{:016x}", to_integer(id.lock)))
      .member("games", book::total_games(moves))
      .key("moves")
      .begin_array();
  for (const book::BookMove& m : moves) {
    json.begin_object();
    for (const Style style : {Style::uci, Style::chinese, Style::wxf}) {
      json.member(notation::name(style), notation::to_text(position, m.move, style));
    }
    add_score(json, m.counts);
    json.end_object();
  }
  json.end_array().end_object();
  fmt::print("{}\n", line);
}

void print_table(const Position& position, const std::vector<book::BookMove>& moves) {
  fmt::print("{}\n", write_fen(position));
  if (moves.empty()) {
    fmt::print("not in the book\n");
    return;
  }
  constexpr std::array<Style, 3> styles{Style::chinese, Style::wxf, Style::uci};
  std::array<std::size_t, styles.size()> widths{};
  std::vector<std::array<std::string, styles.size()>> rows(moves.size() + 1);
  for (std::size_t s = 0; s < styles.size(); ++s) {
    rows[0][s] = notation::name(styles[s]);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      rows[i + 1][s] = notation::to_text(position, moves[i].move, styles[s]);
    }
    for (const auto& row : rows) {
      widths[s] = std::max(widths[s], display_width(row[s]));
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string line;
    for (std::size_t s = 0; s < styles.size(); ++s) {
      line += pad_right(rows[i][s], widths[s] + 2);
    }
    fmt::print("{}{}\n", line,
               i == 0 ? std::string{score_heading} : score_columns(moves[i - 1].counts));
  }
}

class BookProbe final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, "BOOK"), "a book made by xq book build");
    options.add_argument(texts(m_positions, "FEN"),
                         "a FEN in quotes, or startpos; without one, lines from stdin", 0,
                         OptionSet::any_number);
  }

  Exit run(const GlobalOptions& global) override {
    std::vector<Position> positions;
    for (const std::string& text : m_positions) {
      positions.push_back(position_argument(text));
    }
    book::Book book{m_path};
    if (m_positions.empty()) {
      return probe_lines(book, global);
    }
    bool all_found = true;
    for (const Position& position : positions) {
      all_found &= probe(book, position, global);
    }
    return all_found ? Exit::ok : Exit::negative;
  }

private:
  /// Every line of stdin; a line that is no position is reported, and the rest goes on.
  Exit probe_lines(book::Book& book, const GlobalOptions& global) {
    bool all_found = true;
    std::uint64_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
      ++number;
      const std::string_view text = trim(line);
      if (text.empty()) {
        continue;
      }
      if (text == "startpos") {
        all_found &= probe(book, Position::start(), global);
      } else if (const auto read = read_fen(text)) {
        all_found &= probe(book, read->position, global);
      } else {
        Problem problem = read.error();
        problem.where.line = number;
        fmt::print(stderr, "xq: {}\n", format_problem("-", 0, problem));
        all_found = false;
      }
    }
    return all_found ? Exit::ok : Exit::negative;
  }

  bool probe(book::Book& book, const Position& position, const GlobalOptions& global) {
    book.probe(position, m_moves);
    if (global.json) {
      print_json(position, m_moves);
    } else {
      fmt::print("{}", m_printed ? "\n" : "");
      print_table(position, m_moves);
    }
    m_printed = true;
    return !m_moves.empty();
  }

  std::string m_path;
  std::vector<std::string> m_positions;
  std::vector<book::BookMove> m_moves;
  bool m_printed = false;
};

} // namespace

CommandInfo book_probe_command() {
  return {.name = "book probe",
          .group = "Opening books",
          .summary = "look up positions in an opening book",
          .synopsis = "BOOK [FEN]...",
          .description =
              "Prints the moves that the games of a book played in a position or its mirror "
              "image, the most frequent first: the number of games, and the shares of the results "
              "among games whose result is known. In a position that is its own mirror image a "
              "move stands for its mirror image, too, and is named by the one whose squares come "
              "first.\n\n"
              "With --json each position is an object on a line of its own: fen, key and lock of "
              "the position as the book stores it, games (those of all moves added up; a game "
              "that came to the position twice and went on differently counts with each move), "
              "and moves, each with uci, chinese, wxf, games, red_wins, draws and black_wins.",
          .examples = {{"xq book probe book.xqbook startpos", "the first moves of the games"},
                       {"xq book probe book.xqbook --json < positions.txt",
                        "one JSON object for each FEN in a file"}},
          .exits = {{Exit::negative, "a position is not in the book, or a line is no position"}},
          .create = create<BookProbe>};
}

} // namespace xq::cli
