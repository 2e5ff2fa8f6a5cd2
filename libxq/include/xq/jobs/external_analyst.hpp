#pragma once

#include <xq/analysis/analyst.hpp>
#include <xq/uci/external.hpp>

namespace xq::jobs {

/// A UCI or UCCI engine outside, a process for each analyst. It is told to forget everything before
/// each question and to use one thread, so that one with a fixed number of nodes or a fixed depth
/// answers alike every time if it keeps its side of this. One that dies is started again, and a
/// question is asked three times before AnalystError. Throws Error when it does not start.
[[nodiscard]] analysis::AnalystSource external_analysts(const engine::Limits& limits,
                                                        uci::ExternalOptions options);

} // namespace xq::jobs
