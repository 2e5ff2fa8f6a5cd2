#pragma once

#include <xq/store/game_fields.hpp>
#include <xq/store/line_index.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xq::store {

/// The hashes by which a record is known when it comes again; frozen, table line.
struct GameHashes {
  std::uint64_t line = 0;   ///< of start position and moves
  std::uint64_t record = 0; ///< of all that pack() wrote
};
/// Of what pack() appended to `bytes` at `begin`, and what it returned.
[[nodiscard]] GameHashes hashes_of(std::string_view bytes, std::size_t begin, const LineSpan& line);

/// A game on its way into the database.
struct IncomingGame {
  std::string_view packed; ///< by pack()
  std::uint64_t line = 0;  ///< of what LineSpan says
  std::uint64_t hash = 0;  ///< content_hash() of all of `packed`
  std::string_view source;
  std::string_view opening; ///< found out from the moves, where no header says it; static storage
};

/// As they stand in table line.
[[nodiscard]] inline LineIndex::Key key_of(std::uint64_t line, std::uint64_t hash) noexcept {
  return {static_cast<std::int64_t>(line),
          static_cast<std::int32_t>(static_cast<std::uint32_t>(hash))};
}

/// Where games go, and what happens to those that are there already: the rules, whatever keeps the
/// games.
class GameSink {
public:
  GameSink() = default;
  virtual ~GameSink() = default;
  GameSink(const GameSink&) = delete;
  GameSink& operator=(const GameSink&) = delete;

  /// False when the game, or one that says more, is there already; what then is new about it (where
  /// it was read from, or its richer header) is kept.
  bool add(const IncomingGame& game);
  /// A game with these hashes comes: `soon`, or some games later.
  void expect(std::uint64_t line, std::uint64_t hash, bool soon) const noexcept {
    expect_line(key_of(line, hash), soon);
  }

protected:
  using LineKey = LineIndex::Key;

  /// Of the game that comes.
  [[nodiscard]] const GameFields& fields() const noexcept { return m_fields; }

private:
  /// find() and find_line() will be called: have the memory at hand.
  virtual void expect_line(const LineKey& key, bool soon) const noexcept {
    static_cast<void>(key);
    static_cast<void>(soon);
  }
  /// A game that may well be the one that comes; 0 for no idea.
  [[nodiscard]] virtual std::int64_t guess() const { return 0; }
  /// Append the games with this line and record.
  virtual void find(const LineKey& key, std::vector<std::int64_t>& games) = 0;
  /// The same whatever the record, `limit` games at most.
  virtual void find_line(std::int64_t line, std::size_t limit,
                         std::vector<std::int64_t>& games) = 0;
  /// The record of game `id` is the one that comes, to the last byte.
  [[nodiscard]] virtual bool is_stored(std::int64_t id, const IncomingGame& game) = 0;
  /// Whether its numbers leave room for both being records of one game. Cheap, and says no to
  /// nearly all.
  [[nodiscard]] virtual bool may_be_one(std::int64_t id) = 0;
  /// Replace `packed` by the record of a game; false when it is gone.
  [[nodiscard]] virtual bool read_stored(std::int64_t id, std::string& packed) = 0;
  /// The game comes from this source, too.
  virtual void remember_source(std::int64_t id, std::string_view source) = 0;
  /// The game gets the header and the notes of the record that comes, which says more.
  virtual void replace(std::int64_t id, const IncomingGame& game) = 0;
  /// A new game, with its line.
  virtual void append(const IncomingGame& game, const LineKey& key) = 0;
  /// A record that game `id` stands for.
  virtual void add_line(const LineKey& key, std::int64_t id) = 0;

  bool absorb(std::int64_t id, const IncomingGame& game);

  GameFields m_fields;
  GameFields m_stored;        ///< of a game that is there
  std::string m_stored_bytes; ///< what m_stored points to
  record::Game m_game, m_stored_game;
  std::vector<Move> m_scratch;
  std::vector<std::int64_t> m_candidates;
};

} // namespace xq::store
