#include "base/embedded_file.hpp"
#include "engine/network/network_file.hpp"

#include <xq/engine/engine.hpp>

#include <cassert>
#include <string_view>

#ifdef XQ_NETWORK_FILE // of the source tree (data/network.xqnet), where there is one
XQ_EMBED_FILE(xq_network, XQ_NETWORK_SECTION, XQ_NETWORK_FILE);
#endif

namespace xq::engine {

namespace {

/// The bytes of the file inside the library; empty: none.
std::string_view embedded_bytes() noexcept {
#ifdef XQ_NETWORK_FILE
  return {xq_network_begin, static_cast<std::size_t>(xq_network_end - xq_network_begin)};
#else
  return {};
#endif
}

} // namespace

std::shared_ptr<const Network> embedded_network() {
  static const std::shared_ptr<const Network> network = [] {
    const auto reading = network::read_network(embedded_bytes());
    assert(reading || embedded_bytes().empty());
    return reading ? *reading : nullptr;
  }();
  return network;
}

std::shared_ptr<const Network> default_network() { return embedded_network(); }

} // namespace xq::engine
