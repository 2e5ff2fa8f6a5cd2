#include "base/text/json_value.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace xq {

namespace {

using nlohmann::json;

/// Makes the values from the parser's events, so that limits hold while it reads.
class Builder final : public nlohmann::json_sax<json> {
public:
  explicit Builder(const JsonLimits& limits) : m_limits{limits} {}

  JsonValue root;
  JsonFault fault;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override {
    return value <= static_cast<std::uint64_t>(INT64_MAX) ? add(static_cast<std::int64_t>(value))
                                                          : add(static_cast<double>(value));
  }
  bool number_float(double value, const std::string& /*text*/) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t& /*value*/) override { return false; } // not in JSON
  bool start_object(std::size_t /*size*/) override { return open(JsonValue::Object{}); }
  bool end_object() override {
    return (m_limits.repeated_names || has_different_names() ||
            refuse(JsonFault::Kind::repeated,
                   "a name stands twice in one object. Send it once.")) &&
           close();
  }
  bool start_array(std::size_t /*size*/) override { return open(JsonValue::Array{}); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    static const JsonValue null;
    std::get<JsonValue::Object>(m_open.back()->content()).emplace_back(std::move(name), null);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const json::exception& error) override {
    constexpr int out_of_range = 406;
    fault.byte = position;
    return refuse(
        error.id == out_of_range ? JsonFault::Kind::number : JsonFault::Kind::syntax,
        fmt::format("this is no JSON from character {} on. Send one JSON object.", position));
  }

private:
  bool refuse(JsonFault::Kind kind, std::string why) {
    if (fault.message.empty()) {
      fault.kind = kind;
      fault.message = std::move(why);
    }
    return false;
  }

  /// The place of the next value; nullptr beyond the limit.
  JsonValue* next() {
    if (++m_values > m_limits.values) {
      refuse(JsonFault::Kind::too_many,
             fmt::format("there are more than {} values. Send fewer.", m_limits.values));
      return nullptr;
    }
    if (m_open.empty()) {
      return &root;
    }
    auto& parent = m_open.back()->content();
    if (auto* const object = std::get_if<JsonValue::Object>(&parent)) {
      return &object->back().second;
    }
    return &std::get<JsonValue::Array>(parent).emplace_back();
  }

  bool add(JsonValue::Content content) {
    JsonValue* const place = next();
    if (place != nullptr) {
      place->content() = std::move(content);
    }
    return place != nullptr;
  }

  bool open(JsonValue::Content content) {
    if (m_open.size() == m_limits.depth) {
      return refuse(JsonFault::Kind::too_deep,
                    fmt::format("there are more than {} levels of objects and arrays. Send fewer.",
                                m_limits.depth));
    }
    JsonValue* const place = next();
    if (place != nullptr) {
      place->content() = std::move(content);
      m_open.push_back(place); // it stays where it is: its parent gets no other child meanwhile
    }
    return place != nullptr;
  }

  [[nodiscard]] bool has_different_names() const {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : *m_open.back()->object()) {
      names.emplace_back(name);
    }
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) == names.end();
  }

  bool close() {
    m_open.pop_back();
    return true;
  }

  JsonLimits m_limits;
  std::size_t m_values = 0;
  std::vector<JsonValue*> m_open; ///< objects and arrays that are not complete, outermost first
};

} // namespace

std::optional<bool> JsonValue::boolean() const noexcept {
  const auto* const value = std::get_if<bool>(&m_content);
  return value == nullptr ? std::nullopt : std::optional{*value};
}

std::optional<std::int64_t> JsonValue::integer() const noexcept {
  if (const auto* const value = std::get_if<std::int64_t>(&m_content)) {
    return *value;
  }
  constexpr double exact = 9007199254740992.0; // 2^53: every whole number up to it is a double
  const auto* const value = std::get_if<double>(&m_content);
  if (value == nullptr || std::abs(*value) > exact || std::trunc(*value) != *value) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*value);
}

std::optional<double> JsonValue::number() const noexcept {
  if (const auto* const value = std::get_if<std::int64_t>(&m_content)) {
    return static_cast<double>(*value);
  }
  const auto* const value = std::get_if<double>(&m_content);
  return value == nullptr ? std::nullopt : std::optional{*value};
}

const JsonValue* JsonValue::find(std::string_view name) const noexcept {
  const Object* const members = object();
  if (members == nullptr) {
    return nullptr;
  }
  const auto at = std::find_if(members->begin(), members->end(),
                               [&](const auto& member) { return member.first == name; });
  return at == members->end() || at->second.is_null() ? nullptr : &at->second;
}

std::string JsonValue::number_text() const {
  if (const auto* const whole = std::get_if<std::int64_t>(&m_content)) {
    return std::to_string(*whole);
  }
  auto text = fmt::format("{}", std::get<double>(m_content));
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

void JsonValue::write(JsonWriter& json) const {
  if (const Object* const members = object()) {
    json.begin_object();
    for (const auto& [name, member] : *members) {
      json.key(name);
      member.write(json);
    }
    json.end_object();
  } else if (const Array* const elements = array()) {
    json.begin_array();
    for (const JsonValue& element : *elements) {
      element.write(json);
    }
    json.end_array();
  } else if (const auto* const text = string()) {
    json.value(std::string_view{*text});
  } else if (const auto yes = boolean()) {
    json.value(*yes);
  } else if (is_null()) {
    json.null();
  } else {
    json.raw(number_text());
  }
}

Expected<JsonValue, JsonFault> read_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return Unexpected{JsonFault{
        JsonFault::Kind::too_long,
        fmt::format("the text is longer than {} bytes. Send a shorter one.", limits.bytes)}};
  }
  Builder builder{limits};
  if (!json::sax_parse(text, &builder)) {
    return Unexpected{std::move(builder.fault)};
  }
  return std::move(builder.root);
}

} // namespace xq
