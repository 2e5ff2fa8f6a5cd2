#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/book/book_fields.hpp"
#include "notation/style_for_people.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <vector>

namespace xq::cli {

namespace {

using book::Hole;

class BookHoles final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"),
                         "a book judged by xq book score");
    options.add("loss", number(m_options.loss, 1, 100, "PERCENT"),
                "a move scores badly when it gives away so much of the probability to win");
    options.add("share", number(m_options.share, 1, 100, "PERCENT"),
                "a move is popular when so many of the games of its position played it");
    options.add("min-games", number(m_options.min_games, 1, 0xFFFFFFFFLL),
                "look at positions of so many games");
    options.add("max-ply", number(m_options.max_ply, 0, 100'000),
                "only in the first N plies; 0: all");
    options.add("limit", number(m_options.limit, 1, 1'000'000), "show at most N of each kind");
  }

  Exit run(const GlobalOptions& global) override {
    book::Book book{m_path};
    const auto holes = book::find_holes(book, m_options);
    Output output;
    std::string out;
    if (global.json) {
      append_json(out, holes.bad);
      append_json(out, holes.unplayed);
    } else {
      append_text(out, holes);
    }
    output.write(out);
    output.commit();
    return holes.bad.empty() && holes.unplayed.empty() ? Exit::negative : Exit::ok;
  }

private:
  static void append_text(std::string& out, const book::Holes& holes) {
    if (holes.bad.empty() && holes.unplayed.empty()) {
      out += localized("games and engine agree\n");
    }
    if (!holes.bad.empty()) {
      out += localized("popular moves that score badly:\n");
      for (const Hole& h : holes.bad) {
        out += localized("{}\n  {} {} ({} of {} games); better {} {}\n", write_fen(h.position),
                         name(h, h.move), score_text(h.move.score), h.move.counts.games,
                         h.games_here, name(h, h.best), score_text(h.best.score));
      }
    }
    if (!holes.unplayed.empty()) {
      out += localized("good moves that nobody plays:\n");
      for (const Hole& h : holes.unplayed) {
        out += localized("{}\n  {} {} ({} of {} games)\n", write_fen(h.position), name(h, h.move),
                         score_text(h.move.score), h.move.counts.games, h.games_here);
      }
    }
  }
  static std::string name(const Hole& hole, const book::BookMove& move) {
    return notation::to_text(hole.position, move.move, notation::style_for_people());
  }

  static void append_json(std::string& out, const std::vector<Hole>& holes) {
    for (const Hole& h : holes) {
      out += book::as_json(h) + '\n';
    }
  }

  std::string m_path;
  book::HoleOptions m_options{.keep_going = [] {
    throw_if_interrupted();
    return true;
  }};
};

} // namespace

CommandInfo book_holes_command() {
  return {
      .name = "book holes",
      .group = "Opening books",
      .summary = "find moves that players and engine see differently",
      .synopsis = "BOOK [--loss PERCENT] [--share PERCENT] [--min-games N]",
      .description =
          "Goes through a book that xq book score has judged, from the start position on, and "
          "lists popular moves that score badly, those first that cost most games, and positions "
          "where the best move is hardly ever played and every move that is played gives something "
          "away, those of most games first. Values are for the side to move, in pawns.\n\n"
          "With --json each is an object on a line of its own: kind (bad or unplayed), fen, ply, "
          "uci, games, games_here (of all moves of the position), score, win, search_depth, "
          "replies, best, best_score.",
      .examples = {{"xq book holes book.xqbook", "the most important ones"},
                   {"xq book holes book.xqbook --max-ply 12 --min-games 500 --loss 5",
                    "small ones in the main lines, too"}},
      .exits = {{Exit::negative, "there are none"}},
      .answers = {{book::hole_fields}},
      .create = create<BookHoles>};
}

} // namespace xq::cli
