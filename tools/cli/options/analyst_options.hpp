#pragma once

#include "command.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/uci/external.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xq::cli {

/// --nodes, --depth, --movetime, --hash, --engine, --engine-option: who judges positions, and how
/// long.
struct AnalystOptions {
  explicit AnalystOptions(std::uint64_t nodes) : default_nodes{nodes} {}

  std::uint64_t default_nodes; ///< of a position, where nothing is given
  engine::Limits limits;       ///< complete after source()
  bool for_review = false;     ///< whether source() answers by analysis::review_limits()

  void describe(OptionSet& options);
  /// --multipv, for tools that show several lines.
  void describe_lines(OptionSet& options);
  /// Whether any of --nodes, --depth and --movetime was given; before source().
  [[nodiscard]] bool is_limited() const noexcept {
    return limits.nodes != 0 || limits.depth != 0 || limits.move_time.count() != 0;
  }
  /// Throws UsageError; Error when an external engine does not start.
  [[nodiscard]] analysis::AnalystSource source();
  /// Whether it is our own engine; after source().
  [[nodiscard]] bool is_own() const noexcept { return m_engine.command.empty(); }

private:
  std::size_t m_hash = 0;
  uci::ExternalOptions m_engine;
  std::vector<std::string> m_settings; ///< NAME=VALUE
};

} // namespace xq::cli
