#include "service/play/handicap.hpp"

#include <xq/board/fen.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace xq::service {

namespace {

constexpr std::array<Handicap, 8> all_handicaps{{{"horse", "R1BAKABNR", "1C5C1"},
                                                 {"cannon", "RNBAKABNR", "7C1"},
                                                 {"rook", "1NBAKABNR", "1C5C1"},
                                                 {"two-horses", "R1BAKAB1R", "1C5C1"},
                                                 {"two-cannons", "RNBAKABNR", "9"},
                                                 {"horse-cannon", "R1BAKABNR", "7C1"},
                                                 {"rook-horse", "2BAKABNR", "1C5C1"},
                                                 {"two-rooks", "1NBAKABN1", "1C5C1"}}};

/// The rank as Black has it: turned, since the left hand is at the other end, and in small letters.
std::string of_black(std::string_view rank) {
  std::string text{rank.rbegin(), rank.rend()};
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

} // namespace

std::span<const Handicap> handicaps() noexcept { return all_handicaps; }

const Handicap* find_handicap(std::string_view word) noexcept {
  const auto* const at = std::find_if(all_handicaps.begin(), all_handicaps.end(),
                                      [&](const Handicap& each) { return each.word == word; });
  return at == all_handicaps.end() ? nullptr : at;
}

Position start_with(const Handicap& handicap, Color giver) {
  const bool red = giver == Color::red;
  std::string fen;
  fen += red ? "rnbakabnr" : of_black(handicap.back_rank);
  fen += "/9/";
  fen += red ? "1c5c1" : of_black(handicap.cannon_rank);
  fen += "/p1p1p1p1p/9/9/P1P1P1P1P/";
  fen += red ? handicap.cannon_rank : "1C5C1";
  fen += "/9/";
  fen += red ? handicap.back_rank : "RNBAKABNR";
  fen += " w - - 0 1";
  return read_fen(fen).value().position;
}

} // namespace xq::service
