#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace xq {

/// How a file is packed as a whole.
enum class Packing : std::uint8_t { none, gzip, xz, zstd };

/// Tells the packing by the end of a file's name: .gz, .xz, .zst.
[[nodiscard]] Packing packing_of(std::string_view path) noexcept;
/// The name of what is packed: games.pgn of games.pgn.gz. A name without such an end stays.
[[nodiscard]] std::string_view without_packing(std::string_view path) noexcept;

/// Packs a stream of bytes: the same bytes give the same result. Not shared between threads.
class Packer {
public:
  /// `take` gets what is packed, part by part, and may throw. `packing` is not none. Throws
  /// FileError, in which the file is called `path`, where the library lacks it.
  Packer(Packing packing, std::string path, std::function<void(std::string_view)> take);
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  void add(std::string_view bytes);
  /// Everything has gone to `take` when this returns. Call it once, at the end.
  void finish();

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace xq
