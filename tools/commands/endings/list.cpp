#include "cli/files/output.hpp"
#include "cli/interrupt.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/endings/ending_options.hpp"
#include "endings/table_file.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/endings/ending_fields.hpp"
#include "jobs/endings/shares.hpp"

#include <xq/base/error.hpp>

#include <memory>
#include <string>
#include <vector>

namespace xq::cli {

namespace {

class EndingsList final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(table_folder(m_folder), "a folder of tables, made by xq endings build");
    options.add_argument(texts(m_names, "MATERIAL"),
                         "only these, KRkaabb or R-AAEE; without any, all that are there", 0,
                         OptionSet::any_number);
    options.add("shares", flag(m_shares),
                "show how many of the placements without a threat are won, by how far the pawns "
                "have come");
    options.add("every", flag(m_every),
                "with --shares: look at every placement of large tables, too, not at a sample");
  }

  Exit run(const GlobalOptions& global) override {
    Output output;
    m_shares ? list_shares(global, output) : list_tables(global, output);
    output.commit();
    return m_all_there ? Exit::ok : Exit::negative;
  }

private:
  [[nodiscard]] std::vector<endings::Material> materials() const {
    if (m_names.empty()) {
      return endings::list_tables(m_folder);
    }
    std::vector<endings::Material> out;
    for (const std::string& name : m_names) {
      out.push_back(parse_material(name));
    }
    return out;
  }

  /// Null where there is no table, which is said.
  std::unique_ptr<endings::Table> open(const endings::Material& material) {
    const auto own = material.is_turned() ? material.turned() : material;
    auto table = endings::open_table(m_folder, own);
    if (!table) {
      talk("xq: {}: there is no table of {}\n", m_folder, endings::name_of(own));
      m_all_there = false;
    }
    return table;
  }

  void list_tables(const GlobalOptions& global, Output& output) {
    std::vector<jobs::ListedEnding> rows;
    for (const auto& material : materials()) {
      if (const auto table = open(material)) {
        rows.emplace_back(*table);
      }
    }
    write(global, output, jobs::ending_fields(), rows);
  }

  void list_shares(const GlobalOptions& global, Output& output) {
    std::vector<jobs::EndingShares> rows;
    for (const auto& material : materials()) {
      if (const auto table = open(material)) {
        const auto more = jobs::count_shares(
            *table, material.is_turned() ? Color::black : Color::red,
            m_every ? jobs::Counted::every : jobs::Counted::sample, [] { return !interrupted(); });
        rows.insert(rows.end(), more.begin(), more.end());
      }
    }
    write(global, output, jobs::share_fields(), rows);
  }

  template <typename Row>
  static void write(const GlobalOptions& global, Output& output, jobs::FieldsOf<Row> fields,
                    const std::vector<Row>& rows) {
    if (!global.json) {
      output.write(render::table_text(jobs::table_of({}, jobs::rows_of(fields, rows), "-"),
                                      screen_columns()));
      return;
    }
    for (const Row& row : rows) {
      output.write(jobs::json_line(fields, row));
    }
  }

  std::string m_folder;
  std::vector<std::string> m_names;
  bool m_shares = false;
  bool m_every = false;
  bool m_all_there = true;
};

} // namespace

CommandInfo endings_list_command() {
  return {
      .name = "endings list",
      .group = "Positions",
      .summary = "list tables of endings: sizes, results, the longest win",
      .synopsis = "DIR [MATERIAL...] [--shares [--every]]",
      .description =
          "Lists the tables of a folder: placements, bytes, which part is won and lost for the "
          "side "
          "to move, how many results stand by the rule on perpetual check alone, and the plies of "
          "the longest mate. Red is the side with the greater pieces. A table that is damaged is "
          "an error.\n\n"
          "With --shares: what the table of endings of the engine has, per cent of won placements "
          "for the side that attacks, with its move and with that of the defence: of all "
          "placements in which nothing can be captured and no king is in check, and of those of "
          "them in which the defence stands in order (the king on the back row, one of two "
          "advisors in the middle of the palace, one of two elephants in front of it). R rook, H "
          "horse, C cannon, P pawn up to two rows past the river, L pawn on the two rows behind, B "
          "pawn on the last row, A advisor, E elephant. The side that is named first attacks. Of "
          "tables with more than two million placements a sample is looked at, but with --every "
          "all.\n\n"
          "A placement and its mirror image count as one, if not both kings stand on the middle "
          "file.",
      .examples = {{"xq endings list tables", "all tables of a folder"},
                   {"xq endings list tables R-AAEE --shares", "how much of an ending is won"}},
      .exits = {{Exit::negative, "a table that is named is not there"},
                {Exit::failure, "a table is damaged"}},
      .answers = {{jobs::parts<jobs::ending_fields>},
                  {jobs::parts<jobs::share_fields>, "--shares"}},
      .create = create<EndingsList>};
}

} // namespace xq::cli
