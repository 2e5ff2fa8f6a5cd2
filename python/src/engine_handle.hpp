#pragma once

#include "bindings.hpp"
#include "long_call.hpp"

#include <xq/analysis/analyst.hpp>
#include <xq/engine/searcher.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xq::python {

using EngineOptions = std::vector<std::pair<std::string, std::string>>;
/// Names and values as texts: True is `true`.
[[nodiscard]] EngineOptions to_engine_options(const py::dict& options);
/// Settings of the engine of this library. Throws UsageError.
[[nodiscard]] engine::Settings to_settings(const EngineOptions& options);

/// Seconds; throws ValueError for less than nothing and more than a year.
[[nodiscard]] std::chrono::milliseconds to_milliseconds(double seconds);

/// Limits of a search that ends. Throws UsageError where there is none.
[[nodiscard]] engine::Limits to_limits(std::uint64_t nodes, int depth, double time);
/// The same, or of so many nodes where none is given.
[[nodiscard]] engine::Limits to_limits_or(std::uint64_t usual_nodes, std::uint64_t nodes, int depth,
                                          double time);

/// Who is asked about positions: the engine of this library for None, else that of a command line.
/// Starts the latter. Throws TypeError, UsageError, Error.
[[nodiscard]] analysis::AnalystSource to_analysts(const py::object& engine, const py::dict& options,
                                                  const engine::Limits& limits);

} // namespace xq::python
