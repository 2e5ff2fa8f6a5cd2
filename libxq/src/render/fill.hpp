#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace xq::render {

/// The paragraphs of `text` filled to `width` columns of the terminal, each line after `indent`
/// blanks. A paragraph that begins with a blank is kept as it is; a word that is wider than a line
/// stands on one of its own.
[[nodiscard]] std::string fill(std::string_view text, std::size_t indent, std::size_t width);

} // namespace xq::render
