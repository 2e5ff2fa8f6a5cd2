#pragma once

#include "serve/loop.hpp"

#include <memory>
#include <string>

namespace xq::serve {

/// At the other end of a connection.
struct Caller {
  std::string address; ///< as a log has it
  std::string visitor; ///< the same, or the network of IPv6 that one machine can have
};

/// Serve the requests that come over `socket`, from the loop's thread.
void start_connection(std::shared_ptr<Loop> loop, Socket socket, Caller caller,
                      Admission::Ticket ticket);

} // namespace xq::serve
