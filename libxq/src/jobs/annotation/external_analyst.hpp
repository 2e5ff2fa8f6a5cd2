#pragma once

#include <xq/analysis/analyst.hpp>
#include <xq/uci/external.hpp>

namespace xq::jobs {

/// Analysts that ask an external UCI or UCCI engine, a process each. The engine starts a new game
/// before each question and uses one thread, so that with a fixed number of nodes or a fixed depth
/// its answers are repeatable if it clears all its tables. One that dies is started again, and a
/// question is asked three times before AnalystError. Throws Error when it does not start.
[[nodiscard]] analysis::AnalystSource external_analysts(const engine::Limits& limits,
                                                        uci::ExternalOptions options);

} // namespace xq::jobs
