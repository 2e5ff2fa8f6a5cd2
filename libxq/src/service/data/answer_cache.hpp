#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace xq::service {

/// Answers that were given, by question; the least recently asked ones go when `bytes` are used
/// up. The question says of which state of the files the answer is (see FileState::digest), so
/// nothing has to be taken out when a file changes. Thread-safe.
class AnswerCache {
public:
  using Body = std::shared_ptr<const std::string>;

  explicit AnswerCache(std::size_t bytes) : m_bytes_each{bytes / shard_count} {}

  /// Null when it is not there.
  [[nodiscard]] Body find(std::string_view question);
  /// The same, but it does not count as asked.
  [[nodiscard]] bool contains(std::string_view question);
  void add(std::string_view question, Body answer);
  /// What `make` returns is kept.
  [[nodiscard]] Body find_or_make(std::string_view question, const std::function<Body()>& make);

  /// What is held now, with an estimate of what the tables take.
  [[nodiscard]] std::size_t bytes();

private:
  static constexpr std::size_t shard_count = 16; ///< threads seldom want the same one
  /// Bytes of list node, table node and allocator; measured with answers of 100 bytes.
  static constexpr std::size_t overhead = 200;

  struct Entry {
    std::string question;
    Body answer;
    [[nodiscard]] std::size_t bytes() const noexcept {
      return question.size() + answer->size() + overhead;
    }
  };
  struct Shard {
    std::mutex mutex;
    std::list<Entry> entries; ///< the last asked one in front
    std::unordered_map<std::string_view, std::list<Entry>::iterator> by_question;
    std::size_t bytes = 0;
  };
  [[nodiscard]] Shard& shard_of(std::string_view question) noexcept;

  std::size_t m_bytes_each;
  std::array<Shard, shard_count> m_shards;
};

} // namespace xq::service
