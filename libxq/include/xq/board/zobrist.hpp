#pragma once

#include <xq/board/types.hpp>

namespace xq {

/// Version of the two tables below, written into every file that stores keys. Changing a number of
/// the tables means a new version; they are tested by value.
inline constexpr int zobrist_version = 1;

/// The four numbers that follow a position move by move: key and lock from two independent tables,
/// for the position itself and for its left-right mirror image. Side to move included.
struct alignas(32) Hashes {
  std::uint64_t key = 0;
  std::uint64_t lock = 0;
  std::uint64_t mirror_key = 0;
  std::uint64_t mirror_lock = 0;

  constexpr Hashes& operator^=(const Hashes& o) noexcept {
    key ^= o.key;
    lock ^= o.lock;
    mirror_key ^= o.mirror_key;
    mirror_lock ^= o.mirror_lock;
    return *this;
  }
  friend constexpr bool operator==(const Hashes&, const Hashes&) noexcept = default;
};

/// Identity of a position up to left-right mirroring: the smaller (key, lock) pair of the position
/// and its mirror image, compared as unsigned integers, key first.
struct CanonicalKey {
  Key key{};
  Key lock{};
  bool mirrored = false;  ///< the mirror image was the smaller one: mirror moves, too
  bool symmetric = false; ///< the position is its own mirror image
};

[[nodiscard]] constexpr CanonicalKey canonical(const Hashes& h) noexcept {
  const bool symmetric = h.key == h.mirror_key && h.lock == h.mirror_lock;
  const bool mirrored = h.mirror_key < h.key || (h.mirror_key == h.key && h.mirror_lock < h.lock);
  return mirrored ? CanonicalKey{Key{h.mirror_key}, Key{h.mirror_lock}, true, symmetric}
                  : CanonicalKey{Key{h.key}, Key{h.lock}, false, symmetric};
}

/// The frozen tables: splitmix64 (Steele, Lea, Flood 2014), drawn for the pieces K A B N R C P of
/// Red, then of Black, each over the squares a0, b0 ... i9, and last for Black to move. Seeds:
/// keys 0x5871206B65797331 ("Xq keys1"), locks 0x5871206C6F636B31 ("Xq lock1").
struct ZobristTable {
  std::array<std::array<Hashes, square_count>, piece_slots> pieces{}; ///< Piece::none stays zero
  Hashes black_to_move{};
};

extern const ZobristTable zobrist;

} // namespace xq
