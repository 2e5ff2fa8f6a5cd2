#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/progress.hpp"
#include "cli/tabbed.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "record/facts.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/book/book.hpp>
#include <xq/notation/notation.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;
using jobs::Missing;

/// A game that played the move.
struct PlayedGame {
  std::optional<std::uint64_t> game{}; ///< its number where it was read now
  std::string_view source;
  std::int64_t line = 0;
  int ply = 0;
  std::optional<std::int64_t> plies{}; ///< where the book keeps it
  std::string_view date, event, red, black;
  record::Result result{};
};

constexpr auto games_fields = std::to_array<jobs::FieldOf<PlayedGame>>(
    {{"game", Kind::count, get<&PlayedGame::game>, Missing::left_out},
     {"source", Kind::text, get<&PlayedGame::source>},
     {"line", Kind::count, get<&PlayedGame::line>},
     {"ply", Kind::count, get<&PlayedGame::ply>},
     {"plies", Kind::count, get<&PlayedGame::plies>, Missing::left_out},
     {"date", Kind::date, get<&PlayedGame::date>},
     {"event", Kind::name, get<&PlayedGame::event>},
     {"red", Kind::name, get<&PlayedGame::red>},
     {"black", Kind::name, get<&PlayedGame::black>},
     {"result", Kind::result,
      [](const PlayedGame& g) -> jobs::Value { return record::to_text(g.result); }}});

/// A line for people, with tabs between.
std::string text_of(const PlayedGame& g) {
  const auto at = g.line == 0 ? std::string{} : fmt::format(":{}", g.line);
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                     g.game ? std::to_string(*g.game) : cell(g.source) + at, cell(g.date),
                     cell(g.red), cell(g.black), record::to_text(g.result), cell(g.event),
                     localized("ply {}", g.ply));
}

class BookGames final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"),
                         "a book made by xq book build");
    options.add_argument(moves(),
                         "a FEN in quotes or startpos, then moves in any style, which are "
                         "played from there (without a position from the start): games "
                         "with the last move are listed",
                         1, OptionSet::any_number);
    m_input.describe(options, 0);
    m_wxf.describe_reading(options);
    add_database(options, m_database, "the game database that the book was made of");
    options.add("limit", number(m_limit, 0, 1'000'000'000LL),
                "list at most N games; 0: all of them");
  }

  Exit run(const GlobalOptions& global) override {
    if (!m_input.inputs.empty() && !m_database.empty()) {
      throw make_error<UsageError>("games come from files or from a database, not from both");
    }
    const Position& position = m_moves.position();
    const Move move = m_moves.move();
    m_id = position.canonical();
    m_stored = book::to_canonical(m_id, move);
    book::Book book{m_path};
    m_max_ply = book.info().max_ply;
    const std::uint64_t in_book = games_in(book, position, move);

    m_json = global.json;
    if (m_input.inputs.empty() && m_database.empty()) {
      return list_kept(global, book, position, move, in_book);
    }
    Progress progress{global, to_translate("searching")};
    m_database.empty() ? search_files(global, progress) : search_database(global, progress);
    progress.clear();
    m_output.write(for_reader(std::move(m_rows)));
    m_output.commit();
    if (m_found != in_book && !m_failed && !global.quiet) {
      talk("xq: {} games found, and the book has {} for this move: it was made of "
           "other games\n",
           m_found, in_book);
    }
    return m_found == 0 || m_failed ? Exit::negative : Exit::ok;
  }

private:
  Value moves() {
    Value value;
    value.name = "FEN|MOVE";
    value.many = true;
    value.claims = [this](const std::string& word) { return m_moves.claims(word, m_wxf.style); };
    value.accept = [this](const std::string& word) { m_moves.add(word, m_wxf.style); };
    return value;
  }

  static std::uint64_t games_in(book::Book& book, const Position& position, Move move) {
    const CanonicalKey id = position.canonical();
    for (const book::BookMove& m : book.probe(position)) {
      if (book::to_canonical(id, m.move) == book::to_canonical(id, move)) {
        return m.counts.games;
      }
    }
    return 0;
  }

  /// The games that the book itself names.
  Exit list_kept(const GlobalOptions& global, book::Book& book, const Position& position, Move move,
                 std::uint64_t in_book) {
    if (book.info().samples == 0) {
      throw make_error<UsageError>(
          "the book names no games. Build it with --keep-games, or name the games that "
          "it was made of: files or folders, or a game database with --db");
    }
    const auto games = book.games(position, move);
    std::string listed;
    for (const book::BookGame& game : games) {
      if (m_found++; m_limit == 0 || m_found <= m_limit) {
        const book::GameName& name = game.name;
        listed += answer({.source = name.source,
                          .line = name.line,
                          .ply = game.ply,
                          .plies = name.plies,
                          .date = name.date,
                          .event = name.event,
                          .red = name.red,
                          .black = name.black,
                          .result = name.result});
      }
    }
    m_output.write(m_json ? listed : for_reader(std::move(listed)));
    m_output.commit();
    if (games.size() < in_book && !global.quiet) {
      talk("xq: {} of {} games: the book names no more than {} of a move, and a game "
           "that was read twice once\n",
           games.size(), in_book, book.info().samples);
    }
    return games.empty() ? Exit::negative : Exit::ok;
  }

  [[nodiscard]] std::string answer(const PlayedGame& game) const {
    return m_json ? jobs::json_line(games_fields, game) : text_of(game);
  }

  /// The ply (from 1) at which a game plays the move in the position or its mirror image; 0: never.
  [[nodiscard]] int find(const record::Game& game, std::vector<Move>& moves) const {
    moves.clear();
    game.main_moves(moves);
    const auto limit = m_max_ply == 0 ? moves.size() : static_cast<std::size_t>(m_max_ply);
    Position position = game.start();
    for (std::size_t i = 0; i < std::min(limit, moves.size()); ++i) {
      const CanonicalKey id = position.canonical();
      if (id.key == m_id.key && id.lock == m_id.lock &&
          book::to_canonical(id, moves[i]) == m_stored) {
        return static_cast<int>(i) + 1;
      }
      position.do_move(moves[i]);
    }
    return 0;
  }

  /// One line about a game, for those that play the move.
  struct Found {
    std::vector<Move> moves; ///< scratch
    std::vector<std::string> lines;
    std::uint64_t games = 0; ///< looked at
  };

  void look_at(const record::Game& game, Found& found) const {
    ++found.games;
    const int ply = game.usable() ? find(game, found.moves) : 0;
    if (ply == 0) {
      return;
    }
    const record::Facts facts{game};
    found.lines.push_back(answer({.game = game.number,
                                  .source = game.source,
                                  .line = static_cast<std::int64_t>(game.line),
                                  .ply = ply,
                                  .date = facts.date,
                                  .event = facts.event,
                                  .red = facts.red,
                                  .black = facts.black,
                                  .result = game.result()}));
  }

  void print(const Found& found) {
    for (const std::string& line : found.lines) {
      if (m_found++; m_limit == 0 || m_found <= m_limit) {
        if (m_json || table_columns() == std::string::npos) {
          m_output.write(line);
        } else {
          m_rows += line;
        }
      }
    }
  }

  void search_files(const GlobalOptions& global, Progress& progress) {
    format::ReadOptions options = m_input.read_options(global, m_wxf);
    options.max_ply = m_max_ply;
    format::read_games<Found>(
        m_input.inputs, options, [this](record::Game& game, Found& found) { look_at(game, found); },
        [this](Found&& found) { print(found); },
        [this](const format::FileProblem& problem) {
          m_failed = true;
          talk_lines(fmt::format("xq: {}\n", format_problem(problem.source, 0, problem.problem)));
        },
        progress.function());
  }

  void search_database(const GlobalOptions& global, Progress& progress) {
    const auto total = static_cast<std::uint64_t>(store::GameDatabase{m_database}.counts().games);
    std::uint64_t done = 0;
    store::read_games<Found>(
        m_database, {}, global.threads,
        [this](record::Game& game, Found& found) { look_at(game, found); },
        [&](Found&& found) {
          print(found);
          done += found.games;
          if (!progress.update(done, total, done)) {
            throw make_error<Interrupted>("stopped while searching");
          }
        });
  }

  std::string m_path;
  MoveArguments m_moves;
  InputOptions m_input;
  WxfStyleOption m_wxf;
  std::string m_database;
  std::uint64_t m_limit = 100;
  CanonicalKey m_id;
  Move m_stored;
  int m_max_ply = 0;
  bool m_json = false;
  bool m_failed = false;
  std::uint64_t m_found = 0;
  std::string m_rows; ///< for a terminal, where a table has to know all of them
  Output m_output;
};

} // namespace

CommandInfo book_games_command() {
  return {
      .name = "book games",
      .group = "Opening books",
      .summary = "list the games behind a move of an opening book",
      .synopsis = "BOOK FEN|MOVE... [IN...|GAMES.xqdb] [--limit N]",
      .description =
          "Lists the games that played a move in a position or its mirror image: number, date, "
          "players, result, event, and the ply of the move. Several moves are played one after "
          "the other, and the last one is looked for; the first word that is no move and names a "
          "file begins IN.\n\n"
          "A book that was built with --keep-games names its games itself, with file and line "
          "in place of the number: all that played the move, or as many as it keeps of one. "
          "Any other book is counts alone, which keeps it small, its build fast and its bytes "
          "the same wherever the games lie; then the games that it was made of are named here "
          "again, IN or --db, and searched. When they are not as many as the book has counted, "
          "that is said: the book was made of other games, or of a choice of these.\n\n"
          "With --json each game is an object on a line of its own: game, source, line, ply, "
          "date, event, red, black, result. Games that the book names have plies in place of game.",
      .examples = {{"xq book games book.xqbook startpos 炮二平五 games.xqdb --limit 10",
                    "who opened with the central cannon?"},
                   {"xq book games book.xqbook 炮二平五 炮8平5 archive.pgn",
                    "who answered with the same cannon?"}},
      .exits = {{Exit::negative, "no game played the move, or a file could not be read"}},
      .answers = {{jobs::parts<games_fields>}},
      .create = create<BookGames>};
}

} // namespace xq::cli
