#pragma once

#include "base/text/json_writer.hpp"
#include "jobs/answer/field.hpp"
#include "render/document.hpp"

#include <span>
#include <string>
#include <string_view>

namespace xq::jobs {

void write_value(JsonWriter& json, const Value& value);
/// A member of an open object, or nothing where Field::missing says so.
void write_member(JsonWriter& json, const Field& field, const Value& value);

/// All fields that have a name, as members of an open object.
template <typename T>
void write_members(JsonWriter& json, FieldsOf<T> fields, const T& row) {
  for (const auto& field : fields) {
    if (!field.name.empty()) {
      write_member(json, field, field.get(row));
    }
  }
}
template <typename T>
void write_object(JsonWriter& json, FieldsOf<T> fields, const T& row) {
  json.begin_object();
  write_members(json, fields, row);
  json.end_object();
}
template <typename T>
[[nodiscard]] std::string json_object(FieldsOf<T> fields, const T& row) {
  std::string out;
  JsonWriter json{out};
  write_object(json, fields, row);
  return out;
}
/// An object on a line of its own.
template <typename T>
[[nodiscard]] std::string json_line(FieldsOf<T> fields, const T& row) {
  return json_object(fields, row) + '\n';
}

/// The same text in every language, as CSV has it; empty where the value is missing.
[[nodiscard]] std::string plain_text(const Value& value);
/// What people see of a value, in the language of the process; `missing` for none.
[[nodiscard]] std::string shown_text(const Field& field, const Value& value,
                                     std::string_view missing = {});

/// `h2e2 h9g7`.
[[nodiscard]] std::string squares(std::span<const Move> moves);

/// A line of CSV (RFC 4180).
void append_csv(std::string& out, std::span<const std::string> cells);

[[nodiscard]] render::Column column_of(const Field& field);
/// The fields that have a label; `missing` is shown where a value is missing.
[[nodiscard]] render::Table table_of(std::string title, const Rows& rows,
                                     std::string_view missing = {});

} // namespace xq::jobs
