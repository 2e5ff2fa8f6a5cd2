#include "service/http.hpp"

#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"

#include <xq/base/translate.hpp>

#include <charconv>

namespace xq::service {

namespace {

/// More than any question has; a body of millions of `&` must not become millions of strings.
constexpr std::size_t most_parameters = 200;

int hexadecimal_digit(char c) noexcept {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char small = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// Some clients send the NUL that ends their string.
std::string_view without_final_nul(std::string_view text) noexcept {
  while (text.ends_with('\0') || text.ends_with("%00")) {
    text.remove_suffix(text.back() == '\0' ? 1 : 3);
  }
  return text;
}

} // namespace

std::string percent_decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += plus_is_blank && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hexadecimal_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hexadecimal_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      throw HttpError{
          400, localized("The address has a % without two hexadecimal digits behind it. Write "
                         "%25 for the character itself.")};
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (out.find('\0') != std::string::npos) {
    throw HttpError{400, localized("The question has a NUL character in it. Leave it out.")};
  }
  if (find_invalid_utf8(out) != std::string_view::npos) {
    throw HttpError{400,
                    localized("The question is not in UTF-8. Encode it in UTF-8 before the %XX.")};
  }
  return out;
}

Response json_response(std::string body, std::string etag) {
  Response response;
  response.body = std::make_shared<const std::string>(std::move(body));
  response.etag = std::move(etag);
  return response;
}

Response error_response(int status, std::string_view what) {
  std::string body;
  JsonWriter{body}.begin_object().member("error", what).end_object();
  Response response = json_response(std::move(body));
  response.status = status;
  return response;
}

Parameters::Parameters(std::string_view text) {
  text = without_final_nul(text);
  while (!text.empty()) {
    const auto end = text.find('&');
    const auto part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (part.empty()) {
      continue;
    }
    if (m_all.size() == most_parameters) {
      throw HttpError{
          400, localized("The question has more than {} parameters. Send fewer.", most_parameters)};
    }
    const auto equals = part.find('=');
    const auto value =
        equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1);
    m_all.emplace_back(percent_decoded(part.substr(0, equals), true), percent_decoded(value, true));
  }
}

std::optional<std::string_view> Parameters::find(std::string_view name) const noexcept {
  for (const auto& [key, value] : m_all) {
    if (key == name) {
      return value;
    }
  }
  return std::nullopt;
}

std::string_view Parameters::get(std::string_view name, std::string_view otherwise) const noexcept {
  return find(name).value_or(otherwise);
}

std::int64_t Parameters::number(std::string_view name, std::int64_t otherwise, std::int64_t low,
                                std::int64_t high) const {
  const auto text = find(name);
  if (!text) {
    return otherwise;
  }
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{} || stop != text->data() + text->size() || value < low || value > high) {
    throw HttpError{400, localized("{}={} is not understood. Give a whole number from {} to {}.",
                                   name, excerpt(*text, 40), low, high)};
  }
  return value;
}

bool Parameters::flag(std::string_view name, bool otherwise) const {
  const auto text = find(name);
  if (!text) {
    return otherwise;
  }
  if (text->empty() || *text == "1" || *text == "true" || *text == "yes" || *text == "on") {
    return true;
  }
  if (*text == "0" || *text == "false" || *text == "no" || *text == "off") {
    return false;
  }
  throw HttpError{400,
                  localized("{}={} is not understood. Give 1 or 0.", name, excerpt(*text, 40))};
}

} // namespace xq::service
