#pragma once

#include <xq/book/row.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace xq::book {

/// Records in memory, dealt out by the top byte of their key to buckets that are lists of small
/// chunks: the first step of a radix sort, made while the records come in.
class Buckets {
public:
  static constexpr std::size_t count = 256;
  static constexpr std::size_t chunk_records = 128;

  /// `capacity`: records for which there is room, at most a sixteenth of them in one bucket.
  explicit Buckets(std::size_t capacity);

  [[nodiscard]] static std::size_t bucket_of(const Record& record) noexcept {
    return static_cast<std::size_t>(order(record.key) >> 56U);
  }

  /// False, and nothing done, when its bucket or the memory is full.
  [[nodiscard]] bool add(const Record& record) {
    Bucket& bucket = m_buckets[bucket_of(record)];
    if (bucket.used == chunk_records && !grow(bucket)) {
      return false;
    }
    (*bucket.chunks.back())[bucket.used++] = record;
    return true;
  }

  [[nodiscard]] std::size_t size(std::size_t bucket) const noexcept {
    const Bucket& b = m_buckets[bucket];
    return b.chunks.empty() ? 0 : (b.chunks.size() - 1) * chunk_records + b.used;
  }
  [[nodiscard]] bool empty() const noexcept;
  /// Records that fit into one bucket.
  [[nodiscard]] std::size_t bucket_capacity() const noexcept {
    return m_bucket_chunks * chunk_records;
  }

  /// Move the records of a bucket into `out`, sorted by place; the bucket is empty afterwards.
  void take_sorted(std::size_t bucket, std::vector<Record>& out);

private:
  using Chunk = std::array<Record, chunk_records>;
  struct Bucket {
    std::vector<std::unique_ptr<Chunk>> chunks;
    std::size_t used = chunk_records; ///< of the last chunk
  };
  /// The key as an unsigned number of the same order.
  [[nodiscard]] static std::uint64_t order(std::int64_t key) noexcept {
    return static_cast<std::uint64_t>(key) ^ (std::uint64_t{1} << 63U);
  }
  [[nodiscard]] bool grow(Bucket& bucket);
  template <typename F>
  static void for_each(const Bucket& bucket, F&& f);

  std::array<Bucket, count> m_buckets;
  std::vector<std::unique_ptr<Chunk>> m_spare;
  std::vector<std::uint32_t> m_starts; ///< scratch of take_sorted()
  std::size_t m_chunks_left;           ///< that may still be allocated
  std::size_t m_bucket_chunks;         ///< that one bucket may have
};

} // namespace xq::book
