#pragma once

#include <xq/book/key_walk.hpp>
#include <xq/book/move_sequences.hpp>
#include <xq/book/provenance.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xq::book {

/// A number of games as they count, to be handed to Builder::add().
struct Batch {
  SequenceBatch sequences;
  std::vector<provenance::Sample> samples; ///< of recorders that name games
  std::vector<std::string> names;          ///< items of these games, see provenance::append()
  std::uint64_t games = 0;

  void clear() noexcept {
    sequences.clear();
    samples.clear();
    names.clear();
    games = 0;
  }
};

/// The result, the year of the Date header, and the levels of the headers RedElo, RedRating (or
/// White...) and their like for Black, the first that has a number up to GameFacts::most_level.
[[nodiscard]] GameFacts facts_of(const record::Game& game);

/// Headers, length, and where the game was read.
[[nodiscard]] GameName name_of(const record::Game& game);

/// Takes of games what a book counts. Keeps scratch memory, so one object serves many games, but
/// only one thread.
class Recorder {
public:
  /// `max_ply`: only the first so many moves of a game count; 0: all of them.
  /// `names`: say which game played each move.
  explicit Recorder(int max_ply = 0, bool names = false) : m_max_ply{max_ply}, m_names{names} {}

  /// `moves` are legal, one after another, from `start`.
  void add(const Position& start, std::span<const Move> moves, const GameFacts& facts, Batch& out,
           const GameName& name = {});
  /// The main line of a usable game, with facts_of() it.
  void add(const record::Game& game, Batch& out);

private:
  int m_max_ply;
  bool m_names;
  KeyWalk m_trail; ///< of the game in work, where games are named
  std::vector<Move> m_moves;
};

} // namespace xq::book
