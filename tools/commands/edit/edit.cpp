#include "base/text/command_line.hpp"
#include "base/text/text.hpp"
#include "cli/files/file_kind.hpp"
#include "cli/files/output.hpp"
#include "cli/next_step.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/options.hpp"
#include "cli/options/position_options.hpp"
#include "cli/progress.hpp"
#include "cli/talk.hpp"
#include "command.hpp"
#include "commands/edit/edit_report.hpp"
#include "jobs/answer/write.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>
#include <xq/store/game_database.hpp>
#include <xq/store/game_editor.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::cli {

namespace {

/// --set, --remove, --rename-player ..., --delete, --all: what becomes of which games.
struct EditOptions {
  store::HeaderEdits edits;
  bool deletes = false;
  bool all = false;

  void describe(OptionSet& options);
  [[nodiscard]] bool changes_headers() const noexcept { return !edits.empty(); }
  /// Names are exchanged, and nothing else is changed.
  [[nodiscard]] bool renames_only() const noexcept {
    return !deletes && edits.settings.empty() && edits.removals.empty();
  }
};

/// `LEFT=RIGHT`; the first = parts them.
std::pair<std::string, std::string> parted(const std::string& text, std::string_view form) {
  const auto at = text.find('=');
  if (at == 0 || at == std::string::npos) {
    throw make_error<UsageError>("'{}' is not of the form {}", excerpt(text), form);
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

Value many(std::string name, std::function<void(const std::string&)> accept) {
  Value value;
  value.name = std::move(name);
  value.many = true;
  value.accept = std::move(accept);
  return value;
}

Value settings(store::HeaderEdits& edits) {
  return many("NAME=VALUE", [&edits](const std::string& text) {
    auto [name, value] = parted(text, "NAME=VALUE");
    edits.settings.push_back({std::move(name), std::move(value)});
  });
}

Value renamings(store::HeaderEdits& edits, store::HeaderEdits::Named named) {
  return many("OLD=NEW", [&edits, named](const std::string& text) {
    auto [from, to] = parted(text, "OLD=NEW");
    edits.renamings.push_back({named, std::move(from), std::move(to)});
  });
}

void EditOptions::describe(OptionSet& options) {
  using Named = store::HeaderEdits::Named;
  options.add("set", settings(edits),
              "give header NAME this value: Event, Date, Result, Annotator");
  Value names = texts(edits.removals, "NAME");
  options.add("remove", names, "remove header NAME");
  options.add("rename-player", renamings(edits, Named::player),
              "write NEW where Red or Black is OLD, all of it");
  options.add("rename-team", renamings(edits, Named::team), "the same for RedTeam and BlackTeam");
  options.add("rename-event", renamings(edits, Named::event), "the same for Event");
  options.add("rename-site", renamings(edits, Named::site), "the same for Site");
  options.add("delete", flag(deletes), "delete the games, with everything that belongs to them");
  options.add("all", flag(all), "all games that pass the filters, also when there are no filters");
}

using jobs::get;
using jobs::Kind;
using jobs::Missing;

struct Changed : store::GameEditor::Done {
  std::string_view database;
  bool dry_run = false;
};
constexpr auto edit_fields = std::to_array<jobs::FieldOf<Changed>>(
    {{"database", Kind::text, get<&Changed::database>},
     {"dry_run", Kind::flag,
      [](const Changed& c) { return c.dry_run ? jobs::Value{true} : jobs::Value{}; },
      Missing::left_out},
     {"operation", Kind::count,
      [](const Changed& c) { return c.dry_run ? jobs::Value{} : jobs::Value{c.operation}; },
      Missing::left_out},
     {"games", Kind::count, get<&Changed::games>},
     {"values", Kind::count, get<&Changed::values>},
     {"repeated", Kind::count,
      [](const Changed& c) { return c.dry_run ? jobs::Value{} : jobs::Value{c.repeated}; },
      Missing::left_out}});

class Edit final : public Command {
public:
  void describe(OptionSet& options) override {
    m_options = &options;
    add_database(options, file(m_database, changes(file_kind::game_database), "GAMES.xqdb"),
                 "the game database")
        .required = true;
    m_edit.describe(options);
    options.add("dry-run", flag(m_dry_run), "show what would change, and change nothing");
    options.add("undo", flag(m_undo),
                "take back the last operation, or OPERATION; of an undo: do it again");
    options.add("log", flag(m_log), "list the operations, or show what OPERATION changed");
    options.add_argument(
        number(m_operation, 1, std::numeric_limits<std::int64_t>::max(), "OPERATION"),
        "the number of an operation, after --undo or --log", 0);
    m_wxf.describe_reading(options);
    m_position.describe(options);
    m_filter.describe(options);
  }

  Exit run(const GlobalOptions& global) override {
    m_position.apply(m_filter.filter, m_wxf);
    m_filter.read_names();
    store::check(m_edit.edits);
    check_usage();
    try {
      return m_log ? log(global) : change(global);
    } catch (const store::EditRefused& refused) {
      talk_lines(fmt::format("xq: {}\n", refused.what()));
      return Exit::negative;
    }
  }

private:
  using Editor = store::GameEditor;

  [[nodiscard]] bool chooses() const { return m_edit.all || !m_filter.filter.empty(); }

  void check_usage() const {
    const bool changes = m_edit.changes_headers() || m_edit.deletes;
    if (static_cast<int>(m_undo) + static_cast<int>(m_log) + static_cast<int>(changes) != 1) {
      throw make_error<UsageError>("say what to do, one of these: change headers (--set, --remove, "
                                   "--rename-...), --delete, --undo, --log");
    }
    if (m_edit.changes_headers() && m_edit.deletes) {
      throw make_error<UsageError>("--delete and changes of headers exclude each other");
    }
    if (m_operation != 0 && changes) {
      throw make_error<UsageError>("an operation is named after --undo or --log only; games are "
                                   "named by --game");
    }
    if (!changes && chooses()) {
      throw make_error<UsageError>("--undo and --log are about operations, not about some games");
    }
    if (m_log && m_dry_run) {
      throw make_error<UsageError>("--log changes nothing, with or without --dry-run");
    }
    const bool renames_only = m_edit.renames_only();
    if (changes && !chooses() && !renames_only) {
      throw make_error<UsageError>("say which games: a filter, --game, or --all for all of them");
    }
  }

  // ---- changes ---------------------------------------------------------------------------------

  Exit change(const GlobalOptions& global) {
    Editor editor{m_database, m_dry_run ? Editor::Mode::preview : Editor::Mode::write};
    Progress progress{global, to_translate("editing")};
    Output out;
    const auto games = m_undo ? std::vector<std::int64_t>{} : chosen();
    std::uint64_t seen = 0;
    const auto visit = [&](const store::GameChange& change) {
      if (m_dry_run) {
        out.write(global.json ? change_as_json(change) : change_as_text(change));
      }
      ++seen;
      return progress.update(seen, games.size(), seen);
    };
    if (!m_undo && games.empty()) {
      talk("xq: {}: no game matches\n", m_database);
      return Exit::negative;
    }
    const auto done = m_undo           ? editor.undo(operation(), visit)
                      : m_edit.deletes ? editor.remove(games, command_text(), visit)
                                       : editor.edit(games, m_edit.edits, command_text(), visit);
    progress.clear();
    if (done.games > 0) {
      editor.commit();
    }
    if (global.json) {
      out.write(jobs::json_line<Changed>(edit_fields, {done, m_database, m_dry_run}));
    }
    out.commit();
    if (!global.quiet) {
      say_done(global, done);
    }
    return Exit::ok;
  }

  /// Numbers of the games that are to change, in rising order. One that was named, and that no game
  /// has, is among them: the editor refuses it.
  [[nodiscard]] std::vector<std::int64_t> chosen() const {
    auto found = store::GameDatabase{m_database}.find_numbers(m_filter.filter);
    store::Filter others = m_filter.filter;
    others.games.clear();
    if (!others.empty()) {
      return found;
    }
    for (const auto& [first, last] : m_filter.filter.games) {
      const auto place = std::lower_bound(found.begin(), found.end(), first);
      if (first == last && (place == found.end() || *place != first)) {
        found.insert(place, first);
      }
    }
    return found;
  }

  [[nodiscard]] std::optional<std::int64_t> operation() const {
    return m_operation == 0 ? std::nullopt : std::optional{m_operation};
  }

  /// What was asked for, for the journal: the options that say which games, and what becomes of
  /// them.
  [[nodiscard]] std::string command_text() const {
    constexpr std::string_view others[] = {"db",   "dry-run", "quiet", "verbose",
                                           "json", "threads", "lang",  "progress"};
    std::string text;
    for (const auto& option : m_options->options()) {
      if (std::find(std::begin(others), std::end(others), option.long_name) != std::end(others)) {
        continue;
      }
      for (const auto& value : option.texts) {
        text += fmt::format("{}--{}", text.empty() ? "" : " ", option.long_name);
        text += option.value.is_flag() ? "" : fmt::format(" {}", quoted_word(value));
      }
    }
    return text;
  }

  void say_done(const GlobalOptions& global, const Editor::Done& done) const {
    const auto games = counted(done.games, "{} game", "{} games");
    if (done.games == 0) {
      talk("xq: {}: nothing to change\n", m_database);
    } else if (m_dry_run) {
      talk("xq: {}: {} would change\n", m_database, games);
    } else {
      talk("xq: {}: operation {}: {} changed\n", m_database, done.operation, games);
      if (done.repeated > 0) {
        talk("xq: {}: {} of them now in the database twice. `xq search --duplicates` lists such "
             "games.\n",
             m_database, done.repeated);
      }
      say_next(global, fmt::format("xq edit --db {} --undo", shell_word(m_database)));
    }
  }

  // ---- the journal -----------------------------------------------------------------------------

  Exit log(const GlobalOptions& global) {
    Editor editor{m_database, Editor::Mode::preview};
    Output out;
    if (m_operation != 0) {
      editor.show(m_operation, [&](const store::GameChange& change) {
        out.write(global.json ? change_as_json(change) : change_as_text(change));
        return true;
      });
      out.commit();
      return Exit::ok;
    }
    const auto operations = editor.operations();
    out.write(global.json ? operations_as_json(operations) : operations_as_text(operations));
    out.commit();
    if (operations.empty()) {
      talk("xq: {}: no operations\n", m_database);
    }
    return operations.empty() ? Exit::negative : Exit::ok;
  }

  const OptionSet* m_options = nullptr;
  std::string m_database;
  EditOptions m_edit;
  bool m_dry_run = false;
  bool m_undo = false;
  bool m_log = false;
  std::int64_t m_operation = 0;
  WxfStyleOption m_wxf;
  PositionOptions m_position;
  FilterOptions m_filter;
};

} // namespace

CommandInfo edit_command() {
  return {
      .name = "edit",
      .group = "Databases",
      .summary = "correct headers of games in a game database, delete games, undo",
      .synopsis = "GAMES.xqdb WHAT... [OPERATION] [--game LIST] [POSITION] [FILTER]...",
      .description =
          "Changes headers of games, or deletes games, of those that all filters let through: all "
          "at once or, after an interruption, not at all. --dry-run shows each header as it is "
          "and as it would be. Without a filter, --all or --game is needed, but for names that "
          "are replaced everywhere (--rename-...).\n\n"
          "A header that is set keeps its place among the headers of the game; one that the game "
          "lacks comes last. Result sets the result of the game, too. FEN cannot be changed: "
          "moves belong to it. Names to be replaced are compared to the last byte, so that "
          "胡榮華 and 胡荣华 are two.\n\n"
          "Every command is an operation in the journal of the database, with a number, the time "
          "(UTC) and what each header was and became: --log lists them. --undo takes back the "
          "last one, or the one with the number that follows, and is an operation itself: undoing "
          "it does the other one again. An operation is taken back in any order, unless a later "
          "one changed the same headers: then that one comes first.\n\n"
          "--delete removes games with everything that belongs to them: comments, judgements of "
          "engines, sources that no other game has. Undo brings them back as they were, with "
          "their numbers, which no other game gets. xq compact --forget drops the journal.\n\n"
          "A record that comes again by xq import as it was before it was corrected is known and "
          "not added; one that was deleted is added.",
      .examples = {{"xq edit games.xqdb --set \"Event=第19届五羊杯\" --event 五羊杯 --since "
                    "1999 --dry-run",
                    "what one name for an event would change"},
                   {"xq edit games.xqdb --rename-player \"胡榮華=胡荣华\"",
                    "one name for a player, in all games"},
                   {"xq edit games.xqdb --game 17,20-22 --set Result=1-0 --remove Annotator",
                    "four games by their numbers, as xq search shows them"},
                   {"xq edit games.xqdb --delete --player 测试", "delete games"},
                   {"xq edit games.xqdb --undo", "take the last of these back"},
                   {"xq edit games.xqdb --log 3", "what operation 3 changed"}},
      .exits = {{Exit::negative, "no game matches, or what was asked for is refused: nothing has "
                                 "changed"},
                {Exit::failure, "the database could not be written; nothing has changed"}},
      .answers = {{jobs::parts<edit_fields>},
                  {change_fields, "--dry-run"},
                  {operation_fields, "--log"}},
      .create = create<Edit>};
}

} // namespace xq::cli
