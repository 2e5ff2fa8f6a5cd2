#pragma once

#include <string>
#include <string_view>

namespace xq::notation {

/// A move as Vietnamese players write it, `P2-5`, `Xt/1`, `Pháo 2 bình 5`, as WXF does; empty for
/// any other text. In words t (trước) is the front one and s (sau) the rear one.
[[nodiscard]] std::string wxf_of_vietnamese(std::string_view token);

/// The text is a whole move in words: `Mã 8 tiến 7`, with marks or without.
[[nodiscard]] bool is_spelled_vietnamese(std::string_view text);

} // namespace xq::notation
