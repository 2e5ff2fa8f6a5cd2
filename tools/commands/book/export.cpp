#include "base/files/packer.hpp"
#include "base/text/ascii.hpp"
#include "book/formats/foreign.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/book/text_book.hpp"

#include <xq/analysis/review.hpp>
#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace xq::cli {

namespace {

constexpr int pgn_plies =
    20; // default depth of a PGN tree: larger ones are too large for most programs

class BookExport final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"),
                         "a book made by xq book build, merge or import");
    options.add("to", choice(m_format, {"obk", "text", "eleeye", "jsonl", "pgn"}, "FORMAT"),
                "what to write; without it the end of FILE's name decides: .obk, .txt, .dat, "
                ".jsonl, .pgn");
    m_output.describe(options, [this] { return output_role(); });
    options.add("max-ply", number(m_max_ply, 1, 100'000),
                "only positions before the first N plies (default: all; in a PGN tree 20)");
    options.add("min-games", number(m_min_games, 1, 0xFFFFFFFFLL),
                "leave out moves of fewer games");
    options.add(
        "weight",
        choice(m_weight,
               {{"auto", Weight::unset}, {"games", Weight::games}, {"engine", Weight::engine}},
               "WEIGHT"),
        "what weights say: how many games, or what an engine thinks (then moves that it has "
        "not judged are left out); auto: the engine, if the book was judged");
  }

  Exit run(const GlobalOptions& global) override {
    const Form* const written = form();
    if (written == nullptr) {
      throw make_error<UsageError>("say what to write: --to obk, text, eleeye, jsonl or pgn");
    }
    m_format = written->name;
    book::Book book{m_path};
    const book::WalkOptions options{m_max_ply, m_min_games};
    require_judged(book);
    const auto first = book.probe_all(Position::start());
    if (std::none_of(first.begin(), first.end(), [&](const book::BookMove& m) {
          return m.counts.games == 0 || m.counts.games >= m_min_games;
        })) {
      if (!global.quiet) {
        talk("xq: nothing was written: at the start position the book has no move of {} or more "
             "games, and moves of games that began elsewhere cannot be exported\n",
             m_min_games);
      }
      return Exit::negative;
    }
    if (m_format == "obk") {
      if (m_output.path.empty() || m_output.path == "-") {
        throw make_error<UsageError>(
            "an OBK book is a database and cannot go to stdout. Give a file with -o");
      }
      m_moves = book::write_obk(book, options, m_output.path, m_weight == Weight::engine);
    } else {
      Output output{m_output.path};
      write(book, options, output);
      output.commit();
    }
    say(global, book.info());
    return Exit::ok;
  }

private:
  enum class Weight : std::uint8_t { unset, games, engine };

  void require_judged(const book::Book& book) {
    if (m_weight == Weight::engine && !book.is_judged()) {
      throw make_error<UsageError>("no engine has judged this book: run xq book score first");
    }
    if (m_weight == Weight::unset) {
      m_weight = book.is_judged() ? Weight::engine : Weight::games;
    }
  }

  /// Thousandths of a game that the engine expects.
  [[nodiscard]] book::MoveNumber weight_of() const {
    if (m_weight != Weight::engine) {
      return {};
    }
    return [](const book::BookMove& move) -> std::uint32_t {
      return move.score ? static_cast<std::uint32_t>(
                              std::lround(999 * analysis::winning_probability(move.score->score))) +
                              1
                        : 0;
    };
  }

  struct Form {
    std::string_view name, ending, kind;
  };

  /// What --to names, else what the end of the file's name says; null: nothing does.
  [[nodiscard]] const Form* form() const {
    static constexpr auto forms = std::to_array<Form>({{"obk", ".obk", file_kind::obk},
                                                       {"text", ".txt", file_kind::text_book},
                                                       {"eleeye", ".dat", file_kind::eleeye},
                                                       {"jsonl", ".jsonl", file_kind::jsonl_book},
                                                       {"pgn", ".pgn", "pgn"}});
    const auto path = lower(without_packing(m_output.path));
    const auto* const found = std::find_if(forms.begin(), forms.end(), [&](const Form& row) {
      return m_format.empty() ? path.ends_with(row.ending) : row.name == m_format;
    });
    return found == forms.end() ? nullptr : found;
  }

  [[nodiscard]] FileRole output_role() const {
    const Form* const written = form();
    return {FileUse::replace, std::string{written == nullptr ? "pgn" : written->kind}};
  }

  void write(book::Book& book, const book::WalkOptions& options, Output& output) {
    if (m_format == "eleeye") {
      book::EleeyeTotals totals;
      output.write(book::write_eleeye(book, options, totals, weight_of()));
      m_moves = totals.moves;
      m_clashes = totals.clashes;
    } else if (m_format == "pgn") {
      write_tree(book, options, output);
    } else {
      const auto form = m_format == "text" ? jobs::TextForm::plain : jobs::TextForm::json_lines;
      m_moves = jobs::write_text_book(
          book, options, form,
          [&](std::string_view text) {
            throw_if_interrupted();
            output.write(text);
          },
          weight_of());
    }
  }

  void write_tree(book::Book& book, book::WalkOptions options, Output& output) {
    options.max_ply = options.max_ply == 0 ? pgn_plies : options.max_ply;
    const auto tree = jobs::book_tree(book, options, throw_if_interrupted);
    m_moves = tree.node_count() - 1;
    std::string out;
    const auto writer = format::make_writer("pgn", {});
    writer->header(out);
    writer->game(out, tree);
    writer->footer(out);
    output.write(out);
  }

  void say(const GlobalOptions& global, const book::BookInfo& info) const {
    if (global.quiet) {
      return;
    }
    if (m_weight == Weight::engine) { // there are moves that nobody played among them
      talk("xq: {} moves written\n", m_moves);
      return;
    }
    talk("xq: {} of {} moves written\n", m_moves, info.moves);
    if (m_moves < info.moves) {
      say_why_not_all();
    }
    if (m_clashes > 0) {
      talk("xq: {} positions left out: another one has the same 32-bit key\n", m_clashes);
    }
  }

  void say_why_not_all() const {
    const int plies = m_max_ply == 0 && m_format == "pgn" ? pgn_plies : m_max_ply;
    if (plies != 0 && m_min_games > 1) {
      talk("xq: the others come after the first {} plies (--max-ply), were played in fewer than {} "
           "games (--min-games), or in games that began elsewhere\n",
           plies, m_min_games);
    } else if (plies != 0) {
      talk("xq: the others come after the first {} plies (--max-ply), or in games that began "
           "elsewhere\n",
           plies);
    } else if (m_min_games > 1) {
      talk("xq: the others were played in fewer than {} games (--min-games), behind such moves, or "
           "in games that began elsewhere\n",
           m_min_games);
    } else {
      talk("xq: the others were played in games that began elsewhere: they cannot be reached from "
           "the start position\n");
    }
  }

  Weight m_weight = Weight::unset;
  std::string m_path;
  std::string m_format;
  OutputOptions m_output;
  int m_max_ply = 0;
  std::uint32_t m_min_games = 1;
  std::uint64_t m_moves = 0;
  std::uint64_t m_clashes = 0;
};

} // namespace

CommandInfo book_export_command() {
  return {
      .name = "book export",
      .group = "Opening books",
      .summary = "write an opening book for other programs",
      .synopsis = "BOOK --to obk|text|eleeye|jsonl|pgn [-o OUT] [--max-ply N] [--min-games N]",
      .description =
          "Writes the positions that the moves of the book reach from the start position; those of "
          "games that began elsewhere stay behind, because a book stores keys and no positions. "
          "How many moves were written is said at the end.\n\n"
          "obk: an SQLite file with the table bhobk. vscore is the number of games, vwin, vdraw "
          "and vlost are those of the side to move; of a judged book vscore is the engine's score "
          "for "
          "the side to move in centipawns, and vmemo has the games.\n"
          "eleeye: BOOK.DAT of ElephantEye. Weights are games, scaled down in a position where "
          "they exceed 65535; of two positions with the same 32-bit key the one of more games "
          "stays.\n"
          "text: a line for each move: move, games, FEN. Weights of a judged book, here and in "
          "eleeye, are the engine's probability to win, from 1 to 1000.\n"
          "jsonl: an object for each position, with everything the book says; `xq book import` "
          "makes the same book of it (scores aside).\n"
          "pgn: one game whose variations are the book, with games, Red's wins, draws and "
          "Black's wins as comments, and [%eval ...] for Red of a judged book. A position that is "
          "reached in several ways is opened once.\n\n"
          "Of a position and its mirror image one is written: readers of these formats look up "
          "both.",
      .examples = {{"xq book export book.xqbook --to obk -o book.obk",
                    "for programs that read OBK"},
                   {"xq book export book.xqbook --to pgn --max-ply 10 --min-games 100 -o tree.pgn",
                    "the main lines, to look at"}},
      .exits = {{Exit::negative, "nothing was written: no move of the book can be reached"}},
      .create = create<BookExport>};
}

} // namespace xq::cli
