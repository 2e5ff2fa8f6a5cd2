#include "store/rows/game_rows.hpp"

#include <xq/base/translate.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace xq::store {

// ---- LayoutTable -------------------------------------------------------------------------------

void LayoutTable::load() {
  m_by_id.clear();
  m_ids.clear();
  m_last = 0;
  sqlite::Statement query{m_db, "SELECT id, name, kind, value FROM layout ORDER BY id, place"};
  for (auto rows = query.use(); rows.next();) {
    auto& entry = m_by_id[rows.integer(0)];
    const LayoutReader::Tag tag{rows.text(1), rows.one_of(2, TagPlace::layout), rows.text(3)};
    LayoutReader::append(entry.bytes, tag);
    entry.add(tag);
    m_last = rows.integer(0);
  }
  m_last = std::max<std::int64_t>(m_last, 0);
  for (const auto& [id, entry] : m_by_id) {
    m_ids.emplace(entry.bytes, id);
  }
}

const LayoutTable::Layout& LayoutTable::layout(std::int64_t id) const {
  static const Layout none;
  const auto found = m_by_id.find(id);
  return found == m_by_id.end() ? none : found->second;
}

std::int64_t LayoutTable::id_of(std::string_view layout) {
  if (layout.empty()) {
    return 0;
  }
  if (m_last == std::numeric_limits<std::int64_t>::max()) {
    throw make_error<sqlite::DbError>("{}: table layout has used its largest id. Import into a new "
                                      "database.",
                                      m_db.path());
  }
  const auto [known, is_new] = m_ids.try_emplace(std::string{layout}, m_last + 1);
  if (is_new) {
    insert(++m_last, layout);
  }
  return known->second;
}

void LayoutTable::insert(std::int64_t id, std::string_view layout) {
  sqlite::Statement insert{
      m_db, "INSERT INTO layout (id, place, name, kind, value) VALUES (?, ?, ?, ?, ?)"};
  auto& entry = m_by_id[id];
  entry.bytes = layout;
  LayoutReader reader{layout};
  LayoutReader::Tag tag;
  for (int place = 0; reader.next(tag); ++place) {
    auto use = insert.use();
    use(id)(place)(tag.name)(static_cast<int>(tag.place));
    if (tag.place == TagPlace::layout) {
      use(tag.value);
    }
    use.exec();
    entry.add(tag);
  }
}

// ---- GameRows ----------------------------------------------------------------------------------

namespace {

constexpr bool is_name(GameColumn c) noexcept {
  return c >= GameColumn::event && c <= GameColumn::black_team;
}

} // namespace

GameRows::GameRows(sqlite::Database& db, const LayoutTable& layouts)
    : m_db{db},
      m_layouts{layouts},
      m_tags{db, "SELECT place, value FROM tag WHERE game = ? ORDER BY place"} {}

std::string GameRows::columns() {
  std::string list;
  for (std::size_t i = 0; i < game_column_names.size(); ++i) {
    const auto name = game_column_names[i];
    const auto column = static_cast<GameColumn>(i);
    list += list.empty() ? "" : ", ";
    // The number itself, which read() refuses, where the table has no such name.
    list += column == GameColumn::source || is_name(column)
                ? fmt::format("coalesce({0}.name, g.{0})", name)
                : fmt::format("g.{}", name);
  }
  return list;
}

std::string_view GameRows::joins() noexcept {
  return "LEFT JOIN event ON event.id = g.event LEFT JOIN site ON site.id = g.site "
         "LEFT JOIN player AS red ON red.id = g.red LEFT JOIN player AS black ON black.id = "
         "g.black "
         "LEFT JOIN team AS red_team ON red_team.id = g.red_team "
         "LEFT JOIN team AS black_team ON black_team.id = g.black_team "
         "LEFT JOIN source ON source.id = g.source";
}

std::string_view GameRows::source(const sqlite::Statement::Use& row) {
  return row.text(place_of(GameColumn::source));
}

/// Whoever changes numbers by SQL may set one that no name has.
void GameRows::require_name(const sqlite::Statement::Use& row, GameColumn column) const {
  const auto place = place_of(column);
  if (row.is_integer(place)) {
    const auto name = game_column_names[static_cast<std::size_t>(place)];
    throw make_error<sqlite::DbError>(
        "{}: game {}: column {} is {}, and no row of its table has that id. Correct it in table "
        "game, or import the games anew.",
        m_db.path(), id(row), name, row.integer(place));
  }
}

void GameRows::read(sqlite::Statement::Use& row, GameFields& fields) {
  const auto text = [&row](GameColumn column) { return row.text(place_of(column)); };
  require_name(row, GameColumn::source);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    const auto place = place_of(GameColumn::event) + static_cast<int>(i);
    require_name(row, static_cast<GameColumn>(place));
    fields.names[i] = row.text(place);
  }
  const auto& layout = m_layouts.layout(row.integer(place_of(GameColumn::layout)));
  fields.layout = layout.bytes;
  fields.date = row.integer(place_of(GameColumn::date));
  fields.date_text = text(GameColumn::date_text);
  fields.round = text(GameColumn::round);
  fields.ecco = layout.has_opening ? text(GameColumn::ecco) : std::string_view{};
  fields.result = row.one_of(place_of(GameColumn::result), record::Result::draw);
  fields.start_fen = text(GameColumn::start_fen);
  fields.moves = row.blob(place_of(GameColumn::moves));
  fields.notes = row.blob(place_of(GameColumn::notes));
  fields.own_tags.clear();
  if (!layout.has_own_tags) {
    return;
  }
  m_tag_text.clear();
  std::vector<std::pair<std::size_t, std::size_t>> spans; // m_tag_text may still move
  auto tags = m_tags.use();
  for (tags(id(row)); tags.next();) {
    const auto value = tags.text(1);
    fields.own_tags.push_back({static_cast<std::uint64_t>(tags.integer(0)), {}});
    spans.emplace_back(m_tag_text.size(), value.size());
    m_tag_text += value;
  }
  for (std::size_t i = 0; i < spans.size(); ++i) {
    fields.own_tags[i].value = std::string_view{m_tag_text}.substr(spans[i].first, spans[i].second);
  }
}

std::string GameSource::select(std::string_view where) {
  return fmt::format("SELECT {} FROM game AS g {} WHERE {} ORDER BY g.id", GameRows::columns(),
                     GameRows::joins(), where);
}

record::Game& GameSource::game(sqlite::Statement::Use& row) {
  m_rows.read(row, m_fields);
  if (!restore(m_fields, m_game, m_scratch)) {
    throw sqlite::DbError{
        localized("{}: game {} is damaged. Delete that row, or import the archive into "
                  "a new database.",
                  m_db.path(), GameRows::id(row))};
  }
  m_game.source = GameRows::source(row);
  m_game.number = static_cast<std::uint64_t>(GameRows::id(row));
  return m_game;
}

} // namespace xq::store
