#include <xq/base/hash.hpp>
#include <xq/record/header_value.hpp>
#include <xq/store/game_writer.hpp>
#include <xq/store/header_facts.hpp>

#include <algorithm>

namespace xq::store {

namespace {

/// Rows are streamed in portions that stay in the cache.
constexpr std::size_t pending_limit = 1024;
/// Rows of table line go all over its pages: the more at a time, the fewer pages are written twice.
/// About 100 bytes each.
constexpr std::size_t waiting_lines = std::size_t{1} << 18U;
/// A line that many games share is short; more of them are not compared for who says more.
constexpr std::size_t compared_games = 4;

enum Column : std::size_t {
  column_id,
  column_source,
  column_layout,
  column_names,
  column_date = column_names + name_field_count,
  column_date_text,
  column_round,
  column_ecco,
  column_result,
  column_plies,
  column_start_fen,
  column_moves,
  column_notes,
  column_count
};
constexpr std::string_view columns =
    "id, source, layout, event, site, red, black, red_team, black_team, date, date_text, round, "
    "ecco, result, plies, start_fen, moves, notes";

void set_text(Value& value, std::string_view text) {
  if (text.empty()) {
    value.set_null();
  } else {
    value.set(text);
  }
}

void bind(Statement::Use& use, const Value& value) {
  switch (value.kind()) {
  case Value::Kind::null:
    use(nullptr);
    break;
  case Value::Kind::integer:
    use(value.integer());
    break;
  case Value::Kind::real:
    use(value.real());
    break;
  case Value::Kind::text:
    use(value.bytes());
    break;
  case Value::Kind::blob:
    use(Blob{value.bytes()});
    break;
  }
}

} // namespace

GameWriter::GameWriter(Database& db)
    : m_db{db},
      m_layouts{db},
      m_rows{db, m_layouts},
      m_lines{db},
      m_events{db, "event"},
      m_sites{db, "site"},
      m_players{db, "player"},
      m_teams{db, "team"},
      m_sources{db, "source"},
      m_read{db, fmt::format("SELECT {}, g.source FROM game AS g {} WHERE g.id = ?",
                             GameRows::columns(), GameRows::joins())},
      m_compare{db, fmt::format("SELECT {} FROM game WHERE id = ?", columns)},
      m_update{db, "UPDATE game SET source = ?, layout = ?, event = ?, site = ?, red = ?, "
                   "black = ?, red_team = ?, black_team = ?, date = ?, date_text = ?, round = ?, "
                   "ecco = ?, result = ?, notes = ? WHERE id = ?"},
      m_insert_tag{db, "INSERT INTO tag (game, place, value) VALUES (?, ?, ?)"},
      m_delete_tags{db, "DELETE FROM tag WHERE game = ?"},
      m_insert_source{db, "INSERT OR IGNORE INTO also_in (game, source) VALUES (?, ?)"},
      m_delete_source{db, "DELETE FROM also_in WHERE game = ? AND source = ?"},
      m_insert{db, fmt::format("game ({})", columns), column_count} {}

void GameWriter::begin() {
  const auto version = m_db.query_integer("PRAGMA data_version");
  if (version == m_version) {
    return;
  }
  m_version = version;
  m_layouts.load();
  m_lines.load();
  for (auto* table : {&m_events, &m_sites, &m_players, &m_teams, &m_sources}) {
    table->load();
  }
  m_last = m_db.query_integer("SELECT max(id) FROM game");
}

LineTable::Key GameWriter::key_of(std::uint64_t line, std::uint64_t hash) noexcept {
  return {static_cast<std::int64_t>(line),
          static_cast<std::int32_t>(static_cast<std::uint32_t>(hash))};
}

NameTable& GameWriter::names_of(NameField field) noexcept {
  switch (field) {
  case NameField::event:
    return m_events;
  case NameField::site:
    return m_sites;
  case NameField::red:
  case NameField::black:
    return m_players;
  case NameField::red_team:
  case NameField::black_team:
    break;
  }
  return m_teams;
}

GameWriter::Pending* GameWriter::pending(std::int64_t id) noexcept {
  const auto first = m_last + 1 - static_cast<std::int64_t>(m_pending.size());
  return id < first ? nullptr : &m_pending[static_cast<std::size_t>(id - first)];
}

// ---- games that are there already --------------------------------------------------------------

bool GameWriter::add(const IncomingGame& game) {
  unpack(game.packed, m_fields);
  const auto key = key_of(game.line, game.hash);
  m_lines.find(key, m_candidates);
  for (const auto id : m_candidates) {
    if (is_stored(id, game)) {
      remember_source(id, m_sources.id_of(game.source));
      return false;
    }
    if (absorb(id, game)) { // as it was when this record came before
      return false;
    }
  }
  m_lines.find_line(key.line, compared_games, m_candidates);
  for (const auto id : m_candidates) {
    if (absorb(id, game)) {
      m_lines.add(key, id);
      return false;
    }
  }
  append(game);
  return true;
}

/// The record of the row is this one, to the last byte.
bool GameWriter::is_stored(std::int64_t id, const IncomingGame& game) {
  if (const auto* const p = pending(id)) {
    return packed(*p) == game.packed;
  }
  const GameFields& f = m_fields;
  auto row = m_compare.use();
  if (!row(id).next()) {
    return false; // somebody deleted it
  }
  const auto column = [](std::size_t c) { return static_cast<int>(c); };
  const auto layout = row.integer(column(column_layout));
  bool same = m_layouts.layout(layout) == f.layout && row.integer(column(column_date)) == f.date &&
              row.text(column(column_date_text)) == f.date_text &&
              row.text(column(column_round)) == f.round &&
              (!m_layouts.has_opening(layout) || row.text(column(column_ecco)) == f.ecco) &&
              row.integer(column(column_result)) == static_cast<std::int64_t>(f.result) &&
              row.text(column(column_start_fen)) == f.start_fen &&
              row.blob(column(column_moves)) == f.moves &&
              row.blob(column(column_notes)) == f.notes;
  for (std::size_t i = 0; same && i < name_field_count; ++i) {
    const auto name = f.names[i];
    const auto stored = row.integer(column(column_names + i)); // 0 for NULL
    same = name.empty() ? stored == 0 : names_of(static_cast<NameField>(i)).find(name) == stored;
  }
  if (!same || !m_layouts.has_own_tags(layout)) {
    return same;
  }
  return read_stored(id) &&
         std::equal(m_stored.own_tags.begin(), m_stored.own_tags.end(), f.own_tags.begin(),
                    f.own_tags.end(), [](const OwnTag& a, const OwnTag& b) {
                      return a.place == b.place && a.value == b.value;
                    });
}

/// Whether the row's columns leave room for both being records of one game. Cheap, and says no to
/// nearly all.
bool GameWriter::may_be_one(std::int64_t id, const GameFields& fields) {
  const auto fits = [&](std::size_t i, std::int64_t stored) {
    auto& names = names_of(static_cast<NameField>(i));
    return stored == 0 || !record::is_filled_in(fields.names[i]) ||
           names.find(fields.names[i]) == stored || names.find("?") == stored;
  };
  if (const auto* const p = pending(id)) {
    for (std::size_t i = 0; i < name_field_count; ++i) {
      if (!fits(i, p->names[i])) {
        return false;
      }
    }
    return true;
  }
  auto row = m_compare.use();
  if (!row(id).next()) {
    return false;
  }
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!fits(i, row.integer(static_cast<int>(column_names + i)))) {
      return false;
    }
  }
  const auto result = static_cast<record::Result>(row.integer(column_result));
  return result == fields.result || result == record::Result::unknown ||
         fields.result == record::Result::unknown;
}

/// Fill m_stored; false when the row is gone.
bool GameWriter::read_stored(std::int64_t id) {
  m_stored_bytes.clear();
  if (const auto* const p = pending(id)) {
    m_stored_bytes = packed(*p);
    m_stored_source = p->source;
  } else {
    auto row = m_read.use();
    if (!row(id).next()) {
      return false;
    }
    m_rows.read(row, m_stored);
    m_stored_source = row.integer(GameRows::column_count);
    pack(m_stored, m_stored_bytes);
  }
  unpack(m_stored_bytes, m_stored);
  return true;
}

/// Of two records with the same moves one may say all that the other does: the richer one stays.
bool GameWriter::absorb(std::int64_t id, const IncomingGame& game) {
  if (!may_be_one(id, m_fields) || !read_stored(id) || m_stored.start_fen != m_fields.start_fen ||
      !restore(m_stored, m_stored_game, m_scratch) || !restore(m_fields, m_game, m_scratch)) {
    return false;
  }
  if (says_all_of(m_stored_game, m_game)) {
    remember_source(id, m_sources.id_of(game.source));
    return true;
  }
  if (says_all_of(m_game, m_stored_game)) {
    replace(id, game);
    return true;
  }
  return false;
}

void GameWriter::remember_source(std::int64_t id, std::int64_t source) {
  std::int64_t first = 0;
  if (const auto* const p = pending(id)) {
    first = p->source;
  } else if (auto row = m_compare.use(); row(id).next()) {
    first = row.integer(column_source);
  }
  if (source != first) {
    m_insert_source.use()(id)(source).exec();
  }
}

/// The row gets the header and the notes of a record that says more.
void GameWriter::replace(std::int64_t id, const IncomingGame& game) {
  const auto old_source = m_stored_source;
  flush_games();
  m_bytes = game.packed;
  Pending p;
  p.end = m_bytes.size();
  p.source = m_sources.id_of(game.source);
  p.layout = m_layouts.id_of(m_fields.layout);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    p.names[i] = m_fields.names[i].empty()
                     ? 0
                     : names_of(static_cast<NameField>(i)).id_of(m_fields.names[i]);
  }
  p.opening = game.opening;
  std::array<Value, column_count> row;
  set_columns(row, p);
  auto use = m_update.use();
  for (std::size_t i = column_source; i < column_count; ++i) {
    if (i != column_plies && i != column_start_fen && i != column_moves) {
      bind(use, row[i]);
    }
  }
  use(id).exec();
  m_delete_tags.use()(id).exec();
  write_tags(id, m_fields);
  m_bytes.clear();
  if (p.source != old_source) {
    m_insert_source.use()(id)(old_source).exec();
    m_delete_source.use()(id)(p.source).exec();
  }
}

// ---- new games ---------------------------------------------------------------------------------

void GameWriter::append(const IncomingGame& game) {
  if (m_pending.size() == pending_limit) {
    flush_games();
  }
  Pending& p = m_pending.emplace_back();
  p.begin = m_bytes.size();
  m_bytes += game.packed;
  p.end = m_bytes.size();
  p.source = m_sources.id_of(game.source);
  p.layout = m_layouts.id_of(m_fields.layout);
  p.opening = game.opening;
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!m_fields.names[i].empty()) {
      p.names[i] = names_of(static_cast<NameField>(i)).id_of(m_fields.names[i]);
    }
  }
  m_lines.add(key_of(game.line, game.hash), ++m_last);
}

/// All columns but the number. The values point into m_bytes.
void GameWriter::set_columns(std::span<Value> row, const Pending& p) {
  unpack(packed(p), m_stored);
  const GameFields& f = m_stored;
  row[column_source].set(p.source);
  row[column_layout].set(p.layout);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (p.names[i] == 0) {
      row[column_names + i].set_null();
    } else {
      row[column_names + i].set(p.names[i]);
    }
  }
  if (f.date == 0) {
    row[column_date].set_null();
  } else {
    row[column_date].set(f.date);
  }
  set_text(row[column_date_text], f.date_text);
  set_text(row[column_round], f.round);
  set_text(row[column_ecco], p.opening.empty() ? f.ecco : p.opening);
  row[column_result].set(static_cast<int>(f.result));
  row[column_plies].set(f.moves.size() / 2);
  set_text(row[column_start_fen], f.start_fen);
  row[column_moves].set(Blob{f.moves});
  if (f.notes.empty()) {
    row[column_notes].set_null();
  } else {
    row[column_notes].set(Blob{f.notes});
  }
}

void GameWriter::write_tags(std::int64_t id, const GameFields& fields) {
  for (const auto& tag : fields.own_tags) {
    m_insert_tag.use()(id)(tag.place)(tag.value).exec();
  }
}

void GameWriter::write_games() {
  auto id = m_last - static_cast<std::int64_t>(m_pending.size());
  auto next = m_pending.begin();
  m_insert.run([&](std::span<Value> row) {
    if (next == m_pending.end()) {
      return false;
    }
    row[column_id].set(++id);
    set_columns(row, *next++);
    return true;
  });
}

void GameWriter::flush_games() {
  for (auto* table : {&m_events, &m_sites, &m_players, &m_teams, &m_sources}) {
    table->flush();
  }
  write_games();
  auto id = m_last - static_cast<std::int64_t>(m_pending.size());
  for (const auto& p : m_pending) {
    ++id;
    if (m_layouts.has_own_tags(p.layout)) {
      unpack(packed(p), m_stored);
      write_tags(id, m_stored);
    }
  }
  m_pending.clear();
  m_bytes.clear();
}

void GameWriter::flush(Flush what) {
  flush_games();
  if (what == Flush::all || m_lines.waiting() >= waiting_lines) {
    m_lines.flush();
  }
}

} // namespace xq::store
