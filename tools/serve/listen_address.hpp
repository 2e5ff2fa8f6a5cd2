#pragma once

#include <cstdint>
#include <string>

namespace xq::serve {

/// Where a server listens: `127.0.0.1` and 8140.
struct ListenAddress {
  std::string host; ///< an address without brackets, or a name
  std::uint16_t port = 8140;
};

/// Reads `HOST:PORT`, `[::1]:PORT`, `HOST` and `PORT`; what is not given is 127.0.0.1 and 8140.
/// Throws UsageError.
[[nodiscard]] ListenAddress read_listen_address(const std::string& text);

/// `127.0.0.1:8140`, `[::1]:8140`.
[[nodiscard]] std::string to_text(const ListenAddress& address);

} // namespace xq::serve
