#include "command.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"

#include <xq/base/encoding.hpp>
#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace xq::cli {

namespace {

/// What a worker makes of one batch.
struct Converted {
  std::string text;
  Findings findings;
};

class Convert final : public Command {
public:
  void describe(OptionSet& options) override {
    m_input.describe(options);
    m_output.describe(options);
    options.add("to", choice(m_to, writable_formats(), "FORMAT"),
                "format to write (default: by the name of the output, else pgn)");
    m_notation.describe(options);
    options.add("to-encoding", choice(m_encoding, encoding_choices(), "ENCODING"),
                "encoding to write");
    m_rejects.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    const auto encoding = m_encoding.value_or(format::Encoding::utf8);
    const auto writer = format::make_writer(
        output_format(), {m_notation.style, m_notation.write_options(), encoding});
    Progress progress{global, "converting"};
    Output output{m_output.path};
    Report report{global, m_rejects, progress};

    std::string text;
    writer->header(text);
    output.write(byte_order_mark_if_needed(encoding));
    output.write(encoded(text, encoding));
    format::read_games<Converted>(
        m_input.inputs, m_input.read_options(global),
        [&](record::Game& game, Converted& batch) { convert(*writer, encoding, game, batch); },
        [&](Converted&& batch) {
          output.write(batch.text);
          report.take(batch.findings);
        },
        [&](const format::FileProblem& problem) { report.take(problem); }, progress.function());
    text.clear();
    writer->footer(text);
    output.write(encoded(text, encoding));
    output.commit();
    return report.finish();
  }

private:
  [[nodiscard]] std::string output_format() const {
    if (!m_to.empty()) {
      return m_to;
    }
    for (const auto& format : format::formats()) {
      const auto dot = m_output.path.rfind('.');
      if (format.writable && dot != std::string::npos &&
          has_word(format.extensions, m_output.path.substr(dot + 1))) {
        return std::string{format.name};
      }
    }
    return "pgn";
  }

  static bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty()) {
      const auto end = std::min(words.find(' '), words.size());
      if (words.substr(0, end) == word) {
        return true;
      }
      words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
  }

  /// UTF-16 is not recognised without its mark; the others do without.
  static std::string_view byte_order_mark_if_needed(format::Encoding encoding) {
    const bool utf16 =
        encoding == format::Encoding::utf16le || encoding == format::Encoding::utf16be;
    return utf16 ? byte_order_mark(encoding) : std::string_view{};
  }

  /// For a writer's own words, which every encoding has.
  static std::string encoded(const std::string& text, format::Encoding encoding) {
    return *encode(text, encoding);
  }

  static void convert(const format::Writer& writer, format::Encoding encoding, record::Game& game,
                      Converted& batch) {
    if (game.usable()) {
      const auto before = batch.text.size();
      writer.game(batch.text, game);
      if (encoding != format::Encoding::utf8) {
        auto bytes = encode(std::string_view{batch.text}.substr(before), encoding);
        batch.text.resize(before);
        if (bytes) {
          batch.text += *bytes;
        } else {
          Problem problem = bytes.error();
          problem.where = {0, game.line, 1};
          game.problems.push_back(std::move(problem));
        }
      }
    }
    batch.findings.add(game);
  }

  InputOptions m_input;
  OutputOptions m_output;
  NotationOptions m_notation;
  RejectOptions m_rejects;
  std::string m_to;
  std::optional<format::Encoding> m_encoding = format::Encoding::utf8;
};

} // namespace

CommandInfo convert_command() {
  return {
      .name = "convert",
      .group = "Records",
      .summary = "write games in another format, notation or encoding",
      .synopsis = "IN... [-o OUT] [--to FORMAT] [--notation STYLE] [--to-encoding ENCODING]",
      .description =
          "Reads games in any format and encoding that xq knows, checks every move, and writes "
          "them to stdout or to a file.\n\nA game that cannot be read is reported on stderr "
          "with its file, line and column, and is absent from the output; --rejects keeps its "
          "text. Where the output is numbered (uci, jsonl), a game's number is its place in "
          "the input, so the numbers of absent games are skipped.",
      .examples = {{"xq convert games.pgn --to uci",
                    "one line a game: number, start, moves, result, end"},
                   {"xq convert archive/ -o all.xml", "all games below a folder into one XML file"},
                   {"xq convert big5.pgn --notation wxf -o out.pgn", "move names in Latin letters"},
                   {"xq convert old.pgn --to-encoding gb18030 --rejects bad.pgn -o new.pgn",
                    "what cannot be read goes to bad.pgn, to be mended"}},
      .exits = {{Exit::negative, "no game could be used, or, with --strict, something was wrong"}},
      .create = create<Convert>};
}

} // namespace xq::cli
