#pragma once

#include <xq/format/format.hpp>

#include <span>
#include <string>

namespace xq::format {

/// Whether one of the files that were named was not read: not to its end, or not at all, because no
/// format has such content or there is no game in it. What lies in a folder or an archive beside
/// the games and is no record was not asked for; what cannot be read there counts, too.
[[nodiscard]] bool is_unread_input(const FileProblem& found, std::span<const std::string> inputs);

} // namespace xq::format
