#pragma once

#include <xq/record/ecco.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xq::record {

/// `text` as an ECCO code or the beginning of one: a letter from A to E, small ones, too, at most
/// two digits. Empty: it is none.
[[nodiscard]] std::string ecco_code(std::string_view text);

/// The openings whose name holds `text`, in either script or in English (without case), by code.
[[nodiscard]] std::vector<const Opening*> openings_named(const std::string& text);

} // namespace xq::record
