#include "base/embedded_file.hpp"
#include "service/page/page.hpp"

#ifdef XQ_WASM_FILE // what preset wasm has made, where the build is given it
XQ_EMBED_FILE(xq_wasm, XQ_WASM_SECTION, XQ_WASM_FILE);
#endif

namespace xq::service {

std::string_view embedded_engine() noexcept {
#ifdef XQ_WASM_FILE
  return {xq_wasm_begin, static_cast<std::size_t>(xq_wasm_end - xq_wasm_begin)};
#else
  return {};
#endif
}

} // namespace xq::service
