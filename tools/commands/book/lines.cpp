#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/help/help.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/book/book_fields.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace xq::cli {

namespace {

using book::BestLine;

class BookLines final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"),
                         "a book judged by xq book score");
    options.add_argument(texts(m_words, "FEN|MOVE"),
                         "a FEN in quotes or startpos, and moves in any style that are played from "
                         "there; without it the standard start",
                         0, OptionSet::any_number);
    options.add("limit", number(m_limit, 1, 200), "show the lines of the N best moves");
    options.add("depth", number(m_depth, 1, 1000), "show at most N plies of a line");
    m_notation.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    const auto positions = position_arguments(m_words, m_notation.wxf.style);
    if (positions.size() > 1) {
      throw make_error<UsageError>("lines begin with one position");
    }
    const Position position = positions.empty() ? Position::start() : positions.front();
    book::Book book{m_path};
    const auto lines = book::best_lines(book, position, static_cast<std::size_t>(m_limit),
                                        static_cast<std::size_t>(m_depth));
    Output output;
    std::string out = global.json ? "" : write_fen(position) + '\n';
    if (lines.empty() && !global.json) {
      out += book.is_judged() ? localized("not judged\n")
                              : localized("no engine has judged this book: run xq book score\n");
    }
    for (const BestLine& line : lines) {
      if (global.json) {
        out += book::as_json(line) + '\n';
      } else {
        append_text(out, line);
      }
    }
    output.write(out);
    output.commit();
    return lines.empty() ? Exit::negative : Exit::ok;
  }

private:
  static std::string end_text(BestLine::End end) {
    switch (end) {
    case BestLine::End::unjudged:
      return localized("not judged from here");
    case BestLine::End::repetition:
      return localized("repetition");
    case BestLine::End::over:
      return localized("the end of the game");
    case BestLine::End::cut:
      break;
    }
    return "...";
  }

  void append_text(std::string& out, const BestLine& line) const {
    const auto value = score_text(line.first.score);
    const auto margin =
        fmt::format("{}{}  ", std::string(8 - std::min<std::size_t>(8, value.size()), ' '), value);
    std::string moves;
    Position now = line.before;
    for (const Move move : line.moves) {
      moves += moves.empty() ? "" : " ";
      moves += notation::to_text(now, move, m_notation.shown_style(), m_notation.write_options());
      now.do_move(move);
    }
    moves += localized("  ({})\n", end_text(line.end));
    out += margin + (margin.size() + display_width(moves) <= table_columns()
                         ? moves
                         : fill(moves, margin.size(), table_columns()).substr(margin.size()));
  }

  std::string m_path;
  std::vector<std::string> m_words;
  ShownNotationOptions m_notation;
  int m_limit = 5;
  int m_depth = 40;
};

} // namespace

CommandInfo book_lines_command() {
  return {
      .name = "book lines",
      .group = "Opening books",
      .summary = "show the best lines of a judged opening book",
      .synopsis = "BOOK [FEN|MOVE]... [--limit N] [--depth N]",
      .description =
          "Shows what both sides play at best from a position on, as the book knows it after xq "
          "book score: for each of the best moves its value for the side to move (in pawns; #5: "
          "mates in five moves), and the line until the book ends, a position repeats or the game "
          "is over.\n\n"
          "With --json each line is an object: fen, score, win, search_depth, replies, games (of "
          "the first move), least_games (of a move of the line; 0: somewhere nobody went that "
          "way), line (moves as h2e2), end (unjudged, repetition, over or cut).",
      .examples = {{"xq book lines book.xqbook", "the best openings"},
                   {"xq book lines book.xqbook 炮二平五 马8进7 --limit 1",
                    "the best answer there"}},
      .exits = {{Exit::negative, "the position was not judged"}},
      .answers = {{book::best_line_fields}},
      .create = create<BookLines>};
}

} // namespace xq::cli
