#include "base/os/utf8_locale.hpp"

namespace xq::os {

Utf8Locale::Utf8Locale() noexcept = default;

Utf8Locale::~Utf8Locale() = default;

} // namespace xq::os
