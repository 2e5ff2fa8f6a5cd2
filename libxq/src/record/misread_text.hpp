#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace xq::record {

/// What was meant by text whose bytes were GB2312 and were read in another encoding, as files of
/// several sources are put together. Nothing where that is not certain. Thread safe.
/// - As Big5: 菴01謫 is 第01轮. Every character beyond ASCII must be one that a character of
///   competitions, dates or punctuation became so, and what they mean must name a round, a group, a
///   competition, or tell how many go on, as 8进4 does.
/// - As Latin-1: ºúÈÙ»ª is 胡荣华. The letters beyond ASCII must pair to common characters, two of
///   them side by side, and one must be where Big5 has no common one.
[[nodiscard]] std::optional<std::string> mend_misread_text(std::string_view text);

/// The bytes that were read as Latin-1 or Windows-1252; nothing where a character is not of it.
[[nodiscard]] std::optional<std::string> latin1_bytes(std::string_view text);

} // namespace xq::record
