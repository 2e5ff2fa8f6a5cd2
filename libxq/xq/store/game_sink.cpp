#include <xq/base/hash.hpp>
#include <xq/store/game_sink.hpp>
#include <xq/store/header_facts.hpp>

#include <algorithm>

namespace xq::store {

namespace {

/// A line that many games share is short; more of them are not compared for who says more.
constexpr std::size_t compared_games = 4;

} // namespace

GameHashes hashes_of(std::string_view bytes, std::size_t begin, const LineSpan& line) {
  // The counters of the start position are no part of the line.
  return {content_hash(bytes.substr(line.moves, line.moves_end - line.moves)) ^
              content_hash(bytes.substr(line.start, line.start_end - line.start)),
          content_hash(bytes.substr(begin))};
}

bool GameSink::add(const IncomingGame& game) {
  unpack(game.packed, m_fields);
  if (const auto id = guess(); id != 0 && is_stored(id, game)) {
    remember_source(id, game.source);
    return false;
  }
  const LineKey key = key_of(game.line, game.hash);
  m_candidates.clear();
  find(key, m_candidates);
  std::sort(m_candidates.begin(), m_candidates.end());
  for (const auto id : m_candidates) {
    if (is_stored(id, game)) {
      remember_source(id, game.source);
      return false;
    }
    if (absorb(id, game)) { // as it was when this record came before
      return false;
    }
  }
  m_candidates.clear();
  find_line(key.line, compared_games, m_candidates);
  std::sort(m_candidates.begin(), m_candidates.end());
  for (const auto id : m_candidates) {
    if (absorb(id, game)) {
      add_line(key, id);
      return false;
    }
  }
  append(game, key);
  return true;
}

/// Of two records with the same moves one may say all that the other does: the richer one stays.
bool GameSink::absorb(std::int64_t id, const IncomingGame& game) {
  if (!may_be_one(id) || !read_stored(id, m_stored_bytes)) {
    return false;
  }
  unpack(m_stored_bytes, m_stored);
  // The hashes that led here are only hints.
  if (m_stored.moves != m_fields.moves || m_stored.start_fen != m_fields.start_fen ||
      !restore(m_stored, m_stored_game, m_scratch) || !restore(m_fields, m_game, m_scratch)) {
    return false;
  }
  if (says_all_of(m_stored_game, m_game)) {
    remember_source(id, game.source);
    return true;
  }
  if (says_all_of(m_game, m_stored_game)) {
    replace(id, game);
    return true;
  }
  return false;
}

} // namespace xq::store
