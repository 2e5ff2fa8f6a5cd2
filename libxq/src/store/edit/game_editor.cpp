#include "sqlite/schema.hpp"
#include "sqlite/sqlite.hpp"
#include "store/edit/deleted_games.hpp"
#include "store/edit/edited_games.hpp"
#include "store/journal/edit_journal.hpp"

#include <xq/store/game_editor.hpp>

#include <algorithm>
#include <utility>

namespace xq::store {

namespace {

/// The change backwards.
HeaderChange reversed(HeaderChange change) {
  std::swap(change.was, change.became);
  return change;
}

} // namespace

std::string_view name(EditOperation::Kind kind) noexcept { return EditJournal::name(kind); }

class GameEditor::Work {
public:
  Work(const std::string& path, Mode mode, int busy_milliseconds)
      : m_db{path,
             mode == Mode::write ? sqlite::Database::Mode::read_write
                                 : sqlite::Database::Mode::read_only,
             busy_milliseconds} {
    if (mode == Mode::write) {
      sqlite::migrate(m_db, sqlite::game_schema());
      m_db.execute("PRAGMA foreign_keys = OFF"); // nothing dangling is made
      m_transaction.emplace(m_db);
    } else {
      sqlite::require(m_db, sqlite::game_schema());
      m_db.execute("BEGIN"); // one state of the file
    }
    m_games.emplace(m_db);
    if (EditJournal::is_in(m_db)) {
      m_journal.emplace(m_db);
      m_deleted.emplace(m_db, m_games->names(), m_games->rows());
    }
  }

  Done edit(std::span<const std::int64_t> games, const HeaderEdits& edits, std::string_view what,
            const Visit& visit) {
    begin(EditOperation::Kind::edit, what);
    for (const auto id : games) {
      const auto& game = require(id);
      auto state = state_of(game);
      const auto before = state;
      const auto changes = apply(edits, state);
      if (changes.empty()) {
        continue;
      }
      if (writes()) {
        const auto history = m_journal->history(id);
        if (!history || history->present() != before) {
          m_journal->add_base(m_done.operation, id, m_games->base());
        }
        m_journal->add_changes(m_done.operation, id, changes);
        write(id, game, state);
      }
      report(visit, {GameChange::What::headers, id, changes});
    }
    return finish();
  }

  Done remove(std::span<const std::int64_t> games, std::string_view what, const Visit& visit) {
    begin(EditOperation::Kind::remove, what);
    for (const auto id : games) {
      const auto& game = require(id);
      report(visit, {GameChange::What::deleted, id, {}, &game});
      if (writes()) {
        m_deleted->remove(m_done.operation, id, game.source, m_games->packed(game));
      }
    }
    if (writes()) {
      m_deleted->remove_unused_sources();
    }
    return finish();
  }

  Done undo(std::optional<std::int64_t> wanted, const Visit& visit) {
    const auto operation = operation_to_undo(wanted);
    const auto target = target_of(operation);
    const bool undoes = target.in_force;
    begin(undoes ? EditOperation::Kind::undo : EditOperation::Kind::redo,
          fmt::format("--undo {}", operation.id), target.id);
    const bool imported = target.kind == EditOperation::Kind::import;
    if (target.kind == EditOperation::Kind::edit) {
      toggle_headers(target.id, undoes, visit);
    } else if (undoes != imported) {
      restore_games(target.id, visit);
    } else if (imported) {
      remove_imported(target.id, visit);
    } else {
      remove_again(target.id, visit);
    }
    return finish();
  }

  std::vector<EditOperation> operations() {
    return m_journal ? m_journal->operations() : std::vector<EditOperation>{};
  }

  void show(std::int64_t id, const Visit& visit) {
    const auto operation = existing(id);
    const auto target = target_of(operation);
    const bool undoes = operation.kind == EditOperation::Kind::undo;
    for (const auto game : m_journal->games(target.id)) {
      report(visit, {GameChange::What::headers, game, changes_of(target.id, game, undoes)});
    }
    if (target.kind == EditOperation::Kind::import && operation.target == 0) {
      for_each_imported(id, [&](std::int64_t game, const record::Game& record) {
        report(visit, {GameChange::What::added, game, {}, &record});
      });
      if (operation.in_force) {
        return;
      }
    }
    for (const auto game : m_deleted->games(target.id)) {
      m_deleted->read(target.id, game, m_game);
      report(visit,
             {undoes == (target.kind == EditOperation::Kind::import) ? GameChange::What::deleted
                                                                     : GameChange::What::restored,
              game,
              {},
              &m_game});
    }
  }

  void commit() {
    if (m_transaction) {
      m_transaction->commit();
      m_transaction.reset();
    }
  }

private:
  [[nodiscard]] bool writes() const noexcept { return m_transaction.has_value(); }

  void begin(EditOperation::Kind kind, std::string_view what, std::int64_t target = 0) {
    m_done = {};
    if (writes()) {
      m_done.operation = m_journal->begin(kind, what, target);
    }
  }
  Done finish() {
    if (writes()) {
      m_games->flush();
      m_journal->set_games(m_done.operation, m_done.games);
      m_done.repeated = m_games->repeated();
    }
    if (m_done.games == 0 && m_done.operation != 0) {
      m_journal->drop(std::exchange(m_done.operation, 0));
    }
    return m_done;
  }
  void report(const Visit& visit, const GameChange& change) {
    ++m_done.games;
    m_done.values += change.headers.size();
    if (visit && !visit(change)) {
      throw make_error<Interrupted>("interrupted; nothing has been changed");
    }
  }

  const record::Game& require(std::int64_t id) {
    const auto* game = m_games->read(id);
    if (game == nullptr) {
      throw make_error<EditRefused>("{}: there is no game {}. xq search lists the numbers.",
                                    m_db.path(), id);
    }
    return *game;
  }
  void write(std::int64_t id, const record::Game& game, const HeaderState& state) {
    m_games->write(id, with_state(game, state));
  }

  /// An operation that can be taken back, or an undo or redo that can.
  EditOperation operation_to_undo(std::optional<std::int64_t> wanted) {
    const auto found = wanted      ? std::optional{existing(*wanted)}
                       : m_journal ? m_journal->last()
                                   : std::nullopt;
    if (!found) {
      throw make_error<EditRefused>("{}: there is nothing to take back", m_db.path());
    }
    const auto latest = m_journal->last_about(found->target == 0 ? found->id : found->target);
    if (found->target == 0 ? !found->in_force : found->id != latest) {
      throw make_error<EditRefused>(
          "{}: operation {} was taken back by operation {}. xq edit --undo "
          "{} does it again.",
          m_db.path(), found->id, latest, latest);
    }
    return *found;
  }
  EditOperation existing(std::int64_t id) {
    const auto found = m_journal ? m_journal->operation(id) : std::nullopt;
    if (!found) {
      throw make_error<EditRefused>("{}: there is no operation {}. xq edit --log lists them.",
                                    m_db.path(), id);
    }
    return *found;
  }
  /// What an undo or redo is about; another operation itself.
  EditOperation target_of(const EditOperation& operation) {
    if (operation.target == 0) {
      return operation;
    }
    const auto found = m_journal->operation(operation.target);
    if (!found || found->target != 0) {
      throw make_error<sqlite::DbError>(
          "{}: operation {} is about operation {}, which is not there. "
          "The journal of edits is damaged: restore the file from a "
          "copy, or drop the journal by xq compact --forget.",
          m_db.path(), operation.id, operation.target);
    }
    return *found;
  }
  /// The changes of an operation; valid until the next call.
  std::span<const HeaderChange> changes_of(std::int64_t edit, std::int64_t game, bool undoes) {
    m_changes = m_journal->changes(edit, game);
    if (undoes) {
      std::transform(m_changes.begin(), m_changes.end(), m_changes.begin(), reversed);
    }
    return m_changes;
  }

  void toggle_headers(std::int64_t target, bool undoes, const Visit& visit) {
    for (const auto id : m_journal->games(target)) {
      const auto& game = require_editable(id);
      // Within a transaction that writes, the operation is toggled already.
      auto history = m_journal->history(id);
      if (history && writes()) {
        history->toggle(target);
      }
      if (!history || history->base_edit > target || history->present() != state_of(game)) {
        throw make_error<EditRefused>(
            "{}: game {} was changed by something else than xq edit after operation {}, by an "
            "import that knew more of it or by SQL. Set its headers by hand: xq edit --log {} "
            "shows them.",
            m_db.path(), id, target, target);
      }
      refuse_later_changes(id, *history, target);
      const auto changes = changes_of(target, id, undoes);
      const auto after = history->present(target);
      refuse_other_values({id, target}, changes, history->present(), after);
      if (writes()) {
        write(id, game, after);
      }
      report(visit, {GameChange::What::headers, id, changes});
    }
  }
  const record::Game& require_editable(std::int64_t id) {
    if (const auto by = m_deleted->deleted_by(id); by != 0) {
      throw make_error<EditRefused>(
          "{}: operation {} deleted game {}. Take that back first: xq edit "
          "--undo {}.",
          m_db.path(), by, id, by);
    }
    return require(id);
  }
  void refuse_later_changes(std::int64_t id, const GameHistory& history, std::int64_t target) {
    for (const auto& step : history.steps) {
      if (step.edit <= target || !step.in_force) {
        continue;
      }
      for (const auto& change : history.step(target)->changes) {
        const auto same = [&](const HeaderChange& c) {
          return is_same_header(c.name, change.name);
        };
        if (std::any_of(step.changes.begin(), step.changes.end(), same)) {
          throw make_error<EditRefused>(
              "{}: operation {} changed {} of game {} later. Take that back "
              "first: xq edit --undo {}.",
              m_db.path(), step.edit, change.name, id, step.edit);
        }
      }
    }
  }

  struct Place {
    std::int64_t game = 0, operation = 0;
  };
  /// An operation is for the values that it found; operations in front of it may have been taken
  /// back since, and others made in their place.
  void refuse_other_values(Place place, std::span<const HeaderChange> changes,
                           const HeaderState& before, const HeaderState& after) {
    for (const auto& change : changes) {
      if (value_of(before, change.name) != change.was ||
          value_of(after, change.name) != change.became) {
        throw make_error<EditRefused>(
            "{}: {} of game {} is not what operation {} was made for. Take back first what changed "
            "it, or set it by hand: xq edit --log {} shows what it was.",
            m_db.path(), change.name, place.game, place.operation, place.operation);
      }
    }
  }

  void restore_games(std::int64_t target, const Visit& visit) {
    for (const auto id : m_deleted->games(target)) {
      if (m_games->read(id) != nullptr) { // by SQL: no import gives its number away
        throw make_error<EditRefused>("{}: another game has number {} now", m_db.path(), id);
      }
      m_deleted->read(target, id, m_game);
      if (writes()) {
        m_deleted->restore_game(target, id);
        m_games->count_if_repeated(id, m_deleted->record(target, id).packed);
      }
      report(visit, {GameChange::What::restored, id, {}, &m_game});
    }
  }
  /// Call f(number, game) for the games of an import that are there.
  template <typename F>
  void for_each_imported(std::int64_t target, F f) {
    for (const auto& [first, last] : m_journal->imported(target)) {
      std::vector<std::int64_t> there;
      {
        sqlite::Statement query{m_db, "SELECT id FROM game WHERE id BETWEEN ? AND ? ORDER BY id"};
        auto row = query.use();
        for (row(first)(last); row.next();) {
          there.push_back(row.integer(0));
        }
      }
      for (const auto id : there) {
        f(id, require(id));
      }
    }
  }
  void remove_imported(std::int64_t target, const Visit& visit) {
    for_each_imported(target, [&](std::int64_t id, const record::Game& game) {
      report(visit, {GameChange::What::deleted, id, {}, &game});
      if (writes()) {
        m_deleted->remove(target, id, game.source, m_games->packed(game));
      }
    });
    if (writes()) {
      m_deleted->remove_unused_sources();
    }
  }
  void remove_again(std::int64_t target, const Visit& visit) {
    for (const auto id : m_deleted->games(target)) {
      const auto& game = require(id);
      if (m_games->packed(game) != m_deleted->record(target, id).packed) {
        throw make_error<EditRefused>(
            "{}: game {} is not what operation {} deleted: it was changed "
            "since. Delete it by its number: xq edit --delete --game {}.",
            m_db.path(), id, target, id);
      }
      report(visit, {GameChange::What::deleted, id, {}, &game});
      if (writes()) {
        m_deleted->remove_again(target, id);
      }
    }
    if (writes()) {
      m_deleted->remove_unused_sources();
    }
  }

  sqlite::Database m_db;
  std::optional<sqlite::Transaction> m_transaction; ///< none: a preview
  std::optional<EditedGames> m_games;
  std::optional<EditJournal> m_journal; ///< an old file that is only read has none
  std::optional<DeletedGames> m_deleted;
  Done m_done;
  std::vector<HeaderChange> m_changes;
  record::Game m_game;
};

GameEditor::GameEditor(const std::string& path, Mode mode, int busy_milliseconds)
    : m_work{std::make_unique<Work>(path, mode, busy_milliseconds)} {}
GameEditor::~GameEditor() = default;

GameEditor::Done GameEditor::edit(std::span<const std::int64_t> games, const HeaderEdits& edits,
                                  std::string_view what, const Visit& visit) {
  return m_work->edit(games, edits, what, visit);
}
GameEditor::Done GameEditor::remove(std::span<const std::int64_t> games, std::string_view what,
                                    const Visit& visit) {
  return m_work->remove(games, what, visit);
}
GameEditor::Done GameEditor::undo(std::optional<std::int64_t> operation, const Visit& visit) {
  return m_work->undo(operation, visit);
}
std::vector<EditOperation> GameEditor::operations() { return m_work->operations(); }
void GameEditor::show(std::int64_t operation, const Visit& visit) {
  m_work->show(operation, visit);
}
void GameEditor::commit() { m_work->commit(); }

} // namespace xq::store
