#include "store/import/game_writer.hpp"

#include "base/text/compose.hpp"
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

} // namespace

GameWriter::GameWriter(sqlite::Database& db, bool keep_copies)
    : m_db{db},
      m_layouts{db},
      m_names{db},
      m_sequences{db},
      m_stored{db, m_layouts, m_names},
      m_insert{db, fmt::format("game ({})", join(game_column_names, ", ")),
               game_column_names.size()},
      m_rows{db, m_layouts, m_names},
      m_journal{db},
      m_insert_source{db, "INSERT OR IGNORE INTO also_in (game, source) VALUES (?, ?)"},
      m_delete_source{db, "DELETE FROM also_in WHERE game = ? AND source = ?"},
      m_keep_copies{keep_copies} {}

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
  m_in_order = true;
  // The next games get ids that deleted games had: remove what belonged to these.
  for (const auto* table : {"tag", "also_in", "line", "annotation_move", "annotation"}) {
    m_db.execute(fmt::format("DELETE FROM {} WHERE game > {}", table, m_last));
  }
  // ... unless these can come back.
  m_last = std::max(m_last, m_journal.last_game());
  m_before = m_before < 0 ? m_last : m_before;
  m_edited = m_journal.has_edits();
}

GameWriter::Added GameWriter::add(const IncomingGame& game) {
  unpack(game.packed, m_fields);
  if (m_keep_copies) {
    append(game, key_of(game.hashes));
    m_added = m_last;
    return Added::game;
  }
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
  }
  for (const auto id : m_candidates) {
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
  m_added = m_last;
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

/// The states of a game before it was corrected.
std::vector<HeaderState> GameWriter::former_states(std::int64_t id) {
  return m_edited && is_used(id) && waiting(id) == nullptr ? m_journal.former(id)
                                                           : std::vector<HeaderState>{};
}

/// Make m_stored_game and m_game from the row and m_fields; false unless they have the same moves.
bool GameWriter::load_both(std::int64_t id) {
  if (waiting(id) != nullptr) {
    write_rows();
  }
  const auto& packed = m_stored.packed(id);
  if (packed.empty()) {
    return false;
  }
  unpack(packed, m_stored_fields);
  return m_stored_fields.moves == m_fields.moves &&
         m_stored_fields.start_fen == m_fields.start_fen &&
         restore(m_stored_fields, m_stored_game, m_scratch) && restore(m_fields, m_game, m_scratch);
}

/// If one of two records with the same moves says all that the other does, keep the richer one. A
/// record that says nothing but what the game said before somebody corrected it is known; one that
/// says some of what corrections took away does not take the game's place.
bool GameWriter::absorb(std::int64_t id, const IncomingGame& game) {
  const bool one = may_be_one(id);
  const auto former = former_states(id);
  if ((!one && former.empty()) || !load_both(id)) {
    return false;
  }
  const auto in_former = [&](auto&& holds) {
    return std::any_of(former.begin(), former.end(), [&](const HeaderState& state) {
      return holds(with_state(m_stored_game, state));
    });
  };
  if ((one && says_all_of(m_stored_game, m_game)) ||
      in_former([&](const record::Game& was) { return says_all_of(was, m_game); })) {
    remember_source(id, game.source);
    return true;
  }
  if (!one || !says_all_of(m_game, m_stored_game) || in_former([&](const record::Game& was) {
        return says_what_is_gone(m_game, was, m_stored_game);
      })) {
    return false;
  }
  replace(id, game);
  return true;
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
  const RowNumbers numbers = m_rows.numbers_of(m_fields, game.source);
  write_names(); // the row may be read again before write_rows()
  about_to_change_rows();
  m_rows.update(id, m_fields, numbers, game.opening, !m_stored_fields.own_tags.empty());
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
  m_waiting.push_back(
      {begin, m_bytes.size(), m_rows.numbers_of(m_fields, game.source), game.opening});
  m_sequences.add(key, ++m_last);
  if (m_waiting.size() == most_waiting) {
    write_rows();
    if (m_sequences.waiting() >= waiting_sequences) {
      m_sequences.flush();
    }
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

/// Writes the games that wait, and new names.
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
      row[i] = RowWriter::value_of(static_cast<GameColumn>(i), fields, game.numbers, game.opening);
    }
    has_tags = has_tags || !fields.own_tags.empty();
    ++next;
    return true;
  });
  for (std::size_t i = 0; has_tags && i < m_waiting.size(); ++i) {
    m_rows.insert_tags(first + static_cast<std::int64_t>(i), fields_of(m_waiting[i]));
  }
  m_waiting.clear();
  m_bytes.clear();
}

void GameWriter::flush() {
  write_rows();
  m_sequences.flush();
}

} // namespace xq::store
