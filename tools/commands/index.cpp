#include "cli/files/file_kind.hpp"
#include "cli/interrupt.hpp"
#include "cli/options/options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/translate.hpp>
#include <xq/store/game_database.hpp>

#include <fmt/core.h>

namespace xq::cli {

namespace {

using jobs::get;
using jobs::Kind;

struct Indexed : store::IndexCounts {
  std::string_view database;
};
constexpr auto index_fields =
    std::to_array<jobs::FieldOf<Indexed>>({{"database", Kind::text, get<&Indexed::database>},
                                           {"games", Kind::count, get<&Indexed::games>},
                                           {"positions", Kind::count, get<&Indexed::positions>},
                                           {"entries", Kind::count, get<&Indexed::entries>},
                                           {"commented", Kind::count, get<&Indexed::commented>}});

class Index final : public Command {
public:
  void describe(OptionSet& options) override {
    add_database(options, file(m_database, changes(file_kind::game_database), "GAMES.xqdb"),
                 "the game database")
        .required = true;
    options.add("plies", number(m_options.plies, 1, 200),
                "take in the positions that a game reaches within N plies");
    options.add("memory", bytes(m_options.memory),
                "memory for sorting; what does not fit waits in files beside the database");
  }

  Exit run(const GlobalOptions& global) override {
    Progress progress{global, to_translate("indexing"), {}}; // parts of two passes, no games
    constexpr std::uint64_t steps = 1000;
    const auto counts = store::build_indexes(m_database, m_options, [&](double done) {
      const auto step = static_cast<std::uint64_t>(done * steps);
      if (!progress.update(step, steps, 0)) {
        throw_if_interrupted();
      }
      return true;
    });
    progress.clear();
    if (global.json) {
      print_lines(jobs::json_line<Indexed>(index_fields, {counts, m_database}));
    } else if (!global.quiet) {
      if (counts.commented == 0) {
        talk("xq: {}: {} positions of {} games\n", m_database, counts.positions, counts.games);
      } else {
        talk("xq: {}: {} positions of {} games; {} with comments\n", m_database, counts.positions,
             counts.games, counts.commented);
      }
    }
    return Exit::ok;
  }

private:
  std::string m_database;
  store::IndexOptions m_options;
};

} // namespace

CommandInfo index_command() {
  return {
      .name = "index",
      .group = "Databases",
      .summary = "index positions and words of a game database",
      .synopsis = "GAMES.xqdb [--plies N]",
      .description =
          "Makes the position index of a database anew: for each position that two games or more "
          "reach, one of them within --plies, the games that reach it at any ply. With it xq "
          "search and xq export find such a position at once; without it, and for all other "
          "positions, they go through the games.\n\n"
          "Makes the index of words anew, too: the games that have a word in their comments, for "
          "--comment.\n\n"
          "Games that are imported later are found without a new index, by going through them "
          "alone; so are, by their words, games that were changed or came back. Deleting games or "
          "changing moves drops the index of positions.",
      .examples = {{"xq index games.xqdb", "positions of the first 24 plies"},
                   {"xq index games.xqdb --plies 40 --memory 1G", "a larger index"}},
      .exits = {{Exit::failure, "the database could not be written"}},
      .answers = {{jobs::parts<index_fields>}},
      .create = create<Index>};
}

} // namespace xq::cli
