#include "base/os/random.hpp"

#include "base/os/windows/api.hpp"
#include "base/text/system_message.hpp"

#include <xq/base/error.hpp>

#include <bcrypt.h>

namespace xq::os {

void fill_with_secret(std::span<std::byte> bytes) {
  if (bytes.empty()) { // a null pointer would be an error
    return;
  }
  const auto status =
      BCryptGenRandom(nullptr, reinterpret_cast<PUCHAR>(bytes.data()),
                      static_cast<ULONG>(bytes.size()), BCRYPT_USE_SYSTEM_PREFERRED_RNG);
  if (!BCRYPT_SUCCESS(status)) {
    throw make_error("the system gives no random numbers: {}. Try again.",
                     system_message(std::make_error_code(std::errc::io_error)));
  }
}

} // namespace xq::os
