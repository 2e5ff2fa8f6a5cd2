#include "analysis/puzzle/puzzle_record.hpp"
#include "base/text/compose.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/later_text.hpp"
#include "cli/files/output.hpp"
#include "cli/games/game_source.hpp"
#include "cli/games/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/values.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/puzzles/puzzle_fields.hpp"
#include "jobs/puzzles/puzzle_run.hpp"
#include "render/puzzle_page.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/format/format.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using analysis::FoundPuzzle;
using analysis::Puzzle;

enum class Form : std::uint8_t { text, epd, pgn, jsonl, html };

/// Turns puzzles into a file, one after the other.
class PuzzleFile {
public:
  PuzzleFile(const std::string& path, Form form, notation::Style style,
             const notation::WriteOptions& options)
      : m_output{path}, m_form{form}, m_style{style}, m_notation{options} {
    if (form == Form::pgn || form == Form::epd) {
      m_writer =
          format::make_writer(form == Form::pgn ? "pgn" : "epd", {style, options, Encoding::utf8});
    }
    if (form == Form::html) {
      m_output.write(render::puzzle_head(translate(in_context("heading", "Puzzles"))));
    }
  }

  void write(std::uint64_t number, const FoundPuzzle& found) {
    std::string bytes;
    switch (m_form) {
    case Form::epd:
      m_writer->game(bytes, puzzle_operations(found));
      break;
    case Form::pgn:
      m_writer->game(bytes, puzzle_record(found));
      break;
    case Form::jsonl:
      bytes = jobs::json_line(jobs::puzzle_fields(), found);
      break;
    case Form::html:
      bytes = render::puzzle_board(number, found.puzzle);
      m_solutions.append(render::puzzle_solution(number, found, m_style, m_notation));
      break;
    case Form::text:
      bytes = text(number, found);
    }
    m_output.write(bytes);
    if (m_output.is_stdout() && m_form != Form::html) {
      flush_stdout(); // the next one may take a minute
    }
  }

  void finish(bool complete) {
    if (m_form == Form::html) {
      m_output.write(render::puzzle_middle());
      m_solutions.write_to(m_output);
      m_output.write(render::puzzle_foot());
    }
    complete ? m_output.commit() : m_output.commit_incomplete();
  }

private:
  [[nodiscard]] std::string text(std::uint64_t number, const FoundPuzzle& found) const {
    const Puzzle& puzzle = found.puzzle;
    return fmt::format("{}. {}{}{}{}{}\n   {}\n   {}\n", number, render::puzzle_task(puzzle),
                       translate("; "), localized("difficulty {}", puzzle.difficulty),
                       translate("; "), render::theme_labels(puzzle), write_fen(puzzle.start),
                       notation::to_text(puzzle.start, puzzle.line, m_style, m_notation));
  }

  Output m_output;
  Form m_form;
  notation::Style m_style;
  notation::WriteOptions m_notation;
  std::unique_ptr<format::Writer> m_writer;
  LaterText m_solutions;
};

class Puzzles final : public Command {
public:
  void describe(OptionSet& options) override {
    m_options = &options;
    m_source.describe(options, "take the games of this database, with the values that xq annotate "
                               "--db left there");
    m_output.describe(
        options, [this] { return role(); },
        "write to FILE instead of stdout: EPD, PGN, JSON Lines or a page to be "
        "printed, as its name ends (.epd, .pgn, .jsonl, .html)");
    options.add("to",
                choice(m_to,
                       {{"text", Form::text},
                        {"epd", Form::epd},
                        {"pgn", Form::pgn},
                        {"jsonl", Form::jsonl},
                        {"html", Form::html}},
                       "FORMAT"),
                "write this, whatever the name of FILE");
    m_notation.describe(options);
    options.add("themes", texts(m_theme_lists, "LIST"),
                "puzzles with one of these themes, as horse-cannon,fork or 马后炮; a theme after "
                "- must not be there");
    options.add("min-length", number(m_min_length, 1, 100), "at least N moves of the solver");
    options.add("max-length", number(m_max_length, 1, 100), "at most N moves of the solver");
    options.add("min-difficulty", number(m_min_difficulty, 1, analysis::highest_difficulty),
                "difficulty, from 1 to 10, at least N");
    options.add("max-difficulty", number(m_max_difficulty, 1, analysis::highest_difficulty),
                "difficulty at most N");
    options.add("limit", number(m_limit, 0, 1'000'000'000LL), "stop after N puzzles; 0: none");
    options.add("nodes", number(m_puzzle.nodes, 1000, 1'000'000'000LL),
                "search the best move and the best of the others with N nodes each, and confirm "
                "them with up to sixteen times as many");
    m_filter.describe(options, FilterOptions::Games::of_either);
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_filter.read_names();
    m_source.check(m_filter);
    read_themes();
    const Form form = this->form(global);
    const auto style = form == Form::pgn && !m_notation.style ? notation::Style::chinese
                                                              : m_notation.shown_style();
    PuzzleFile file{m_output.path, form, style, m_notation.write_options()};
    Progress progress{global, to_translate("looking for puzzles")};
    progress.announce_time_left();
    Report report{global, m_rejects, progress, m_source.input.inputs};
    const auto total = progress.needs_total() ? count_games(global) : 0;
    std::atomic<std::uint64_t> done{0};
    auto setup = this->setup(global);
    setup.keep_going = [] { return !interrupted(); };
    const auto reason = jobs::make_puzzles(
        std::move(setup), global.threads,
        [&](jobs::PuzzlesOfGame&& of_game) {
          ++done;
          Findings findings;
          findings.add(*of_game.game);
          report.take(findings);
          count(of_game);
          for (const FoundPuzzle& found : of_game.puzzles) {
            if (m_output.path.empty() || m_output.path == "-") {
              progress.clear();
            }
            file.write(++m_found, found);
          }
          static_cast<void>(progress.update(done, total, done)); // the run asks by itself
        },
        [&](const format::FileProblem& problem) { report.take(problem); });
    progress.clear();
    const auto exit = report.finish();
    file.finish(reason == StopReason::none && report.is_complete());
    return finish(global, exit, reason);
  }

private:
  [[nodiscard]] Form form(const GlobalOptions& global) const {
    if (m_options->given("to")) {
      return m_to;
    }
    const std::string& path = m_output.path;
    if (path.empty() || path == "-") {
      return global.json ? Form::jsonl : Form::text;
    }
    return form_of_name(path);
  }
  [[nodiscard]] static Form form_of_name(const std::string& path) {
    constexpr std::pair<std::string_view, Form> endings[]{{".epd", Form::epd},
                                                          {".pgn", Form::pgn},
                                                          {".jsonl", Form::jsonl},
                                                          {".html", Form::html},
                                                          {".htm", Form::html}};
    for (const auto& [ending, form] : endings) {
      if (path.ends_with(ending)) {
        return form;
      }
    }
    throw make_error<UsageError>("{}: the name of the file does not say what it shall hold. End "
                                 "it in .epd, .pgn, .jsonl or .html, or give --to",
                                 path);
  }
  [[nodiscard]] FileRole role() const {
    switch (form({})) {
    case Form::epd:
      return replaces_when_complete("epd");
    case Form::pgn:
      return replaces_when_complete("pgn");
    case Form::jsonl:
      return replaces_when_complete(file_kind::puzzles);
    case Form::html:
      return replaces_when_complete(file_kind::web_page);
    default:
      return replaces_when_complete(file_kind::anything);
    }
  }

  void read_themes() {
    for (std::string_view list : m_theme_lists) {
      while (!list.empty()) {
        const auto comma = std::min(list.find(','), list.size());
        auto name = trim(list.substr(0, comma));
        list.remove_prefix(std::min(comma + 1, list.size()));
        auto& set = name.starts_with('-') ? m_unwanted : m_wanted;
        name.remove_prefix(name.starts_with('-') ? 1 : 0);
        const auto theme = analysis::find_theme(name);
        if (!theme) {
          throw make_error<UsageError>("--themes: '{}' is no theme. They are: {}",
                                       excerpt(name, 40), all_themes());
        }
        set.insert(*theme);
      }
    }
  }
  static std::string all_themes() {
    std::vector<std::string_view> names;
    names.reserve(analysis::theme_count);
    for (const auto& theme : analysis::themes()) {
      names.push_back(theme.name);
    }
    return join(names, ", ");
  }

  [[nodiscard]] bool is_wanted(const Puzzle& puzzle) const {
    return puzzle.length() >= m_min_length && puzzle.length() <= m_max_length &&
           puzzle.difficulty >= m_min_difficulty && puzzle.difficulty <= m_max_difficulty &&
           (m_wanted.empty() || puzzle.themes.meets(m_wanted)) && !puzzle.themes.meets(m_unwanted);
  }

  jobs::PuzzleSetup setup(const GlobalOptions& global) {
    jobs::PuzzleSetup out;
    out.files = m_source.input.inputs;
    out.read = m_source.input.read_options(global, m_notation.wxf);
    m_filter.restrict(out.read);
    out.database = m_source.database;
    out.filter = m_filter.filter;
    out.puzzle = m_puzzle;
    out.limit = m_limit;
    out.wanted = [this](const Puzzle& puzzle) { return is_wanted(puzzle); };
    return out;
  }

  /// For the time left; 0 for stdin, which cannot be read twice.
  [[nodiscard]] std::uint64_t count_games(const GlobalOptions& global) const {
    if (!m_source.database.empty()) {
      return static_cast<std::uint64_t>(
          store::GameDatabase{m_source.database}.count(m_filter.filter));
    }
    const auto& inputs = m_source.input.inputs;
    if (std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
      return 0;
    }
    auto read = m_source.input.read_options(global);
    m_filter.restrict(read);
    format::GameReader reader{inputs, read};
    std::uint64_t games = 0;
    while (reader.next() != nullptr) {
      ++games;
    }
    return games;
  }

  void count(const jobs::PuzzlesOfGame& of_game) {
    m_games += of_game.game->usable() ? 1U : 0U;
    m_without_values += of_game.game->usable() && !of_game.valued ? 1U : 0U;
    m_candidates += static_cast<std::uint64_t>(of_game.candidates);
    m_alike += static_cast<std::uint64_t>(of_game.alike);
  }

  [[nodiscard]] Exit finish(const GlobalOptions& global, Exit exit, StopReason reason) const {
    if (!global.quiet) {
      talk("xq: {} of {} in {}\n", counted(m_found, "{} puzzle", "{} puzzles"),
           counted(m_candidates, "{} position looked at", "{} positions looked at"),
           counted(m_games, "{} game", "{} games"));
      if (m_alike != 0) {
        talk("xq: {} like an earlier one left out\n", m_alike);
      }
      if (m_without_values != 0) {
        talk("xq: {} without values: xq annotate gives them\n",
             counted(m_without_values, "{} game", "{} games"));
      }
    }
    if (reason != StopReason::none) {
      if (!global.quiet) {
        talk_lines(fmt::format("xq: {}\n", translate("interrupted")));
      }
      return Exit::interrupted;
    }
    return exit == Exit::ok && m_found == 0 ? Exit::negative : exit;
  }

  GameSourceOptions m_source;
  OutputOptions m_output;
  ShownNotationOptions m_notation;
  FilterOptions m_filter;
  RejectOptions m_rejects;
  const OptionSet* m_options = nullptr;
  analysis::PuzzleOptions m_puzzle;
  Form m_to = Form::text;
  std::vector<std::string> m_theme_lists;
  analysis::ThemeSet m_wanted;
  analysis::ThemeSet m_unwanted;
  int m_min_length = 1;
  int m_max_length = 100;
  int m_min_difficulty = 1;
  int m_max_difficulty = analysis::highest_difficulty;
  std::uint64_t m_limit = 0;
  std::uint64_t m_found = 0;
  std::uint64_t m_games = 0;
  std::uint64_t m_without_values = 0;
  std::uint64_t m_candidates = 0;
  std::uint64_t m_alike = 0;
};

} // namespace

CommandInfo puzzles_command() {
  return {
      .name = "puzzles",
      .group = "Records",
      .summary = "make puzzles of judged games: one move wins, the others do not",
      .synopsis = "IN...|GAMES.xqdb [-o OUT] [--themes LIST] [FILTER]...",
      .description =
          "Looks through games that xq annotate has judged, in files or in a database, for "
          "positions in which exactly one move wins. Where a value turns by 10 points, the best "
          "move and, without it, the best of the others are searched: the one must expect 89 of "
          "100 points, the others 65 at most. Where a mate is proved, the move must be the only "
          "one that mates in as few moves, by exact search. The solution goes on for as long as "
          "the solver's next move is such an only move.\n\n"
          "Each puzzle has its themes: the kind of mate by the last position (horse-cannon 马后炮, "
          "iron-bolt 铁门栓, elbow-horse 卧槽马 ...) and the means (fork, pin, sacrifice ...); its "
          "length; and a difficulty from 1 to 10, by its length, by the depth at which a search "
          "sees it, by sacrifices and by the checks and captures that it could be mistaken for. Of "
          "puzzles that are alike, also mirrored or with colours exchanged, and of "
          "those that begin at different moves of one combination, the first stays.\n\n"
          "EPD has bm, dm (a proved mate), pv, id (game/plies before), c0 (themes) and c1; PGN the "
          "solution as main line, other mates of the last move and the move of the game as "
          "variations. The page has two boards in a row and the solutions behind. With the same "
          "nodes the bytes are the same for any number of threads. What was found before Ctrl-C is "
          "kept.",
      .examples = {{"xq puzzles annotated.pgn -o puzzles.pgn", "all puzzles of judged games"},
                   {"xq puzzles games.xqdb --player 胡荣华 -o sheet.html",
                    "one player's, on sheets to be printed"},
                   {"xq puzzles annotated.pgn --themes horse-cannon,elbow-horse --max-length 3",
                    "short ones with these mates"},
                   {"xq puzzles annotated.pgn --json --limit 100 > puzzles.jsonl",
                    "a hundred, for a program"}},
      .exits = {{Exit::negative, "no puzzle was found, or something was rejected under --strict"}},
      .answers = {{jobs::parts<jobs::puzzle_fields>}},
      .create = create<Puzzles>};
}

} // namespace xq::cli
