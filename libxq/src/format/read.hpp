#pragma once

#include <xq/format/format.hpp>

#include <string>

namespace xq::format {

/// As read_batches() of one file that is in memory: what is pasted into a page or sent to it. A
/// packed one may grow to 64 MB.
ReadTotals read_bytes(std::string bytes, const ReadOptions& options, const BatchHandler& handler,
                      const ProgressFunction& progress = {});

} // namespace xq::format
