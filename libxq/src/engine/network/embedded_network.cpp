#include "engine/network/network_file.hpp"

#include <xq/engine/engine.hpp>

#include <cassert>
#include <string_view>

// The network of the source tree (data/network.xqnet), where there is one. The assembler puts its
// bytes into the section of read-only data that the build names: an array in C++ would take seconds
// to compile.
#ifdef XQ_NETWORK_FILE
__asm__(XQ_NETWORK_SECTION "\n"
                           "xq_network_begin:\n"
                           ".incbin \"" XQ_NETWORK_FILE "\"\n"
                           "xq_network_end:\n"
                           ".text\n");
extern const char network_begin[] __asm__("xq_network_begin"); // NOLINT(*-avoid-c-arrays)
extern const char network_end[] __asm__("xq_network_end");     // NOLINT(*-avoid-c-arrays)
#endif

namespace xq::engine {

namespace {

/// The bytes of the file inside the library; empty: none.
std::string_view embedded_bytes() noexcept {
#ifdef XQ_NETWORK_FILE
  return {network_begin, static_cast<std::size_t>(network_end - network_begin)};
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
