#include "base/text/compose.hpp"

#include <fmt/format.h>

#include <iterator>

namespace xq {

void vappend_format(std::string& out, fmt::string_view format, fmt::format_args values) {
  fmt::vformat_to(std::back_inserter(out), format, values);
}

} // namespace xq
