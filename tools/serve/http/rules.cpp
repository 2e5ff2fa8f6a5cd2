#include "serve/http/rules.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <optional>

namespace xq::serve {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos
             ? std::string_view{}
             : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// The text before the first `separator`, which leaves `rest` with what follows.
std::string_view next_part(std::string_view& rest, char separator) {
  const auto end = std::min(rest.find(separator), rest.size());
  const auto part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

/// Four decimal numbers, and not what else browsers take for an address (`127.1`, `0x7f.1`): those
/// they rewrite before they send it.
bool is_ipv4(std::string_view name) {
  int parts = 0;
  while (!name.empty() && parts < 5) {
    const auto part = next_part(name, '.');
    if (part.size() > 3 || !is_number(part)) {
      return false;
    }
    ++parts;
  }
  return parts == 4;
}

bool is_name_character(char c) {
  return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_';
}

/// The name of `host:port`, in small letters and without the root's dot; brackets are kept. Nothing
/// when it is malformed.
std::optional<std::string> name_of(std::string_view host) {
  std::string name = lower(host);
  std::size_t end = 0;
  if (name.starts_with('[')) {
    end = name.find_first_not_of("0123456789abcdef:.", 1);
    if (end == std::string::npos || name[end] != ']') {
      return std::nullopt;
    }
    ++end;
  } else {
    end = std::min(name.find(':'), name.size());
    if (!std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(end),
                     is_name_character)) {
      return std::nullopt;
    }
  }
  const auto port = std::string_view{name}.substr(end);
  if (!port.empty() &&
      (port[0] != ':' || port.size() > 6 || !std::ranges::all_of(port.substr(1), is_digit))) {
    return std::nullopt;
  }
  name.resize(end);
  if (name.ends_with('.')) {
    name.pop_back();
  }
  return name;
}

} // namespace

HostRule::HostRule(const std::vector<std::string>& names) : m_names{"localhost"} {
  for (const auto& name : names) {
    m_names.push_back(lower(name));
  }
}

bool HostRule::allows(std::string_view host) const {
  const auto name = name_of(host);
  return name && !name->empty() &&
         (name->starts_with('[') || is_ipv4(*name) ||
          std::ranges::find(m_names, *name) != m_names.end());
}

OriginRule::OriginRule(const std::vector<std::string>& origins) {
  for (const auto& origin : origins) {
    auto text = lower(origin);
    const auto scheme = text.find("://");
    const bool is_origin = scheme != std::string::npos && scheme > 0 && text.size() > scheme + 3 &&
                           text.find_first_of("/ ,*", scheme + 3) == std::string::npos;
    if (text != "*" && !is_origin) {
      throw make_error<UsageError>(
          "'{}' is no origin of a web page; wanted is for example https://example.org, or *",
          excerpt(origin, 60));
    }
    m_origins.push_back(std::move(text));
  }
}

bool OriginRule::allows(std::string_view origin) const {
  const auto text = lower(origin);
  return std::ranges::any_of(m_origins,
                             [&](const std::string& o) { return o == "*" || o == text; });
}

bool is_same_origin(std::string_view origin, std::string_view host) {
  const auto scheme = origin.find("://");
  if (scheme == std::string_view::npos) { // `null`: a sandboxed page or a file
    return false;
  }
  const auto kind = lower(origin.substr(0, scheme));
  return (kind == "http" || kind == "https") && lower(origin.substr(scheme + 3)) == lower(host);
}

bool accepts_gzip(std::string_view accept_encoding) {
  bool accepted = false;
  while (!accept_encoding.empty()) {
    auto element = next_part(accept_encoding, ',');
    const auto coding = lower(trimmed(next_part(element, ';')));
    const auto weight = lower(trimmed(element)); // `q=0.5`
    const bool refused =
        weight.starts_with("q=0") && weight.find_first_not_of("0.", 2) == std::string::npos;
    if (coding == "gzip" || coding == "x-gzip") {
      return !refused;
    }
    accepted = accepted || (coding == "*" && !refused);
  }
  return accepted;
}

std::string packed_etag(std::string_view etag) {
  std::string packed{etag};
  if (packed.ends_with('"')) {
    packed.insert(packed.size() - 1, "-gz");
  }
  return packed;
}

bool matches_etag(std::string_view if_none_match, std::string_view etag) {
  if (etag.empty()) {
    return false;
  }
  const auto opaque = [](std::string_view tag) {
    return tag.substr(tag.starts_with("W/") ? 2 : 0);
  };
  const auto plain = opaque(etag);
  const auto packed = packed_etag(plain);
  while (!if_none_match.empty()) {
    const auto tag = opaque(trimmed(next_part(if_none_match, ',')));
    if (tag == "*" || tag == plain || tag == packed) {
      return true;
    }
  }
  return false;
}

std::string without_secrets(std::string_view target) {
  constexpr std::size_t longest = 300;
  std::string out;
  const auto query = std::min(target.find('?'), target.size());
  out = target.substr(0, query);
  auto rest = target.substr(query);
  char before = '?';
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const auto end = std::min(rest.find('&'), rest.size());
    const auto parameter = rest.substr(0, end);
    out += before;
    // A name may be written with %: only what certainly is another name is shown.
    const auto name = parameter.substr(0, parameter.find('='));
    const bool hidden = name == "key" || name.find('%') != std::string_view::npos;
    out += hidden ? "key=..." : parameter;
    rest.remove_prefix(end);
    before = '&';
  }
  if (out.size() > longest) {
    out.resize(longest);
    out += "...";
  }
  return out;
}

} // namespace xq::serve
