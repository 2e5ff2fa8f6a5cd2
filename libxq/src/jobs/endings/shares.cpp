#include "jobs/endings/shares.hpp"

#include "engine/eval/endgames.hpp"

#include <xq/base/error.hpp>
#include <xq/base/translate.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <utility>

namespace xq::jobs {

namespace {

using endings::Material;

bool is_quiet(const Position& position) {
  if (position.in_check(Color::red) || position.in_check(Color::black)) {
    return false;
  }
  const Bitboard occupied = position.occupied();
  for (const Square s : occupied) {
    if (!(position.targets(s) & occupied).empty()) {
      return false;
    }
  }
  return true;
}

/// `R-AAEE`, with a letter for each pawn of the attacker: P up to the second row past the river, L
/// on the two rows behind it, B on the last.
std::string row_name(const Position& position, Color attacker) {
  using enum PieceType;
  std::string out;
  for (const Color c : {attacker, ~attacker}) {
    for (const auto& [type, letter] : {std::pair{rook, 'R'},
                                       {horse, 'H'},
                                       {cannon, 'C'},
                                       {pawn, 'P'},
                                       {advisor, 'A'},
                                       {elephant, 'E'}}) {
      if (type == pawn && c == attacker) {
        std::array<std::size_t, 3> heights{};
        for (const Square s : position.pieces(c, pawn)) {
          const int rank = c == Color::red ? rank_of(s) : rank_count - 1 - rank_of(s);
          ++heights[rank == rank_count - 1 ? 2 : rank >= rank_count - 3 ? 1 : 0];
        }
        out += std::string(heights[0], 'P') + std::string(heights[1], 'L') +
               std::string(heights[2], 'B');
      } else {
        out.append(static_cast<std::size_t>(position.pieces(c, type).count()), letter);
      }
    }
    out += c == attacker ? "-" : "";
  }
  return out;
}

template <std::array<Share, 2> EndingShares::*Member, std::size_t side>
Value percent(const EndingShares& row) {
  return (row.*Member)[side].percent();
}

} // namespace

std::vector<EndingShares> count_shares(const endings::Table& table, Color attacker, Counted counted,
                                       const std::function<bool()>& keep_going) {
  constexpr std::uint64_t asked_every = 0x10000; // placements
  constexpr std::uint64_t largest_sample = 2'000'000;
  const auto& placements = table.placements();
  const std::uint64_t size = placements.size();
  const std::uint64_t looks = counted == Counted::every ? size : std::min(size, largest_sample);
  std::mt19937_64 random{1};
  std::map<std::string, EndingShares> rows;
  endings::Placement placement;
  for (std::uint64_t n = 0; n < looks; ++n) {
    if (n % asked_every == 0 && keep_going && !keep_going()) {
      throw Interrupted{"stopped"};
    }
    const std::uint64_t number = looks == size ? n : random() % size;
    Position position;
    if (!placements.place(number, placement)) {
      continue;
    }
    placements.put(placement, position);
    if (!is_quiet(position)) {
      continue;
    }
    // the others stand for their mirror images, too
    const std::uint64_t images = endings::Placements::is_central(placement) ? 1 : 2;
    const bool formed = engine::is_formed(position, ~attacker);
    EndingShares& row = rows[row_name(position, attacker)];
    for (std::size_t side = 0; side < 2; ++side) {
      const auto result = table.at(side == 0 ? attacker : ~attacker, number);
      const bool won = side == 0 ? endings::is_win(result) : endings::is_loss(result);
      for (auto* const share : {&row.quiet[side], &row.formed[side]}) {
        const std::uint64_t weight = share == &row.quiet[side] || formed ? images : 0;
        share->won += won ? weight : 0;
        share->all += weight;
      }
    }
  }
  std::vector<EndingShares> out;
  for (auto& [name, row] : rows) {
    row.name = name;
    if (row.formed[0].all == 0) {
      row.formed = row.quiet;
    }
    out.push_back(std::move(row));
  }
  return out;
}

std::span<const FieldOf<EndingShares>> share_fields() noexcept {
  static constexpr auto fields = std::to_array<FieldOf<EndingShares>>(
      {{"pieces", to_translate("pieces"), Kind::text, get<&EndingShares::name>},
       {"quiet_attack", to_translate("quiet%"), Kind::count, percent<&EndingShares::quiet, 0>},
       {"quiet_defence", to_translate("defence moves"), Kind::count,
        percent<&EndingShares::quiet, 1>},
       {"formed_attack", to_translate("formed%"), Kind::count, percent<&EndingShares::formed, 0>},
       {"formed_defence", to_translate("defence moves"), Kind::count,
        percent<&EndingShares::formed, 1>}});
  return fields;
}

} // namespace xq::jobs
