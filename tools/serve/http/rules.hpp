#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xq::serve {

// What headers of a request mean for a server that browsers can be made to call by other sites.

/// Which names a server answers to. A page of another site can have its own name point to
/// 127.0.0.1 (DNS rebinding) and then read answers as if they were its own; the Host header still
/// has that name. Addresses are always allowed: no name was asked for them.
class HostRule {
public:
  /// `names` are allowed beside `localhost`.
  explicit HostRule(const std::vector<std::string>& names);
  /// `host` as in the header, with or without a port. What is allowed has only letters, digits and
  /// `.-_:[]`.
  [[nodiscard]] bool allows(std::string_view host) const;

private:
  std::vector<std::string> m_names; ///< in small letters
};

/// Which pages of other sites may ask.
class OriginRule {
public:
  /// `origins`: `https://example.org`, as browsers write them, or `*`. Throws UsageError for
  /// others.
  explicit OriginRule(const std::vector<std::string>& origins);
  /// The page at `origin` is allowed by the list.
  [[nodiscard]] bool allows(std::string_view origin) const;
  [[nodiscard]] bool any() const noexcept { return !m_origins.empty(); }

private:
  std::vector<std::string> m_origins; ///< in small letters
};

/// Whether a page at `origin` (header Origin) is one of the server that was called as `host`.
[[nodiscard]] bool is_same_origin(std::string_view origin, std::string_view host);

/// Header Accept-Encoding.
[[nodiscard]] bool accepts_gzip(std::string_view accept_encoding);
/// Header If-None-Match has the entity tag, or that of its packed form.
[[nodiscard]] bool matches_etag(std::string_view if_none_match, std::string_view etag);
/// The tag of the packed form: `"abc"` becomes `"abc-gz"`.
[[nodiscard]] std::string packed_etag(std::string_view etag);

/// `target` for a log: secrets of players (`key=`) hidden, at most 300 bytes.
[[nodiscard]] std::string without_secrets(std::string_view target);

} // namespace xq::serve
