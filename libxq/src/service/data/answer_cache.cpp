#include "service/data/answer_cache.hpp"

#include "base/hash.hpp"

namespace xq::service {

AnswerCache::Shard& AnswerCache::shard_of(std::string_view question) noexcept {
  return m_shards[content_hash(question) % shard_count];
}

AnswerCache::Body AnswerCache::find(std::string_view question) {
  Shard& shard = shard_of(question);
  const std::lock_guard lock{shard.mutex};
  const auto found = shard.by_question.find(question);
  if (found == shard.by_question.end()) {
    return nullptr;
  }
  shard.entries.splice(shard.entries.begin(), shard.entries, found->second);
  return found->second->answer;
}

bool AnswerCache::contains(std::string_view question) {
  Shard& shard = shard_of(question);
  const std::lock_guard lock{shard.mutex};
  return shard.by_question.contains(question);
}

void AnswerCache::add(std::string_view question, Body answer) {
  Shard& shard = shard_of(question);
  const std::lock_guard lock{shard.mutex};
  Entry entry{std::string{question}, std::move(answer)};
  if (entry.bytes() > m_bytes_each / 4 || shard.by_question.contains(question)) {
    return; // one answer must not drive out all others
  }
  shard.bytes += entry.bytes();
  shard.entries.push_front(std::move(entry));
  shard.by_question.emplace(shard.entries.front().question, shard.entries.begin());
  while (shard.bytes > m_bytes_each) {
    const Entry& last = shard.entries.back();
    shard.bytes -= last.bytes();
    shard.by_question.erase(last.question);
    shard.entries.pop_back();
  }
}

AnswerCache::Body AnswerCache::find_or_make(std::string_view question,
                                            const std::function<Body()>& make) {
  if (auto found = find(question)) {
    return found;
  }
  auto made = make();
  add(question, made);
  return made;
}

std::size_t AnswerCache::bytes() {
  std::size_t sum = 0;
  for (Shard& shard : m_shards) {
    const std::lock_guard lock{shard.mutex};
    sum += shard.bytes;
  }
  return sum;
}

} // namespace xq::service
