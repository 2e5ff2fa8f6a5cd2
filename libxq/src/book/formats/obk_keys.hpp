#pragma once

#include <xq/board/types.hpp>

#include <array>
#include <cstdint>

namespace xq::book {

/// By piece (K A B N R C P of Red, then of Black) and square, a9 first, i0 last.
extern const std::array<std::array<std::uint64_t, square_count>, 14> obk_piece_keys;
extern const std::uint64_t obk_red_to_move;

} // namespace xq::book
