#pragma once

#include <xq/board/position.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace xq::engine {

/// A move an opening book offers, and its weight against the others.
struct BookChoice {
  Move move;
  double weight = 0;
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
};

/// One of `choices` (Move::none() when there is none); what is drawn depends on nothing but the
/// seed and the position.
[[nodiscard]] Move choose_book_move(std::span<const BookChoice> choices, BookPick pick,
                                    std::uint64_t seed, const Position& position);

} // namespace xq::engine
