#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/book/move_fields.hpp"
#include "notation/style_for_people.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::cli {

namespace {

using jobs::Kind;
using jobs::squares;
using notation::Style;

constexpr std::size_t indent = 2; // columns a ply

/// A move of the tree.
struct TreeMove {
  const Position& before;
  const std::vector<Move>& line; ///< up to the move
};

constexpr auto tree_fields = std::to_array<jobs::FieldOf<TreeMove>>(
    {{"depth", Kind::count, [](const TreeMove& m) -> jobs::Value { return m.line.size(); }},
     {"line", Kind::moves, [](const TreeMove& m) -> jobs::Value { return squares(m.line); }},
     {"chinese", Kind::move,
      [](const TreeMove& m) -> jobs::Value {
        return notation::to_text(m.before, m.line.back(), Style::chinese);
      }},
     // Translators: heading over the names of moves
     {"", to_translate("move"), Kind::move, [](const TreeMove& m) -> jobs::Value {
        return std::string(indent * (m.line.size() - 1), ' ') +
               notation::to_text(m.before, m.line.back(), notation::style_for_people());
      }}});

class BookShow final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"),
                         "a book made by xq book build");
    options.add_argument(texts(m_words, "FEN|MOVE"),
                         "a FEN in quotes or startpos, and moves in any style that are played from "
                         "there; without it the standard start",
                         0, OptionSet::any_number);
    options.add("depth", number(m_depth, 1, 100), "plies to show, from the position on");
    options.add("weight", weighting(m_weighting), "order of the moves, as in xq book probe");
    options.add("min-games", number(m_min_games, 1, 0xFFFFFFFFLL),
                "leave out moves of fewer games; without it, of fewer than a hundredth of the "
                "games of the position");
    options.add("unplayed", flag(m_is_unplayed),
                "show moves that nobody played and that xq book score has judged, too");
    m_wxf.describe_reading(options);
  }

  Exit run(const GlobalOptions& global) override {
    const auto positions = position_arguments(m_words, m_wxf.style);
    if (positions.size() > 1) {
      throw make_error<UsageError>("a tree begins with one position");
    }
    const Position position = positions.empty() ? Position::start() : positions.front();
    book::Book book{m_path};
    const auto moves = book.probe_all(position);
    if (m_min_games == 0) {
      m_min_games = std::max<std::uint64_t>(1, book::total_games(moves) / 100);
    }
    show(book, position, moves, global.json);
    if (!global.json) {
      print_tree(position);
    }
    m_output.commit();
    return moves.empty() ? Exit::negative : Exit::ok;
  }

private:
  /// One row for each move, the moves after it below. A position that came before in the line is
  /// not opened again.
  void show(book::Book& book, const Position& position, std::vector<book::BookMove> moves,
            bool as_json) {
    book::sort_by_weight(moves, position.side_to_move(), m_weighting);
    throw_if_interrupted();
    m_keys.push_back(position.canonical());
    for (const book::BookMove& m : moves) {
      if (m.counts.games < m_min_games && !(m_is_unplayed && m.score && m.counts.games == 0)) {
        continue;
      }
      m_line.push_back(m.move);
      if (as_json) {
        print_json({position, m_line}, m);
      } else {
        add_row({position, m_line}, m);
      }
      Position next = position;
      next.do_move(m.move);
      if (m_line.size() < static_cast<std::size_t>(m_depth) && !came_before(next)) {
        show(book, next, book.probe_all(next), as_json);
      }
      m_line.pop_back();
    }
    m_keys.pop_back();
  }

  [[nodiscard]] bool came_before(const Position& position) const {
    const CanonicalKey id = position.canonical();
    return std::any_of(m_keys.begin(), m_keys.end(),
                       [&](const CanonicalKey& k) { return k.key == id.key && k.lock == id.lock; });
  }

  void print_tree(const Position& position) {
    m_output.write(write_fen(position) + '\n');
    m_output.write(m_tree.rows.empty()
                       ? localized("not in the book\n")
                       : render::table_text(jobs::table_of({}, m_tree, "-"), table_columns()));
  }

  void add_row(const TreeMove& move, const book::BookMove& counts) {
    auto row =
        beside(jobs::object_of(tree_fields, move), jobs::object_of(jobs::move_fields(), counts));
    m_tree.fields = std::move(row.fields);
    m_tree.rows.push_back(std::move(row.rows.front()));
  }

  void print_json(const TreeMove& move, const book::BookMove& counts) {
    std::string line;
    JsonWriter json{line};
    json.begin_object();
    jobs::write_members(json, tree_fields, move);
    jobs::write_members(json, jobs::move_fields(), counts);
    json.end_object();
    m_output.write(line + '\n');
  }

  std::string m_path;
  std::vector<std::string> m_words;
  WxfStyleOption m_wxf;
  int m_depth = 4;
  std::uint64_t m_min_games = 0;
  bool m_is_unplayed = false;
  book::Weighting m_weighting = book::Weighting::games;
  std::vector<Move> m_line;
  std::vector<CanonicalKey> m_keys; ///< of the positions before
  jobs::Rows m_tree;                ///< for people
  Output m_output;
};

} // namespace

CommandInfo book_show_command() {
  return {
      .name = "book show",
      .group = "Opening books",
      .summary = "show an opening book as a tree of moves",
      .synopsis = "BOOK [FEN|MOVE]... [--depth N] [--min-games N]",
      .description =
          "Prints the moves of a book from a position on as a tree, two columns further to the "
          "right for each ply, with the number of games and the shares of the results among "
          "games whose result is known. They count all games that came to the position, by "
          "whatever moves. A position that came before in the same line is not opened again.\n\n"
          "Where the games tell them, first and last year follow, and the average and, in "
          "brackets, the best level (Elo or another rating) of the players who made the move.\n\n"
          "Of a judged book the engine's value for the side to move, the probability to win, the "
          "depth and the number of known answers follow, as in xq book probe.\n\n"
          "With --json each move is an object on a line of its own: depth, line (the moves "
          "from the position on), chinese, games, red_wins, draws, black_wins, first_year, "
          "last_year (null when not known), and where levels are known rated (games that tell "
          "one), average_rating, best_rating, and of a judged book score, win, search_depth, "
          "replies.",
      .examples = {{"xq book show book.xqbook", "the main lines of the opening"},
                   {"xq book show book.xqbook 兵七进一", "the answers to one move"},
                   {"xq book show book.xqbook startpos --depth 8 --min-games 500",
                    "deeper, and only what 500 games played"}},
      .exits = {{Exit::negative, "the position is not in the book"}},
      .answers = {{jobs::parts<tree_fields, jobs::move_fields>}},
      .create = create<BookShow>};
}

} // namespace xq::cli
