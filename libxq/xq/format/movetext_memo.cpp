#include <xq/format/movetext_memo.hpp>

#include <random>

namespace xq::format {

MovetextMemo::MovetextMemo() {
  std::random_device random;
  m_seed = std::uint64_t{random()} << 32U | random();
}

Hash128 MovetextMemo::key(std::string_view text, const Hash128& context) const noexcept {
  auto key = content_hash128(text, m_seed);
  key.low ^= context.low;
  key.high ^= context.high;
  return key;
}

bool MovetextMemo::find(const Hash128& key, Known& known) {
  auto& [mutex, entries] = shard(key);
  const std::lock_guard lock{mutex};
  if (entries.empty()) {
    return false;
  }
  const auto& entry = entries[slot(key)];
  if (entry.key != key) {
    return false;
  }
  known.moves.assign(entry.known.moves.begin(), entry.known.moves.end());
  known.result = entry.known.result;
  return true;
}

void MovetextMemo::remember(const Hash128& key, const Known& known) {
  auto& [mutex, entries] = shard(key);
  const std::lock_guard lock{mutex};
  if (entries.empty()) {
    entries.resize(shard_size);
  }
  auto& entry = entries[slot(key)];
  entry.key = key;
  entry.known = known;
}

} // namespace xq::format
