#pragma once

#include <xq/record/ecco.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// What answers are made of. A row of an answer is a struct; its fields are described once, by an
/// array, and from the array come JSON, CSV, tables for terminals and pages, and the lists of
/// fields in the help (write.hpp):
///
///     constexpr std::array probed_fields{
///         FieldOf<Probed>{"games", to_translate("games"), Kind::count, get<&Probed::games>},
///         FieldOf<Probed>{"rank", to_translate("rank"), Kind::count,
///                         [](const Probed& p) -> Value { return p.rank; }, Missing::left_out}};
namespace xq::jobs {

/// A number with so many digits after its point.
struct Decimal {
  double number = 0;
  int digits = 1;
};

/// What an engine thinks, in centipawns: `+0.35` for people.
struct EngineScore {
  int centipawns = 0;
};

struct Rows;

/// What a field of one row says. Texts may be views of the row.
class Value {
public:
  // NOLINTBEGIN(google-explicit-constructor): a getter returns whatever it has
  Value() = default;                          ///< missing
  Value(std::nullptr_t) : m_value{nullptr} {} ///< null in JSON, whatever Field::missing says
  Value(bool yes) : m_value{yes} {}
  template <std::integral T>
  Value(T number) : m_value{static_cast<std::int64_t>(number)} {}
  Value(Decimal number) : m_value{number} {}
  Value(EngineScore score) : m_value{score} {}
  Value(std::string_view text) : m_value{text} {}
  Value(const char* text) : m_value{std::string_view{text}} {}
  Value(const std::string& text) : m_value{std::string_view{text}} {}
  Value(std::string&& text) : m_value{std::move(text)} {}
  /// The Chinese name, and for people that in their language; null: missing.
  Value(const record::Opening* opening) {
    if (opening != nullptr) {
      m_value = opening;
    }
  }
  template <typename T>
  Value(const std::optional<T>& value) : Value{value ? Value{*value} : Value{}} {}
  template <typename T>
  Value(std::optional<T>&& value) : Value{value ? Value{*std::move(value)} : Value{}} {}
  /// A list of values without fields.
  Value(std::vector<Value> list) : m_value{std::move(list)} {}
  template <typename T>
  Value(const std::vector<T>& list) {
    std::vector<Value> values;
    values.reserve(list.size());
    for (const T& each : list) {
      values.push_back(Value{each}.owned());
    }
    m_value = std::move(values);
  }
  Value(Rows rows);
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] bool is_missing() const noexcept {
    return std::holds_alternative<std::monostate>(m_value) || is_null();
  }
  [[nodiscard]] bool is_null() const noexcept {
    return std::holds_alternative<std::nullptr_t>(m_value);
  }
  [[nodiscard]] const Rows* rows() const noexcept {
    const auto* const rows = std::get_if<std::shared_ptr<const Rows>>(&m_value);
    return rows == nullptr ? nullptr : rows->get();
  }
  /// `visitor` is called with one of std::monostate, std::nullptr_t, bool, std::int64_t, Decimal,
  /// EngineScore, std::string_view, const record::Opening*, std::vector<Value> and Rows.
  template <typename Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(
        [&](const auto& value) -> decltype(auto) {
          using T = std::remove_cvref_t<decltype(value)>;
          if constexpr (std::is_same_v<T, std::string>) {
            return visitor(std::string_view{value});
          } else if constexpr (std::is_same_v<T, std::shared_ptr<const Rows>>) {
            return visitor(*value);
          } else {
            return visitor(value);
          }
        },
        m_value);
  }
  /// With a copy of what it views.
  [[nodiscard]] Value owned() const {
    const auto* const view = std::get_if<std::string_view>(&m_value);
    return view == nullptr ? *this : Value{std::string{*view}};
  }

private:
  std::variant<std::monostate, std::nullptr_t, bool, std::int64_t, Decimal, EngineScore,
               std::string_view, std::string, const record::Opening*, std::vector<Value>,
               std::shared_ptr<const Rows>>
      m_value;
};

/// What a field is about: on which side of its column it stands, its type in a schema, and what
/// people see of it.
enum class Kind : std::uint8_t {
  count,   ///< a whole number
  number,  ///< a number with a fraction
  halves,  ///< the same, `12.5` or `12` for people
  percent, ///< the same, in percent
  score,   ///< EngineScore
  flag,
  text,
  name, ///< of a person, an event, a place
  word, ///< one of a few, the same in every language
  date, ///< yyyy.mm.dd, or what a header says
  result,
  opening,
  move,
  moves,
  position, ///< FEN
  list,     ///< of values
  object,   ///< fields of its own
  objects   ///< a list of them
};

/// What JSON has where a value is missing. A table has no column of a field that may be missing and
/// is in every row.
enum class Missing : std::uint8_t { never, null, left_out };

struct Field;
/// The fields of an object.
using Parts = std::vector<Field> (*)();

struct Field {
  std::string_view name; ///< in JSON; empty: the field is for people only
  const char* label =
      ""; ///< over a table, not yet translated; nullptr: the field is not for people
  Kind kind = Kind::count;
  Missing missing = Missing::never;
  /// Columns of the terminal that a text takes at most, and what may be left of that where a table
  /// is too wide; 0: all of it.
  std::uint8_t widest = 0, least = 0;
  bool spare = false; ///< a narrow table may do without it
  /// What Kind::object and the elements of Kind::objects have; null: values by names of their own.
  Parts parts = nullptr;
};

template <typename T>
struct FieldOf : Field {
  using Get = Value (*)(const T& row);
  constexpr FieldOf(std::string_view in_json, const char* heading, Kind what, Get read,
                    Missing without = Missing::never, std::uint8_t most = 0, std::uint8_t left = 0,
                    bool is_spare = false)
      : Field{in_json, heading, what, without, most, left, is_spare}, get{read} {}
  /// Not for people.
  constexpr FieldOf(std::string_view in_json, Kind what, Get read, Missing without = Missing::never)
      : FieldOf{in_json, nullptr, what, read, without} {}
  /// An object, or several.
  constexpr FieldOf(std::string_view in_json, const char* heading, Kind what, Get read,
                    Parts objects, Missing without = Missing::never)
      : FieldOf{in_json, heading, what, read, without} {
    parts = objects;
  }
  constexpr FieldOf(std::string_view in_json, Kind what, Get read, Parts objects,
                    Missing without = Missing::never)
      : FieldOf{in_json, nullptr, what, read, objects, without} {}
  Get get;
};

/// Nothing for an empty text.
[[nodiscard]] inline Value told(std::string_view text) {
  return text.empty() ? Value{} : Value{text};
}

/// Reads a member, or calls a member function; of that the next one.
template <auto Member, auto... Next, typename T>
Value get(const T& row) {
  if constexpr (sizeof...(Next) == 0) {
    return std::invoke(Member, row);
  } else {
    return get<Next...>(std::invoke(Member, row));
  }
}

/// What lists name of fields: those that JSON has, in their order.
template <typename... Fields>
[[nodiscard]] std::vector<Field> described(const Fields&... fields) {
  std::vector<Field> out;
  const auto add = [&](const Field& field) {
    if (!field.name.empty()) {
      out.push_back(field);
    }
  };
  (std::ranges::for_each(fields, add), ...);
  return out;
}
/// The fields of arrays, and of functions that return arrays, in one list: a Field::parts.
template <const auto&... Fields>
[[nodiscard]] std::vector<Field> parts() {
  const auto list = [](const auto& fields) {
    if constexpr (std::invocable<decltype(fields)>) {
      return fields();
    } else {
      return std::span{fields};
    }
  };
  return described(list(Fields)...);
}
/// `count`, `text` ...: the same in every language.
[[nodiscard]] std::string_view name(Kind kind) noexcept;

/// Rows whose type is forgotten: what a field of Kind::object or Kind::objects says.
struct Rows {
  std::vector<Field> fields;
  std::vector<std::vector<Value>> rows; ///< own their texts
  bool is_object = false;               ///< one row, no list
};
inline Value::Value(Rows rows) : m_value{std::make_shared<const Rows>(std::move(rows))} {}

template <typename T>
using FieldsOf = std::type_identity_t<std::span<const FieldOf<T>>>;

template <std::ranges::input_range Range, typename T = std::ranges::range_value_t<Range>>
[[nodiscard]] Rows rows_of(FieldsOf<T> fields, const Range& range) {
  Rows out;
  for (const auto& field : fields) {
    out.fields.push_back(field);
  }
  for (const T& row : range) {
    auto& values = out.rows.emplace_back();
    for (const auto& field : fields) {
      values.push_back(field.get(row).owned());
    }
  }
  return out;
}
template <typename T>
[[nodiscard]] Rows object_of(FieldsOf<T> fields, const T& row) {
  Rows out = rows_of(fields, std::span{&row, 1});
  out.is_object = true;
  return out;
}

/// An object with a member for each pair of a name, which must be there as long, and a value.
template <std::ranges::input_range Range>
[[nodiscard]] Rows members_of(const Range& pairs) {
  Rows out;
  out.is_object = true;
  auto& row = out.rows.emplace_back();
  for (const auto& [name, value] : pairs) {
    out.fields.push_back({.name = name});
    row.push_back(Value{value}.owned());
  }
  return out;
}

/// The same rows with more fields; there are as many.
[[nodiscard]] Rows beside(Rows left, Rows right);

} // namespace xq::jobs
