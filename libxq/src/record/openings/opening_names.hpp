#pragma once

#include <xq/record/ecco.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xq::record {

/// Whether `text` is an ECCO code or the beginning of one: a letter from A to E, at most two
/// digits.
[[nodiscard]] bool is_ecco_code(std::string_view text) noexcept;

/// The openings whose name holds `text`, in either script or in English (without case), by code.
[[nodiscard]] std::vector<const Opening*> openings_named(const std::string& text);

} // namespace xq::record
