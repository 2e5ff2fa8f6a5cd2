#pragma once

#include "base/text/text.hpp"

#include <fmt/core.h>

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

namespace xq {

/// Appends one JSON value to a string, without a blank or line end in it. Members and elements come
/// in the order of the calls; the writer sets the commas, the caller balances begin and end.
///
///   JsonWriter json{out};
///   json.begin_object().member("uci", "h2e2").key("games").value(12).end_object();
class JsonWriter {
public:
  explicit JsonWriter(std::string& out) : m_out{out} {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }

  JsonWriter& key(std::string_view name) {
    separate();
    append_json(m_out, name);
    m_out += ':';
    m_first = true;
    return *this;
  }

  JsonWriter& value(std::string_view text) {
    separate();
    append_json(m_out, text);
    return *this;
  }
  JsonWriter& value(const char* text) { return value(std::string_view{text}); }
  JsonWriter& value(bool yes) { return raw(yes ? "true" : "false"); }
  template <std::integral T>
  JsonWriter& value(T number) {
    separate();
    m_out += std::to_string(number);
    return *this;
  }
  /// `digits` after the point; a value that JSON lacks (not a number) becomes null.
  JsonWriter& value(double number, int digits) {
    return std::isfinite(number) ? raw(fmt::format("{:.{}f}", number, digits)) : null();
  }
  JsonWriter& null() { return raw("null"); }
  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json) {
    separate();
    m_out += json;
    return *this;
  }

  template <typename... T>
  JsonWriter& member(std::string_view name, const T&... content) {
    return key(name).value(content...);
  }

private:
  JsonWriter& open(char bracket) {
    separate();
    m_out += bracket;
    m_first = true;
    return *this;
  }
  JsonWriter& close(char bracket) {
    m_out += bracket;
    m_first = false;
    return *this;
  }
  void separate() {
    if (!m_first) {
      m_out += ',';
    }
    m_first = false;
  }

  std::string& m_out;
  bool m_first = true; ///< nothing stands before in this object or array
};

} // namespace xq
