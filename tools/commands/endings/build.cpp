#include "cli/files/file_kind.hpp"
#include "cli/files/game_files.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/endings/ending_options.hpp"
#include "endings/library.hpp"
#include "endings/table_file.hpp"
#include "jobs/answer/write.hpp"
#include "jobs/endings/ending_fields.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

enum class Repetitions : std::uint8_t { judged, drawn };

class EndingsBuild final : public Command {
public:
  void describe(OptionSet& options) override {
    options.add_argument(texts(m_names, "MATERIAL"),
                         "both kings and what is beside them, Red's pieces in capitals: KRkaabb; "
                         "or the pieces without the kings: R-AAEE",
                         1, OptionSet::any_number);
    Value folder = file(m_folder, replaces(file_kind::ending_table));
    folder.hint = Hint::directory;
    options.add("output,o", std::move(folder), "the folder for the tables, made if need be")
        .required = true;
    options.add("memory", bytes(m_memory), "count no table that takes more memory than this");
    options.add("perpetual-check",
                choice(m_repetitions,
                       {{"judged", Repetitions::judged}, {"drawn", Repetitions::drawn}}, "WHAT"),
                "what becomes of a side that checks for ever: it loses, or the game is drawn");
  }

  Exit run(const GlobalOptions& global) override {
    std::vector<endings::Material> materials;
    for (const std::string& name : m_names) {
      materials.push_back(parse_material(name));
      refuse_too_large(materials.back());
    }
    make_folder(m_folder);
    const bool judges = m_repetitions == Repetitions::judged;
    endings::Library library{{m_folder, 0, judges, [] { return !interrupted(); }}};
    Waiting waiting{global, to_translate("counting")};
    try {
      for (const endings::Material& material : materials) {
        m_counted = material;
        library.make(material, [&](const endings::Table& table) {
          const std::string path = endings::write_table(m_folder, table);
          waiting.clear();
          say(global, path, jobs::ListedEnding{table});
        });
      }
    } catch (const Interrupted&) {
      waiting.clear();
      say_what_is_kept(global);
      return Exit::interrupted;
    }
    waiting.clear();
    return Exit::ok;
  }

private:
  /// The smaller tables stay in memory, too.
  void refuse_too_large(const endings::Material& material) const {
    std::uint64_t bytes = 0;
    std::uint64_t size = 0;
    for (const auto& m : endings::with_smaller(material)) {
      size = endings::Placements::count(m);
      bytes += 2 * size;
    }
    bytes += endings::memory_to_build(size);
    constexpr std::uint64_t mebi = 1U << 20U;
    if (bytes > m_memory) {
      throw make_error<UsageError>(
          "{} takes about {} MB of memory to count: more than --memory allows",
          endings::name_of(material), bytes / mebi + 1);
    }
  }

  void say_what_is_kept(const GlobalOptions& global) const {
    if (!global.quiet) {
      const auto complete = endings::list_tables(m_folder).size();
      talk("xq: interrupted: {} was not finished, {} complete in {}. Run the same command again to "
           "go on.\n",
           endings::name_of(m_counted), counted(complete, "{} table is", "{} tables are"),
           m_folder);
    }
  }

  static void say(const GlobalOptions& global, const std::string& path,
                  const jobs::ListedEnding& made) {
    if (global.json) {
      print_lines(jobs::json_line(jobs::ending_fields(), made));
    } else if (!global.quiet) {
      talk("xq: {}: {} placements, {} bytes; the longest mate takes {} plies\n", path,
           made.placements, made.bytes, made.facts.longest);
    }
  }

  std::vector<std::string> m_names;
  std::string m_folder;
  std::uint64_t m_memory = std::uint64_t{4} << 30U;
  endings::Material m_counted;
  Repetitions m_repetitions = Repetitions::judged;
};

} // namespace

CommandInfo endings_build_command() {
  return {
      .name = "endings build",
      .group = "Positions",
      .summary = "count tables of endings: every placement won, drawn or lost",
      .synopsis = "MATERIAL... -o DIR",
      .description =
          "Makes a table for each material, and for all that captures leave of it, in a file each "
          "(KRkaabb.xqend); those that are in the folder already are used. A table has the result "
          "of every placement of the pieces with either side to move, and the plies to mate or "
          "stalemate when both sides play their best.\n\n"
          "It is counted back from the end: a side without a legal move loses. Who gives check "
          "for ever, while the other side does not, loses by all rules, so that nobody draws by "
          "perpetual check; --perpetual-check drawn counts it as a draw. All other play "
          "without end is drawn, perpetual chase, too, and the natural limit plays no part. A "
          "table serves both colours.\n\n"
          "The work is done on one thread: 2 seconds of processor time and 10 MB of memory for "
          "KRkaabb, 35 seconds and 190 MB for KNPkaab, which takes 31 MB on the disk. With "
          "--json each new table is an "
          "object on a line, as xq endings list has it.",
      .examples = {{"xq endings build KRkaabb -o tables", "a rook against the full defence"},
                   {"xq endings build HP-AAE C-P -o tables", "two more, in the writing of books"}},
      .exits = {{Exit::failure, "a table could not be read or written"},
                {Exit::interrupted,
                 "the tables that were complete are there, and the same command counts the rest"}},
      .answers = {{jobs::parts<jobs::ending_fields>}},
      .create = create<EndingsBuild>};
}

} // namespace xq::cli
