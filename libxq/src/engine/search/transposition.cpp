#include "engine/search/transposition.hpp"

#include <xq/engine/engine.hpp>

#include <algorithm>
#include <cstring>
#include <new>

namespace xq::engine {

namespace {

// Layout of the data word, from the low bits: move 16, score 16, evaluation 16, depth 8 (+8),
// bound 2, generation 6.
constexpr int depth_offset = 8;

constexpr std::uint64_t pack(Move move, Score score, Score evaluation, int depth, Bound bound,
                             unsigned generation) {
  const auto half = [](int v) { return std::uint64_t{static_cast<std::uint16_t>(v)}; };
  return move.raw() | half(score) << 16U | half(evaluation) << 32U |
         std::uint64_t{static_cast<std::uint8_t>(depth + depth_offset)} << 48U |
         std::uint64_t{static_cast<std::uint8_t>(bound)} << 56U | std::uint64_t{generation} << 58U;
}
constexpr Score score_of(std::uint64_t d) { return static_cast<std::int16_t>(d >> 16U); }
constexpr Score evaluation_of(std::uint64_t d) { return static_cast<std::int16_t>(d >> 32U); }
constexpr int depth_of(std::uint64_t d) {
  return static_cast<int>(d >> 48U & 0xFFU) - depth_offset;
}
constexpr Bound bound_of(std::uint64_t d) { return static_cast<Bound>(d >> 56U & 3U); }
constexpr unsigned generation_of(std::uint64_t d) { return static_cast<unsigned>(d >> 58U); }

constexpr Score to_table(Score score, int ply) {
  return score >= decided_score ? score + ply : score <= -decided_score ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
  return score >= decided_score ? score - ply : score <= -decided_score ? score + ply : score;
}

} // namespace

void TranspositionTable::resize(std::size_t megabytes) {
  // rounded up to whole large pages of 2 MB
  const std::size_t bytes = (std::max<std::size_t>(megabytes, 1) << 20U) + os::large_page - 1;
  const std::size_t count = bytes / os::large_page * os::large_page / sizeof(Cluster);
  // the old table goes when there is a new one, which takes no memory before it is written to
  m_memory = os::LargePages{count * sizeof(Cluster)};
  m_clusters = static_cast<Cluster*>(m_memory.data());
  m_size = count;
  m_generation = 0;
}

void TranspositionTable::clear() {
  constexpr std::size_t most_to_overwrite = std::size_t{64} << 20U; // new memory is faster for more
  if (const std::size_t bytes = m_size * sizeof(Cluster); bytes > most_to_overwrite) {
    try {
      return resize(bytes >> 20U);
    } catch (const std::bad_alloc&) { // no room for two
    }
  }
  // Zeros are valid. std::fill_n takes twice as long: a sixth of the time of 100 nodes.
  std::memset(static_cast<void*>(m_clusters), 0, m_size * sizeof(Cluster));
  m_generation = 0;
}

bool TranspositionTable::probe(Key key, int ply, TableHit& hit) const noexcept {
  for (Entry& e : m_clusters[index(key)].entries) {
    const std::uint64_t data = load(e.data);
    if ((load(e.key_xor_data) ^ data) != to_integer(key) || bound_of(data) == Bound::none) {
      continue;
    }
    hit.move = Move::from_raw(static_cast<std::uint16_t>(data & 0xFFFFU));
    hit.score = from_table(score_of(data), ply);
    hit.evaluation = evaluation_of(data);
    hit.depth = depth_of(data);
    hit.bound = bound_of(data);
    return true;
  }
  return false;
}

TranspositionTable::Entry& TranspositionTable::victim(Cluster& cluster,
                                                      std::uint64_t key) const noexcept {
  Entry* worst = cluster.entries.data();
  int worst_worth = 1 << 30;
  for (Entry& e : cluster.entries) {
    const std::uint64_t data = load(e.data);
    if (bound_of(data) == Bound::none || (load(e.key_xor_data) ^ data) == key) {
      return e;
    }
    const int age = static_cast<int>((m_generation - generation_of(data)) & 63U);
    if (const int worth = depth_of(data) - 8 * age; worth < worst_worth) {
      worst_worth = worth;
      worst = &e;
    }
  }
  return *worst;
}

void TranspositionTable::store(Key key, int ply, Move move, Score score, Score evaluation,
                               int depth, Bound bound) noexcept {
  const std::uint64_t raw_key = to_integer(key);
  Entry& e = victim(m_clusters[index(key)], raw_key);
  const std::uint64_t old = load(e.data);
  const bool same = bound_of(old) != Bound::none && (load(e.key_xor_data) ^ old) == raw_key;
  if (same) {
    if (!move) {
      move = Move::from_raw(static_cast<std::uint16_t>(old & 0xFFFFU)); // keep the old move
    }
    if (bound != Bound::exact && depth + 4 <= depth_of(old) && generation_of(old) == m_generation) {
      return; // keep the deeper entry
    }
  }
  const std::uint64_t data =
      pack(move, to_table(score, ply), evaluation, depth, bound, m_generation);
  store(e.data, data);
  store(e.key_xor_data, raw_key ^ data);
}

int TranspositionTable::permille_used() const noexcept {
  const std::size_t sample = std::min<std::size_t>(m_size, 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (Entry& e : m_clusters[i].entries) {
      const std::uint64_t data = load(e.data);
      used += bound_of(data) != Bound::none && generation_of(data) == m_generation ? 1U : 0U;
    }
  }
  return static_cast<int>(used * 1000 / (sample * 4));
}

} // namespace xq::engine
