#pragma once

#include "serve/loop.hpp"

#include <memory>
#include <string>

namespace xq::serve {

/// Serve the requests that come over `socket`, from the loop's thread.
void start_connection(std::shared_ptr<Loop> loop, Socket socket, std::string address,
                      Admission::Ticket ticket);

} // namespace xq::serve
