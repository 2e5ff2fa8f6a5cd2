#include "cli/files/game_files.hpp"
#include "cli/files/output.hpp"
#include "cli/games/game_output.hpp"
#include "cli/games/report.hpp"
#include "cli/next_step.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"

#include <xq/base/translate.hpp>
#include <xq/format/format.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

/// What a worker makes of one batch.
struct Converted {
  std::string text;
  std::vector<std::pair<std::uint64_t, std::string>> files; ///< by number, of a game a file
  Findings findings;
  OutputCounts counts;
};

class Convert final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options);
    m_output.describe(options);
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    const GameFormatter formatter{m_output, GameFormatter::Files::many};
    std::optional<GameFiles> files;
    std::optional<Output> output;
    if (formatter.one_game_a_file()) {
      files.emplace(m_output.output.path, m_output.format(), global.force);
    } else {
      output.emplace(m_output.output.path);
      output->write(formatter.header());
    }
    Progress progress{global, to_translate("converting")};
    Report report{global, m_rejects, progress};
    OutputCounts counts;
    std::uint64_t written = 0; // files
    std::string library;       // of a format with an index, which stands at its front
    auto options = m_input.read_options(global, m_output.notation.wxf);
    report.watch(options);
    format::read_games<Converted>(
        m_input.inputs, options,
        [&](record::Game& game, Converted& batch) { convert(formatter, game, batch); },
        [&](Converted&& batch) {
          if (formatter.has_index()) {
            library += batch.text;
          } else if (output) {
            output->write(batch.text);
          }
          for (const auto& [number, bytes] : batch.files) {
            files->write(number, bytes);
          }
          written += batch.files.size();
          report.take(batch.findings);
          counts += batch.counts;
        },
        [&](const format::FileProblem& problem) { report.take(problem); }, progress.function());
    if (output) {
      if (formatter.has_index()) {
        output->write(formatter.index(library));
        output->write(library);
      }
      output->write(formatter.footer());
      output->commit();
    } else {
      files->commit();
    }
    const Exit exit = report.finish();
    if (!global.quiet) {
      talk_lines(formatter.summary(counts, global.json));
    }
    if (written > 1 && is_watched(global)) {
      talk("xq: {}: {} written\n", m_output.output.path, counted(written, "{} file", "{} files"));
      say_next(global, fmt::format("xq verify {}", shell_word(m_output.output.path)));
    }
    return exit;
  }

private:
  static void convert(const GameFormatter& formatter, record::Game& game, Converted& batch) {
    if (game.usable() && formatter.write(batch.text, game, batch.counts) &&
        formatter.one_game_a_file()) {
      batch.files.emplace_back(game.number, std::exchange(batch.text, {}));
    }
    batch.findings.add(game);
  }

  InputOptions m_input;
  GameOutputOptions m_output;
  RejectOptions m_rejects;
};

} // namespace

CommandInfo convert_command() {
  return {
      .name = "convert",
      .group = "Records",
      .summary = "write games in another format, notation or encoding",
      .synopsis = "IN... [-o OUT] [--to FORMAT] [--notation STYLE] [--to-encoding NAME]",
      .description =
          "Reads games in any format and encoding that xq knows, checks every move, and writes "
          "them to stdout or to a file.\n\nA game that cannot be read is reported on stderr "
          "with its file, line and column, and is absent from the output; --rejects keeps its "
          "text. Of a game from a file that is no text, it keeps what could be read, as PGN, up to "
          "the move that is wrong or the word `unreadable`. Where the output is numbered (uci, "
          "jsonl), a game's number is its place in "
          "the input, so the numbers of absent games are skipped.",
      .examples = {{"xq convert games.pgn --to uci",
                    "one line a game: number, start, moves, result, end"},
                   {"xq convert archive/ -o all.xml", "all games below a folder into one XML file"},
                   {"xq convert games.pgn --to xqf -o xqf/",
                    "a file for each game: xqf/000001.xqf ..."},
                   {"xq convert archive/ -o archive.cbl", "a library for CCBridge (象棋桥)"},
                   {"xq convert big5.pgn --notation wxf -o out.pgn", "move names in Latin letters"},
                   {"xq convert games.pgn --traditional --to-encoding big5 -o big5.pgn",
                    "simplified text for a program that reads Big5"},
                   {"xq convert raw.pgn --normalize -o clean.pgn",
                    "dates, results and names in one form, with a report of what changed"},
                   {"xq convert old.pgn --to-encoding gb18030 --rejects bad.pgn -o new.pgn",
                    "what cannot be read goes to bad.pgn, to be mended"}},
      .exits = {{Exit::negative, "no game could be used, or, with --strict, something was wrong"}},
      .create = create<Convert>};
}

} // namespace xq::cli
