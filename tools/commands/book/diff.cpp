
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/help/help.hpp"
#include "cli/interrupt.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/book/book_text.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/book/move_fields.hpp"
#include "notation/style_for_people.hpp"
#include "render/document.hpp"

#include <xq/base/translate.hpp>
#include <xq/board/fen.hpp>
#include <xq/book/maintenance.hpp>
#include <xq/notation/notation.hpp>

#include <fmt/core.h>

#include <array>
#include <optional>

namespace xq::cli {

namespace {

book::BookMove in_a(const book::MoveDifference& d) {
  return {d.move, d.a, d.years_a, d.levels_a, d.score_a};
}
book::BookMove in_b(const book::MoveDifference& d) {
  return {d.move, d.b, d.years_b, d.levels_b, d.score_b};
}

using book::DiffTotals;
constexpr auto total_fields = std::to_array<jobs::FieldOf<DiffTotals>>(
    {{"same", jobs::Kind::count, jobs::get<&DiffTotals::same>},
     {"changed", jobs::Kind::count, jobs::get<&DiffTotals::changed>},
     {"only_a", jobs::Kind::count, jobs::get<&DiffTotals::only_a>},
     {"only_b", jobs::Kind::count, jobs::get<&DiffTotals::only_b>},
     {"scores", jobs::Kind::count, jobs::get<&DiffTotals::judged>}});

struct Difference {
  const Position& position;
  int ply;
  const book::MoveDifference& moves;
};
template <auto Side>
jobs::Value in(const Difference& d) {
  return jobs::object_of(jobs::move_fields(), Side(d.moves));
}
constexpr auto diff_fields = std::to_array<jobs::FieldOf<Difference>>(
    {{"fen", jobs::Kind::position,
      [](const Difference& d) -> jobs::Value { return write_fen(d.position); }},
     {"ply", jobs::Kind::count, jobs::get<&Difference::ply>},
     {"uci", jobs::Kind::move,
      [](const Difference& d) -> jobs::Value {
        return notation::to_text(d.position, d.moves.move, notation::Style::uci);
      }},
     {"a", jobs::Kind::object, in<in_a>, jobs::parts<jobs::move_fields>},
     {"b", jobs::Kind::object, in<in_b>, jobs::parts<jobs::move_fields>}});

class BookDiff final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(file(m_a, reads(file_kind::opening_book), "A"), "an opening book");
    options.add_argument(file(m_b, reads(file_kind::opening_book), "B"), "another one");
    options.add("limit", number(m_limit, 0, 1'000'000'000LL),
                "list at most N moves; 0: all of them; with --quiet none are listed");
  }

  Exit run(const GlobalOptions& global) override {
    const book::DiffTotals totals = book::compare_books(m_a, m_b);
    Output output;
    if (totals.differences() > 0 && !global.quiet) {
      list(output, global.json);
    }
    if (!global.json && totals.judged != 0) {
      output.write(localized("{} scores differ\n", totals.judged));
    }
    output.write(global.json ? jobs::json_line(total_fields, totals)
                             : fill(localized("{} moves are the same, {} have other counts, {} "
                                              "only in {}, {} only in {}\n",
                                              totals.same, totals.changed, totals.only_a, m_a,
                                              totals.only_b, m_b),
                                    0, table_columns()));
    output.commit();
    return totals.differences() == 0 ? Exit::ok : Exit::negative;
  }

private:
  void list(Output& output, bool json) {
    book::Book a{m_a};
    book::Book b{m_b};
    book::list_differences(
        a, b,
        [&](const Position& position, int ply, const std::vector<book::MoveDifference>& moves) {
          throw_if_interrupted();
          std::string out = json ? "" : write_fen(position) + '\n';
          render::Table table{
              .title = {},
              .columns = {{}, {}, {.heading = {}, .wraps = true}, {.heading = {}, .wraps = true}},
              .rows = {}};
          for (const book::MoveDifference& d : moves) {
            if (full()) {
              break;
            }
            ++m_listed;
            if (json) {
              out += jobs::json_line<Difference>(diff_fields, {position, ply, d});
            } else {
              add_row(table, position, d);
            }
          }
          output.write(out + render::table_text(table, table_columns()));
          return !full();
        });
  }

  [[nodiscard]] bool full() const noexcept { return m_limit != 0 && m_listed == m_limit; }

  static std::string side(const book::BookMove& m) {
    const auto value = m.score ? ' ' + score_text(m.score) : std::string{};
    if (m.counts.games == 0) {
      return '-' + value;
    }
    const auto levels = jobs::levels_text(m.levels);
    return fmt::format("{} (+{} ={} -{}) {}{}{}", m.counts.games, m.counts.red_wins, m.counts.draws,
                       m.counts.black_wins, jobs::years_text(m.years).value_or("-"),
                       levels ? ' ' + *levels : std::string{}, value);
  }

  static void add_row(render::Table& table, const Position& position,
                      const book::MoveDifference& d) {
    table.rows.push_back({"  " + notation::to_text(position, d.move, notation::style_for_people()),
                          notation::to_text(position, d.move, notation::Style::uci), side(in_a(d)),
                          "| " + side(in_b(d))});
  }

  std::string m_a;
  std::string m_b;
  std::uint64_t m_limit = 100;
  std::uint64_t m_listed = 0;
};

} // namespace

CommandInfo book_diff_command() {
  return {
      .name = "book diff",
      .group = "Opening books",
      .summary = "show how two opening books differ",
      .synopsis = "A B [--limit N]",
      .description =
          "Lists the moves that only one of two books has, or that have other counts, years or "
          "levels "
          "in them: position, move, and what A and B say (games, Red's wins, draws, Black's "
          "wins, first and last year, level, the engine's value; - for nothing). Positions of "
          "fewer plies come first; "
          "those that no game from the start position reaches are counted, not listed. The "
          "last line has the numbers of moves.\n\n"
          "With --json each difference is an object on a line of its own: fen, ply, uci, a "
          "and b; the last line has same, changed, only_a, only_b and scores (that differ).",
      .examples = {{"xq book diff old.xqbook new.xqbook --limit 20", "what has changed"},
                   {"xq book diff old.xqbook new.xqbook --json", "all of it, for a script"}},
      .exits = {{Exit::negative, "the books differ"}, {Exit::failure, "a book could not be read"}},
      .answers = {{jobs::parts<diff_fields>}, {jobs::parts<total_fields>}},
      .create = create<BookDiff>};
}

} // namespace xq::cli
