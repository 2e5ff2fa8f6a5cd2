#include "support/places.hpp"

namespace support {

std::string source_dir() { return XQ_SOURCE_DIR; }

std::string shared_data_dir() { return XQ_SOURCE_DIR "/../shared/data"; }

std::string child_program() { return XQ_TEST_CHILD; }

} // namespace support
