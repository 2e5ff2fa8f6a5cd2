#include "base/text/compose.hpp"
#include "cli/files/game_files.hpp"
#include "cli/files/output.hpp"
#include "cli/games/game_output.hpp"
#include "cli/games/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/next_step.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/unique/unique_games.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

using UniqueTotals = jobs::UniqueGames::Totals;
constexpr auto unique_fields = std::to_array<jobs::FieldOf<UniqueTotals>>(
    {{"copies", jobs::Kind::count, jobs::get<&UniqueTotals::copies>},
     {"left_out", jobs::Kind::count, jobs::get<&UniqueTotals::left_out>},
     {"headers_taken_over", jobs::Kind::count, jobs::get<&UniqueTotals::headers>}});

/// What a worker makes of one batch.
struct Converted {
  std::string text;
  std::vector<std::pair<std::string, std::string>> files; ///< by name, of a game a file
  std::vector<std::pair<std::vector<std::string>, std::string>> split; ///< by names of files
  store::PackedGames games;                                            ///< with --unique
  Findings findings;
  OutputCounts counts;
};

/// Where converted games go: into one file, a file each, or a file for each player, event or year.
class Destination {
public:
  Destination(const GameOutputOptions& options, const GlobalOptions& global)
      : m_formatter{options, GameFormatter::Files::many}, m_names{options.name_pattern} {
    if (!options.split.empty()) {
      m_split.emplace(m_formatter, options, global.force);
    } else if (m_formatter.one_game_a_file()) {
      m_files.emplace(options.output.path, options.format(), options.format(), global.force);
    } else {
      m_output.emplace(options.output.path);
      m_output->write(m_formatter.header());
    }
  }

  /// Adds a game that is usable to the batch. May be called on many threads.
  void convert(record::Game& game, Converted& batch) const {
    if (!game.usable() || !m_formatter.write(batch.text, game, batch.counts)) {
      return;
    }
    if (m_split) {
      batch.split.emplace_back(m_split->names(game), std::exchange(batch.text, {}));
    } else if (m_formatter.one_game_a_file()) {
      batch.files.emplace_back(m_names.name(game), std::exchange(batch.text, {}));
    }
  }

  void take(Converted& batch) {
    for (const auto& [keys, text] : batch.split) {
      m_split->add(keys, text);
    }
    if (m_split) {
      // all is there
    } else if (m_formatter.has_index()) {
      m_library += batch.text;
    } else if (m_output) {
      m_output->write(batch.text);
    }
    for (auto& [name, bytes] : batch.files) {
      m_files->write(name, std::move(bytes));
    }
    m_written += batch.files.size();
    m_counts += batch.counts;
  }

  void commit(bool complete) {
    if (m_output) {
      if (m_formatter.has_index()) {
        m_output->write(m_formatter.index(m_library));
        m_output->write(m_library);
      }
      m_output->write(m_formatter.footer());
      complete ? m_output->commit() : m_output->commit_incomplete();
    } else if (m_split) {
      complete ? m_split->commit() : m_split->commit_incomplete();
    } else {
      m_files->commit();
    }
  }

  [[nodiscard]] std::string summary(bool json) const { return m_formatter.summary(m_counts, json); }
  [[nodiscard]] std::uint64_t files() const noexcept { return m_written; }

private:
  GameFormatter m_formatter;
  GameNames m_names;
  std::optional<GameFiles> m_files;
  std::optional<Output> m_output;
  std::optional<SplitGameFiles> m_split;
  OutputCounts m_counts;
  std::uint64_t m_written = 0; ///< files
  std::string m_library;       ///< of a format with an index, which stands at its front
};

class Convert final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options);
    m_output.describe(options, [this] { return replaces_when_complete(m_output.format()); });
    m_output.describe_names(options);
    options.add(
        "unique", flag(m_unique),
        "write each game once: of records of the same game the one that says most, with the "
        "headers that the others have besides; -v lists what is left out");
    m_rejects.describe(options);
    m_position.describe(options);
    m_filter.describe(options, FilterOptions::Games::of_files);
  }

  Exit run(const GlobalOptions& global) override {
    m_output.take_json(global);
    m_position.apply(m_filter.filter, m_output.notation.wxf);
    m_filter.read_names();
    Destination destination{m_output, global};
    Progress progress{global, to_translate("converting")};
    Report report{global, m_rejects, progress, m_input.inputs};
    const auto take = [&](Converted&& batch) {
      destination.take(batch);
      report.take(batch.findings);
    };
    std::optional<jobs::UniqueGames> unique;
    if (m_unique) {
      unique.emplace();
    }
    auto options = m_input.read_options(global, m_output.notation.wxf);
    m_filter.restrict(options);
    report.watch(options);
    const auto totals = format::read_games<Converted>(
        m_input.inputs, options,
        [&](record::Game& game, Converted& batch) {
          if (!unique) {
            destination.convert(game, batch);
          } else if (game.usable()) {
            batch.games.add(game);
          }
          batch.findings.add(game);
        },
        [&](Converted&& batch) {
          if (unique) {
            unique->add(batch.games);
          }
          take(std::move(batch));
        },
        [&](const format::FileProblem& problem) { report.take(problem); }, progress.function());
    if (unique) {
      say_unique(global, write_unique(*unique, global, destination, take));
    }
    progress.clear();
    destination.commit(report.is_complete());
    const Exit exit = report.finish();
    const bool none = totals.games == 0 && !m_filter.filter.empty();
    if (none) {
      talk_lines(localized("xq: no game matches\n"));
    }
    if (!global.quiet) {
      talk_lines(destination.summary(global.json));
    }
    if (const auto written = destination.files(); written > 1 && is_watched(global)) {
      talk("xq: {}: {} written\n", m_output.output.path, counted(written, "{} file", "{} files"));
      say_next(global, fmt::format("xq verify {}", shell_word(m_output.output.path)));
    }
    return none && exit == Exit::ok ? Exit::negative : exit;
  }

private:
  /// Write the games that are left when each is there once.
  template <typename Take>
  static jobs::UniqueGames::Totals write_unique(jobs::UniqueGames& games,
                                                const GlobalOptions& global,
                                                const Destination& destination, Take take) {
    return games.for_each(
        [&](const jobs::LeftOut& out) {
          if (global.verbose) {
            talk_lines(line_of(out));
          }
        },
        [&](record::Game& game) {
          throw_if_interrupted();
          Converted one;
          destination.convert(game, one);
          one.findings.add(game);
          one.findings.games = 0; // they were counted when they were read
          take(std::move(one));
          return true;
        });
  }

  static std::string line_of(const jobs::LeftOut& out) {
    using How = store::Duplicate::How;
    std::string text =
        out.how == How::same_moves
            ? localized("left out: a record in {} with the moves of one in {}", out.source, out.of)
        : out.how == How::embedded
            ? localized("left out: a record in {} with the first moves of one in {}", out.source,
                        out.of)
            : localized("left out: a record in {} with the moves of one in {}, but for slips",
                        out.source, out.of);
    if (!out.headers.empty()) {
      text += localized("; taken over: {}", join(out.headers, ", "));
    }
    return fmt::format("xq: {}\n", text);
  }

  static void say_unique(const GlobalOptions& global, const UniqueTotals& totals) {
    if (global.json) {
      talk_lines(jobs::json_line(unique_fields, totals));
    } else if (!global.quiet) {
      talk("xq: left out: {}, {}; {} taken over\n", counted(totals.copies, "{} copy", "{} copies"),
           counted(totals.left_out, "{} other record of the same game",
                   "{} other records of the same games"),
           counted(totals.headers, "{} header", "{} headers"));
    }
  }

  InputOptions m_input;
  GameOutputOptions m_output;
  RejectOptions m_rejects;
  PositionOptions m_position;
  FilterOptions m_filter;
  bool m_unique = false;
};

} // namespace

CommandInfo convert_command() {
  return {
      .name = "convert",
      .group = "Records",
      .summary = "write games in another format, notation or encoding",
      .synopsis = "IN... [-o OUT] [--to FORMAT] [--notation STYLE] [--to-encoding NAME] "
                  "[FILTER]...",
      .description =
          "Reads games in any format and encoding that xq knows, checks every move, and writes "
          "them to stdout or to a file.\n\nA game that cannot be read is reported on stderr "
          "with its file, line and column, and is absent from the output; --rejects keeps its "
          "text. Of a game from a file that is no text, it keeps what could be read, as PGN, up to "
          "the move that is wrong or the word `unreadable`. Where the output is numbered (uci, "
          "jsonl), a game's number is its place in "
          "the input, so the numbers of absent games are skipped.\n\n"
          "With --unique records are of the same game when their moves are the same from the same "
          "position, or those of one are the first ones of the other's and the players are the "
          "same or it has 40 plies. Records of less than 40 plies whose players or dates "
          "contradict "
          "are not. All records go to a temporary file (TMPDIR) first, and numbers count the games "
          "written.",
      .examples = {{"xq convert games.pgn --to uci",
                    "one line a game: number, start, moves, result, end"},
                   {"xq convert archive/ -o all.xml", "all games below a folder into one XML file"},
                   {"xq convert games.pgn --to xqf -o xqf/",
                    "a file for each game, named by date and players"},
                   {"xq convert games.pgn --to xqf --name '{event} {round} {red}' -o cup/",
                    "named otherwise"},
                   {"xq convert archive/ --player 胡荣华 --since 1980 -o hu.pgn",
                    "one player's games, from 1980 on"},
                   {"xq convert archive/ --split player -o players/",
                    "a file for each player, with all his games"},
                   {"xq convert archive/ -o archive.pgn.zst", "packed; .gz and .xz, too"},
                   {"xq convert archive/ -o archive.cbl", "a library for CCBridge (象棋桥)"},
                   {"xq convert old/ new/ --unique -o all.pgn", "two archives, each game once"},
                   {"xq convert big5.pgn --notation wxf -o out.pgn", "move names in Latin letters"},
                   {"xq convert games.pgn --traditional --to-encoding big5 -o big5.pgn",
                    "simplified text for a program that reads Big5"},
                   {"xq convert raw.pgn --normalize -o clean.pgn",
                    "dates, results and names in one form, with a report of what changed"},
                   {"xq convert old.pgn --to-encoding gb18030 --rejects bad.pgn -o new.pgn",
                    "what cannot be read goes to bad.pgn, to be mended"}},
      .exits = {{Exit::negative, "no game could be used, or, with --strict, something was wrong"}},
      .answers = {{jobs::parts<unique_fields>, "--unique"}, {output_fields, "--normalize"}},
      .create = create<Convert>};
}

} // namespace xq::cli
