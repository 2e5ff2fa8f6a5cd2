#include "base/os/file.hpp"
#include "cli/files/output.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_argument.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/endings/ending_options.hpp"
#include "endings/library.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/endings/ending_fields.hpp"

#include <xq/base/error.hpp>
#include <xq/board/fen.hpp>

#include <fmt/core.h>

#include <string>
#include <vector>

namespace xq::cli {

namespace {

class EndingsProbe final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(texts(m_positions, "FEN|MOVE"),
                         "a FEN in quotes, or moves in any style, which are played from the "
                         "position before them",
                         1, OptionSet::any_number);
    m_tables.describe(options);
    options.add_alternative("endings", "a folder of tables: the same as --endings",
                            [](const std::string& word) {
                              const auto status = os::status_of(word);
                              return status && status->is_folder;
                            });
    m_wxf.describe_reading(options);
  }

  Exit run(const GlobalOptions& global) override {
    endings::Library library{m_tables.library()};
    Output output;
    bool first = true;
    bool all_known = true;
    for (const Position& position : position_arguments(m_positions, m_wxf.style)) {
      const auto result = library.probe(position);
      if (!result) {
        talk("xq: {}: there is no table of {}\n", write_short_fen(position),
             endings::name_of(endings::material_of(position)));
        all_known = false;
        continue;
      }
      const jobs::ProbedEnding ending{position, *result, library.rate_moves(position)};
      if (global.json) {
        output.write(jobs::json_line(jobs::probe_fields(), ending));
        continue;
      }
      output.write(fmt::format("{}{}\n{}\n", first ? "" : "\n", write_fen(position),
                               jobs::describe(position, *result)));
      output.write(render::table_text(jobs::table_of({}, jobs::rows_of_moves(ending), "-"),
                                      screen_columns()));
      first = false;
    }
    output.commit();
    return all_known ? Exit::ok : Exit::negative;
  }

private:
  std::vector<std::string> m_positions;
  EndingTables m_tables;
  WxfStyleOption m_wxf;
};

} // namespace

CommandInfo endings_probe_command() {
  return {
      .name = "endings probe",
      .group = "Positions",
      .summary = "look up positions in tables of endings: result and best moves",
      .synopsis = "FEN|MOVE... [--endings DIR]",
      .description =
          "Says what a position of few pieces is worth when both sides play their best, and what "
          "each legal move leads to, the best first: win, draw or loss of the side that makes it, "
          "and the plies to mate or stalemate. A result by rule: no mate can be forced, but the "
          "loser has in the end nothing but checks, and who gives check for ever loses.\n\n"
          "The tables are taken from --endings; one that is not there is counted in memory where "
          "--memory is enough for that, which is once a run and takes seconds (0: none is). No "
          "rule but that on perpetual check is regarded: play without end is drawn, perpetual "
          "chase, too.",
      .examples = {{"xq endings probe '4k4/9/9/9/9/9/9/4B4/4A4/3RK4 b'",
                    "counted at once, without a folder"},
                   {"xq endings probe --endings tables --json '3akab2/9/4b4/9/9/9/9/9/9/3RK4 w'",
                    "for a program"}},
      .exits = {{Exit::negative, "there is no table for a position"}},
      .answers = {{jobs::parts<jobs::probe_fields>}},
      .create = create<EndingsProbe>};
}

} // namespace xq::cli
