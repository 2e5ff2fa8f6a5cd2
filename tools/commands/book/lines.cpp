#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/help/help.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/book/move_fields.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using jobs::Kind;

/// Best play from one of the moves of a position on, as far as the book has judged it.
struct BestLine {
  /// What comes after its last move.
  enum class End : std::uint8_t {
    unjudged,   ///< a position that was not judged
    repetition, ///< a position of the line
    over,       ///< mate or stalemate
    cut,        ///< more than was asked for
  };
  Position before;
  book::BookMove first;
  std::vector<Move> moves;
  std::uint32_t least_games = 0; ///< of a move of the line
  End end = End::unjudged;
};

constexpr std::array start_fields{
    jobs::FieldOf<BestLine>{"fen", Kind::position, [](const BestLine& line) -> jobs::Value {
                              return write_fen(line.before);
                            }}};
constexpr auto line_fields = std::to_array<jobs::FieldOf<BestLine>>(
    {{"games", Kind::count,
      [](const BestLine& line) -> jobs::Value { return line.first.counts.games; }},
     {"least_games", Kind::count, jobs::get<&BestLine::least_games>},
     {"line", Kind::list,
      [](const BestLine& line) -> jobs::Value {
        std::vector<jobs::Value> moves;
        for (const Move move : line.moves) {
          moves.emplace_back(jobs::squares({&move, 1}));
        }
        return moves;
      }},
     {"end", Kind::word, [](const BestLine& line) -> jobs::Value {
        constexpr std::array<std::string_view, 4> ends{"unjudged", "repetition", "over", "cut"};
        return ends[static_cast<std::size_t>(line.end)];
      }}});

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
    auto moves = book.probe_all(position);
    std::erase_if(moves, [](const book::BookMove& m) { return !m.score; });
    std::ranges::stable_sort(moves, std::greater{},
                             [](const book::BookMove& m) { return m.score->score; });
    moves.resize(std::min(moves.size(), static_cast<std::size_t>(m_limit)));
    Output output;
    std::string out = global.json ? "" : write_fen(position) + '\n';
    if (moves.empty() && !global.json) {
      out += book.is_judged() ? localized("not judged\n")
                              : localized("no engine has judged this book: run xq book score\n");
    }
    for (const book::BookMove& move : moves) {
      const BestLine line = best_line(book, position, move);
      global.json ? append_json(out, line) : append_text(out, position, line);
    }
    output.write(out);
    output.commit();
    return moves.empty() ? Exit::negative : Exit::ok;
  }

private:
  using Place = std::pair<std::uint64_t, std::uint64_t>;
  static Place place_of(const Position& position) {
    const CanonicalKey id = position.canonical();
    return {to_integer(id.key), to_integer(id.lock)};
  }

  /// The best judged move of a position: of equal ones the one that more games played.
  static const book::BookMove* best_of(const std::vector<book::BookMove>& moves) {
    const book::BookMove* best = nullptr;
    for (const book::BookMove& m : moves) {
      if (m.score && (best == nullptr || m.score->score > best->score->score)) {
        best = &m;
      }
    }
    return best;
  }

  [[nodiscard]] BestLine best_line(book::Book& book, Position position,
                                   const book::BookMove& first) const {
    BestLine line{position, first, {}, first.counts.games, BestLine::End::unjudged};
    std::set<Place> seen;
    book::BookMove next = first;
    while (true) {
      seen.insert(place_of(position));
      line.moves.push_back(next.move);
      line.least_games = std::min(line.least_games, next.counts.games);
      position.do_move(next.move);
      if (seen.contains(place_of(position))) {
        line.end = BestLine::End::repetition;
        break;
      }
      const auto moves = book.probe_all(position);
      const book::BookMove* const best = best_of(moves);
      if (best == nullptr) {
        line.end = has_legal_move(position) ? BestLine::End::unjudged : BestLine::End::over;
        break;
      }
      if (line.moves.size() >= static_cast<std::size_t>(m_depth)) {
        line.end = BestLine::End::cut;
        break;
      }
      next = *best;
    }
    return line;
  }

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

  void append_text(std::string& out, const Position& position, const BestLine& line) const {
    const auto value = score_text(line.first.score);
    const auto margin =
        fmt::format("{}{}  ", std::string(8 - std::min<std::size_t>(8, value.size()), ' '), value);
    std::string moves;
    Position now = position;
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

  static void append_json(std::string& out, const BestLine& line) {
    JsonWriter json{out};
    json.begin_object();
    jobs::write_members(json, start_fields, line);
    jobs::write_members(json, jobs::score_fields(), line.first);
    jobs::write_members(json, line_fields, line);
    json.end_object();
    out += '\n';
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
      .answers = {{jobs::parts<start_fields, jobs::score_fields, line_fields>}},
      .create = create<BookLines>};
}

} // namespace xq::cli
