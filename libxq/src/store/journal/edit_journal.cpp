#include "store/journal/edit_journal.hpp"

#include "base/text/text.hpp"
#include "store/rows/game_fields.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace xq::store {

namespace {

/// The texts of column edit.kind; the last one stands for an edit with rows in table edit_import.
constexpr std::array<std::string_view, 5> kinds{"edit", "delete", "undo", "redo", "import"};

EditJournal::Kind kind_of(const sqlite::Database& db, std::string_view text) {
  const auto* const at = std::find(kinds.begin(), kinds.end(), text);
  if (at == kinds.end()) {
    throw make_error<sqlite::DbError>("{}: the journal of edits has an operation '{}'. It is "
                                      "damaged: restore the file from a copy, or drop the journal "
                                      "by xq compact --forget.",
                                      db.path(), excerpt(text));
  }
  return static_cast<EditJournal::Kind>(at - kinds.begin());
}

std::optional<std::string> text_or_nothing(const sqlite::Statement::Use& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional{std::string{row.text(column)}};
}

void bind(sqlite::Statement::Use& use, const std::optional<std::string>& text) {
  if (text) {
    use(std::string_view{*text});
  } else {
    use(nullptr);
  }
}

HeaderChange change_of(const sqlite::Statement::Use& row, int first) {
  return {std::string{row.text(first)}, text_or_nothing(row, first + 1),
          text_or_nothing(row, first + 2)};
}

void apply_all(const std::vector<HeaderChange>& changes, HeaderState& state) {
  for (const auto& change : changes) {
    apply(change, state);
  }
}

} // namespace

// ---- GameHistory -------------------------------------------------------------------------------

const GameHistory::Step* GameHistory::step(std::int64_t edit) const {
  const auto at =
      std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return s.edit == edit; });
  return at == steps.end() ? nullptr : &*at;
}

void GameHistory::toggle(std::int64_t edit) {
  for (auto& step : steps) {
    step.in_force = step.in_force != (step.edit == edit);
  }
}

HeaderState GameHistory::present(std::int64_t toggled) const {
  HeaderState state = base;
  for (const auto& step : steps) {
    if (step.in_force != (step.edit == toggled)) {
      apply_all(step.changes, state);
    }
  }
  return state;
}

std::vector<HeaderState> GameHistory::former() const {
  std::vector<HeaderState> states;
  HeaderState state = base;
  for (const auto& step : steps) {
    if (step.in_force) {
      states.push_back(state);
      apply_all(step.changes, state);
    }
  }
  return states;
}

// ---- EditJournal -------------------------------------------------------------------------------

EditJournal::EditJournal(sqlite::Database& db)
    : m_db{db},
      m_add_base{db, "INSERT INTO edit_base (game, edit, record) VALUES (?, ?, ?)"},
      m_add_change{db, "INSERT INTO edit_value (edit, game, number, name, was, became) "
                       "VALUES (?, ?, ?, ?, ?, ?)"},
      m_bases{db, "SELECT edit, record FROM edit_base WHERE game = ? ORDER BY edit"},
      m_steps{db, "SELECT v.edit, e.in_force, v.name, v.was, v.became "
                  "FROM edit_value AS v JOIN edit AS e ON e.id = v.edit "
                  "WHERE v.game = ? AND v.edit >= ? ORDER BY v.edit, v.number"},
      m_changes{db, "SELECT name, was, became FROM edit_value WHERE edit = ? AND game = ? "
                    "ORDER BY number"} {}

bool EditJournal::is_in(sqlite::Database& db) { return db.has_table("edit"); }

std::string_view EditJournal::name(Kind kind) noexcept {
  return kinds[static_cast<std::size_t>(kind)];
}

std::int64_t EditJournal::begin(Kind kind, std::string_view what, std::int64_t target) {
  sqlite::Statement insert{
      m_db, "INSERT INTO edit (time, what, kind, target, in_force, games) "
            "VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, nullif(?, 0), 1, 0)"};
  insert.use()(what)(name(kind == Kind::import ? Kind::edit : kind))(target).exec();
  const auto id = m_db.last_insert_id();
  sqlite::Statement toggle{m_db, "UPDATE edit SET in_force = ? WHERE id = ?"};
  toggle.use()(kind == Kind::redo ? 1 : 0)(target).exec();
  return id;
}

void EditJournal::set_games(std::int64_t edit, std::uint64_t games) {
  sqlite::Statement update{m_db, "UPDATE edit SET games = ? WHERE id = ?"};
  update.use()(games)(edit).exec();
}

void EditJournal::add_import(std::int64_t edit, const Added& games) {
  sqlite::Statement insert{m_db, "INSERT INTO edit_import (edit, first, last) VALUES (?, ?, ?)"};
  insert.use()(edit)(games.first)(games.last).exec();
}

std::vector<EditJournal::Added> EditJournal::imported(std::int64_t edit) {
  std::vector<Added> found;
  if (m_db.has_table("edit_import")) { // an older file that is only read has none
    sqlite::Statement query{m_db,
                            "SELECT first, last FROM edit_import WHERE edit = ? ORDER BY first"};
    auto row = query.use();
    for (row(edit); row.next();) {
      found.push_back({row.integer(0), row.integer(1)});
    }
  }
  return found;
}

void EditJournal::drop(std::int64_t edit) {
  sqlite::Statement statement{m_db, "DELETE FROM edit WHERE id = ?"};
  statement.use()(edit).exec();
}

void EditJournal::add_base(std::int64_t edit, std::int64_t game, std::string_view record) {
  m_add_base.use()(game)(edit)(sqlite::Blob{record}).exec();
}

void EditJournal::add_changes(std::int64_t edit, std::int64_t game,
                              std::span<const HeaderChange> changes) {
  std::int64_t number = 0;
  for (const auto& change : changes) {
    auto use = m_add_change.use();
    use(edit)(game)(++number)(std::string_view{change.name});
    bind(use, change.was);
    bind(use, change.became);
    use.exec();
  }
}

std::vector<EditJournal::Operation> EditJournal::select(std::string_view condition,
                                                        std::int64_t value) {
  sqlite::Statement query{
      m_db, fmt::format("SELECT id, time, what, kind, coalesce(target, 0), in_force, games, "
                        "(SELECT count(*) FROM edit_value WHERE edit = coalesce(e.target, e.id)) "
                        "FROM edit AS e WHERE {} ORDER BY id",
                        condition)};
  std::vector<Operation> found;
  {
    auto row = query.use();
    for (row(value); row.next();) {
      found.push_back({row.integer(0), std::string{row.text(1)}, std::string{row.text(2)},
                       kind_of(m_db, row.text(3)), row.integer(4), row.integer(5) != 0,
                       row.integer(6), row.integer(7)});
    }
  }
  for (Operation& operation : found) {
    if (operation.kind == Kind::edit && !imported(operation.id).empty()) {
      operation.kind = Kind::import;
    }
  }
  return found;
}

std::vector<EditJournal::Operation> EditJournal::operations() { return select("id > ?", 0); }

std::optional<EditJournal::Operation> EditJournal::operation(std::int64_t id) {
  auto found = select("id = ?", id);
  return found.empty() ? std::nullopt : std::optional{std::move(found.front())};
}

std::optional<EditJournal::Operation> EditJournal::last() {
  return operation(
      m_db.query_integer("SELECT max(id) FROM edit WHERE target IS NULL AND in_force = 1"));
}

std::int64_t EditJournal::last_about(std::int64_t target) {
  sqlite::Statement query{m_db, "SELECT max(id) FROM edit WHERE id = ?1 OR target = ?1"};
  auto row = query.use();
  return row(target).next() ? row.integer(0) : 0;
}

std::vector<std::int64_t> EditJournal::games(std::int64_t edit) {
  sqlite::Statement query{m_db,
                          "SELECT DISTINCT game FROM edit_value WHERE edit = ? ORDER BY game"};
  std::vector<std::int64_t> found;
  auto row = query.use();
  for (row(edit); row.next();) {
    found.push_back(row.integer(0));
  }
  return found;
}

std::vector<HeaderChange> EditJournal::changes(std::int64_t edit, std::int64_t game) {
  std::vector<HeaderChange> found;
  auto row = m_changes.use();
  for (row(edit)(game); row.next();) {
    found.push_back(change_of(row, 0));
  }
  return found;
}

bool EditJournal::has_edits() {
  return m_db.query_integer("SELECT EXISTS (SELECT 1 FROM edit_base)") != 0;
}

std::int64_t EditJournal::last_game() {
  return m_db.query_integer("SELECT max(coalesce((SELECT max(game) FROM edit_base), 0), "
                            "coalesce((SELECT max(game) FROM deleted_game), 0))");
}

HeaderState EditJournal::base_of(std::int64_t game, std::string_view record) const {
  GameFields fields;
  record::Game restored;
  std::vector<Move> scratch;
  if (!read_packed(record, fields) || !restore(fields, restored, scratch)) {
    throw make_error<sqlite::DbError>(
        "{}: what game {} was before it was edited is damaged. Restore the file from a copy.",
        m_db.path(), game);
  }
  return state_of(restored);
}

/// One for each state that operations began with, in their order.
std::vector<GameHistory> EditJournal::histories(std::int64_t game) {
  std::vector<GameHistory> found;
  {
    auto row = m_bases.use();
    for (row(game); row.next();) {
      found.push_back({row.integer(0), base_of(game, row.blob(1)), {}});
    }
  }
  if (found.empty()) {
    return found;
  }
  auto history = found.begin();
  auto row = m_steps.use();
  for (row(game)(history->base_edit); row.next();) {
    const auto edit = row.integer(0);
    while (std::next(history) != found.end() && std::next(history)->base_edit <= edit) {
      ++history;
    }
    auto& steps = history->steps;
    if (steps.empty() || steps.back().edit != edit) {
      steps.push_back({edit, row.integer(1) != 0, {}});
    }
    steps.back().changes.push_back(change_of(row, 2));
  }
  return found;
}

std::optional<GameHistory> EditJournal::history(std::int64_t game) {
  auto found = histories(game);
  return found.empty() ? std::nullopt : std::optional{std::move(found.back())};
}

std::vector<HeaderState> EditJournal::former(std::int64_t game) {
  std::vector<HeaderState> states;
  for (const auto& history : histories(game)) {
    auto some = history.former();
    std::move(some.begin(), some.end(), std::back_inserter(states));
  }
  return states;
}

} // namespace xq::store
