#include "jobs/answer/write.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/base/translate.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace xq::jobs {

namespace {

void write_object(JsonWriter& json, std::span<const Field> fields, std::span<const Value> values) {
  json.begin_object();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!fields[i].name.empty()) {
      write_member(json, fields[i], values[i]);
    }
  }
  json.end_object();
}

struct ToJson {
  JsonWriter& json;
  void operator()(std::monostate) const { json.null(); }
  void operator()(std::nullptr_t) const { json.null(); }
  void operator()(bool yes) const { json.value(yes); }
  void operator()(std::int64_t number) const { json.value(number); }
  void operator()(Decimal d) const { json.value(d.number, d.digits); }
  void operator()(EngineScore score) const { json.value(score.centipawns); }
  void operator()(std::string_view text) const { json.value(text); }
  void operator()(const record::Opening* opening) const { json.value(opening->name); }
  void operator()(const std::vector<Value>& list) const {
    json.begin_array();
    for (const Value& value : list) {
      write_value(json, value);
    }
    json.end_array();
  }
  void operator()(const Rows& rows) const {
    if (rows.is_object) {
      write_object(json, rows.fields, rows.rows.front());
      return;
    }
    json.begin_array();
    for (const auto& row : rows.rows) {
      write_object(json, rows.fields, row);
    }
    json.end_array();
  }
};

struct ToPlainText {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(std::nullptr_t) const { return {}; }
  std::string operator()(bool yes) const { return yes ? "true" : "false"; }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(Decimal d) const { return fmt::format("{:.{}f}", d.number, d.digits); }
  std::string operator()(EngineScore score) const { return std::to_string(score.centipawns); }
  std::string operator()(std::string_view text) const { return std::string{text}; }
  std::string operator()(const record::Opening* opening) const {
    return std::string{opening->name};
  }
  std::string operator()(const std::vector<Value>& list) const {
    std::string out;
    for (const Value& value : list) {
      out += out.empty() ? "" : " ";
      out += plain_text(value);
    }
    return out;
  }
  std::string operator()(const Rows& /*rows*/) const { return {}; }
};

/// Where people see another text than programs.
struct ToShownText : ToPlainText {
  using ToPlainText::operator();
  std::string operator()(EngineScore score) const { return analysis::value_text(score.centipawns); }
  std::string operator()(const record::Opening* opening) const {
    return std::string{record::shown_name(*opening)};
  }
};

bool is_number(Kind kind) noexcept {
  return kind == Kind::count || kind == Kind::number || kind == Kind::halves ||
         kind == Kind::percent || kind == Kind::score;
}

} // namespace

std::string_view name(Kind kind) noexcept {
  constexpr std::array<std::string_view, 17> names{
      "count", "number", "halves",  "percent", "centipawns", "flag",     "text", "name",  "word",
      "date",  "result", "opening", "move",    "moves",      "position", "list", "object"};
  return kind == Kind::objects ? "objects" : names[static_cast<std::size_t>(kind)];
}

Rows beside(Rows left, Rows right) {
  left.fields.insert(left.fields.end(), right.fields.begin(), right.fields.end());
  for (std::size_t i = 0; i < left.rows.size(); ++i) {
    std::ranges::move(right.rows[i], std::back_inserter(left.rows[i]));
  }
  return left;
}

void write_value(JsonWriter& json, const Value& value) { value.visit(ToJson{json}); }

void write_member(JsonWriter& json, const Field& field, const Value& value) {
  if (!value.is_missing() || value.is_null() || field.missing != Missing::left_out) {
    json.key(field.name);
    write_value(json, value);
  }
}

std::string plain_text(const Value& value) { return value.visit(ToPlainText{}); }

std::string shown_text(const Field& field, const Value& value, std::string_view missing) {
  if (value.is_missing()) {
    return std::string{missing};
  }
  auto text = value.visit(ToShownText{});
  if (field.kind == Kind::date) { // in one form, whatever the record has
    auto known = record::normalise_date(text);
    return known.empty() ? text : known;
  }
  if (field.kind == Kind::halves && text.ends_with(".0")) {
    text.resize(text.size() - 2);
  }
  return text;
}

std::string squares(std::span<const Move> moves) {
  std::string out;
  for (const Move m : moves) {
    out += out.empty() ? "" : " ";
    out += notation::square_name(m.from()) + notation::square_name(m.to());
  }
  return out;
}

void append_csv(std::string& out, std::span<const std::string> cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out += i == 0 ? "" : ",";
    if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
      out += cells[i];
      continue;
    }
    out += '"';
    for (const char c : cells[i]) {
      out += c;
      out += c == '"' ? "\"" : "";
    }
    out += '"';
  }
  out += '\n';
}

render::Column column_of(const Field& field) {
  constexpr std::uint8_t least_name = 8;
  return {.heading = *field.label == '\0' ? std::string{} : std::string{translate(field.label)},
          .right = is_number(field.kind),
          .widest = field.widest,
          .least = field.least != 0 || field.kind != Kind::name ? field.least : least_name,
          .wraps = field.least == 0 && (field.kind == Kind::opening || field.kind == Kind::moves ||
                                        field.kind == Kind::list),
          .spare = field.spare};
}

render::Table table_of(std::string title, const Rows& rows, std::string_view missing) {
  render::Table table{.title = std::move(title), .columns = {}, .rows = {}};
  table.rows.resize(rows.rows.size());
  for (std::size_t c = 0; c < rows.fields.size(); ++c) {
    const Field& field = rows.fields[c];
    const bool is_empty =
        field.missing != Missing::never &&
        std::ranges::all_of(rows.rows, [&](const auto& row) { return row[c].is_missing(); });
    if (field.label == nullptr || is_empty) {
      continue;
    }
    table.columns.push_back(column_of(field));
    for (std::size_t r = 0; r < rows.rows.size(); ++r) {
      table.rows[r].push_back(shown_text(field, rows.rows[r][c], missing));
    }
  }
  return table;
}

} // namespace xq::jobs
