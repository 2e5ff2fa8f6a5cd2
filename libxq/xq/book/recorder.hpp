#pragma once

#include <xq/book/hot_moves.hpp>
#include <xq/book/provenance.hpp>
#include <xq/book/row.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xq::book {

/// Records of a number of games, to be handed to Builder::add(), all of them, by whoever takes
/// recorders of a builder.
struct Batch {
  std::vector<Record> records;
  std::vector<provenance::Sample> samples; ///< of recorders that name games
  std::vector<std::string> names;          ///< items of these games, see provenance::append()
  std::uint64_t games = 0;
  std::uint64_t added_up = 0; ///< records that the recorder has counted already
};

/// What a game says beside its moves. Years and levels that are not known are 0.
struct GameFacts {
  record::Result result = record::Result::unknown;
  std::uint16_t year = 0;
  std::array<std::uint16_t, color_count> levels{}; ///< of Red and Black
};

/// The result, the year of the Date header, and the levels of the headers RedElo, RedRating (or
/// White...) and their like for Black, the first that has a number up to Record::most_level.
[[nodiscard]] GameFacts facts_of(const record::Game& game);

/// Headers, length, and where the game was read.
[[nodiscard]] GameName name_of(const record::Game& game);

/// Turns games into records: one for each position (up to mirroring) and move of the main line. A
/// game that comes to the same position again and plays the same move there counts once. Keeps
/// scratch memory, so one object serves many games, but only one thread.
class Recorder {
public:
  /// `max_ply`: only the first so many moves of a game count; 0: all of them.
  /// `names`: say of which game each record is.
  /// `hot`: where moves of the opening may be added up instead of becoming records.
  explicit Recorder(int max_ply = 0, bool names = false, HotPool::Handle hot = {}) noexcept
      : m_max_ply{max_ply}, m_names{names}, m_hot{std::move(hot)} {}

  /// `moves` are legal, one after another, from `start`.
  void add(const Position& start, std::span<const Move> moves, const GameFacts& facts, Batch& out,
           const GameName& name = {});
  /// The main line of a usable game, with facts_of() it.
  void add(const record::Game& game, Batch& out);

private:
  void forget(std::size_t moves);
  bool seen_before(const Record& record);

  int m_max_ply;
  bool m_names;
  HotPool::Handle m_hot;     ///< may be null
  std::vector<Record> m_own; ///< of the game in work
  std::vector<Move> m_moves;
  std::vector<std::uint32_t> m_slots; ///< open addressing: numbers of records, old ones are free
  std::uint32_t m_first = 0;          ///< number of the first record of the game in work
  std::uint32_t m_next = 0;           ///< number of the next record
};

} // namespace xq::book
