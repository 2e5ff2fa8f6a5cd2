#include "base/files/input.hpp"
#include "base/os/file.hpp"
#include "book/formats/foreign.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/line_reader.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/book/text_book.hpp"

#include <xq/base/error.hpp>
#include <xq/format/format.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Imported {
  std::string_view book;
  const book::BookInfo& info;
  const book::ImportTotals& totals;
};
constexpr auto import_fields = std::to_array<jobs::FieldOf<Imported>>(
    {{"book", Kind::text, get<&Imported::book>},
     {"positions", Kind::count, [](const Imported& i) -> jobs::Value { return i.info.positions; }},
     {"entries", Kind::count, [](const Imported& i) -> jobs::Value { return i.info.moves; }},
     {"read", Kind::count, [](const Imported& i) -> jobs::Value { return i.totals.entries; }},
     {"unexplained", Kind::count,
      [](const Imported& i) -> jobs::Value { return i.totals.unexplained; }},
     {"illegal", Kind::count, [](const Imported& i) -> jobs::Value { return i.totals.illegal; }}});

class BookImport final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, [this] { return input_role(); }),
                         "an opening book of another program");
    options.add("from", choice(m_format, {"obk", "text", "eleeye", "jsonl"}, "FORMAT"),
                "its format; without it, FILE is looked at");
    m_output.describe_required(options, replaces(file_kind::opening_book),
                               "the book to make; one that exists is replaced");
  }

  Exit run(const GlobalOptions& global) override {
    if (m_format.empty()) {
      m_format = detect(m_path);
    }
    m_waiting.emplace(global, to_translate("reading"));
    read();
    m_waiting.reset();
    if (m_rows.size() == 0) {
      talk("xq: {}: not made: no moves were found\n", m_output.path);
      return Exit::negative;
    }
    m_waiting.emplace(global, to_translate("writing the book"));
    write();
    m_waiting.reset();
    say(global);
    return m_totals.unexplained + m_totals.illegal == 0 ? Exit::ok : Exit::negative;
  }

private:
  /// OBK is checked here, since another SQLite file lacks its table; the readers of the other
  /// formats report errors themselves.
  [[nodiscard]] FileRole input_role() const {
    return {FileUse::read, std::string{m_format == "obk" ? file_kind::obk : file_kind::anything}};
  }

  [[nodiscard]] static std::string detect(const std::string& path) {
    const auto kind = kind_of_file(path);
    if (kind == file_kind::obk) {
      return "obk";
    }
    if (kind == file_kind::eleeye) {
      return "eleeye";
    }
    if (kind == file_kind::text_book) {
      return "text";
    }
    if (kind == file_kind::jsonl_book) {
      return "jsonl";
    }
    const auto status = path == "-" ? std::nullopt : os::status_of(path);
    if (!status || !status->is_regular) {
      throw make_error<UsageError>("{}: its format cannot be looked up. Say --from FORMAT", path);
    }
    if (format::find_format(kind) != nullptr) {
      throw make_error<FileError>("{0}: holds {1}, and no book of another program. `xq book build "
                                  "{0} -o NAME.xqbook` makes a book of games.",
                                  path, kind_text(kind));
    }
    throw make_error<FileError>("{}: holds {}, and no book of another program. Check the path, or "
                                "say --from FORMAT.",
                                path, kind_text(kind));
  }

  void read() {
    if (m_format == "obk") {
      m_totals = book::resolve_keys(book::read_obk(m_path), book::obk_key, m_rows);
    } else if (m_format == "eleeye") {
      m_totals =
          book::resolve_keys(book::read_eleeye(all_bytes(), m_path), book::eleeye_key, m_rows);
    } else {
      read_lines();
    }
  }

  [[nodiscard]] std::string all_bytes() const {
    std::string bytes;
    Input input{std::span{&m_path, 1}};
    if (!input.next()) {
      throw make_error<FileError>("{}: cannot be read. Check the path and its permissions.",
                                  m_path);
    }
    for (auto chunk = input.read(); !chunk.empty(); chunk = input.read()) {
      bytes += chunk;
    }
    return bytes;
  }

  void read_lines() {
    jobs::TextBookReader reader{
        m_format == "text" ? jobs::TextForm::plain : jobs::TextForm::json_lines, m_rows};
    LineReader lines{m_path};
    while (const auto line = lines.next()) {
      if (const auto problem = reader.read(*line); !problem.empty()) {
        m_waiting->clear();
        talk_lines(fmt::format("xq: {}:{}: {}\n", m_path, lines.number(), problem));
      }
    }
    m_totals = reader.totals();
    m_info = reader.info();
  }

  /// Foreign books do not say from how many games they were made: the number is at least that of
  /// the most frequent move.
  void write() {
    m_info.games = std::max(m_info.games, m_rows.most_games());
    book::write_book(m_rows, m_output.path, m_info);
  }

  void say(const GlobalOptions& global) const {
    if (global.json) {
      print_lines(jobs::json_line<Imported>(import_fields, {m_output.path, m_info, m_totals}));
      return;
    }
    if (global.quiet) {
      return;
    }
    talk("xq: {}: {} positions, {} moves of {} entries\n", m_output.path, m_info.positions,
         m_info.moves, m_totals.entries);
    if (m_totals.unexplained > 0) {
      talk("xq: {} entries left out: their keys are of no position that the book and the "
           "legal moves lead to\n",
           m_totals.unexplained);
    }
    if (m_totals.illegal > 0) {
      talk("xq: {} entries left out: not legal, or not readable\n", m_totals.illegal);
    }
  }

  std::string m_path;
  std::string m_format;
  OutputOptions m_output;
  book::ForeignRows m_rows;
  book::ImportTotals m_totals;
  book::BookInfo m_info;
  std::optional<Waiting> m_waiting;
};

} // namespace

CommandInfo book_import_command() {
  return {.name = "book import",
          .group = "Opening books",
          .summary = "make an opening book of one of another program",
          .synopsis = "FILE [--from obk|text|eleeye|jsonl] -o BOOK.xqbook",
          .description =
              "Reads OBK (SQLite), BOOK.DAT of ElephantEye, text books (lines of move, weight and "
              "FEN) and what `xq book export --to jsonl` writes. Where a format has weights and no "
              "games, the weight stands for the games; of OBK the larger one of vscore and of "
              "vwin, vdraw and vlost together. A move that is named twice, also in the mirrored "
              "position, is one: the entry of more games counts.\n\n"
              "OBK and BOOK.DAT hold keys, from which no position can be told. They are explained "
              "by playing: the moves of the book from the start position on, and every legal move "
              "from a position that it has and from each one that its moves lead to. A key of "
              "which less than half of the moves are legal is that of another position. What "
              "stays unexplained is left out and counted.",
          .examples = {{"xq book import BOOK.DAT -o eleeye.xqbook", "from ElephantEye"},
                       {"xq book import - --from text -o text.xqbook < lines.txt", "from a pipe"}},
          .exits = {{Exit::negative, "entries were left out, or nothing was found"},
                    {Exit::failure, "the file could not be read, or the book not be written"}},
          .answers = {{jobs::parts<import_fields>}},
          .create = create<BookImport>};
}

} // namespace xq::cli
