#include "store/edit/edited_games.hpp"

namespace xq::store {

EditedGames::EditedGames(sqlite::Database& db)
    : m_layouts{db},
      m_names{db},
      m_source{db, m_layouts},
      m_stored{db, m_layouts, m_names},
      m_rows{db, m_layouts, m_names},
      m_select{db, GameSource::select("g.id = ?")},
      m_add_line{db, "INSERT OR IGNORE INTO line (hash, record, game) VALUES (?, ?, ?)"},
      m_same{db, "SELECT game FROM line WHERE hash = ? AND record = ? AND game <> ?"},
      m_delete{db, "DELETE FROM game WHERE id = ?"} {
  m_names.for_each([](NameTable& table) { table.load(); });
}

const record::Game* EditedGames::read(std::int64_t id) {
  auto row = m_select.use();
  if (!row(id).next()) {
    return nullptr;
  }
  const auto& game = m_source.game(row);
  GameFields bare = m_source.fields();
  bare.moves = {};
  bare.notes = {};
  m_base.clear();
  pack(bare, m_base);
  return &game;
}

const std::string& EditedGames::packed(const record::Game& game) {
  m_packed.clear();
  m_span = m_packer.pack(game, m_packed);
  return m_packed;
}

void EditedGames::write(std::int64_t id, const record::Game& game) {
  unpack(packed(game), m_fields);
  m_rows.update(id, m_fields, m_rows.numbers_of(m_fields, game.source), m_packer.opening(), true);
  const auto key = key_of(hashes_of(m_packed, 0, m_span));
  m_add_line.use()(key.sequence)(key.record)(id).exec();
  count_if_repeated(id, m_packed);
}

void EditedGames::replace(std::int64_t id, const record::Game& game) {
  m_delete.use()(id).exec(); // with all that belongs to it, by triggers
  unpack(packed(game), m_fields);
  m_rows.insert(id, m_fields, m_rows.numbers_of(m_fields, game.source), m_packer.opening());
  const auto key = key_of(hashes_of(m_packed, 0, m_span));
  m_add_line.use()(key.sequence)(key.record)(id).exec();
}

void EditedGames::count_if_repeated(std::int64_t id, std::string_view packed) {
  unpack(packed, m_fields);
  SequenceSpan span;
  {
    std::string again; // only pack() says where the moves stand
    span = pack(m_fields, again);
  }
  const auto key = key_of(hashes_of(packed, 0, span));
  auto row = m_same.use();
  for (row(key.sequence)(key.record)(id); row.next();) {
    flush(); // the other row may name what is new
    if (m_stored.packed(row.integer(0)) == packed) {
      ++m_repeated;
      return;
    }
  }
}

void EditedGames::flush() {
  m_names.for_each([](NameTable& table) { table.flush(); });
}

} // namespace xq::store
