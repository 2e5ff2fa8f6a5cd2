#pragma once

#include <xq/record/game.hpp>

#include <cstdint>
#include <string>

namespace xq::book {

/// A game as a book names it.
struct GameName {
  std::string red, black, event, date;
  record::Result result = record::Result::unknown;
  std::int64_t plies = 0; ///< that were read: no more than the limit of the book
  std::string source;     ///< the file it was read from
  std::int64_t line = 0;  ///< in that file; 0 when it has none
  friend bool operator==(const GameName&, const GameName&) = default;
};

} // namespace xq::book
