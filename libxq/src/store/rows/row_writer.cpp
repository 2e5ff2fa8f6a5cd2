#include "store/rows/row_writer.hpp"

#include "base/text/compose.hpp"

#include <fmt/core.h>

#include <array>
#include <string>

namespace xq::store {

namespace {

/// What another record of the same moves changes in the row of a game.
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

std::string insert_sql() {
  std::string values;
  for (std::size_t i = 0; i < game_column_names.size(); ++i) {
    values += values.empty() ? "?" : ", ?";
  }
  return fmt::format("INSERT INTO game ({}) VALUES ({})", join(game_column_names, ", "), values);
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

RowWriter::RowWriter(sqlite::Database& db, LayoutTable& layouts, NameTables& names)
    : m_layouts{layouts},
      m_names{names},
      m_update{db, update_sql()},
      m_insert{db, insert_sql()},
      m_insert_tag{db, "INSERT INTO tag (game, place, value) VALUES (?, ?, ?)"},
      m_delete_tags{db, "DELETE FROM tag WHERE game = ?"} {}

RowNumbers RowWriter::numbers_of(const GameFields& fields, std::string_view source) {
  RowNumbers numbers;
  numbers.source = m_names.source.id_of(source);
  numbers.layout = m_layouts.id_of(fields.layout);
  for (std::size_t i = 0; i < name_field_count; ++i) {
    if (!fields.names[i].empty()) {
      numbers.names[i] = m_names.of(static_cast<NameField>(i)).id_of(fields.names[i]);
    }
  }
  return numbers;
}

sqlite::Value RowWriter::value_of(GameColumn column, const GameFields& fields,
                                  const RowNumbers& numbers, std::string_view opening) {
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

void RowWriter::update(std::int64_t id, const GameFields& fields, const RowNumbers& numbers,
                       std::string_view opening, bool had_tags) {
  {
    auto use = m_update.use();
    for (const auto column : updated_columns) {
      bind(use, value_of(column, fields, numbers, opening));
    }
    use(id).exec();
  }
  if (had_tags) {
    m_delete_tags.use()(id).exec();
  }
  insert_tags(id, fields);
}

void RowWriter::insert(std::int64_t id, const GameFields& fields, const RowNumbers& numbers,
                       std::string_view opening) {
  {
    auto use = m_insert.use();
    use(id);
    for (std::size_t i = 1; i < game_column_names.size(); ++i) {
      bind(use, value_of(static_cast<GameColumn>(i), fields, numbers, opening));
    }
    use.exec();
  }
  insert_tags(id, fields);
}

void RowWriter::insert_tags(std::int64_t id, const GameFields& fields) {
  for (const auto& tag : fields.own_tags) {
    m_insert_tag.use()(id)(tag.place)(tag.value).exec();
  }
}

} // namespace xq::store
