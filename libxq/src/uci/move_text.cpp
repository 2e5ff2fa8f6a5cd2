#include <xq/uci/external.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace xq::uci {

namespace {

/// Take a square off the front of `text`; Square::none when there is none.
Square take_square(std::string_view& text, RankBase base) noexcept {
  if (text.empty()) {
    return Square::none;
  }
  const int file = (text[0] | 0x20) - 'a';
  int rank = 0;
  const char* const end = text.data() + std::min<std::size_t>(text.size(), 3);
  const auto [rest, error] = std::from_chars(text.data() + 1, end, rank);
  rank -= base == RankBase::one ? 1 : 0;
  if (file < 0 || file >= file_count || error != std::errc{} || rank < 0 || rank >= rank_count) {
    return Square::none;
  }
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return make_square(file, rank);
}

} // namespace

std::string move_text(Move m, RankBase base) {
  const int offset = base == RankBase::one ? 1 : 0;
  return fmt::format("{}{}{}{}", static_cast<char>('a' + file_of(m.from())),
                     rank_of(m.from()) + offset, static_cast<char>('a' + file_of(m.to())),
                     rank_of(m.to()) + offset);
}

Move parse_move(std::string_view text, RankBase base) noexcept {
  const Square from = take_square(text, base);
  if (text.starts_with('-')) {
    text.remove_prefix(1);
  }
  const Square to = take_square(text, base);
  if (from == Square::none || to == Square::none || from == to || !text.empty()) {
    return Move::none();
  }
  return {from, to};
}

} // namespace xq::uci
