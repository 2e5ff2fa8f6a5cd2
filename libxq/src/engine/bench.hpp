#pragma once

#include <xq/engine/engine.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace xq::engine {

/// The positions of the bench: openings, middle games and endgames.
[[nodiscard]] std::span<const std::string_view> bench_positions() noexcept;

struct BenchResult {
  std::uint64_t nodes = 0; ///< the signature: changes with every change of what is searched
  std::chrono::milliseconds time{0};
};

/// Search every bench position to `depth` with a fresh engine of these options.
/// Nothing when `stopped`, which is asked once a second or more often, returned true.
[[nodiscard]] std::optional<BenchResult> run_bench(int depth, const Options& options,
                                                   const std::function<bool()>& stopped);

inline constexpr int default_bench_depth = 9;

} // namespace xq::engine
