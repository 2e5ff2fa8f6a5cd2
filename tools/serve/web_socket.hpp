#pragma once

#include "serve/loop.hpp"
#include "service/http.hpp"

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <memory>
#include <optional>

namespace xq::serve {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// Ask the handler for the conversation that `request` wants. When there is one, `socket` and
/// `ticket` are taken and served; otherwise the refusal is returned. `header`: the request as it
/// came, an upgrade to a WebSocket.
[[nodiscard]] std::optional<service::Response>
start_web_socket(const std::shared_ptr<Loop>& loop, Socket& socket, Admission::Ticket& ticket,
                 const service::Request& request, const HttpRequest& header);

} // namespace xq::serve
