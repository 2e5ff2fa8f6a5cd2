#include <xq/base/error.hpp>
#include <xq/base/expected.hpp>

#include <string>

namespace xq {

void throw_unexpected(std::string_view what) { throw Error{std::string{what}}; }

} // namespace xq
