#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace xq {

/// Packs texts as gzip does (RFC 1952), for answers over HTTP. zlib's memory (256 KB) is taken by
/// the first text and kept. Not shared between threads.
class Gzip {
public:
  /// `level` 1 (fast) to 9 (small).
  explicit Gzip(int level);
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  [[nodiscard]] std::string pack(std::string_view text);

private:
  struct State;
  int m_level;
  std::unique_ptr<State> m_state;
};

} // namespace xq
