#pragma once

#include "base/text/json_writer.hpp"

#include <xq/base/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace xq {

/// A JSON text as values. A plain value.
class JsonValue {
public:
  using Array = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>; ///< in their order
  using Content =
      std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

  JsonValue() = default;
  explicit JsonValue(Content content) : m_content{std::move(content)} {}

  [[nodiscard]] bool is_null() const noexcept { return m_content.index() == 0; }
  [[nodiscard]] const Object* object() const noexcept { return std::get_if<Object>(&m_content); }
  [[nodiscard]] const Array* array() const noexcept { return std::get_if<Array>(&m_content); }
  [[nodiscard]] const std::string* string() const noexcept {
    return std::get_if<std::string>(&m_content);
  }
  [[nodiscard]] std::optional<bool> boolean() const noexcept;
  /// A whole number, also where it is written as 3.0.
  [[nodiscard]] std::optional<std::int64_t> integer() const noexcept;
  /// Any number.
  [[nodiscard]] std::optional<double> number() const noexcept;
  /// The first member of this name in an object; nullptr when there is none, when it is null, and
  /// in what is no object.
  [[nodiscard]] const JsonValue* find(std::string_view name) const noexcept;
  [[nodiscard]] bool is_number() const noexcept { return number().has_value(); }
  /// A number, as JSON has it.
  [[nodiscard]] std::string number_text() const;
  void write(JsonWriter& json) const;

  /// For the reader, which fills what it has begun.
  [[nodiscard]] Content& content() noexcept { return m_content; }

private:
  Content m_content = nullptr;
};

/// What read_json() takes at most.
struct JsonLimits {
  std::size_t bytes = 4096;
  std::size_t depth = 4;   ///< of objects and arrays in each other
  std::size_t values = 64; ///< in all
  bool repeated_names = false;
};

/// Why a text is no JSON, or none that read_json() takes.
struct JsonFault {
  enum class Kind : std::uint8_t { too_long, too_deep, too_many, repeated, number, syntax };
  Kind kind = Kind::syntax;
  std::string message;  ///< an English sentence with what to do
  std::size_t byte = 0; ///< how many bytes were read
};

/// A whole JSON text (RFC 8259), or why it is none. Takes memory and time in proportion to the text
/// and throws nothing but std::bad_alloc.
[[nodiscard]] Expected<JsonValue, JsonFault> read_json(std::string_view text,
                                                       const JsonLimits& limits);

} // namespace xq
