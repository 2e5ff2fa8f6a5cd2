#pragma once

#include <string>
#include <string_view>

namespace xq {

/// The small ASCII letter that a letter of Latin with marks is written with where they are left
/// out: `a` for Ấ; 0 for everything else, ASCII too.
[[nodiscard]] char plain_letter(char32_t c) noexcept;

/// `text` in small letters and without the marks of letters: `den thang` for `Đen thắng`. What is
/// no Latin letter stays.
[[nodiscard]] std::string without_marks(std::string_view text);

/// A letter with a mark stands in `text`, as Vietnamese has them and no notation of moves.
[[nodiscard]] bool has_marked_letter(std::string_view text) noexcept;

} // namespace xq
