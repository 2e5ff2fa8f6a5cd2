#include "store/rows/stored_games.hpp"

#include "base/text/compose.hpp"
#include "record/facts.hpp"
#include "store/rows/game_columns.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace xq::store {

namespace {

std::string select_in_order() {
  return fmt::format("SELECT {} FROM game WHERE id >= ? ORDER BY id",
                     join(game_column_names, ", "));
}

int place_of_name(std::size_t field) noexcept {
  return place_of(GameColumn::event) + static_cast<int>(field);
}

} // namespace

NameTable& NameTables::of(NameField field) noexcept {
  switch (field) {
  case NameField::event:
    return event;
  case NameField::site:
    return site;
  case NameField::red:
  case NameField::black:
    return player;
  case NameField::red_team:
  case NameField::black_team:
    break;
  }
  return team;
}

bool NameTables::may_be_one(const NameNumbers& stored,
                            const std::array<std::string_view, name_field_count>& names) {
  for (std::size_t i = 0; i < name_field_count; ++i) {
    auto& table = of(static_cast<NameField>(i));
    if (stored[i] != 0 && record::is_filled_in(names[i]) && table.find(names[i]) != stored[i] &&
        table.find("?") != stored[i]) {
      return false;
    }
  }
  return true;
}

StoredGames::StoredGames(sqlite::Database& db, LayoutTable& layouts, NameTables& names)
    : m_layouts{layouts},
      m_names{names},
      m_game_rows{db, layouts},
      m_with_names{db, fmt::format("SELECT {} FROM game AS g {} WHERE g.id = ?",
                                   GameRows::columns(), GameRows::joins())},
      m_in_order{db, select_in_order()},
      m_others{db, select_in_order()},
      m_tags_from{db, "SELECT game, place, value FROM tag WHERE game >= ? ORDER BY game, place"} {}

void StoredGames::reset() noexcept {
  m_in_order.reset();
  m_others.reset();
  m_tag_rows.reset();
  m_tag_game = 0;
}

/// Valid until another row is asked for; null when it is gone. Rows that are asked for in between
/// do not disturb the reading in order.
const sqlite::Statement::Use* StoredGames::row(std::int64_t id) {
  return (id == m_next || m_in_order.is_at(id) ? m_in_order : m_others).row(id);
}

bool StoredGames::is_stored(std::int64_t id, const GameFields& fields) {
  const auto* const row = this->row(id);
  if (row == nullptr) {
    return false;
  }
  const auto integer = [row](GameColumn c) { return row->integer(place_of(c)); };
  const auto text = [row](GameColumn c) { return row->text(place_of(c)); };
  const auto blob = [row](GameColumn c) { return row->blob(place_of(c)); };
  if (blob(GameColumn::moves) != fields.moves) { // nearly all that differ do so in the moves
    return false;
  }
  const auto& layout = m_layouts.layout(integer(GameColumn::layout));
  if (layout.bytes != fields.layout || integer(GameColumn::date) != fields.date ||
      text(GameColumn::date_text) != fields.date_text || text(GameColumn::round) != fields.round ||
      (layout.has_opening && text(GameColumn::ecco) != fields.ecco) ||
      integer(GameColumn::result) != static_cast<std::int64_t>(fields.result) ||
      text(GameColumn::start_fen) != fields.start_fen || blob(GameColumn::notes) != fields.notes) {
    return false;
  }
  for (std::size_t i = 0; i < name_field_count; ++i) {
    const auto name = fields.names[i];
    const auto stored = row->integer(place_of_name(i)); // 0 for NULL
    if (name.empty() ? stored != 0 : !m_names.of(static_cast<NameField>(i)).is(stored, name)) {
      return false;
    }
  }
  if (layout.has_own_tags && !has_own_tags(id, fields)) {
    return false;
  }
  m_next = std::max(m_next, id == std::numeric_limits<std::int64_t>::max() ? id : id + 1);
  return true;
}

/// The rows of a game in table tag say the same as `fields`.
bool StoredGames::has_own_tags(std::int64_t id, const GameFields& fields) {
  const auto step = [&] { m_tag_game = m_tag_rows->next() ? m_tag_rows->integer(0) : 0; };
  if (m_tag_game != id) { // games are asked for one after another, or not
    m_tag_rows.reset();
    m_tag_rows.emplace(m_tags_from);
    (*m_tag_rows)(id);
    step();
  }
  auto tag = fields.own_tags.begin();
  const auto end = fields.own_tags.end();
  bool same = true;
  for (; m_tag_game == id; step()) {
    same = same && tag != end && static_cast<std::int64_t>(tag->place) == m_tag_rows->integer(1) &&
           tag->value == m_tag_rows->text(2);
    tag += same ? 1 : 0;
  }
  return same && tag == end;
}

bool StoredGames::may_be_one(std::int64_t id, const GameFields& fields) {
  const auto* const row = this->row(id);
  if (row == nullptr || row->blob(place_of(GameColumn::moves)) != fields.moves ||
      row->text(place_of(GameColumn::start_fen)) != fields.start_fen) {
    return false; // the hashes that led here are only hints
  }
  NameNumbers stored;
  for (std::size_t i = 0; i < name_field_count; ++i) {
    stored[i] = row->integer(place_of_name(i));
  }
  if (!m_names.may_be_one(stored, fields.names)) {
    return false;
  }
  const auto result = row->one_of(place_of(GameColumn::result), record::Result::draw);
  return result == fields.result || result == record::Result::unknown ||
         fields.result == record::Result::unknown;
}

const std::string& StoredGames::packed(std::int64_t id) {
  m_packed.clear();
  auto row = m_with_names.use();
  if (row(id).next()) {
    m_game_rows.read(row, m_fields);
    pack(m_fields, m_packed);
  }
  return m_packed;
}

std::int64_t StoredGames::source(std::int64_t id) {
  const auto* const row = this->row(id);
  return row == nullptr ? 0 : row->integer(place_of(GameColumn::source));
}

} // namespace xq::store
