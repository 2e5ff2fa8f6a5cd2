#include "record/same_game.hpp"

#include "board/packed_moves.hpp"
#include "record/normalise.hpp"

#include <algorithm>
#include <vector>

namespace xq::record {

namespace {

std::size_t plies_of(std::string_view moves) noexcept { return moves.size() / 2; }

std::string_view ply(std::string_view moves, std::size_t i) noexcept {
  return moves.substr(2 * i, 2);
}

/// Nine tenths, rounded up.
std::size_t enough_of(std::size_t plies) noexcept { return (9 * plies + 9) / 10; }

/// Moves in front of the first one that differs.
std::size_t common_front(std::string_view a, std::string_view b) noexcept {
  std::size_t count = 0;
  while (count < plies_of(a) && count < plies_of(b) && ply(a, count) == ply(b, count)) {
    ++count;
  }
  return count;
}

/// Moves behind the last one that differs.
std::size_t common_back(std::string_view a, std::string_view b) noexcept {
  std::size_t count = 0;
  while (count < plies_of(a) && count < plies_of(b) &&
         ply(a, plies_of(a) - count - 1) == ply(b, plies_of(b) - count - 1)) {
    ++count;
  }
  return count;
}

/// The length of the longest sequence that stands in both, in order; those are found that need no
/// more than `slack` moves between the places of a move in the two.
std::size_t common_moves(std::string_view a, std::string_view b, std::size_t slack) {
  // What both begin and end with is part of it; slips are few, so that little is left.
  const std::size_t front = common_front(a, b);
  a.remove_prefix(2 * front);
  b.remove_prefix(2 * front);
  const std::size_t back = common_back(a, b);
  a.remove_suffix(2 * back);
  b.remove_suffix(2 * back);
  const std::size_t width = plies_of(b);
  std::vector<std::size_t> above(width + 1);
  std::vector<std::size_t> row(width + 1);
  for (std::size_t i = 1; i <= plies_of(a); ++i) {
    const std::size_t first = i > slack ? i - slack : 1;
    const std::size_t last = std::min(width, i + slack);
    for (std::size_t j = first; j <= last; ++j) {
      row[j] = ply(a, i - 1) == ply(b, j - 1) ? above[j - 1] + 1 : std::max(above[j], row[j - 1]);
    }
    if (last < width) {
      row[last + 1] = row[last]; // read from the row below
    }
    std::swap(above, row);
  }
  return front + above[width] + back;
}

} // namespace

std::uint64_t player_number(std::string_view name) {
  return names_somebody(name) ? content_hash(tidy(name)) : 0;
}

std::uint64_t name_number(std::string_view name) {
  return is_filled_in(name) ? content_hash(name) : 0;
}

Occasion occasion_of(const Facts& facts) {
  return {player_number(facts.red), player_number(facts.black), facts.days(),
          name_number(facts.event), name_number(facts.round)};
}

bool is_one_game(const Occasion& a, const Occasion& b, std::size_t plies,
                 bool standard_start) noexcept {
  return plies >= sure_plies ||
         (!contradict(a, b) && (plies >= common_plies || !standard_start || same_players(a, b)));
}

bool is_beginning(const Occasion& a, const Occasion& b, std::size_t plies) noexcept {
  return plies >= sure_plies || (same_players(a, b) && !contradict(a, b));
}

bool is_typed_again(const Occasion& a, std::string_view moves_of_a, const Occasion& b,
                    std::string_view moves_of_b) {
  return same_players(a, b) && may_be_one_game(a, b) && is_retyped(moves_of_a, moves_of_b);
}

std::uint64_t sequence_hash(const Game& game) noexcept {
  SequenceHash hash{game.start()};
  for (auto id = game.node(root_node).first_child; id != no_node; id = game.node(id).first_child) {
    hash.add(game.node(id).move);
  }
  return hash.value();
}

bool may_be_one_game(const Occasion& a, const Occasion& b) noexcept {
  const bool rounds_known = a.round != 0 && b.round != 0;
  if (rounds_known && a.round != b.round) {
    return false;
  }
  return (a.days.one_day() && a.days == b.days) ||
         (rounds_known && a.event == b.event && a.days.meets(b.days));
}

bool is_retyped(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) {
    std::swap(a, b);
  }
  const std::size_t enough = enough_of(plies_of(a));
  const std::size_t missing = plies_of(a) - plies_of(b);
  if (plies_of(b) == 0 || plies_of(b) < enough) {
    return false;
  }
  const std::size_t common = common_moves(a, b, plies_of(a) - enough);
  return common >= enough && (missing <= 2 || common == plies_of(b));
}

std::optional<std::size_t> find_part(Position start, std::string_view whole,
                                     const Position& part_start, std::string_view part) {
  const auto goes_on = [&](std::size_t at) {
    const auto rest = whole.substr(2 * at, part.size());
    return common_front(rest, part) == plies_of(part) || is_retyped(rest, part);
  };
  for (std::size_t at = 0; at < plies_of(whole); ++at) {
    if (at > 0 && start.same_board(part_start) && goes_on(at)) {
      return at;
    }
    start.do_move(packed_move(whole, at));
  }
  return std::nullopt;
}

} // namespace xq::record
