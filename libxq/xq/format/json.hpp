#pragma once

#include <xq/format/format.hpp>

#include <memory>

namespace xq::format {

/// One object a line: number, headers, start, result, moves of the main line, final position.
[[nodiscard]] std::unique_ptr<Writer> make_json_writer(const WriteOptions& options);

} // namespace xq::format
