#pragma once

#include <xq/engine/searcher.hpp>
#include <xq/notation/notation.hpp>
#include <xq/record/game.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
  /// A score by another number of nodes, which is not remembered.
  [[nodiscard]] int score(const Position& position, std::uint64_t nodes);
  /// The scores of the position before each of `moves`, and of the last one.
  [[nodiscard]] std::vector<int> scores(const Position& start, std::span<const Move> moves);

private:
  engine::Searcher& m_searcher;
  std::uint64_t m_nodes;
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

/// The main line of a record as text, whatever its words mean.
struct WrittenGame {
  std::string_view fen; ///< empty: the usual start
  std::span<const std::string_view> moves;
  record::Result result = record::Result::unknown;
};

enum class RepairKind : std::uint8_t {
  replace,        ///< a move is written wrongly
  insert,         ///< a move is missing
  remove,         ///< a move is there that was not played
  swap,           ///< two moves have changed places
  side_to_move,   ///< the other side begins
  start_position, ///< the start position is written wrongly
};
/// `replace`, `insert`, ...
[[nodiscard]] std::string_view to_text(RepairKind kind) noexcept;

/// A change of the text after which the game is legal to its end (or plausible).
struct Repair {
  RepairKind kind{};
  std::size_t at = 0;      ///< index into WrittenGame::moves; of `insert`: before that move
  std::size_t other = 0;   ///< of `swap`: the second move
  std::string original;    ///< what is written there; empty for `insert`
  std::string replacement; ///< what should be; a FEN for the two kinds of start position
  Position start;
  std::vector<Move> moves;     ///< the main line after the change
  std::size_t legal_plies = 0; ///< of it from the change on
  double cost = 0;             ///< how unusual the typing error is; 1: a wrong digit
  double loss = 0;             ///< pawns that moves around the change give away
  double confidence = 0;       ///< 0 to 1
};

/// The text of a record while changes are made to it.
class Manuscript {
public:
  explicit Manuscript(const WrittenGame& game);
  void change(const Repair& repair);
  /// The first `moves` of its moves; lives as long as the manuscript stays as it is.
  [[nodiscard]] WrittenGame game(std::size_t moves);
  [[nodiscard]] std::size_t size() const noexcept { return m_moves.size(); }

private:
  std::string m_fen;
  std::vector<std::string> m_moves;
  std::vector<std::string_view> m_views;
  record::Result m_result;
};

struct RepairOptions {
  PlausibilityOptions plausibility;
  std::size_t candidates = 12; ///< that the engine looks at
  std::size_t window = 10;     ///< plies after the change that it looks at
};

/// Looks for the smallest change of a record's text that makes it legal, or plausible. Not shared
/// between threads. The same game gets the same answer, whatever was asked before.
class Repairer {
public:
  explicit Repairer(Judge& judge, const RepairOptions& options = {})
      : m_judge{judge}, m_options{options} {}

  /// For a game that is not legal to its end: the change that is most likely right, or several of
  /// them when no single change makes the whole game legal. They are in the order in which they are
  /// to be made, each of the text after the one before (see Manuscript). Each is the likeliest of
  /// those that make the game legal up to the next error; the last one makes it legal to its end.
  /// Empty when there are none.
  [[nodiscard]] std::vector<Repair> repair_all(const WrittenGame& game);
  /// For a legal game: a change that removes a move which looks like an error of transcription.
  [[nodiscard]] std::optional<Repair> repair_implausible(const WrittenGame& game);

private:
  /// What one change can do.
  struct Attempt {
    std::optional<Repair> repair; ///< makes the whole game legal
    std::size_t fault = 0;        ///< the first written move that is not legal
    std::size_t reach = 0;        ///< written moves that the change that helps most makes legal
  };
  [[nodiscard]] Attempt attempt(const WrittenGame& game);
  [[nodiscard]] std::vector<Blunder> implausible(const Position& start,
                                                 std::span<const Move> moves);
  [[nodiscard]] bool mends(const Repair& repair, const Position& start, std::span<const Move> moves,
                           std::span<const Blunder> faults);

  Judge& m_judge;
  RepairOptions m_options;
};

} // namespace xq::analysis
