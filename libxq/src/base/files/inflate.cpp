#include "base/files/inflate.hpp"

#include "base/files/gzip.hpp"

#include <xq/base/error.hpp>
#include <xq/base/problem_code.hpp>

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace xq {
namespace {

[[noreturn]] void report_failed_start(const z_stream& state) {
  throw make_error("zlib cannot start: {}. Check the memory.", state.msg == nullptr
                                                                   ? translate("no reason given")
                                                                   : std::string_view{state.msg});
}

/// Owns zlib's state.
class Stream {
public:
  Stream() {
    if (inflateInit(&m_state) != Z_OK) {
      report_failed_start(m_state);
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

std::string deflate_huffman_only(std::string_view bytes) {
  constexpr int largest_window = 15;
  constexpr int most_memory = 9;
  std::string out(deflateBound(nullptr, static_cast<uLong>(bytes.size())), '\0');
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, largest_window, most_memory,
                   Z_HUFFMAN_ONLY) != Z_OK) {
    report_failed_start(stream);
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); // not written to
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH); // cannot fail: deflateBound() is room enough
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Gzip::State {
  explicit State(int level) {
    constexpr int window_and_gzip = 15 + 16; // zlib's way to ask for a gzip header
    if (deflateInit2(&stream, level, Z_DEFLATED, window_and_gzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      report_failed_start(stream);
    }
  }
  ~State() { deflateEnd(&stream); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  z_stream stream{};
};

Gzip::Gzip(int level) : m_level{level} {}
Gzip::~Gzip() = default;

std::string Gzip::pack(std::string_view text) {
  if (m_state == nullptr) {
    m_state = std::make_unique<State>(m_level);
  }
  z_stream& stream = m_state->stream;
  deflateReset(&stream);
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::size_t written = 0;
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); // not written to
  while (true) { // once, unless the text has more bytes than zlib counts
    const auto bytes = std::min(text.size(), most);
    const auto room = std::min(out.size() - written, most);
    stream.avail_in = static_cast<uInt>(bytes);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + written);
    stream.avail_out = static_cast<uInt>(room);
    const int code = deflate(&stream, bytes == text.size() ? Z_FINISH : Z_NO_FLUSH);
    text.remove_prefix(bytes - stream.avail_in);
    written += room - stream.avail_out;
    if (code == Z_STREAM_END) {
      out.resize(written);
      return out;
    }
  }
}

} // namespace xq
