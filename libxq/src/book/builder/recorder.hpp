#pragma once

#include "book/builder/key_walk.hpp"
#include "book/builder/move_sequences.hpp"
#include "book/file/provenance.hpp"

#include <xq/book/build.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xq::book {

/// What a Batch holds.
struct BatchContents {
  SequenceBatch sequences;
  std::vector<provenance::Sample> samples; ///< of recorders that name games
  std::vector<std::string> names;          ///< items of these games, see provenance::append()
  std::uint64_t games = 0;
};

/// The result, the year of the Date header, and the levels of the players, as
/// record::Facts has them.
[[nodiscard]] GameFacts facts_of(const record::Game& game);

/// Headers, length, and where the game was read.
[[nodiscard]] GameName name_of(const record::Game& game);

/// The implementation of Recorder.
class GameRecorder {
public:
  /// `max_ply`: only the first so many moves of a game count; 0: all of them.
  /// `names`: record which game played each move.
  explicit GameRecorder(int max_ply = 0, bool names = false) : m_max_ply{max_ply}, m_names{names} {}

  void add(const Position& start, std::span<const Move> moves, const GameFacts& facts,
           BatchContents& out, const GameName& name = {});
  void add(const record::Game& game, BatchContents& out);

private:
  int m_max_ply;
  bool m_names;
  KeyWalk m_walk; ///< of the game in work, where games are named
  std::vector<Move> m_moves;
};

} // namespace xq::book
