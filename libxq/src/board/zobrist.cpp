#include "base/hash.hpp"

#include <xq/board/zobrist.hpp>

namespace xq {

namespace {

class SplitMix64 {
public:
  constexpr explicit SplitMix64(std::uint64_t seed) noexcept : m_state{seed} {}
  constexpr std::uint64_t next() noexcept {
    m_state += splitmix_step;
    return mix_bits(m_state);
  }

private:
  std::uint64_t m_state;
};

constexpr ZobristTable make_table() {
  ZobristTable t;
  SplitMix64 keys{0x5871206B65797331ULL};
  SplitMix64 locks{0x5871206C6F636B31ULL};
  for (std::size_t color = 0; color < color_count; ++color) {
    for (std::size_t type = 0; type < piece_type_count; ++type) {
      auto& squares =
          t.pieces[to_index(make_piece(static_cast<Color>(color), static_cast<PieceType>(type)))];
      for (std::size_t s = 0; s < square_count; ++s) {
        const std::uint64_t key = keys.next();
        const std::uint64_t lock = locks.next();
        squares[s].key = key;
        squares[s].lock = lock;
        auto& twin = squares[to_index(mirror(static_cast<Square>(s)))];
        twin.mirror_key = key;
        twin.mirror_lock = lock;
      }
    }
  }
  t.black_to_move.key = t.black_to_move.mirror_key = keys.next();
  t.black_to_move.lock = t.black_to_move.mirror_lock = locks.next();
  return t;
}

} // namespace

constinit const ZobristTable zobrist = make_table();

} // namespace xq
