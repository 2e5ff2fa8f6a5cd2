#pragma once

#include <string>
#include <string_view>

namespace xq {

/// `text` as the name of a file without its ending, on any system: characters that some system
/// takes for more than a part of a name become `_`, a name of a device (CON, NUL, COM1) gets one
/// behind it, blanks and dots at its ends go, and it has at most `most` bytes. May be empty.
[[nodiscard]] std::string as_file_name(std::string_view text, std::size_t most = 180);

} // namespace xq
