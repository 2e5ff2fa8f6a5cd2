#pragma once

#include <memory>
#include <string>

namespace xq::engine {

/// A trained evaluation: weights that never change, shared by all threads and engines that use it.
struct Network;

/// The network inside this library, read when it is first asked for; null where the library was
/// built without one.
[[nodiscard]] std::shared_ptr<const Network> embedded_network();
/// What engines evaluate by unless told otherwise; null: the hand-written evaluation.
[[nodiscard]] std::shared_ptr<const Network> default_network();
/// The network of a file. Throws FileError when it cannot be read or is no network for this
/// program.
[[nodiscard]] std::shared_ptr<const Network> load_network(const std::string& path);

} // namespace xq::engine
