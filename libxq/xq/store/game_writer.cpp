#include <xq/record/header_value.hpp>
#include <xq/store/game_writer.hpp>

#include <algorithm>
#include <limits>

namespace xq::store {

namespace {

/// Rows are streamed in portions that stay in the cache.
constexpr std::size_t pending_limit = 1024;
/// Rows of table line go all over its pages: the more at a time, the fewer pages are written twice.
/// About 100 bytes each.
constexpr std::size_t waiting_lines = std::size_t{1} << 18U;
/// Rows of table also_in that wait: as long as they do, table rows can be read page by page.
constexpr std::size_t waiting_sources = std::size_t{1} << 16U;

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
/// The largest id has none behind it.
constexpr std::int64_t next_id(std::int64_t id) noexcept {
  return id == std::numeric_limits<std::int64_t>::max() ? id : id + 1;
}

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
      m_again_pages{db, "game"},
      m_other_pages{db, "game"},
      m_again_rows{db, fmt::format("SELECT {} FROM game WHERE id >= ? ORDER BY id", columns)},
      m_other_rows{db, fmt::format("SELECT {} FROM game WHERE id >= ? ORDER BY id", columns)},
      m_tags_from{db, "SELECT game, place, value FROM tag WHERE game >= ? ORDER BY game, place"},
      m_update{db, "UPDATE game SET source = ?, layout = ?, event = ?, site = ?, red = ?, "
                   "black = ?, red_team = ?, black_team = ?, date = ?, date_text = ?, round = ?, "
                   "ecco = ?, result = ?, notes = ? WHERE id = ?"},
      m_insert_tag{db, "INSERT INTO tag (game, place, value) VALUES (?, ?, ?)"},
      m_delete_tags{db, "DELETE FROM tag WHERE game = ?"},
      m_insert_source{db, "INSERT OR IGNORE INTO also_in (game, source) VALUES (?, ?)"},
      m_delete_source{db, "DELETE FROM also_in WHERE game = ? AND source = ?"},
      m_insert{db, fmt::format("game ({})", columns), column_count} {}

void GameWriter::begin() {
  m_again_rows.reset();
  m_other_rows.reset();
  m_tag_rows.reset();
  m_tag_game = 0;
  m_record_of = 0;
  m_again_pages.begin();
  m_other_pages.begin();
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
  m_last = std::max<std::int64_t>(m_db.query_integer("SELECT max(id) FROM game"), 0);
  m_again = 1;
  // The next games get ids that deleted games had: nothing that belonged to these may be theirs.
  for (const auto* table : {"tag", "also_in", "line", "annotation_move", "annotation"}) {
    m_db.execute(fmt::format("DELETE FROM {} WHERE game > {}", table, m_last));
  }
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
  const auto written = m_last - static_cast<std::int64_t>(m_pending.size());
  return id <= written ? nullptr : &m_pending[static_cast<std::size_t>(id - written - 1)];
}

// ---- games that are there already --------------------------------------------------------------

void GameWriter::find(const LineKey& key, std::vector<std::int64_t>& games) {
  m_lines.find(key, games);
  drop_unused_ids(games);
}

void GameWriter::find_line(std::int64_t line, std::size_t limit, std::vector<std::int64_t>& games) {
  m_lines.find_line(line, limit, games);
  drop_unused_ids(games);
}

/// Table line may have been changed by SQL.
void GameWriter::drop_unused_ids(std::vector<std::int64_t>& games) const {
  std::erase_if(games, [this](std::int64_t id) { return id < 1 || id > m_last; });
}

/// The row of a game as it is, until another is asked for; null when it is gone.
const GameRecord* GameWriter::row_of(std::int64_t id) {
  if (m_record_of == id && id != 0) {
    return &m_record;
  }
  m_record_of = 0;
  auto& pages = id == m_again ? m_again_pages : m_other_pages;
  if (const auto record = pages.find(id); record && read_record(*record, m_record)) {
    m_record_of = id;
    return &m_record;
  }
  const auto* const row =
      id == m_again || m_again_rows.is_at(id) ? m_again_rows.row(id) : m_other_rows.row(id);
  if (row == nullptr) {
    return nullptr;
  }
  const auto integer = [&](std::size_t c) { return row->integer(static_cast<int>(c)); };
  const auto text = [&](std::size_t c) { return row->text(static_cast<int>(c)); };
  const auto blob = [&](std::size_t c) { return row->blob(static_cast<int>(c)); };
  m_record.source = integer(column_source);
  m_record.layout = integer(column_layout);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    m_record.names[i] = integer(column_names + i); // 0 for NULL
  }
  m_record.date = integer(column_date);
  m_record.date_text = text(column_date_text);
  m_record.round = text(column_round);
  m_record.ecco = text(column_ecco);
  m_record.result = integer(column_result);
  m_record.plies = integer(column_plies);
  m_record.start_fen = text(column_start_fen);
  m_record.moves = blob(column_moves);
  m_record.notes = blob(column_notes);
  m_record_of = id;
  return &m_record;
}

bool GameWriter::is_stored(std::int64_t id, const IncomingGame& game) {
  const auto* const p = pending(id);
  if (p != nullptr ? packed(*p) != game.packed : !is_row(id)) {
    return false;
  }
  m_again = std::max(m_again, next_id(id));
  return true;
}

/// The row of a game says the same as fields().
bool GameWriter::is_row(std::int64_t id) {
  const GameFields& f = fields();
  const auto* const row = row_of(id);
  if (row == nullptr || row->moves != f.moves) { // nearly all that differ do so in the moves
    return false;
  }
  const auto& layout = m_layouts.layout(row->layout);
  if (!row->says(f, layout.has_opening) || layout.bytes != f.layout) {
    return false;
  }
  for (std::size_t i = 0; i < name_field_count; ++i) {
    const auto name = f.names[i];
    const auto stored = row->names[i];
    if (name.empty() ? stored != 0 : !names_of(static_cast<NameField>(i)).is(stored, name)) {
      return false;
    }
  }
  return !layout.has_own_tags || has_own_tags(id);
}

/// The rows of a game in table tag say the same as fields().
bool GameWriter::has_own_tags(std::int64_t id) {
  const auto step = [&] { m_tag_game = m_tag_rows->next() ? m_tag_rows->integer(0) : 0; };
  if (m_tag_game != id) { // games are asked for one after another, or not
    m_tag_rows.reset();
    m_tag_rows.emplace(m_tags_from);
    (*m_tag_rows)(id);
    step();
  }
  auto tag = fields().own_tags.begin();
  const auto end = fields().own_tags.end();
  bool same = true;
  for (; m_tag_game == id; step()) {
    same = same && tag != end && static_cast<std::int64_t>(tag->place) == m_tag_rows->integer(1) &&
           tag->value == m_tag_rows->text(2);
    tag += same ? 1 : 0;
  }
  return same && tag == end;
}

bool GameWriter::may_be_one(std::int64_t id) {
  const auto fits = [&](std::size_t i, std::int64_t stored) {
    auto& names = names_of(static_cast<NameField>(i));
    return stored == 0 || !record::is_filled_in(fields().names[i]) ||
           names.find(fields().names[i]) == stored || names.find("?") == stored;
  };
  if (const auto* const p = pending(id)) {
    for (std::size_t i = 0; i < name_field_count; ++i) {
      if (!fits(i, p->names[i])) {
        return false;
      }
    }
    return true;
  }
  const auto* const row = row_of(id);
  if (row == nullptr) {
    return false;
  }
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!fits(i, row->names[i])) {
      return false;
    }
  }
  const auto result = static_cast<record::Result>(row->result);
  return result == fields().result || result == record::Result::unknown ||
         fields().result == record::Result::unknown;
}

/// Fill m_row; false when the row is gone.
bool GameWriter::read_row(std::int64_t id) {
  auto row = m_read.use();
  if (!row(id).next()) {
    return false;
  }
  m_rows.read(row, m_row);
  m_row_bytes.clear();
  pack(m_row, m_row_bytes); // the row's own text goes with the statement
  unpack(m_row_bytes, m_row);
  return true;
}

bool GameWriter::read_stored(std::int64_t id, std::string& bytes) {
  if (const auto* const p = pending(id)) {
    bytes = packed(*p);
    return true;
  }
  if (!read_row(id)) {
    return false;
  }
  bytes = m_row_bytes;
  return true;
}

/// 0 when the row is gone.
std::int64_t GameWriter::first_source(std::int64_t id) {
  if (const auto* const p = pending(id)) {
    return p->source;
  }
  const auto* const row = row_of(id);
  return row == nullptr ? 0 : row->source;
}

void GameWriter::remember_source(std::int64_t id, std::string_view name) {
  const auto source = m_sources.id_of(name);
  if (source == first_source(id)) {
    return;
  }
  m_also_in.emplace_back(id, source);
  if (m_also_in.size() >= waiting_sources) {
    flush_sources();
  }
}

void GameWriter::flush_sources() {
  for (const auto& [game, source] : m_also_in) {
    m_insert_source.use()(game)(source).exec();
  }
  m_also_in.clear();
}

void GameWriter::replace(std::int64_t id, const IncomingGame& game) {
  const auto old_source = first_source(id);
  flush_games();
  flush_sources();
  about_to_change_rows();
  m_bytes = game.packed;
  Pending p = pending_of(game);
  p.end = m_bytes.size();
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
  write_tags(id, m_row);
  m_bytes.clear();
  if (p.source != old_source) {
    m_insert_source.use()(id)(old_source).exec();
    m_delete_source.use()(id)(p.source).exec();
  }
}

// ---- new games ---------------------------------------------------------------------------------

/// Of the game that comes; without its place in m_bytes.
GameWriter::Pending GameWriter::pending_of(const IncomingGame& game) {
  Pending p;
  p.source = m_sources.id_of(game.source);
  p.layout = m_layouts.id_of(fields().layout);
  p.opening = game.opening;
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!fields().names[i].empty()) {
      p.names[i] = names_of(static_cast<NameField>(i)).id_of(fields().names[i]);
    }
  }
  return p;
}

void GameWriter::append(const IncomingGame& game, const LineKey& key) {
  if (m_pending.size() == pending_limit) {
    flush_games();
  }
  if (next_id(m_last) == m_last) {
    throw make_error<DbError>("{}: the id {} of a game is the largest that there can be. Give that "
                              "game another id, or import into a new database.",
                              m_db.path(), m_last);
  }
  Pending p = pending_of(game);
  p.begin = m_bytes.size();
  m_bytes += game.packed;
  p.end = m_bytes.size();
  m_pending.push_back(p);
  m_lines.add(key, ++m_last);
}

/// All columns but the number. The values point into m_bytes.
void GameWriter::set_columns(std::span<Value> row, const Pending& p) {
  unpack(packed(p), m_row);
  const GameFields& f = m_row;
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

void GameWriter::about_to_change_rows() {
  if (!m_wrote) { // now pages of indexes are written to again and again
    m_wrote = true;
    m_db.execute("PRAGMA cache_size = -65536"); // 64 MB
  }
  m_again_rows.reset();
  m_other_rows.reset();
  m_tag_rows.reset();
  m_tag_game = 0;
  m_record_of = 0;
  m_again_pages.end();
  m_other_pages.end();
}

void GameWriter::flush_games() {
  if (!m_pending.empty()) {
    about_to_change_rows();
  }
  for (auto* table : {&m_events, &m_sites, &m_players, &m_teams, &m_sources}) {
    table->flush();
  }
  write_games();
  auto id = m_last - static_cast<std::int64_t>(m_pending.size());
  for (const auto& p : m_pending) {
    ++id;
    if (m_layouts.layout(p.layout).has_own_tags) {
      unpack(packed(p), m_row);
      write_tags(id, m_row);
    }
  }
  m_pending.clear();
  m_bytes.clear();
}

void GameWriter::flush(Flush what) {
  flush_games();
  flush_sources();
  if (what == Flush::all || m_lines.waiting() >= waiting_lines) {
    m_lines.flush();
  }
}

} // namespace xq::store
