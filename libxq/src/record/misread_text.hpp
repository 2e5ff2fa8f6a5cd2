#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace xq::record {

/// What was meant by text whose bytes were GB2312 and were read as Big5, as files of several
/// sources are put together: 菴01謫 is 第01轮. Nothing where that is not certain: every character
/// beyond ASCII must be one that a character of competitions, dates or punctuation became so, and
/// what they mean must name a round, a group, a competition, or tell how many go on, as 8进4 does.
/// Thread safe.
[[nodiscard]] std::optional<std::string> mend_misread_text(std::string_view text);

} // namespace xq::record
