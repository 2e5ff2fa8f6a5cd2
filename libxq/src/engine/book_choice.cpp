#include <xq/engine/engine.hpp>
#include <xq/engine/settings.hpp>

#include <algorithm>
#include <random>
#include <vector>

namespace xq::engine {

namespace {

/// The choices that are at most `margin` worse than the best; all where none is judged. Who was
/// never played may be drawn, too.
std::vector<BookChoice> good_choices(std::span<const BookChoice> choices, Score margin) {
  std::vector<BookChoice> good;
  Score best = -infinite_score;
  for (const BookChoice& c : choices) {
    best = std::max(best, c.score.value_or(-infinite_score));
  }
  for (const BookChoice& c : choices) {
    if (c.score && *c.score >= best - margin) {
      good.push_back({c.move, std::max(c.weight, 1.0), c.score});
    }
  }
  return good.empty() ? std::vector<BookChoice>{choices.begin(), choices.end()} : good;
}

} // namespace

Move choose_book_move(std::span<const BookChoice> choices, const BookPolicy& policy,
                      const Position& position) {
  if (policy.pick == BookPick::score) {
    const auto good = good_choices(choices, policy.margin);
    return choose_book_move(good, {BookPick::weighted, 0, policy.seed}, position);
  }
  if (choices.empty()) {
    return Move::none();
  }
  if (policy.pick == BookPick::best) {
    return choices.front().move;
  }
  std::mt19937_64 random{policy.seed * 0x9E3779B97F4A7C15U ^ to_integer(position.key())};
  // not std::uniform_real_distribution: its results differ between libraries
  const double share = static_cast<double>(random() >> 11U) * 0x1p-53;
  const auto weight = [&policy](const BookChoice& c) {
    return policy.pick == BookPick::random && c.weight > 0 ? 1.0 : std::max(c.weight, 0.0);
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
