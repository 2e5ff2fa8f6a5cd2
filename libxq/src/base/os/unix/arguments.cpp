#include "base/os/arguments.hpp"

namespace xq::os {

std::vector<std::string> arguments(int count, const char* const* words) {
  return {words, words + count};
}

} // namespace xq::os
