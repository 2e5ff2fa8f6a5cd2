#include "base/files/inflate.hpp"

#include <xq/base/error.hpp>

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace xq {
namespace {

/// Owns zlib's state.
class Stream {
public:
  Stream() {
    if (inflateInit(&m_state) != Z_OK) {
      throw make_error("zlib cannot start: {}. Check the memory.",
                       m_state.msg == nullptr ? translate("no reason given")
                                              : std::string_view{m_state.msg});
    }
  }
  ~Stream() { inflateEnd(&m_state); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  z_stream& operator*() noexcept { return m_state; }

private:
  z_stream m_state{};
};

} // namespace

Expected<std::string, Problem> inflate(std::string_view packed, std::size_t max_bytes) {
  Stream stream;
  z_stream& state = *stream;
  const auto size = std::min<std::size_t>(packed.size(), std::numeric_limits<uInt>::max());
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // not written to
  state.avail_in = static_cast<uInt>(size);
  std::string out;
  char buffer[16384];
  while (true) {
    state.next_out = reinterpret_cast<Bytef*>(buffer);
    state.avail_out = sizeof buffer;
    const int code = ::inflate(&state, Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - state.avail_out);
    if (out.size() > max_bytes) {
      return Unexpected{make_problem(ProblemCode::too_large,
                                     localized("unpacks to more than {} bytes", max_bytes))};
    }
    if (code == Z_STREAM_END) {
      return out;
    }
    if (code != Z_OK) { // Z_BUF_ERROR: the input is at its end
      return Unexpected{make_problem(
          ProblemCode::truncated, code == Z_BUF_ERROR ? localized("the packed data end too early")
                                                      : localized("the packed data are damaged"))};
    }
  }
}

} // namespace xq
