#pragma once

#include "service/service.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace support {

/// What is wrong with `value` by a schema of /openapi.json, a line each; also members that the
/// schema does not have.
inline std::string faults_by_schema(const nlohmann::json& schema, const nlohmann::json& value,
                                    const std::string& place) {
  const auto is = [&](const std::string& type) {
    return type == "null"      ? value.is_null()
           : type == "integer" ? value.is_number_integer()
           : type == "number"  ? value.is_number()
           : type == "boolean" ? value.is_boolean()
           : type == "array"   ? value.is_array()
           : type == "object"  ? value.is_object()
                               : value.is_string();
  };
  const auto& type = schema["type"];
  const bool fits =
      type.is_array() ? std::any_of(type.begin(), type.end(), [&](const auto& t) { return is(t); })
                      : is(type);
  if (!fits) {
    return place + ": " + value.dump() + " is no " + type.dump() + "\n";
  }
  std::string faults;
  if (value.is_array() && schema.contains("items")) {
    for (const auto& one : value) {
      faults += faults_by_schema(schema["items"], one, place + "[]");
    }
  }
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& [name, member] : value.items()) {
      const auto known = schema["properties"].find(name);
      faults += known == schema["properties"].end()
                    ? place + "." + name + " is not described\n"
                    : faults_by_schema(*known, member, place + "." + name);
    }
    for (const auto& name : schema["required"]) {
      faults += value.contains(name) ? "" : place + "." + name.get<std::string>() + " is missing\n";
    }
  }
  return faults;
}

/// What is wrong with an answer by /openapi.json, which is read once; empty for one without a
/// schema, as a text.
inline std::string faults_of_answer(xq::service::Service& service,
                                    const xq::service::Request& request,
                                    const xq::service::Response& response) {
  static const auto document = [&] {
    xq::service::Request all;
    all.method = "GET";
    all.target = "/openapi.json";
    return nlohmann::json::parse(*service.answer(all).body);
  }();
  if (response.status >= 300 || !response.content_type.starts_with("application/json")) {
    return {};
  }
  const auto path = request.target.substr(0, request.target.find('?'));
  auto method = request.method == "HEAD" ? std::string{"GET"} : request.method;
  std::ranges::transform(method, method.begin(), [](char c) { return static_cast<char>(c | 32); });
  for (const auto& [pattern, methods] : document["paths"].items()) {
    const auto before = pattern.substr(0, pattern.find('{'));
    if (pattern != path && (before == pattern || !path.starts_with(before))) {
      continue;
    }
    const auto& answer = methods[method]["responses"]["2XX"];
    return answer.contains("content")
               ? faults_by_schema(answer["content"]["application/json"]["schema"],
                                  nlohmann::json::parse(*response.body), pattern)
               : std::string{};
  }
  return request.target + " is not described\n";
}

} // namespace support
