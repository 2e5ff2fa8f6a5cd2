#include "engine/eval/endgames.hpp"

#include "base/processor.hpp"
#include "engine/eval/endgame_table.hpp"

#include <algorithm>
#include <cassert>

namespace xq::engine {

namespace {

/// How many pieces of each kind both sides have, four bits a kind; a pawn of the attacker counts by
/// its row.
class MaterialKey {
public:
  enum Kind : unsigned { rook, horse, cannon, high, low, last, advisor, elephant, kinds };

  constexpr void add(bool attacker, Kind kind, int n = 1) noexcept {
    m_bits += static_cast<std::uint64_t>(n) << shift(attacker, kind);
  }
  constexpr void clear(bool attacker, Kind kind) noexcept {
    m_bits &= ~(std::uint64_t{15} << shift(attacker, kind));
  }
  [[nodiscard]] constexpr int count(bool attacker, Kind kind) const noexcept {
    return static_cast<int>(m_bits >> shift(attacker, kind) & 15U);
  }
  // NOLINTNEXTLINE(modernize-use-nullptr): a defaulted comparison has none
  friend constexpr auto operator<=>(MaterialKey, MaterialKey) noexcept = default;

private:
  static constexpr unsigned shift(bool attacker, Kind kind) noexcept {
    return 4 * (kind + (attacker ? kinds : 0U));
  }
  std::uint64_t m_bits = 0;
};
using K = MaterialKey;

constexpr K parse_pieces(std::string_view text) noexcept {
  K key;
  bool attacker = true;
  for (const char c : text) {
    switch (c) {
    case '-':
      attacker = false;
      break;
    case 'R':
      key.add(attacker, K::rook);
      break;
    case 'H':
      key.add(attacker, K::horse);
      break;
    case 'C':
      key.add(attacker, K::cannon);
      break;
    case 'P':
      key.add(attacker, K::high);
      break;
    case 'L':
      key.add(attacker, K::low);
      break;
    case 'B':
      key.add(attacker, K::last);
      break;
    case 'A':
      key.add(attacker, K::advisor);
      break;
    default:
      key.add(attacker, K::elephant);
      break;
    }
  }
  return key;
}

struct Entry {
  MaterialKey key;
  std::uint16_t row;
};
constexpr auto index = [] {
  std::array<Entry, endgame_rows.size()> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {parse_pieces(endgame_rows[i].pieces), static_cast<std::uint16_t>(i)};
  }
  std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
  return out;
}();

const EndgameRow* find_row(MaterialKey key) noexcept {
  const auto* const at =
      std::lower_bound(index.begin(), index.end(), key,
                       [](const Entry& entry, MaterialKey k) { return entry.key < k; });
  return at != index.end() && at->key == key ? &endgame_rows[at->row] : nullptr;
}

/// Rows 7 and 8, and row 9, as the pawns of `c` see them.
Bitboard low_rows(Color c) noexcept {
  return c == Color::red ? rank_squares(7) | rank_squares(8) : rank_squares(2) | rank_squares(1);
}
Bitboard last_row(Color c) noexcept { return rank_squares(c == Color::red ? 9 : 0); }

MaterialKey key_of(const Position& p, Color attacker) noexcept {
  MaterialKey key;
  const auto add = [&](Color c, PieceType type, K::Kind kind) {
    key.add(c == attacker, kind, p.pieces(c, type).count());
  };
  for (const Color c : {attacker, ~attacker}) {
    add(c, PieceType::rook, K::rook);
    add(c, PieceType::horse, K::horse);
    add(c, PieceType::cannon, K::cannon);
    add(c, PieceType::advisor, K::advisor);
    add(c, PieceType::elephant, K::elephant);
  }
  add(~attacker, PieceType::pawn, K::high);
  const Bitboard pawns = p.pieces(attacker, PieceType::pawn);
  const int low = (pawns & low_rows(attacker)).count();
  const int last = (pawns & last_row(attacker)).count();
  key.add(true, K::low, low);
  key.add(true, K::last, last);
  key.add(true, K::high, pawns.count() - low - last);
  return key;
}

/// Too many pieces for any row: the cheap test that comes first.
bool many_pieces(const Position& p) noexcept {
  Uint128 rest =
      (p.pieces(PieceType::rook) | p.pieces(PieceType::horse) | p.pieces(PieceType::cannon)).bits();
  rest &= rest - 1; // clears the lowest set bit, three times
  rest &= rest - 1;
  rest &= rest - 1;
  return rest != 0;
}

/// The attacker's advisors are screens for a cannon, and nothing otherwise; two do what one does,
/// where there is no row for two. Its elephants are nothing (one beside a lone cannon changes no
/// share by more than two per cent), but what they are to a cannon with a pawn was not counted.
const EndgameRow* find_with_screens(MaterialKey key) noexcept {
  const bool cannon = key.count(true, K::cannon) != 0;
  const int pawns = key.count(true, K::high) + key.count(true, K::low) + key.count(true, K::last);
  const int screens = cannon ? key.count(true, K::advisor) : 0;
  if (cannon && screens == 0 && pawns != 0 && key.count(true, K::elephant) != 0) {
    return nullptr;
  }
  key.clear(true, K::advisor);
  key.clear(true, K::elephant);
  key.add(true, K::advisor, screens);
  const EndgameRow* const row = find_row(key);
  if (row != nullptr || screens < 2) {
    return row;
  }
  key.add(true, K::advisor, -1);
  return find_row(key);
}

/// For material that has no row: the one with the most defenders among those that the other side
/// has more of. What it wins, more defenders make no easier.
const EndgameRow* find_with_fewer_defenders(MaterialKey key) noexcept {
  const int advisors = key.count(false, K::advisor);
  const int elephants = key.count(false, K::elephant);
  for (int missing = 1; missing <= advisors + elephants; ++missing) {
    for (int less = std::min(missing, advisors); less >= 0 && missing - less <= elephants; --less) {
      MaterialKey fewer = key;
      fewer.clear(false, K::advisor);
      fewer.clear(false, K::elephant);
      fewer.add(false, K::advisor, advisors - less);
      fewer.add(false, K::elephant, elephants - (missing - less));
      if (const EndgameRow* const row = find_with_screens(fewer)) {
        return row;
      }
    }
  }
  return nullptr;
}

/// For material that has no row: by the pieces of `c` and the other side's defenders.
int rule_of_thumb(const Position& p, Color c) noexcept {
  const int rooks = p.pieces(c, PieceType::rook).count();
  const int horses = p.pieces(c, PieceType::horse).count();
  const int cannons = p.pieces(c, PieceType::cannon).count();
  const int pawns = p.pieces(c, PieceType::pawn).count();
  const int attackers = 2 * rooks + horses + cannons;
  if (attackers >= 3 || rooks > 0 || (attackers == 2 && pawns > 0)) {
    return 64;
  }
  const int defenders =
      p.pieces(~c, PieceType::advisor).count() + p.pieces(~c, PieceType::elephant).count();
  if (attackers == 0) {
    return pawns == 0 ? 0 : std::min(64, 16 * pawns + 8 * (4 - defenders));
  }
  if (attackers == 1 && pawns == 0) {
    if (cannons == 1 && p.pieces(c, PieceType::advisor).empty() &&
        p.pieces(c, PieceType::elephant).empty()) {
      return 0; // no screen of its own
    }
    return defenders >= 2 ? 8 : 28;
  }
  return attackers == 1 ? std::min(64, 28 + 12 * pawns + 4 * (4 - defenders)) : 56;
}

} // namespace

bool is_formed(const Position& position, Color c) noexcept {
  const auto seen = [c](Square s) { return c == Color::red ? s : rotate(s); };
  const Bitboard advisors = position.pieces(c, PieceType::advisor);
  const Bitboard elephants = position.pieces(c, PieceType::elephant);
  return rank_of(seen(position.king(c))) == 0 &&
         (advisors.count() < 2 || advisors.contains(seen(make_square(4, 1)))) &&
         (elephants.count() < 2 || elephants.contains(seen(make_square(4, 2))));
}

const EndgameRow* find_ending(const Position& position, Color attacker) noexcept {
  return many_pieces(position) ? nullptr : find_with_screens(key_of(position, attacker));
}

std::optional<int> won_share(const Position& position, Color attacker) noexcept {
  const EndgameRow* const row = find_ending(position, attacker);
  if (row == nullptr) {
    return std::nullopt;
  }
  const WonShares& shares = is_formed(position, ~attacker) ? row->formed : row->quiet;
  return shares[position.side_to_move() == attacker ? 0 : 1];
}

namespace {

int share_of_few_pieces(const Position& position, const Color& c) noexcept {
  const MaterialKey key = key_of(position, c);
  // of both sides to move: the same board has one score but for the tempo
  const auto in_64ths = [formed = is_formed(position, ~c)](const EndgameRow& row) {
    const WonShares& shares = formed ? row.formed : row.quiet;
    return std::max(4, 64 * (shares[0] + shares[1]) / 200);
  };
  if (const EndgameRow* const row = find_with_screens(key)) {
    return in_64ths(*row);
  }
  const int share = rule_of_thumb(position, c);
  const EndgameRow* const easier = find_with_fewer_defenders(key);
  return easier == nullptr ? share : std::min(share, in_64ths(*easier));
}

} // namespace

int winning_share(const Position& position, Color c) noexcept {
  // The version for x86-64-v3 counts pieces by POPCNT.
  return many_pieces(position) ? 64 : by_processor<share_of_few_pieces>(position, c);
}

} // namespace xq::engine
