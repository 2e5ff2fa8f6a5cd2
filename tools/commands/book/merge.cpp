#include "base/os/path.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/book/build.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Merged : book::BookInfo {
  std::string_view book;
};
constexpr auto merge_fields =
    std::to_array<jobs::FieldOf<Merged>>({{"book", Kind::text, get<&Merged::book>},
                                          {"games", Kind::count, get<&Merged::games>},
                                          {"positions", Kind::count, get<&Merged::positions>},
                                          {"entries", Kind::count, get<&Merged::moves>}});

class BookMerge final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(files(m_paths, reads(file_kind::opening_book), "BOOK"),
                         "books made by xq book build or merge", 1, OptionSet::any_number);
    m_output.describe_required(options, replaces(file_kind::opening_book),
                               "the book to make; one that exists is replaced");
    options.add("min-games", number(m_min_games, 1, 0xFFFFFFFFLL),
                "leave out moves that fewer games of all books together played");
  }

  Exit run(const GlobalOptions& global) override {
    if (m_output.path == "-") {
      throw make_error<UsageError>(
          "a book cannot be written to stdout. Give the name of a file with -o");
    }
    refuse_repeated();
    Progress progress{global, to_translate("merging"), to_translate("{} entries")};
    const book::BookInfo info =
        book::merge_books(m_paths, m_output.path, {m_min_games, global.threads},
                          [&](std::uint64_t rows) { return progress.update(rows, 0, rows); });
    progress.clear();
    say(global, info);
    return Exit::ok;
  }

private:
  /// The games of a book that is named twice would count twice.
  void refuse_repeated() const {
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        std::error_code missing; // the library says so better
        if (std::filesystem::equivalent(os::path_of(m_paths[i]), os::path_of(m_paths[j]),
                                        missing)) {
          throw make_error<UsageError>("{} and {} are the same file: its games would count twice",
                                       m_paths[j], m_paths[i]);
        }
      }
    }
  }

  void say(const GlobalOptions& global, const book::BookInfo& info) const {
    if (global.json) {
      print_lines(jobs::json_line<Merged>(merge_fields, {info, m_output.path}));
    } else if (!global.quiet) {
      talk("xq: {}: {}, {} positions, {} moves\n", m_output.path,
           counted(info.games, "{} game", "{} games"), info.positions, info.moves);
      say_judged(global, info.judged, m_output.path);
    }
  }

  std::vector<std::string> m_paths;
  OutputOptions m_output;
  std::uint32_t m_min_games = 1;
};

} // namespace

CommandInfo book_merge_command() {
  return {.name = "book merge",
          .group = "Opening books",
          .summary = "add opening books up",
          .synopsis = "BOOK... -o OUT.xqbook [--min-games N]",
          .description =
              "Makes one book of several, as if it had been built from the games of all of them: "
              "the same bytes, whatever the order of the books and whatever was merged before. "
              "So an archive can be counted in parts, on several machines, and the parts be put "
              "together later.\n\n"
              "All books must have been built with the same --max-ply and without --min-games: "
              "moves that were left out cannot be added up. Give --min-games here, when the last "
              "books are merged; with one BOOK that is all that happens. A game that is in two "
              "books counts twice.",
          .examples = {{"xq book merge 2019.xqbook 2020.xqbook -o both.xqbook", "two years"},
                       {"xq book merge book.xqbook -o small.xqbook --min-games 3",
                        "the same book without rare moves"}},
          .exits = {{Exit::failure, "a book could not be read, or the new one not be written"}},
          .answers = {{jobs::parts<merge_fields>}},
          .create = create<BookMerge>};
}

} // namespace xq::cli
