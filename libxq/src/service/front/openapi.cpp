#include "service/front/openapi.hpp"

#include "base/text/ascii.hpp"
#include "base/text/json_writer.hpp"
#include "jobs/search/position_question.hpp"
#include "store/filter/filter_table.hpp"

#include <optional>

namespace xq::service {

namespace {

using jobs::Field;
using jobs::Kind;
using jobs::Missing;

std::string_view type_of(Kind kind) noexcept {
  switch (kind) {
  case Kind::count:
  case Kind::score:
    return "integer";
  case Kind::number:
  case Kind::halves:
  case Kind::percent:
    return "number";
  case Kind::flag:
    return "boolean";
  case Kind::list:
  case Kind::objects:
    return "array";
  case Kind::object:
    return "object";
  case Kind::text:
  case Kind::name:
  case Kind::word:
  case Kind::date:
  case Kind::result:
  case Kind::opening:
  case Kind::move:
  case Kind::moves:
  case Kind::position:
    break;
  }
  return "string";
}

void write_object(JsonWriter& json, const std::vector<Field>& fields, bool may_be_null);

void write_schema(JsonWriter& json, const Field& field) {
  const bool may_be_null = field.missing != Missing::never; // also of columns that are asked for
  if (field.kind == Kind::object && field.parts != nullptr) {
    write_object(json, field.parts(), may_be_null);
    return;
  }
  json.begin_object().key("type");
  if (may_be_null) {
    json.begin_array().value(type_of(field.kind)).value("null").end_array();
  } else {
    json.value(type_of(field.kind));
  }
  if (field.parts != nullptr) {
    json.key("items");
    write_object(json, field.parts(), false);
  }
  json.end_object();
}

void write_object(JsonWriter& json, const std::vector<Field>& fields, bool may_be_null) {
  json.begin_object().key("type");
  if (may_be_null) {
    json.begin_array().value("object").value("null").end_array();
  } else {
    json.value("object");
  }
  json.key("properties").begin_object();
  for (const Field& field : fields) {
    json.key(field.name);
    write_schema(json, field);
  }
  json.end_object().key("required").begin_array();
  for (const Field& field : fields) {
    if (field.missing != Missing::left_out) {
      json.value(field.name);
    }
  }
  json.end_array().end_object();
}

/// What the help of xq says of a filter.
std::string_view help_of(std::string_view parameter) {
  const auto find = [&](const auto& table) {
    for (const auto& row : table) {
      if (row.name == parameter) {
        return row.help;
      }
    }
    return std::string_view{};
  };
  const auto help = find(store::filter_table());
  return help.empty() ? find(jobs::position_texts()) : help;
}

void write_parameter(JsonWriter& json, std::string_view name, std::string_view in) {
  json.begin_object().member("name", name).member("in", in);
  if (in == "path") {
    json.member("required", true);
  } else if (const auto help = help_of(name); !help.empty()) {
    json.member("description", help);
  }
  json.key("schema").begin_object().member("type", "string").end_object().end_object();
}

void write_answer(JsonWriter& json, const Route& route) {
  json.key("responses")
      .begin_object()
      .key("2XX")
      .begin_object()
      .member("description", "the answer");
  if (route.fields != nullptr) {
    json.key("content").begin_object().key("application/json").begin_object().key("schema");
    write_object(json, route.fields(), false);
    json.end_object().end_object();
  }
  json.end_object().key("default").begin_object().member("description", "a refusal");
  json.key("content").begin_object().key("application/json").begin_object().key("schema");
  write_object(json, {{.name = "error", .kind = Kind::text}}, false);
  json.end_object().end_object().end_object().end_object();
}

void write_method(JsonWriter& json, const Route& route, std::string_view method) {
  json.key(lower(method)).begin_object().key("parameters").begin_array();
  if (route.path.find('*') != std::string_view::npos) {
    write_parameter(json, "id", "path");
  }
  for (const std::string& name : route.parameters) {
    write_parameter(json, name, "query");
  }
  json.end_array();
  write_answer(json, route);
  json.end_object();
}

} // namespace

std::string openapi(std::span<const Route> routes, std::string_view version) {
  std::string out;
  JsonWriter json{out};
  json.begin_object().member("openapi", "3.1.0").key("info").begin_object();
  json.member("title", "xq serve").member("version", version).end_object();
  json.key("paths").begin_object();
  for (const Route& route : routes) {
    std::string path{route.path};
    if (const auto star = path.find('*'); star != std::string::npos) {
      path.replace(star, 1, "{id}");
    }
    json.key(path).begin_object();
    for (auto methods = route.methods; !methods.empty();) {
      const auto method = methods.substr(0, methods.find(' '));
      methods.remove_prefix(std::min(methods.size(), method.size() + 1));
      write_method(json, route, method);
    }
    json.end_object();
  }
  json.end_object().end_object();
  return out;
}

} // namespace xq::service
