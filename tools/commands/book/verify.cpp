
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/translate.hpp>
#include <xq/book/maintenance.hpp>

#include <fmt/core.h>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Checked : book::VerifyResult {
  std::string_view book;
};
constexpr auto verify_fields = std::to_array<jobs::FieldOf<Checked>>(
    {{"book", Kind::text, get<&Checked::book>},
     {"problem_count", Kind::count, get<&Checked::problem_count>},
     {"positions", Kind::count, get<&Checked::positions>},
     {"entries", Kind::count, get<&Checked::moves>},
     {"reached_positions", Kind::count, get<&Checked::reached_positions>},
     {"reached_entries", Kind::count, get<&Checked::reached_moves>},
     {"has_digests", Kind::flag, get<&Checked::has_digests>},
     {"problems", Kind::list, get<&Checked::problems>}});

class BookVerify final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_path, reads(file_kind::opening_book), "BOOK"), "an opening book");
  }

  Exit run(const GlobalOptions& global) override {
    Progress progress{global, to_translate("verifying"), to_translate("{} positions")};
    const auto result = book::verify_book(
        m_path, [&](std::uint64_t done) { return progress.update(done, 0, done); });
    progress.clear();
    Output output;
    output.write(global.json ? jobs::json_line<Checked>(verify_fields, {result, m_path})
                             : as_text(result, global.quiet));
    output.commit();
    return result.problem_count == 0 ? Exit::ok : Exit::negative;
  }

private:
  [[nodiscard]] std::string as_text(const book::VerifyResult& result, bool quiet) const {
    std::string out;
    for (const std::string& problem : result.problems) {
      out += localized("{}: {}\n", m_path, problem);
    }
    if (result.problem_count > result.problems.size()) {
      out += localized("{}: and {} more\n", m_path, result.problem_count - result.problems.size());
    }
    if (!quiet && !result.has_digests && result.problem_count == 0) {
      out += localized("{}: an earlier version made the book without digests of its rows, so a "
                       "value that was changed to another possible one is not found\n",
                       m_path);
    }
    if (!quiet) {
      out += localized("{}: {} problems; {} positions, {} moves; reached from the start "
                       "position: {} positions, {} moves\n",
                       m_path, result.problem_count, result.positions, result.moves,
                       result.reached_positions, result.reached_moves);
    }
    return out;
  }

  std::string m_path;
};

} // namespace

CommandInfo book_verify_command() {
  return {.name = "book verify",
          .group = "Opening books",
          .summary = "look for damage in an opening book",
          .synopsis = "BOOK",
          .description =
              "Checks everything that can be checked: SQLite's integrity_check; that the rows are "
              "in order, their counts and years possible and their numbers as stated; that no row "
              "was changed since the book was written, by the digests that it has; and, in every "
              "position that the moves of the book reach from the start position, that the "
              "moves are legal and stored for the right one of the position and its mirror "
              "image. A book stores keys of positions, so positions of games that began elsewhere "
              "cannot be checked in this way; how many were reached is printed.",
          .examples = {{"xq book verify book.xqbook", "is this copy sound?"},
                       {"xq book verify book.xqbook --json", "the same for a script"}},
          .exits = {{Exit::negative, "something is wrong with the book"},
                    {Exit::failure, "the file is no book, or could not be read"}},
          .answers = {{jobs::parts<verify_fields>}},
          .create = create<BookVerify>};
}

} // namespace xq::cli
