#include "base/os/file.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/games/game_source.hpp"
#include "cli/games/report.hpp"
#include "cli/next_step.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/answer/write.hpp"
#include "record/same_game.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/book/book.hpp>
#include <xq/book/build.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Built : book::BuildTotals {
  std::string_view book;
  std::uint64_t other_starts = 0, copies = 0;
};
constexpr auto build_fields = std::to_array<jobs::FieldOf<Built>>(
    {{"book", Kind::text, get<&Built::book>},
     {"games", Kind::count, [](const Built& b) -> jobs::Value { return b.games_before + b.games; }},
     {"games_read", Kind::count, get<&Built::games>},
     {"plies", Kind::count, get<&Built::records>},
     {"positions", Kind::count, get<&Built::positions>},
     {"entries", Kind::count, get<&Built::moves>},
     {"runs", Kind::count, get<&Built::runs>},
     {"other_starts", Kind::count, get<&Built::other_starts>},
     {"copies", Kind::count, get<&Built::copies>}});

class BookBuild final : public Command {
public:
  void describe(OptionSet& options) override {
    m_source.describe(options, "take the games of this game database instead of IN");
    m_wxf.describe_reading(options);
    m_output.describe_required(
        options, [this] { return output_role(); }, "the book to make; one that exists is replaced");
    options.add("max-ply", number(m_max_ply, 1, 100'000),
                "count only the first N plies of a game (default: all)");
    options.add("min-games", number(m_min_games, 1, 0xFFFFFFFFLL),
                "leave out moves that fewer games played");
    options.add("keep-games", number(m_samples, 0, 0xFFFFFFFFLL),
                "name up to N games of each move in the book, for xq book games (default: none)");
    options.add("memory", bytes(m_memory),
                "memory for sorting; what does not fit is sorted in files beside the book");
    options.add("append", flag(m_append),
                "add the games to those of the book, if it exists; the result is that of building "
                "from all of them");
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_either);
    m_reject.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter, m_wxf);
    m_filter.read_names();
    m_source.check(m_filter);
    if (m_output.path == "-") {
      throw make_error<UsageError>(
          "a book cannot be written to stdout. Give the name of a file with -o");
    }
    const bool exists = m_append && os::status_of(m_output.path);
    if (exists && m_max_ply == 0) {
      m_max_ply = book::Book{m_output.path}.info().max_ply;
    }
    if (exists && m_samples == 0) {
      m_samples = book::Book{m_output.path}.info().samples;
    }
    book::Builder builder{m_output.path,
                          {m_max_ply, m_min_games, m_samples, static_cast<std::size_t>(m_memory),
                           global.threads, m_append}};
    Progress progress{global, to_translate("reading")};
    Report report{global, m_reject, progress, m_source.input.inputs};
    read(global, builder, report, progress);
    const Exit status = report.finish();
    if (m_games == 0) {
      complain_of_no_games(global);
      return status == Exit::ok ? Exit::negative : status;
    }
    if (!report.is_complete() && os::status_of(m_output.path)) {
      talk("xq: {} stays as it is, because an input could not be read to its end; no book was "
           "made of the others\n",
           m_output.path);
      return status;
    }
    Progress writing{global, to_translate("writing the book"), to_translate("{} entries")};
    const auto totals =
        builder.finish([&](std::uint64_t rows) { return writing.update(rows, 0, rows); });
    writing.clear();
    const bool none_from_start = m_other_starts == m_games && totals.games_before == 0;
    say_totals(global, totals, count_copies(), none_from_start);
    const auto show = fmt::format("xq book show {}", shell_word(m_output.path));
    if (none_from_start) {
      say_next(global, show);
    } else {
      say_next(global, fmt::format("xq book probe {} startpos", shell_word(m_output.path)), show);
    }
    return status;
  }

private:
  [[nodiscard]] FileRole output_role() const {
    return {m_append ? FileUse::change : FileUse::replace, std::string{file_kind::opening_book}};
  }

  /// What a worker makes of a batch of games.
  struct Work {
    std::optional<book::Recorder> recorder;
    book::Batch batch;
    std::vector<std::uint64_t> sequences; ///< hashes of the games' moves, where these are many
    std::uint64_t other_starts = 0;       ///< games that do not begin at the usual start
  };

  void read(const GlobalOptions& global, book::Builder& builder, Report& report,
            Progress& progress) {
    format::ReadOptions options = m_source.input.read_options(global, m_wxf);
    options.max_ply = m_filter.filter.asks_whole_games() ? 0 : m_max_ply;
    report.watch(options);
    read_source<Work>(
        {m_source, m_filter, options, global.threads}, report, progress,
        [&](record::Game& game, Work& work) { count(builder, game, work); },
        [&](Work&& work) { take(builder, work); });
    progress.clear();
  }

  void count(const book::Builder& builder, record::Game& game, Work& work) const {
    if (!work.recorder) {
      work.recorder = builder.recorder();
    }
    work.recorder->add(game, work.batch);
    static const Key usual_start = Position::start().key();
    const bool usual = game.start().key() == usual_start;
    work.other_starts += usual ? 0U : 1U;
    if (m_max_ply == 0) {
      work.sequences.push_back(record::sequence_hash(game));
    }
  }

  void take(book::Builder& builder, const Work& work) {
    builder.add(work.batch);
    m_games += work.batch.games();
    m_other_starts += work.other_starts;
    constexpr std::size_t most = std::size_t{1} << 22U; // 32 MB
    if (m_sequences.size() < most) {
      m_sequences.insert(m_sequences.end(), work.sequences.begin(), work.sequences.end());
    }
  }

  /// Games whose moves an earlier one had, as far as games were compared.
  [[nodiscard]] std::uint64_t count_copies() {
    const auto all = m_sequences.size();
    std::sort(m_sequences.begin(), m_sequences.end());
    m_sequences.erase(std::unique(m_sequences.begin(), m_sequences.end()), m_sequences.end());
    return all - m_sequences.size();
  }

  /// Why a book may answer otherwise than its user thinks.
  void say_surprises(std::uint64_t copies, bool none_from_start) const {
    if (none_from_start) {
      talk("xq: none of these games begins at the usual start position: look up the positions with "
           "which they begin\n");
    } else if (m_other_starts != 0) {
      talk("xq: not from the usual start position: {}\n",
           counted(m_other_starts, "{} game", "{} games"));
    }
    constexpr std::uint64_t many = 100; // one in so many
    const bool worth_saying = copies != 0 && copies >= m_games / many;
    if (worth_saying && !m_filter.filter.unique) { // else games of others, with the same few moves
      const auto games = counted(copies, "{} game", "{} games");
      if (m_source.database.empty()) {
        talk("xq: counted though another game has the same moves: {}. To count such games once: xq "
             "import, then xq book build --db GAMES.xqdb --unique\n",
             games);
      } else {
        talk("xq: counted though another game has the same moves: {}. --unique counts such games "
             "once\n",
             games);
      }
    }
  }

  void complain_of_no_games(const GlobalOptions& global) const {
    if (!global.quiet) {
      talk("xq: {}: not made: there are no games to count\n", m_output.path);
    }
  }

  void say_totals(const GlobalOptions& global, const book::BuildTotals& totals,
                  std::uint64_t copies, bool none_from_start) const {
    if (global.json) {
      print_lines(
          jobs::json_line<Built>(build_fields, {totals, m_output.path, m_other_starts, copies}));
    } else if (!global.quiet) {
      const auto games = totals.games_before + totals.games;
      talk("xq: {}: {}, {} positions, {} moves\n", m_output.path,
           counted(games, "{} game", "{} games"), totals.positions, totals.moves);
      say_judged(global, totals.judged, m_output.path);
      say_surprises(copies, none_from_start);
    }
  }

  GameSourceOptions m_source;
  WxfStyleOption m_wxf;
  OutputOptions m_output;
  PositionOptions m_position;
  FilterOptions m_filter;
  RejectOptions m_reject;
  bool m_append = false;
  int m_max_ply = 0;
  std::uint32_t m_min_games = 1;
  std::uint32_t m_samples = 0;
  std::uint64_t m_memory = std::uint64_t{512} << 20U;
  std::uint64_t m_games = 0;
  std::uint64_t m_other_starts = 0;
  std::vector<std::uint64_t> m_sequences; ///< hashes of moves
};

} // namespace

CommandInfo book_build_command() {
  return {
      .name = "book build",
      .group = "Opening books",
      .summary = "count the moves of games into an opening book",
      .synopsis = "IN...|GAMES.xqdb -o BOOK.xqbook [--append] [--max-ply N] [--min-games N] "
                  "[filters]",
      .description =
          "Counts, for each position that the main lines of the games came to and each move "
          "played there, the games and how they ended. Mirror images count as one position. A "
          "game that plays the same move in the same position again counts once. Games without "
          "a known result count as games alone.\n\n"
          "The book is an SQLite file: the view `moves` shows it to sqlite3(1). It is written "
          "beside its final place and put there when it is complete; until then, an old book "
          "stays. The same games give the same bytes, whatever their order, their encoding, "
          "the number of threads and the memory.\n\n"
          "With --max-ply the rest of a game in PGN is not read: a game with an illegal move "
          "further on counts as far as it goes, where without --max-ply it is rejected.\n\n"
          "With --append the games are added to those of a book that exists. The book keeps no "
          "list of its games: the same games added twice count twice. A book made with "
          "--min-games cannot grow, because the moves that it lacks cannot be added up.\n\n"
          "Sorting takes --memory; when that is full, sorted runs go to temporary files in the "
          "folder of the book, 24 to 56 bytes for each move of the book in each of them.\n\n"
          "With --keep-games N the book names its games: players, event, date, result, file and "
          "line, and for each move the games that played it, all of them or N. Which ones of "
          "more does not depend on the order in which they come, and books that are merged "
          "keep what one build would have kept. It takes some 30 bytes for each sample and 100 "
          "for each game.",
      .examples = {{"xq book build archive.pgn -o book.xqbook", "all moves of an archive"},
                   {"xq book build archive/ -o opening.xqbook --max-ply 40 --min-games 2",
                    "the first twenty rounds, without moves that were played once"},
                   {"xq book build --append new.pgn -o book.xqbook", "this month's games, too"},
                   {"xq book build archive.pgn -o masters.xqbook --player 胡荣华 --since 1970",
                    "the openings of one player"},
                   {"xq book build games.xqdb -o book.xqbook",
                    "from a game database made by xq import"}},
      .exits = {{Exit::negative, "there are no games to count (no book is made), or, with "
                                 "--strict, a game was rejected or doubtful"},
                {Exit::failure, "a file could not be read, or the book not be written"}},
      .answers = {{jobs::parts<build_fields>}},
      .create = create<BookBuild>};
}

} // namespace xq::cli
