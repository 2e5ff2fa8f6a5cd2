#pragma once

#include <xq/engine/searcher.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace xq::analysis {

struct PlausibilityOptions {
  std::uint64_t nodes = 3000; ///< a position
  /// Centipawns that a move must lose, and the answer give back, to look like an error of
  /// transcription: what was written was not on the board.
  int blunder = 350;
  /// Centipawns that a side must be ahead at the end for its loss to be implausible.
  int winning = 600;
};

/// What an engine thinks of the positions of a game, in centipawns from Red's side, cut off at
/// +-limit. A position is searched once. The answers depend on nothing but the engine and what was
/// asked since begin_game().
class Judge {
public:
  static constexpr int limit = 1500;

  Judge(engine::Searcher& searcher, std::uint64_t nodes) : m_searcher{searcher}, m_nodes{nodes} {}

  /// Forget everything.
  void begin_game();
  [[nodiscard]] int score(const Position& position);
  /// With another number of nodes; not remembered.
  [[nodiscard]] int score(const Position& position, std::uint64_t nodes);
  /// Of the position before each of `moves` and of the last one.
  [[nodiscard]] std::vector<int> scores(const Position& start, std::span<const Move> moves);
  /// Positions searched since begin_game().
  [[nodiscard]] std::uint64_t searches() const noexcept { return m_searches; }

private:
  engine::Searcher& m_searcher;
  std::uint64_t m_nodes;
  std::uint64_t m_searches = 0;
  std::unordered_map<std::uint64_t, int> m_known;
};

/// A move that loses much and goes unpunished.
struct Blunder {
  std::size_t ply = 0; ///< from 0: index of the move
  int loss = 0;        ///< centipawns that it gives away
  int returned = 0;    ///< of these, what the answer gives back
};

/// Centipawns that the move number `ply` (from 0) gives away, by the scores around it.
[[nodiscard]] int loss_of(std::span<const int> scores, std::size_t ply, Color first_mover) noexcept;

/// The moves that look like errors of transcription, the worst first.
[[nodiscard]] std::vector<Blunder> implausible_moves(std::span<const int> scores, Color first_mover,
                                                     const PlausibilityOptions& options);

/// Whether such a move is one to a search of twenty times the nodes, too; its numbers become that
/// search's.
[[nodiscard]] bool confirmed(Blunder& blunder, const Position& start, std::span<const Move> moves,
                             Judge& judge, const PlausibilityOptions& options);

/// Adds implausible_move and implausible_result to a usable game's problems.
void check_plausibility(record::Game& game, Judge& judge, const PlausibilityOptions& options);

} // namespace xq::analysis
