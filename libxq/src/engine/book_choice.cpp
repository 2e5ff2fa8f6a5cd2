#include <xq/engine/book_choice.hpp>

#include <algorithm>
#include <random>

namespace xq::engine {

Move choose_book_move(std::span<const BookChoice> choices, BookPick pick, std::uint64_t seed,
                      const Position& position) {
  if (choices.empty()) {
    return Move::none();
  }
  if (pick == BookPick::best) {
    return choices.front().move;
  }
  std::mt19937_64 random{seed * 0x9E3779B97F4A7C15U ^ to_integer(position.key())};
  // not std::uniform_real_distribution: its results differ between libraries
  const double share = static_cast<double>(random() >> 11U) * 0x1p-53;
  const auto weight = [pick](const BookChoice& c) {
    return pick == BookPick::random ? 1.0 : std::max(c.weight, 0.0);
  };
  double total = 0;
  for (const BookChoice& c : choices) {
    total += weight(c);
  }
  double rest = share * total;
  for (const BookChoice& c : choices) {
    rest -= weight(c);
    if (rest < 0) {
      return c.move;
    }
  }
  return choices.front().move; // none of them has a weight
}

} // namespace xq::engine
