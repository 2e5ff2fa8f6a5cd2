#include "endings/placements.hpp"

#include "board/turned.hpp"

#include <xq/board/attacks.hpp>

#include <algorithm>

namespace xq::endings {

namespace {

constexpr std::size_t palace_points = 9;
constexpr std::size_t king_pairs = 45; ///< up to reflection

constexpr std::size_t palace_point(Square s) noexcept {
  const int rank = rank_of(s) <= 2 ? rank_of(s) : rank_of(s) - 7;
  return static_cast<std::size_t>(3 * rank + file_of(s) - 3);
}
constexpr Square red_point(std::size_t point) noexcept {
  return make_square(static_cast<int>(point % 3) + 3, static_cast<int>(point / 3));
}
constexpr Square black_point(std::size_t point) noexcept {
  return make_square(static_cast<int>(point % 3) + 3, static_cast<int>(point / 3) + 7);
}

/// Pairs of kings that are not taken for their mirror images, numbered.
struct KingPairs {
  std::array<std::array<std::uint8_t, palace_points>, palace_points> number{};
  std::array<std::array<Square, 2>, king_pairs> squares{};
};
constexpr KingPairs make_king_pairs() noexcept {
  KingPairs out;
  std::uint8_t n = 0;
  for (std::size_t red = 0; red < palace_points; ++red) {
    for (std::size_t black = 0; black < palace_points; ++black) {
      if (red % 3 == 0 || (red % 3 == 1 && black % 3 != 2)) {
        out.squares[n] = {red_point(red), black_point(black)};
        out.number[red][black] = n++;
      }
    }
  }
  return out;
}
constexpr KingPairs kings = make_king_pairs();

/// Ways to choose `k` of `n`.
constexpr std::uint64_t choose(std::uint64_t n, std::uint64_t k) noexcept {
  std::uint64_t out = 1;
  for (std::uint64_t i = 0; i < k; ++i) {
    out = out * (n - i) / (i + 1);
  }
  return n < k ? 0 : out;
}

/// All ways to put the squares before `end` into the first `left` places of `choice`, in the order
/// of rank().
void add_choices(std::vector<Square>& out, std::span<const Square> squares,
                 std::vector<Square>& choice, std::size_t left, std::size_t end) {
  if (left == 0) {
    out.insert(out.end(), choice.begin(), choice.end());
    return;
  }
  for (std::size_t i = left - 1; i < end; ++i) {
    choice[left - 1] = squares[i];
    add_choices(out, squares, choice, left - 1, i);
  }
}

} // namespace

Placements::Placements(const Material& material) {
  m_pieces = {Piece::red_king, Piece::black_king};
  m_size = king_pairs;
  for (const Color c : {Color::red, Color::black}) {
    for (const PieceType t : {PieceType::advisor, PieceType::elephant, PieceType::horse,
                              PieceType::rook, PieceType::cannon, PieceType::pawn}) {
      if (material.of(c, t) != 0) {
        add_group(make_piece(c, t), material.of(c, t));
      }
    }
  }
}

std::uint64_t Placements::count(const Material& material) noexcept {
  std::uint64_t out = king_pairs;
  for (const Color c : {Color::red, Color::black}) {
    for (std::size_t t = 1; t < piece_type_count; ++t) {
      const auto type = static_cast<PieceType>(t);
      const auto ways =
          choose(static_cast<std::uint64_t>(reachable(c, type).count()), material.of(c, type));
      constexpr std::uint64_t most = std::uint64_t{1} << 60U;
      out = ways != 0 && out > most / ways ? most : out * ways;
    }
  }
  return out;
}

void Placements::add_group(Piece piece, std::size_t size) {
  Group group{piece, m_pieces.size(), size, m_size, {}, {}};
  std::vector<Square> squares;
  group.place.fill(-1);
  for (const Square s : reachable(color_of(piece), type_of(piece))) {
    group.place[to_index(s)] = static_cast<std::int8_t>(squares.size());
    squares.push_back(s);
  }
  std::vector<Square> choice(size, Square::none);
  add_choices(group.choices, squares, choice, size, squares.size());
  m_pieces.insert(m_pieces.end(), size, piece);
  m_size *= group.ways();
  m_groups.push_back(std::move(group));
}

bool Placements::place(std::uint64_t number, Placement& out) const noexcept {
  const auto& pair = kings.squares[number % king_pairs];
  number /= king_pairs;
  std::copy(pair.begin(), pair.end(), out.squares.begin());
  Bitboard used = Bitboard{pair[0]} | Bitboard{pair[1]};
  bool apart = true;
  for (const Group& group : m_groups) {
    const Square* const choice = &group.choices[number % group.ways() * group.size];
    number /= group.ways();
    for (std::size_t i = 0; i < group.size; ++i) {
      out.squares[group.first + i] = choice[i];
      apart = apart && !used.contains(choice[i]);
      used |= Bitboard{choice[i]};
    }
  }
  return apart;
}

void Placements::put(const Placement& placement, Position& out) const noexcept {
  for (std::size_t i = 0; i < m_pieces.size(); ++i) {
    out.put(m_pieces[i], placement.squares[i]);
  }
}

Placement Placements::placement_of(const Position& position, bool turned) const noexcept {
  Placement out;
  const auto seen = [turned](Square s) { return turned ? xq::turned(s) : s; };
  const auto own = [turned](Color c) { return turned ? ~c : c; };
  out.squares[0] = seen(position.king(own(Color::red)));
  out.squares[1] = seen(position.king(own(Color::black)));
  for (const Group& group : m_groups) {
    std::size_t at = group.first;
    for (const Square s : position.pieces(own(color_of(group.piece)), type_of(group.piece))) {
      out.squares[at++] = seen(s);
    }
  }
  return out;
}

std::uint64_t Placements::number(const Placement& placement, bool mirrored) const noexcept {
  const auto seen = [mirrored](Square s) { return mirrored ? mirror(s) : s; };
  std::uint64_t out = kings.number[palace_point(seen(placement.squares[0]))]
                                  [palace_point(seen(placement.squares[1]))];
  for (const Group& group : m_groups) {
    out += rank(group, placement, mirrored) * group.stride;
  }
  return out;
}

std::uint64_t Placements::rank(const Group& group, const Placement& placement,
                               bool mirrored) noexcept {
  const auto at = [&](std::size_t i) {
    const Square s = placement.squares[group.first + i];
    return static_cast<std::uint64_t>(group.place[to_index(mirrored ? mirror(s) : s)]);
  };
  if (group.size == 1) {
    return at(0);
  }
  if (group.size == 2) {
    const auto [low, high] = std::minmax({at(0), at(1)});
    return high * (high - 1) / 2 + low;
  }
  std::array<std::uint64_t, max_pieces> places{};
  for (std::size_t i = 0; i < group.size; ++i) {
    places[i] = at(i);
  }
  std::sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(group.size));
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < group.size; ++i) {
    out += choose(places[i], i + 1);
  }
  return out;
}

} // namespace xq::endings
