#pragma once

#include <xq/format/format.hpp>

#include <span>
#include <string>

namespace xq::format {

/// As read_batches() of one file that is in memory: what is pasted into a page or sent to it. A
/// packed one may grow to 64 MB.
ReadTotals read_bytes(std::string bytes, const ReadOptions& options, const BatchHandler& handler,
                      const ProgressFunction& progress = {});

/// Whether one of the files that were named was not read: not to its end, or not at all, because no
/// format has such content or there is no game in it. What lies in a folder or an archive beside
/// the games and is no record was not asked for; what cannot be read there counts, too.
[[nodiscard]] bool is_unread_input(const FileProblem& found, std::span<const std::string> inputs);

} // namespace xq::format
