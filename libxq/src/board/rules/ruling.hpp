#pragma once

#include <xq/board/rules.hpp>

#include <string_view>

namespace xq {

/// `Red` or `Black`, in the language of the process.
[[nodiscard]] std::string_view name(Color c) noexcept;

/// `offender` loses by what its moves in the cycle are.
void lose(Ruling& ruling, Color offender);

} // namespace xq
