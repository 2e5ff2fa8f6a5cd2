#pragma once

#include <string>

// Where the tests find files. The folders are compiled into places.cpp alone: every other object is
// the same in each clone, so that ccache finds it again.
namespace support {

/// The root of the source tree.
[[nodiscard]] std::string source_dir();

/// ../shared/data beside the source tree; it need not exist.
[[nodiscard]] std::string shared_data_dir();

/// tests/support/child.cpp, compiled.
[[nodiscard]] std::string child_program();

} // namespace support
