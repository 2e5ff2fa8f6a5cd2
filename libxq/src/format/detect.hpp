#pragma once

#include <xq/format/format.hpp>

#include <string>
#include <string_view>

namespace xq::format {

/// What the beginning of a file and its name say about its format.
struct Detected {
  const FormatInfo* format = nullptr; ///< null: none that can be read
  std::string foreign;                ///< a format that is known by name only, "SQLite" for one
  std::string_view advice;            ///< what to do about a foreign format, to be translated
};

/// `text` is decoded; content counts before the name, and a name only where content says nothing.
[[nodiscard]] Detected detect_format(std::string_view text, std::string_view file_name);

} // namespace xq::format
