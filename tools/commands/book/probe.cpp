#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/book/book_fields.hpp"
#include "jobs/search/position_text.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

namespace xq::cli {

namespace {

void append_table(std::string& out, const book::ProbedPosition& probed,
                  const book::BookInfo& book) {
  out += write_fen(probed.position) + '\n';
  if (probed.moves.empty()) {
    const bool at_start = probed.position.key() == Position::start().key();
    out += at_start && book.games != 0 && book.min_games <= 1
               ? localized("not in the book: of its {}, none begins here\n",
                           counted(book.games, "{} game", "{} games"))
               : localized("not in the book\n");
    return;
  }
  out += render::table_text(jobs::table_of({}, book::rows_of_moves(probed), "-"), table_columns());
}

class BookProbe final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"),
                         "a book made by xq book build");
    options.add_argument(texts(m_positions, "FEN|MOVE"),
                         "a FEN in quotes, startpos, or moves in any style, which are played from "
                         "the position before them; without any, lines from stdin",
                         0, OptionSet::any_number);
    options.add("weight", weighting(m_weighting),
                "order of the moves: games played; score for the side to move; games, the newer "
                "the more; average level of the players; what an engine thinks");
    m_wxf.describe_reading(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_json = global.json;
    const auto positions = position_arguments(m_positions, m_wxf.style);
    book::Book book{m_path};
    Output output;
    if (positions.empty()) {
      probe_lines(book, output);
    }
    for (const Position& position : positions) {
      probe(book, position);
    }
    output.write(m_out);
    output.commit();
    return m_all_found ? Exit::ok : Exit::negative;
  }

private:
  /// Every line of stdin; a line that is no position is reported, and the rest goes on.
  void probe_lines(book::Book& book, Output& output) {
    answer_lines(output, m_out, [&](std::string_view line, std::uint64_t number) {
      const std::size_t tab = std::min(line.find('\t'), line.size());
      const std::string_view text = trim(line.substr(0, tab));
      const auto read = text == "startpos" ? read_fen(start_fen) : read_fen(text);
      if (read) {
        probe_after(book, read->position, line.substr(tab), number);
      } else if (!text.empty()) {
        Problem problem = read.error();
        problem.where.line = number;
        talk_lines(fmt::format("xq: {}\n", format_problem("-", 0, problem)));
        m_all_found = false;
      }
    });
  }

  void probe_after(book::Book& book, const Position& position, std::string_view moves,
                   std::uint64_t number) {
    try {
      probe(book, jobs::after_moves(position, moves, m_wxf.style));
    } catch (const UsageError& e) {
      talk_lines(fmt::format("xq: -:{}: {}\n", number, e.what()));
      m_all_found = false;
    }
  }

  void probe(book::Book& book, const Position& position) {
    const auto probed = book::probe(book, position, m_weighting);
    m_all_found &= !probed.moves.empty();
    if (m_json) {
      m_out += book::as_json(probed) + '\n';
      return;
    }
    m_out += m_first ? "" : "\n";
    m_first = false;
    append_table(m_out, probed, book.info());
  }

  std::string m_path;
  std::vector<std::string> m_positions;
  WxfStyleOption m_wxf;
  book::Weighting m_weighting = book::Weighting::games;
  bool m_json = false;
  bool m_first = true;
  bool m_all_found = true;
  std::string m_out; ///< answers not yet written
};

} // namespace

CommandInfo book_probe_command() {
  return {
      .name = "book probe",
      .group = "Opening books",
      .summary = "look up positions in an opening book",
      .synopsis = "BOOK [FEN|MOVE]...",
      .description =
          "Prints the moves that the games of a book played in a position or its mirror "
          "image, the most frequent first: the number of games, and the shares of the results "
          "among games whose result is known; where games tell them, the first and the last "
          "year, and the average and, in brackets, the best level (Elo or another rating) of the "
          "players who made the move. In a position that is its own mirror image a "
          "move stands for its mirror image, too, and has the name that is usual: horses and pawns "
          "move on their player's left (马八进七, 兵七进一), all other pieces on the right "
          "(炮二平五, 相三进五).\n\n"
          "A line of stdin is a FEN or startpos and, behind a TAB, moves that are played from "
          "there.\n\n"
          "With --weight score or recency the moves come in another order, and their weights are "
          "shown: the points of the side to move in a hundred games, one win and one loss "
          "added; or the games, halved for each ten years between the last of them and the "
          "newest game of the position (thirty years where no game tells its year).\n\n"
          "Of a book that xq book score has judged, the engine's value of the move for the side to "
          "move follows (in pawns; #5: mates in five moves), the probability to win that it means, "
          "the depth of the search, and how many answers are known; - for a move that the engine "
          "only thought of. Moves that nobody played stand at the end.\n\n"
          "With --json each position is an object on a line of its own: fen, key and lock of "
          "the position as the book stores it, games (those of all moves added up; a game "
          "that came to the position twice and went on differently counts with each move), "
          "and moves, each with uci, chinese, wxf, games, red_wins, draws, black_wins, first_year "
          "and last_year "
          "(null when no game tells its year), and, where games tell the rating of the player who "
          "moved, rated (so many games), average_rating and best_rating; of a judged book score "
          "(centipawns of the side to move, mate in n plies: 30000 - n), win (percent), "
          "search_depth, replies and rank (1: the best).",
      .examples = {{"xq book probe book.xqbook startpos", "the first moves of the games"},
                   {"xq book probe book.xqbook 炮二平五 马8进7", "the moves after these"},
                   {"xq book probe book.xqbook --json < positions.txt",
                    "one JSON object for each FEN in a file"}},
      .exits = {{Exit::negative, "a position is not in the book, or a line is no position"}},
      .answers = {{book::probed_fields}},
      .create = create<BookProbe>};
}

} // namespace xq::cli
