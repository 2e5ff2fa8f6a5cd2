#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace xq::format {

/// What was meant by a text that a program has read in a wrong encoding and saved: GB18030, Big5 or
/// UTF-8 taken for Latin-1, GB18030 for Big5, Big5 for GB18030. Nothing unless the way back is
/// certain: every character goes back, one way alone gives moves, and the text as it is has none;
/// or the text is of Latin-1 letters alone beyond ASCII, which pair to common Chinese characters.
/// ASCII text in which Chinese moves are references of HTML (`&#28846;`) or escaped as in an
/// address
/// (`%E7%82%AE`) is read, too.
[[nodiscard]] std::optional<std::string> mend_misread_file(std::string_view text);

} // namespace xq::format
