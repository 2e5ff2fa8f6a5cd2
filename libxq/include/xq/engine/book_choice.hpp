#pragma once

#include <xq/board/position.hpp>
#include <xq/engine/engine.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xq::engine {

/// A move an opening book offers, and its weight against the others.
struct BookChoice {
  Move move;
  double weight = 0;
  std::optional<Score> score{}; ///< for the side to move, where an engine has judged it
};
/// The book's moves for a position, the heaviest first; none when the position is not in it.
using BookProbe = std::function<std::vector<BookChoice>(const Position&)>;
/// Opens the opening book of that path; throws Error when it cannot.
using BookOpener = std::function<BookProbe(const std::string& path)>;

/// Which of the book's moves is played.
enum class BookPick : std::uint8_t {
  best,     ///< the heaviest
  weighted, ///< drawn, by weight
  random,   ///< drawn, all alike
  score,    ///< drawn by weight from those whose score is close to the best one
};

/// How to choose.
struct BookPolicy {
  BookPick pick = BookPick::best;
  /// With BookPick::score: by how much the score may be worse. A choice without a score counts only
  /// where none has one.
  Score margin = 0;
  std::uint64_t seed = 0;
};

/// One of `choices` (Move::none() when there is none); what is drawn depends on nothing but the
/// seed and the position.
[[nodiscard]] Move choose_book_move(std::span<const BookChoice> choices, const BookPolicy& policy,
                                    const Position& position);

} // namespace xq::engine
