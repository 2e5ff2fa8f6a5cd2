#pragma once

#include "base/files/gzip.hpp"
#include "service/http.hpp"

#include <cstddef>
#include <ctime>
#include <memory>
#include <string>
#include <unordered_map>

namespace xq::serve {

/// What of a request decides how its answer is sent.
struct Exchange {
  bool is_head = false;
  bool keep_alive = true; ///< the connection stays open
  bool gzip = false;      ///< the client accepts it
  std::string if_none_match;
  std::string host;            ///< as called, allowed; empty: none was sent
  std::string allowed_origin;  ///< of another site that may read the answer
  bool origins_differ = false; ///< answers depend on the origin: some are allowed
  bool is_preflight = false;   ///< a browser asks whether a page of `allowed_origin` may ask
};

/// An answer as bytes.
struct Outgoing {
  int status = 0;
  bool keep_alive = true;
  std::string head;                        ///< status line and headers, with the empty line
  std::shared_ptr<const std::string> body; ///< null: none is sent
  [[nodiscard]] std::size_t body_size() const noexcept {
    return body == nullptr ? 0 : body->size();
  }
};

/// Makes answers into bytes: If-None-Match, gzip, and the headers that are on every answer. Keeps
/// packed forms of bodies that are sent again. Not shared between threads.
class Finisher {
public:
  Finisher();
  [[nodiscard]] Outgoing finish(const Exchange& exchange, service::Response response);

private:
  [[nodiscard]] std::shared_ptr<const std::string> pack(const service::Response& response);
  [[nodiscard]] const std::string& date();

  struct Packed {
    std::weak_ptr<const std::string> original; ///< gone: its address may be another text's
    std::shared_ptr<const std::string> packed;
  };
  Gzip m_gzip;
  std::unordered_map<const std::string*, Packed> m_packed;
  std::size_t m_packed_bytes = 0;
  std::time_t m_time = -1;
  std::string m_date;
};

/// `Not Found`.
[[nodiscard]] const char* reason_phrase(int status) noexcept;

} // namespace xq::serve
