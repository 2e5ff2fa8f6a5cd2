#pragma once

#include "book/rows/row_codec.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace xq::book {

/// The key as an unsigned number of the same order.
[[nodiscard]] constexpr std::uint64_t order(std::int64_t key) noexcept {
  return static_cast<std::uint64_t>(key) ^ (std::uint64_t{1} << 63U);
}

/// What sorting needs; keeps its memory from one time to the next.
struct SortScratch {
  struct Ref {
    std::uint64_t order = 0;
    const std::uint64_t* row = nullptr;
  };
  std::vector<Ref> refs;
  std::vector<std::uint32_t> starts;
};

/// Hand the packed rows, whose keys share the first `known` bits, to `out` in the order of the
/// book, those of one place added up. Throws Error for more games than a row can count.
void sort_rows(std::span<const std::uint64_t> packed, unsigned known, RowSink& out,
               SortScratch& scratch);

/// Packed rows in memory, distributed by the top byte of their key to buckets that are lists of
/// small chunks: the first step of a radix sort, made while the rows come in.
class RadixBuckets {
public:
  static constexpr unsigned bucket_bits = 8;
  static constexpr std::size_t count = std::size_t{1} << bucket_bits;

  /// `bytes`: for which there is room, at most a sixteenth of them in one bucket.
  explicit RadixBuckets(std::size_t bytes);

  [[nodiscard]] static std::size_t bucket_of(std::int64_t key) noexcept {
    return static_cast<std::size_t>(order(key) >> (64U - bucket_bits));
  }

  /// False, and nothing done, when its bucket or the memory is full.
  [[nodiscard]] bool add(PackedRow row) {
    Bucket& bucket = m_buckets[bucket_of(row.key())];
    if (chunk_words - bucket.used < row.size() && !grow(bucket)) {
      return false;
    }
    bucket.used += row.copy_to(bucket.last->words.data() + bucket.used);
    return true;
  }

  /// Chunks of a bucket, and how many it may have.
  [[nodiscard]] std::size_t size(std::size_t bucket) const noexcept {
    return m_buckets[bucket].chunks.size();
  }
  [[nodiscard]] std::size_t bucket_capacity() const noexcept { return m_bucket_chunks; }
  [[nodiscard]] bool empty() const noexcept;

  /// Call f(words of whole rows) for all rows of a bucket.
  template <typename F>
  void for_each_piece(std::size_t bucket, F&& f) const {
    const Bucket& b = m_buckets[bucket];
    for (const Chunk* const chunk : b.chunks) {
      f(std::span<const std::uint64_t>{chunk->words}.first(chunk == b.last ? b.used : chunk->used));
    }
  }
  /// sort_rows() of a bucket, as much of it as stands in any of `all`. For any thread while none
  /// changes them.
  static void sort(std::span<const RadixBuckets* const> all, std::size_t bucket, RowSink& out,
                   SortScratch& scratch);
  /// Empty a bucket and keep its memory for others.
  void clear(std::size_t number);
  void clear();

private:
  static constexpr std::size_t chunk_words = 255;
  struct Chunk {
    std::size_t used; ///< words, once the next chunk has begun
    std::array<std::uint64_t, chunk_words> words;
  };
  /// Chunks come from the system many at a time, and go back to it. Saves, with the prefetch hint
  /// of gather(), 4 % of `book build`. Relies on chunks of one size that live as long as the
  /// buckets.
  static constexpr std::size_t slab_bytes = std::size_t{2} << 20U;
  using Slab = std::array<Chunk, slab_bytes / sizeof(Chunk)>;
  struct FreeSlab {
    void operator()(Slab* slab) const noexcept;
  };
  [[nodiscard]] Chunk* new_chunk();
  struct Bucket {
    std::vector<Chunk*> chunks;
    Chunk* last = nullptr;
    std::size_t used = chunk_words; ///< words of the last chunk
  };
  [[nodiscard]] bool grow(Bucket& bucket);

  std::array<Bucket, count> m_buckets;
  std::vector<std::unique_ptr<Slab, FreeSlab>> m_slabs;
  std::vector<Chunk*> m_spare;
  std::size_t m_slab_used = 0; ///< chunks of the last slab
  std::size_t m_chunks_left;   ///< that may still be allocated
  std::size_t m_bucket_chunks; ///< that one bucket may have
};

} // namespace xq::book
