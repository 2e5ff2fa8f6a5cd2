#include "store/import/game_writer.hpp"

#include "store/import/header_facts.hpp"
#include "store/rows/game_columns.hpp"

#include <algorithm>
#include <limits>

namespace xq::store {

namespace {

/// A sequence of moves that many games share is short; of more games than these none is compared to
/// find the record that says more.
constexpr std::size_t compared_games = 4;
/// Rows are streamed in portions that stay in the cache.
constexpr std::size_t most_waiting = 1024;
/// Rows of table line go to all of its pages: the more are written at a time, the fewer pages are
/// written twice. About 60 bytes each.
constexpr std::size_t waiting_sequences = std::size_t{1} << 18U;

/// What a record that says more changes in the row of a game: not the moves.
constexpr std::array updated_columns{
    GameColumn::source, GameColumn::layout,    GameColumn::event,    GameColumn::site,
    GameColumn::red,    GameColumn::black,     GameColumn::red_team, GameColumn::black_team,
    GameColumn::date,   GameColumn::date_text, GameColumn::round,    GameColumn::ecco,
    GameColumn::result, GameColumn::notes};

std::string update_sql() {
  std::string assignments;
  for (const auto column : updated_columns) {
    assignments += fmt::format("{}{} = ?", assignments.empty() ? "" : ", ",
                               game_column_names[static_cast<std::size_t>(place_of(column))]);
  }
  return fmt::format("UPDATE game SET {} WHERE id = ?", assignments);
}

/// Zero and empty stand for NULL.
sqlite::Value number_or_null(std::int64_t number) {
  sqlite::Value value;
  if (number != 0) {
    value.set(number);
  }
  return value;
}
sqlite::Value text_or_null(std::string_view text) {
  sqlite::Value value;
  if (!text.empty()) {
    value.set(text);
  }
  return value;
}

void bind(sqlite::Statement::Use& use, const sqlite::Value& value) {
  switch (value.kind()) {
  case sqlite::Value::Kind::null:
    use(nullptr);
    break;
  case sqlite::Value::Kind::integer:
    use(value.integer());
    break;
  case sqlite::Value::Kind::real:
    use(value.real());
    break;
  case sqlite::Value::Kind::text:
    use(value.bytes());
    break;
  case sqlite::Value::Kind::blob:
    use(sqlite::Blob{value.bytes()});
    break;
  }
}

} // namespace

GameWriter::GameWriter(sqlite::Database& db)
    : m_db{db},
      m_layouts{db},
      m_names{db},
      m_sequences{db},
      m_stored{db, m_layouts, m_names},
      m_insert{db, fmt::format("game ({})", fmt::join(game_column_names, ", ")),
               game_column_names.size()},
      m_update{db, update_sql()},
      m_insert_tag{db, "INSERT INTO tag (game, place, value) VALUES (?, ?, ?)"},
      m_delete_tags{db, "DELETE FROM tag WHERE game = ?"},
      m_insert_source{db, "INSERT OR IGNORE INTO also_in (game, source) VALUES (?, ?)"},
      m_delete_source{db, "DELETE FROM also_in WHERE game = ? AND source = ?"} {}

void GameWriter::begin() {
  m_stored.reset();
  const auto version = m_db.query_integer("PRAGMA data_version");
  if (version == m_version) {
    return;
  }
  m_version = version;
  m_layouts.load();
  m_sequences.load();
  m_names.for_each([](NameTable& table) { table.load(); });
  m_last = std::max<std::int64_t>(m_db.query_integer("SELECT max(id) FROM game"), 0);
  m_before = m_before < 0 ? m_last : m_before;
  m_in_order = true;
  // The next games get ids that deleted games had: remove what belonged to these.
  for (const auto* table : {"tag", "also_in", "line", "annotation_move", "annotation"}) {
    m_db.execute(fmt::format("DELETE FROM {} WHERE game > {}", table, m_last));
  }
}

GameWriter::Added GameWriter::add(const IncomingGame& game) {
  unpack(game.packed, m_fields);
  if (const auto next = m_stored.next(); m_in_order && is_stored(next, game)) {
    remember_source(next, game.source);
    return found(next);
  }
  m_in_order = true;
  const SequenceKey key = key_of(game.hashes);
  m_candidates.clear();
  m_sequences.find(key, m_candidates);
  std::sort(m_candidates.begin(), m_candidates.end());
  for (const auto id : m_candidates) {
    if (is_stored(id, game)) {
      remember_source(id, game.source);
      return found(id);
    }
    if (absorb(id, game)) { // as when this record was imported before
      return found(id);
    }
  }
  m_candidates.clear();
  m_sequences.find_sequence(key.sequence, compared_games, m_candidates);
  std::sort(m_candidates.begin(), m_candidates.end());
  for (const auto id : m_candidates) {
    if (absorb(id, game)) {
      m_sequences.add(key, id);
      return found(id);
    }
  }
  m_in_order = false;
  append(game, key);
  return Added::game;
}

/// Null for a game that has its row.
const GameWriter::Waiting* GameWriter::waiting(std::int64_t id) const noexcept {
  const auto written = m_last - static_cast<std::int64_t>(m_waiting.size());
  return id > written && id <= m_last ? &m_waiting[static_cast<std::size_t>(id - written - 1)]
                                      : nullptr;
}

// Ids in table line are data that may be wrong: the rows may be changed, or gone.

bool GameWriter::is_stored(std::int64_t id, const IncomingGame& game) {
  if (const auto* w = waiting(id)) {
    return packed(*w) == game.packed;
  }
  return is_used(id) && m_stored.is_stored(id, m_fields);
}

bool GameWriter::may_be_one(std::int64_t id) {
  if (const auto* w = waiting(id)) {
    unpack(packed(*w), m_stored_fields);
    return m_stored_fields.moves == m_fields.moves &&
           m_stored_fields.start_fen == m_fields.start_fen &&
           m_names.may_be_one(w->numbers.names, m_fields.names);
  }
  return is_used(id) && m_stored.may_be_one(id, m_fields);
}

/// If one of two records with the same moves says all that the other does, keep the richer one.
bool GameWriter::absorb(std::int64_t id, const IncomingGame& game) {
  if (!may_be_one(id)) {
    return false;
  }
  if (waiting(id) != nullptr) {
    write_rows();
  }
  unpack(m_stored.packed(id), m_stored_fields);
  if (!restore(m_stored_fields, m_stored_game, m_scratch) ||
      !restore(m_fields, m_game, m_scratch)) {
    return false;
  }
  if (says_all_of(m_stored_game, m_game)) {
    remember_source(id, game.source);
    return true;
  }
  if (says_all_of(m_game, m_stored_game)) {
    replace(id, game);
    return true;
  }
  return false;
}

void GameWriter::remember_source(std::int64_t id, std::string_view name) {
  const auto source = m_names.source.id_of(name);
  const auto* w = waiting(id);
  if (source != (w != nullptr ? w->numbers.source : m_stored.source(id))) {
    m_insert_source.use()(id)(source).exec();
  }
}

void GameWriter::replace(std::int64_t id, const IncomingGame& game) {
  const auto old_source = m_stored.source(id);
  const Numbers numbers = numbers_of(game);
  write_names(); // the row may be read again before write_rows()
  about_to_change_rows();
  {
    auto use = m_update.use();
    for (const auto column : updated_columns) {
      bind(use, value_of(column, m_fields, numbers, game.opening));
    }
    use(id).exec();
  }
  if (!m_stored_fields.own_tags.empty()) {
    m_delete_tags.use()(id).exec();
  }
  insert_tags(id, m_fields);
  if (numbers.source != old_source) {
    m_insert_source.use()(id)(old_source).exec();
    m_delete_source.use()(id)(numbers.source).exec();
  }
}

void GameWriter::append(const IncomingGame& game, const SequenceKey& key) {
  if (m_last == std::numeric_limits<std::int64_t>::max()) {
    throw make_error<sqlite::DbError>(
        "{}: the id {} of a game is the largest that there can be. Give that "
        "game another id, or import into a new database.",
        m_db.path(), m_last);
  }
  const auto begin = m_bytes.size();
  m_bytes += game.packed;
  m_waiting.push_back({begin, m_bytes.size(), numbers_of(game), game.opening});
  m_sequences.add(key, ++m_last);
  if (m_waiting.size() == most_waiting) {
    write_rows();
    if (m_sequences.waiting() >= waiting_sequences) {
      m_sequences.flush();
    }
  }
}

GameWriter::Numbers GameWriter::numbers_of(const IncomingGame& game) {
  Numbers numbers;
  numbers.source = m_names.source.id_of(game.source);
  numbers.layout = m_layouts.id_of(m_fields.layout);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!m_fields.names[i].empty()) {
      numbers.names[i] = m_names.of(static_cast<NameField>(i)).id_of(m_fields.names[i]);
    }
  }
  return numbers;
}

/// A column of the row of a game; nothing for its id.
sqlite::Value GameWriter::value_of(GameColumn column, const GameFields& fields,
                                   const Numbers& numbers, std::string_view opening) {
  sqlite::Value value;
  switch (column) {
  case GameColumn::id:
    break;
  case GameColumn::source:
    value.set(numbers.source);
    break;
  case GameColumn::layout:
    value.set(numbers.layout);
    break;
  case GameColumn::event:
  case GameColumn::site:
  case GameColumn::red:
  case GameColumn::black:
  case GameColumn::red_team:
  case GameColumn::black_team:
    return number_or_null(
        numbers.names[static_cast<std::size_t>(place_of(column) - place_of(GameColumn::event))]);
  case GameColumn::date:
    return number_or_null(fields.date);
  case GameColumn::date_text:
    return text_or_null(fields.date_text);
  case GameColumn::round:
    return text_or_null(fields.round);
  case GameColumn::ecco:
    return text_or_null(opening.empty() ? fields.ecco : opening);
  case GameColumn::result:
    value.set(static_cast<int>(fields.result));
    break;
  case GameColumn::plies:
    value.set(fields.moves.size() / 2);
    break;
  case GameColumn::start_fen:
    return text_or_null(fields.start_fen);
  case GameColumn::moves:
    value.set(sqlite::Blob{fields.moves});
    break;
  case GameColumn::notes:
    if (!fields.notes.empty()) {
      value.set(sqlite::Blob{fields.notes});
    }
    break;
  }
  return value;
}

void GameWriter::insert_tags(std::int64_t id, const GameFields& fields) {
  for (const auto& tag : fields.own_tags) {
    m_insert_tag.use()(id)(tag.place)(tag.value).exec();
  }
}

void GameWriter::about_to_change_rows() {
  if (!m_changed) { // from now on pages of indexes are changed many times
    m_changed = true;
    m_db.execute("PRAGMA cache_size = -16384"); // 16 MB
  }
  m_stored.reset();
}

void GameWriter::write_names() {
  m_names.for_each([](NameTable& table) { table.flush(); });
}

/// Of the games that wait, and of new names.
void GameWriter::write_rows() {
  write_names();
  if (m_waiting.empty()) {
    return;
  }
  about_to_change_rows();
  const auto first = m_last + 1 - static_cast<std::int64_t>(m_waiting.size());
  const auto fields_of = [this](const Waiting& game) -> const GameFields& {
    unpack(packed(game), m_row_fields);
    return m_row_fields;
  };
  std::size_t next = 0;
  bool has_tags = false;
  m_insert.run([&](std::span<sqlite::Value> row) {
    if (next == m_waiting.size()) {
      return false;
    }
    const Waiting& game = m_waiting[next];
    const GameFields& fields = fields_of(game);
    row[0].set(first + static_cast<std::int64_t>(next));
    for (std::size_t i = 1; i < row.size(); ++i) {
      row[i] = value_of(static_cast<GameColumn>(i), fields, game.numbers, game.opening);
    }
    has_tags = has_tags || !fields.own_tags.empty();
    ++next;
    return true;
  });
  for (std::size_t i = 0; has_tags && i < m_waiting.size(); ++i) {
    insert_tags(first + static_cast<std::int64_t>(i), fields_of(m_waiting[i]));
  }
  m_waiting.clear();
  m_bytes.clear();
}

void GameWriter::flush() {
  write_rows();
  m_sequences.flush();
}

} // namespace xq::store
