#include "base/os/utf8_locale.hpp"

#include <clocale>
#include <type_traits>

namespace xq::os {

static_assert(std::is_pointer_v<locale_t>);

Utf8Locale::Utf8Locale() noexcept : m_locale{::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{})} {
  if (m_locale != nullptr) {
    m_before = ::uselocale(static_cast<locale_t>(m_locale));
  }
}

Utf8Locale::~Utf8Locale() {
  if (m_locale != nullptr) {
    ::uselocale(static_cast<locale_t>(m_before));
    ::freelocale(static_cast<locale_t>(m_locale));
  }
}

} // namespace xq::os
